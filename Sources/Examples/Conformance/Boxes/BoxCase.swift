import LinecasterBase
package import LinecasterBoxLayout
import LinecasterCommandSupport

/// A tree of styles in the schema of the conformance data, with the expected boxes if they are
/// known.
package struct BoxCase: Decodable, Sendable {
  let name: String
  /// The defaults of omitted style properties: `css` or `yoga`.
  let defaults: String?
  /// 1 if boxes are compared on the pixel grid, otherwise 0.
  let rounding: Double?
  /// The direction that the root inherits.
  let direction: String?
  /// The width and the height of the containing block of the root; null is indefinite.
  let available: [Double?]?
  /// The reason that the case is not run in its original suite.
  let skip: String?
  let tags: [String]?
  let root: BoxCaseNode

  /// The part of an invalid case that identifies it.
  struct Name: Decodable {
    let name: String?
  }

  /// The size of the containing block of the root.
  var extents: AvailableSpace {
    AvailableSpace(
      width: available?.first.flatMap(\.self), height: available?.last.flatMap(\.self))
  }
}

/// A node of a case: its style, and its content or its children.
struct BoxCaseNode: Decodable, Sendable {
  let style: [String: BoxCaseValue]?
  /// The expected border box, relative to the parent's.
  let expect: BoxCaseBox?
  let measure: WordMeasure?
  let children: [BoxCaseNode]?

  /// This node and its descendants, in pre-order.
  var all: [BoxCaseNode] { [self] + (children ?? []).flatMap(\.all) }
}

/// A border box in the schema of cases.
package struct BoxCaseBox: Decodable, Sendable, Equatable {
  let x, y, w, h: Double

  init(_ frame: Rect) {
    x = frame.minX
    y = frame.minY
    w = frame.width
    h = frame.height
  }

  /// Left, top, width, height.
  package var numbers: [Double] { [x, y, w, h] }

  /// Whether all numbers are within the tolerance of the conformance data.
  func isNear(_ other: BoxCaseBox) -> Bool {
    zip(numbers, other.numbers).allSatisfy { abs($0 - $1) <= 0.1 }
  }
}

/// The value of a property: a number of points, a keyword or percentage, or tracks or areas of a
/// grid.
enum BoxCaseValue: Decodable, Sendable, CustomStringConvertible {
  case number(Double)
  case text(String)
  case list([BoxCaseValue])
  case object([String: BoxCaseValue])

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if let number = try? container.decode(Double.self) {
      self = .number(number)
    } else if let text = try? container.decode(String.self) {
      self = .text(text)
    } else if let values = try? container.decode([BoxCaseValue].self) {
      self = .list(values)
    } else {
      self = .object(try container.decode([String: BoxCaseValue].self))
    }
  }

  var description: String {
    switch self {
    case .number(let number): "\(number)"
    case .text(let text): text
    case .list(let values): "[\(values.map(\.description).joined(separator: ", "))]"
    case .object(let values):
      "{\(values.sorted { $0.key < $1.key }.map { "\($0): \($1)" }.joined(separator: ", "))}"
    }
  }
}

/// The description of an error in a case.
package struct BoxCaseFault: Error, CustomStringConvertible {
  package let description: String

  /// Reports an unknown property, or an invalid value.
  init(_ key: String, _ value: BoxCaseValue) {
    description = "style '\(key)' cannot be '\(value)'"
  }

  init(_ description: String) { self.description = description }
}

