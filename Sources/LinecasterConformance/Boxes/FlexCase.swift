import LinecasterCommandSupport
package import LinecasterBoxLayout
package import LinecasterBase

/// A tree of styles in the schema of the conformance data, with the boxes it must produce where
/// they are known.
package struct FlexCase: Decodable, Sendable {
  package let name: String
  /// Which initial values hold for properties that a style leaves out: `css` or `yoga`.
  package let defaults: String?
  /// 1 where boxes are compared on the pixel grid, else 0.
  package let rounding: Double?
  /// The direction that the root inherits.
  package let direction: String?
  /// The width and the height of the block that contains the root; null is indefinite.
  package let available: [Double?]?
  /// Why the case is not run where it comes from.
  package let skip: String?
  package let tags: [String]?
  package let root: FlexCaseNode

  /// The part of a faulty case that tells which one it is.
  package struct Name: Decodable {
    package let name: String?
  }

  /// The extents of the block that contains the root.
  var extents: FlexAvailable {
    FlexAvailable(
      width: available?.first.flatMap(\.self), height: available?.last.flatMap(\.self))
  }
}

/// A node of a case: its style, and its content or its children.
package struct FlexCaseNode: Decodable, Sendable {
  package let style: [String: FlexCaseValue]?
  /// The border box it must have, relative to its parent's.
  package let expect: FlexCaseBox?
  package let measure: WordMeasure?
  package let children: [FlexCaseNode]?

  /// This node and all below it, in pre-order.
  package var all: [FlexCaseNode] { [self] + (children ?? []).flatMap(\.all) }
}

/// A border box as a case has it.
package struct FlexCaseBox: Decodable, Sendable, Equatable {
  package let x, y, w, h: Double

  package init(_ frame: Rect) {
    x = frame.minX
    y = frame.minY
    w = frame.width
    h = frame.height
  }

  /// Left, top, width, height.
  package var numbers: [Double] { [x, y, w, h] }

  /// Whether no number is further from the other box's than the conformance data allows.
  package func isNear(_ other: FlexCaseBox) -> Bool {
    zip(numbers, other.numbers).allSatisfy { abs($0 - $1) <= 0.1 }
  }
}

/// The value of a property: a number of points, a word or percentage, or tracks or areas of a grid.
package enum FlexCaseValue: Decodable, Sendable, CustomStringConvertible {
  case number(Double)
  case text(String)
  case list([FlexCaseValue])
  case object([String: FlexCaseValue])

  package init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if let number = try? container.decode(Double.self) {
      self = .number(number)
    } else if let text = try? container.decode(String.self) {
      self = .text(text)
    } else if let values = try? container.decode([FlexCaseValue].self) {
      self = .list(values)
    } else {
      self = .object(try container.decode([String: FlexCaseValue].self))
    }
  }

  package var description: String {
    switch self {
    case .number(let number): "\(number)"
    case .text(let text): text
    case .list(let values): "[\(values.map(\.description).joined(separator: ", "))]"
    case .object(let values):
      "{\(values.sorted { $0.key < $1.key }.map { "\($0): \($1)" }.joined(separator: ", "))}"
    }
  }
}

/// What is wrong with a case, for people.
package struct FlexCaseFault: Error, CustomStringConvertible {
  package let description: String

  /// A property that has no such value, or is none.
  init(_ key: String, _ value: FlexCaseValue) {
    description = "style '\(key)' cannot be '\(value)'"
  }

  init(_ description: String) { self.description = description }
}

/// A case as a tree of the engine.
package struct FlexCaseRun: Sendable {
  package private(set) var tree = FlexTree()
  package let test: FlexCase
  /// The nodes in pre-order.
  package private(set) var nodes: [FlexCaseNode] = []
  private var styles: [FlexStyle] = []

  /// Reads the styles.
  ///
  /// - Throws: ``FlexCaseFault`` that names a key or field.
  package init(_ test: FlexCase) throws(FlexCaseFault) {
    self.test = test
    try add(test.root, in: .none)
  }

  /// - Parameter areas: those of the grid around.
  private mutating func add(
    _ node: FlexCaseNode, in areas: GridAreas
  ) throws(FlexCaseFault) {
    let read = try FlexCaseStyle(node.style ?? [:], defaults: test.defaults, areas: areas)
    var style = read.style
    if nodes.isEmpty, style.writingDirection == nil { style.writingDirection = try direction }
    nodes.append(node)
    styles.append(style)
    let children = node.children ?? []
    // A grid without items still has its tracks.
    guard !children.isEmpty || (style.display == .grid && node.measure == nil) else {
      tree.addLeaf(style, isMeasured: node.measure != nil)
      return
    }
    guard node.measure == nil else {
      throw FlexCaseFault("a node has both 'measure' and 'children'")
    }
    tree.openContainer(style, grid: read.grid)
    let inner = style.display == .contents ? areas : read.grid?.areas ?? .none
    for child in children { try add(child, in: inner) }
    tree.closeContainer()
  }

  private var direction: FlexWritingDirection? {
    get throws(FlexCaseFault) {
      switch test.direction {
      case nil, "ltr": return nil
      case "rtl": return .rightToLeft
      case let word?: throw FlexCaseFault("field 'direction' is '\(word)', not one of ltr, rtl")
      }
    }
  }

  /// What the engine makes of the case, not rounded.
  ///
  /// - Throws: `FlexError` for a tree it does not lay out.
  package func frames() throws -> FlexFrames {
    try tree.layout(in: test.extents, measure: measure)
  }

  /// The answer of a leaf with words.
  package func measure(
    _ node: FlexNodeID, _ constraint: FlexMeasureConstraint
  ) -> FlexMeasurement {
    let isColumn = styles[node.index].direction == .column
    return nodes[node.index].measure?.measurement(constraint, isColumn: isColumn)
      ?? FlexMeasurement(size: .zero)
  }

  /// The boxes in pre-order as the case compares them: rounded where it says so.
  package func boxes(_ frames: FlexFrames) -> [FlexCaseBox] {
    (0..<frames.count).map { index in
      let id = FlexNodeID(index: index)
      let frame = frames.frame(of: id)
      guard test.rounding == 1 else { return FlexCaseBox(frame) }
      let size = PixelScale.one.rounded(frames.absoluteFrame(of: id)).size
      return FlexCaseBox(
        Rect(
          x: PixelScale.one.rounded(frame.minX), y: PixelScale.one.rounded(frame.minY),
          width: size.width, height: size.height))
    }
  }
}
