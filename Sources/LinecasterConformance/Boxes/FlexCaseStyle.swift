import LinecasterCommandSupport
import LinecasterBoxLayout
import LinecasterBase

/// Reads the style of a node, key by key.
struct FlexCaseStyle {
  private(set) var style: FlexStyle
  /// The rows and columns of a grid.
  private(set) var grid: GridTemplate?
  /// The areas of the grid around.
  private let areas: GridAreas

  /// - Throws: ``FlexCaseFault`` that names the first key, in the order of the alphabet, which is
  ///   unknown or has no such value.
  init(
    _ values: [String: FlexCaseValue], defaults: String?, areas: GridAreas
  ) throws(FlexCaseFault) {
    self.areas = areas
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
    // What the initial value of the engine means in a grid is `normal`.
    if style.display == .grid, values["justifyContent"]?.description == "flex-start" {
      style.justifyContent = .start
    }
    try readTemplate(values)
  }

  /// Sets the rows and columns of a grid.
  mutating func setTemplate(_ template: GridTemplate) { grid = template }

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
    case "order": style.order = Int(saturating: number)
    case "gridColumnStart": style.gridColumn.start = .line(Int(saturating: number))
    case "gridColumnEnd": style.gridColumn.end = .line(Int(saturating: number))
    case "gridRowStart": style.gridRow.start = .line(Int(saturating: number))
    case "gridRowEnd": style.gridRow.end = .line(Int(saturating: number))
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
    case "justifyItems": try set(key, value, \.justifyItems, Self.gridAligns)
    case "justifySelf": try set(key, value, \.justifySelf, Self.gridSelfAligns)
    case "gridColumnStart": style.gridColumn.start = try Self.line(key, value)
    case "gridColumnEnd": style.gridColumn.end = try Self.line(key, value)
    case "gridRowStart": style.gridRow.start = try Self.line(key, value)
    case "gridRowEnd": style.gridRow.end = try Self.line(key, value)
    case "gridArea":
      style.gridColumn = areas[value.description]?.column ?? .auto
      style.gridRow = areas[value.description]?.row ?? .auto
    case "flexGrow", "flexShrink", "aspectRatio", "order": throw FlexCaseFault(key, value)
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
    edgeKeys.contains(key) || insetKeys.contains(key) || templateKeys.contains(key)
      || key == "gap" || key == "overflow"
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
    case .list, .object: throw FlexCaseFault(key, value)
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
    "flex": .flex, "grid": .grid, "block": .block, "none": .none, "contents": .contents,
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
    "space-evenly": .spaceEvenly, "stretch": .flexStart,
  ]
  static let aligns: [String: FlexAlign] = [
    "stretch": .fill, "flex-start": .flexStart, "flex-end": .flexEnd, "center": .center,
    "baseline": .baseline, "start": .start, "end": .end,
  ]
  static let selfAligns: [String: FlexAlign?] = {
    var words = aligns.mapValues(FlexAlign?.some)
    words.updateValue(nil, forKey: "auto")
    return words
  }()
  static let gridAligns = aligns.filter { $0.key != "baseline" }
  static let gridSelfAligns = selfAligns.filter { $0.key != "baseline" }
  static let alignContents: [String: FlexAlignContent] = [
    "stretch": .stretch, "flex-start": .flexStart, "flex-end": .flexEnd, "center": .center,
    "start": .start, "end": .end, "space-between": .spaceBetween, "space-around": .spaceAround,
    "space-evenly": .spaceEvenly,
  ]
}
