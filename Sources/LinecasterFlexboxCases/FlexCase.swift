package import LinecasterFlexbox
package import LinecasterGeometry

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

/// The value of a property: a number of points, or a word or percentage.
package enum FlexCaseValue: Decodable, Sendable, CustomStringConvertible {
  case number(Double)
  case text(String)

  package init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if let number = try? container.decode(Double.self) {
      self = .number(number)
    } else {
      self = .text(try container.decode(String.self))
    }
  }

  package var description: String {
    switch self {
    case .number(let number): "\(number)"
    case .text(let text): text
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
    try add(test.root)
  }

  private mutating func add(_ node: FlexCaseNode) throws(FlexCaseFault) {
    var style = try FlexCaseStyle(node.style ?? [:], defaults: test.defaults).style
    if nodes.isEmpty, style.writingDirection == nil { style.writingDirection = try direction }
    nodes.append(node)
    styles.append(style)
    guard let children = node.children, !children.isEmpty else {
      tree.addLeaf(style, isMeasured: node.measure != nil)
      return
    }
    guard node.measure == nil else {
      throw FlexCaseFault("a node has both 'measure' and 'children'")
    }
    tree.openContainer(style)
    for child in children { try add(child) }
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

/// The content that stands for text: words that break between any two of them.
package struct WordMeasure: Decodable, Sendable {
  let kind: String
  let words: [Double]
  let space: Double?
  let line: Double
  let ascent: Double?

  /// Words that break between any two of them.
  package init(words: [Double], line: Double, ascent: Double) {
    kind = "words"
    self.words = words
    space = nil
    self.line = line
    self.ascent = ascent
  }

  /// What the content answers, where `isColumn` tells the direction of its style.
  package func measurement(
    _ constraint: FlexMeasureConstraint, isColumn: Bool
  ) -> FlexMeasurement {
    let size = kind == "yoga" ? yogaSize(constraint, isColumn: isColumn) : wordsSize(constraint)
    return FlexMeasurement(size: size, firstBaseline: ascent ?? line)
  }

  private func wordsSize(_ constraint: FlexMeasureConstraint) -> Size {
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

  private func yogaSize(_ constraint: FlexMeasureConstraint, isColumn: Bool) -> Size {
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

/// Reads the style of a node, key by key.
private struct FlexCaseStyle {
  private(set) var style: FlexStyle

  /// - Throws: ``FlexCaseFault`` that names the first key, in the order of the alphabet, which is
  ///   unknown or has no such value.
  init(
    _ values: [String: FlexCaseValue], defaults: String?
  ) throws(FlexCaseFault) {
    switch defaults {
    case nil, "css": style = .css
    case "yoga": style = .yoga
    case let word?: throw FlexCaseFault("field 'defaults' is '\(word)', not one of css, yoga")
    }
    style.margin = try Self.edges("margin", values)
    style.padding = try Self.edges("padding", values)
    style.border = try Self.edges("border", values)
    style.inset = try Self.insets(values)
    if let gap = values["gap"] { style.gap = try Self.length("gap", gap) }
    if let clip = values["overflow"] { try set("overflow", clip, \.overflow, Self.overflows) }
    for (key, value) in values.sorted(by: { $0.key < $1.key }) where !Self.isRead(key) {
      try read(key, value)
    }
  }

  private mutating func read(_ key: String, _ value: FlexCaseValue) throws(FlexCaseFault) {
    if let path = Self.lengthPath(key) {
      style[keyPath: path] = try Self.length(key, value)
    } else if case .number(let number) = value {
      try readNumber(key, number)
    } else {
      try readWord(key, value)
    }
  }

  private mutating func readNumber(_ key: String, _ number: Double) throws(FlexCaseFault) {
    switch key {
    case "flexGrow": style.grow = number
    case "flexShrink": style.shrink = number
    case "aspectRatio": style.aspectRatio = number
    default: throw FlexCaseFault("style '\(key)' is unknown, or no number")
    }
  }

  private mutating func readWord(_ key: String, _ value: FlexCaseValue) throws(FlexCaseFault) {
    switch key {
    case "display": try set(key, value, \.display, Self.displays)
    case "position": try set(key, value, \.position, Self.positions)
    case "boxSizing": try set(key, value, \.boxSizing, Self.boxSizings)
    case "direction": try set(key, value, \.writingDirection, Self.writingDirections)
    case "flexDirection": try set(key, value, \.direction, Self.directions)
    case "flexWrap": try set(key, value, \.wrap, Self.wraps)
    case "justifyContent": try set(key, value, \.justifyContent, Self.justifies)
    case "alignItems": try set(key, value, \.alignItems, Self.aligns)
    case "alignSelf": try set(key, value, \.alignSelf, Self.selfAligns)
    case "alignContent": try set(key, value, \.alignContent, Self.alignContents)
    case "overflowX": try set(key, value, \.overflowX, Self.overflows)
    case "overflowY": try set(key, value, \.overflowY, Self.overflows)
    case "flexGrow", "flexShrink", "aspectRatio": throw FlexCaseFault(key, value)
    default: throw FlexCaseFault("style '\(key)' is unknown")
    }
  }

  private mutating func set<Value>(
    _ key: String, _ value: FlexCaseValue, _ path: WritableKeyPath<FlexStyle, Value>,
    _ words: [String: Value]
  ) throws(FlexCaseFault) {
    guard let word = words[value.description] else { throw FlexCaseFault(key, value) }
    style[keyPath: path] = word
  }
}

/// Lengths and edges, of which the narrower key wins.
extension FlexCaseStyle {
  private static let suffixes = [
    "", "Left", "Top", "Right", "Bottom", "Start", "End", "Horizontal", "Vertical",
  ]
  private static let edgeKeys = Set(
    ["margin", "padding", "border"].flatMap { name in suffixes.map { name + $0 } })
  private static let insetKeys: Set = ["left", "top", "right", "bottom", "start", "end", "inset"]

  /// Whether a key is read before the others, since narrower keys go over it.
  static func isRead(_ key: String) -> Bool {
    edgeKeys.contains(key) || insetKeys.contains(key) || key == "gap" || key == "overflow"
  }

  static func edges(
    _ name: String, _ values: [String: FlexCaseValue]
  ) throws(FlexCaseFault) -> FlexEdges {
    let all = try length(name, in: values) ?? .zero
    let horizontal = try length(name + "Horizontal", in: values) ?? all
    let vertical = try length(name + "Vertical", in: values) ?? all
    return FlexEdges(
      left: try length(name + "Left", in: values) ?? horizontal,
      top: try length(name + "Top", in: values) ?? vertical,
      right: try length(name + "Right", in: values) ?? horizontal,
      bottom: try length(name + "Bottom", in: values) ?? vertical,
      start: try length(name + "Start", in: values), end: try length(name + "End", in: values))
  }

  static func insets(_ values: [String: FlexCaseValue]) throws(FlexCaseFault) -> FlexEdges {
    let all = try length("inset", in: values) ?? .auto
    return FlexEdges(
      left: try length("left", in: values) ?? all, top: try length("top", in: values) ?? all,
      right: try length("right", in: values) ?? all,
      bottom: try length("bottom", in: values) ?? all,
      start: try length("start", in: values), end: try length("end", in: values))
  }

  private static func length(
    _ key: String, in values: [String: FlexCaseValue]
  ) throws(FlexCaseFault) -> FlexLength? {
    guard let value = values[key] else { return nil }
    return try length(key, value)
  }

  static func length(
    _ key: String, _ value: FlexCaseValue
  ) throws(FlexCaseFault) -> FlexLength {
    switch value {
    case .number(let number): return .points(number)
    case .text(let text):
      if let word = lengthWords[text] { return word }
      guard text.hasSuffix("%"), let percent = Double(text.dropLast()) else {
        throw FlexCaseFault(key, value)
      }
      return .percent(percent)
    }
  }
}

/// The words of CSS.
extension FlexCaseStyle {
  static func lengthPath(_ key: String) -> WritableKeyPath<FlexStyle, FlexLength>? {
    switch key {
    case "width": \.width
    case "height": \.height
    case "minWidth": \.minWidth
    case "minHeight": \.minHeight
    case "maxWidth": \.maxWidth
    case "maxHeight": \.maxHeight
    case "flexBasis": \.basis
    case "rowGap": \.rowGap
    case "columnGap": \.columnGap
    default: nil
    }
  }

  static let lengthWords: [String: FlexLength] = [
    "auto": .auto, "content": .content, "min-content": .minContent, "max-content": .maxContent,
    "fit-content": .fitContent, "stretch": .stretch,
  ]
  static let displays: [String: FlexDisplay] = [
    "flex": .flex, "none": .none, "contents": .contents,
  ]
  static let positions: [String: FlexPosition] = [
    "relative": .relative, "absolute": .absolute, "static": .static,
  ]
  static let boxSizings: [String: FlexBoxSizing] = [
    "border-box": .borderBox, "content-box": .contentBox,
  ]
  static let writingDirections: [String: FlexWritingDirection?] = [
    "ltr": .leftToRight, "rtl": .rightToLeft,
  ]
  static let directions: [String: FlexDirection] = [
    "row": .row, "row-reverse": .rowReverse, "column": .column, "column-reverse": .columnReverse,
  ]
  static let wraps: [String: FlexWrap] = [
    "nowrap": .nowrap, "wrap": .wrap, "wrap-reverse": .wrapReverse,
  ]
  static let overflows: [String: FlexOverflow] = [
    "visible": .visible, "hidden": .hidden, "scroll": .scroll,
  ]
  static let justifies: [String: FlexJustify] = [
    "flex-start": .flexStart, "flex-end": .flexEnd, "center": .center, "start": .start,
    "end": .end, "space-between": .spaceBetween, "space-around": .spaceAround,
    "space-evenly": .spaceEvenly,
  ]
  static let aligns: [String: FlexAlign] = [
    "stretch": .stretch, "flex-start": .flexStart, "flex-end": .flexEnd, "center": .center,
    "baseline": .baseline, "start": .start, "end": .end,
  ]
  static let selfAligns: [String: FlexAlign?] = {
    var words = aligns.mapValues(FlexAlign?.some)
    words.updateValue(nil, forKey: "auto")
    return words
  }()
  static let alignContents: [String: FlexAlignContent] = [
    "stretch": .stretch, "flex-start": .flexStart, "flex-end": .flexEnd, "center": .center,
    "start": .start, "end": .end, "space-between": .spaceBetween, "space-around": .spaceAround,
    "space-evenly": .spaceEvenly,
  ]
}