/// A case converted to a tree of the engine.
package struct BoxCaseRun: Sendable {
  private(set) var tree = BoxTree()
  let test: BoxCase
  /// The nodes in pre-order.
  private(set) var nodes: [BoxCaseNode] = []
  private var styles: [BoxStyle] = []

  /// Reads the styles.
  ///
  /// - Throws: ``BoxCaseFault`` that names a key or field.
  package init(_ test: BoxCase) throws(BoxCaseFault) {
    self.test = test
    try add(test.root, in: .none)
  }

  /// - Parameter areas: the areas of the surrounding grid.
  private mutating func add(
    _ node: BoxCaseNode, in areas: GridAreas
  ) throws(BoxCaseFault) {
    let read = try BoxCaseStyle(node.style ?? [:], defaults: test.defaults, areas: areas)
    var style = read.style
    if nodes.isEmpty, style.writingDirection == nil { style.writingDirection = try direction }
    nodes.append(node)
    styles.append(style)
    let children = node.children ?? []
    // A grid without items still has tracks.
    guard !children.isEmpty || (style.display == .grid && node.measure == nil) else {
      let isVertical = node.measure?.kind == WordMeasure.columns
      tree.addLeaf(style, isMeasured: node.measure != nil, isVertical: isVertical)
      return
    }
    guard node.measure == nil else {
      throw BoxCaseFault("a node has both 'measure' and 'children'")
    }
    tree.openContainer(style, grid: read.grid)
    let inner = style.display == .contents ? areas : read.grid?.areas ?? .none
    for child in children { try add(child, in: inner) }
    tree.closeContainer()
  }

  private var direction: BoxWritingDirection? {
    get throws(BoxCaseFault) {
      switch test.direction {
      case nil, "ltr": return nil
      case "rtl": return .rightToLeft
      case let word?: throw BoxCaseFault("field 'direction' is '\(word)', not one of ltr, rtl")
      }
    }
  }

  /// Lays out the case, without rounding.
  ///
  /// - Throws: `BoxLayoutError` for an unsupported tree.
  package func frames() throws -> BoxFrames {
    try tree.layout(in: test.extents, measure: measure)
  }

  /// The measurement of a leaf with words.
  func measure(
    _ node: BoxID, _ constraint: BoxConstraint
  ) -> BoxMeasurement {
    let isColumn = styles[node.index].direction == .column
    return nodes[node.index].measure?.measurement(constraint, isColumn: isColumn)
      ?? BoxMeasurement(size: .zero)
  }

  /// The boxes in pre-order, rounded if the case requires it.
  package func boxes(_ frames: BoxFrames) -> [BoxCaseBox] {
    (0..<frames.count).map { index in
      let id = BoxID(index: index)
      let frame = frames.frame(of: id)
      guard test.rounding == 1 else { return BoxCaseBox(frame) }
      let size = PixelScale.one.rounded(frames.absoluteFrame(of: id)).size
      return BoxCaseBox(
        Rect(
          x: PixelScale.one.rounded(frame.minX), y: PixelScale.one.rounded(frame.minY),
          width: size.width, height: size.height))
    }
  }
}

/// A stand-in for text: words that can break between any two of them.
struct WordMeasure: Decodable, Sendable {
  /// The kind with vertical lines, each of which is `line` wide.
  static let columns = "columns"

  let kind: String
  let words: [Double]
  let space: Double?
  let line: Double
  let ascent: Double?

  /// Creates words that can break between any two of them.
  init(words: [Double], line: Double, ascent: Double) {
    kind = "words"
    self.words = words
    space = nil
    self.line = line
    self.ascent = ascent
  }

  /// The measurement of the content; `isColumn` is the direction of its style.
  func measurement(
    _ constraint: BoxConstraint, isColumn: Bool
  ) -> BoxMeasurement {
    switch kind {
    case Self.columns:
      let lines = wordsSize(BoxConstraint(width: constraint.height, height: constraint.width))
      return BoxMeasurement(size: Size(width: lines.height, height: lines.width))
    case "yoga":
      return BoxMeasurement(
        size: yogaSize(constraint, isColumn: isColumn), firstBaseline: ascent ?? line)
    default:
      return BoxMeasurement(size: wordsSize(constraint), firstBaseline: ascent ?? line)
    }
  }

  private func wordsSize(_ constraint: BoxConstraint) -> Size {
    let widest = words.reduce(0, +)
    let least = words.max() ?? 0
    let width: Double =
      switch constraint.width {
      case .exactly(let width): width
      case .atMost(let limit): min(widest, max(least, limit))
      case .undefined: widest
      case .minContent: least
      }
    var lines = 1.0
    var current = 0.0
    for word in words {
      if current > 0, current + word > width + 0.01 {
        lines += 1
        current = word
      } else {
        current += word
      }
    }
    return Size(width: width, height: lines * line)
  }

  private func yogaSize(_ constraint: BoxConstraint, isColumn: Bool) -> Size {
    let total = words.reduce(0, +) + (space ?? 0) * Double(words.count - 1)
    let longest = words.max() ?? 0
    let width: Double =
      switch constraint.width {
      case .exactly(let width): width
      case .atMost(let limit): min(total, limit)
      case .undefined: total
      case .minContent: longest
      }
    let height = yogaLines(isColumn ? width : max(longest, width), total: total) * line
    return Size(width: width, height: height)
  }

  private func yogaLines(_ width: Double, total: Double) -> Double {
    if total <= width { return 1 }
    var lines = 1.0
    var current = 0.0
    for word in words {
      if word > width {
        lines += current > 0 ? 2 : 1
        current = 0
      } else if current + word <= width {
        current += word + (space ?? 0)
      } else {
        lines += 1
        current = word + (space ?? 0)
      }
    }
    return current == 0 ? lines - 1 : lines
  }
}
