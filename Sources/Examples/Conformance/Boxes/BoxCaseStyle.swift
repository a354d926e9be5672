import LinecasterBase
import LinecasterBoxLayout
import LinecasterCommandSupport

/// Reads the style of a node, key by key.
struct BoxCaseStyle {
  private(set) var style: BoxStyle
  /// The rows and columns of a grid.
  private(set) var grid: GridTemplate?
  /// The areas of the surrounding grid.
  private let areas: GridAreas

  /// - Throws: ``BoxCaseFault`` that names the alphabetically first key that is unknown or invalid.
  init(
    _ values: [String: BoxCaseValue], defaults: String?, areas: GridAreas
  ) throws(BoxCaseFault) {
    self.areas = areas
    switch defaults {
    case nil, "css": style = .css
    case "yoga": style = .yoga
    case let word?: throw BoxCaseFault("field 'defaults' is '\(word)', not one of css, yoga")
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
    // The engine's initial value means `normal` in a grid.
    if style.display == .grid, values["justifyContent"]?.description == "flex-start" {
      style.justifyContent = .start
    }
    try readTemplate(values)
  }

  /// Sets the rows and columns of a grid.
  mutating func setTemplate(_ template: GridTemplate) { grid = template }

  private mutating func read(_ key: String, _ value: BoxCaseValue) throws(BoxCaseFault) {
    if let path = Self.lengthPath(key) {
      style[keyPath: path] = try Self.length(key, value)
    } else if case .number(let number) = value {
      try readNumber(key, number)
    } else {
      try readWord(key, value)
    }
  }

  private mutating func readNumber(_ key: String, _ number: Double) throws(BoxCaseFault) {
    switch key {
    case "order": style.order = Int(saturating: number)
    case "gridColumnStart": style.gridColumn.start = .line(Int(saturating: number))
    case "gridColumnEnd": style.gridColumn.end = .line(Int(saturating: number))
    case "gridRowStart": style.gridRow.start = .line(Int(saturating: number))
    case "gridRowEnd": style.gridRow.end = .line(Int(saturating: number))
    case "flexGrow": style.grow = number
    case "flexShrink": style.shrink = number
    case "aspectRatio": style.aspectRatio = number
    default: throw BoxCaseFault("style '\(key)' is unknown or not a number")
    }
  }

  private mutating func readWord(_ key: String, _ value: BoxCaseValue) throws(BoxCaseFault) {
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
    case "flexGrow", "flexShrink", "aspectRatio", "order": throw BoxCaseFault(key, value)
    default: throw BoxCaseFault("style '\(key)' is unknown")
    }
  }

  private mutating func set<Value>(
    _ key: String, _ value: BoxCaseValue, _ path: WritableKeyPath<BoxStyle, Value>,
    _ words: [String: Value]
  ) throws(BoxCaseFault) {
    guard let word = words[value.description] else { throw BoxCaseFault(key, value) }
    style[keyPath: path] = word
  }
}

/// Lengths and edges; narrower keys override wider ones.
extension BoxCaseStyle {
  private static let suffixes = [
    "", "Left", "Top", "Right", "Bottom", "Start", "End", "Horizontal", "Vertical",
  ]
  private static let edgeKeys = Set(
    ["margin", "padding", "border"].flatMap { name in suffixes.map { name + $0 } })
  private static let insetKeys: Set = ["left", "top", "right", "bottom", "start", "end", "inset"]

  /// Whether a key is read before the others, because narrower keys override it.
  static func isRead(_ key: String) -> Bool {
    edgeKeys.contains(key) || insetKeys.contains(key) || templateKeys.contains(key)
      || key == "gap" || key == "overflow"
  }

  static func edges(
    _ name: String, _ values: [String: BoxCaseValue]
  ) throws(BoxCaseFault) -> BoxEdges {
    let all = try length(name, in: values) ?? .zero
    let horizontal = try length(name + "Horizontal", in: values) ?? all
    let vertical = try length(name + "Vertical", in: values) ?? all
    return BoxEdges(
      left: try length(name + "Left", in: values) ?? horizontal,
      top: try length(name + "Top", in: values) ?? vertical,
      right: try length(name + "Right", in: values) ?? horizontal,
      bottom: try length(name + "Bottom", in: values) ?? vertical,
      start: try length(name + "Start", in: values), end: try length(name + "End", in: values))
  }

  static func insets(_ values: [String: BoxCaseValue]) throws(BoxCaseFault) -> BoxEdges {
    let all = try length("inset", in: values) ?? .auto
    return BoxEdges(
      left: try length("left", in: values) ?? all, top: try length("top", in: values) ?? all,
      right: try length("right", in: values) ?? all,
      bottom: try length("bottom", in: values) ?? all,
      start: try length("start", in: values), end: try length("end", in: values))
  }

  private static func length(
    _ key: String, in values: [String: BoxCaseValue]
  ) throws(BoxCaseFault) -> BoxLength? {
    guard let value = values[key] else { return nil }
    return try length(key, value)
  }

  static func length(
    _ key: String, _ value: BoxCaseValue
  ) throws(BoxCaseFault) -> BoxLength {
    switch value {
    case .number(let number): return .points(number)
    case .text(let text):
      if let word = lengthWords[text] { return word }
      guard text.hasSuffix("%"), let percent = Double(text.dropLast()) else {
        throw BoxCaseFault(key, value)
      }
      return .percent(percent)
    case .list, .object: throw BoxCaseFault(key, value)
    }
  }
}

/// The keywords of CSS.
extension BoxCaseStyle {
  static func lengthPath(_ key: String) -> WritableKeyPath<BoxStyle, BoxLength>? {
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

  static let lengthWords: [String: BoxLength] = [
    "auto": .auto, "content": .content, "min-content": .minContent, "max-content": .maxContent,
    "fit-content": .fitContent, "stretch": .stretch,
  ]
  static let displays: [String: BoxDisplay] = [
    "flex": .flex, "grid": .grid, "block": .block, "none": .none, "contents": .contents,
  ]
  static let positions: [String: BoxPosition] = [
    "relative": .relative, "absolute": .absolute, "static": .static,
  ]
  static let boxSizings: [String: BoxSizing] = [
    "border-box": .borderBox, "content-box": .contentBox,
  ]
  static let writingDirections: [String: BoxWritingDirection?] = [
    "ltr": .leftToRight, "rtl": .rightToLeft,
  ]
  static let directions: [String: FlexDirection] = [
    "row": .row, "row-reverse": .rowReverse, "column": .column, "column-reverse": .columnReverse,
  ]
  static let wraps: [String: FlexWrap] = [
    "nowrap": .nowrap, "wrap": .wrap, "wrap-reverse": .wrapReverse,
  ]
  static let overflows: [String: BoxOverflow] = [
    "visible": .visible, "hidden": .hidden, "scroll": .scroll,
  ]
  static let justifies: [String: BoxJustify] = [
    "flex-start": .flexStart, "flex-end": .flexEnd, "center": .center, "start": .start,
    "end": .end, "space-between": .spaceBetween, "space-around": .spaceAround,
    "space-evenly": .spaceEvenly, "stretch": .flexStart,
  ]
  static let aligns: [String: BoxAlign] = [
    "stretch": .fill, "flex-start": .flexStart, "flex-end": .flexEnd, "center": .center,
    "baseline": .baseline, "start": .start, "end": .end,
  ]
  static let selfAligns: [String: BoxAlign?] = {
    var words = aligns.mapValues(BoxAlign?.some)
    words.updateValue(nil, forKey: "auto")
    return words
  }()
  static let gridAligns = aligns.filter { $0.key != "baseline" }
  static let gridSelfAligns = selfAligns.filter { $0.key != "baseline" }
  static let alignContents: [String: BoxAlignContent] = [
    "stretch": .stretch, "flex-start": .flexStart, "flex-end": .flexEnd, "center": .center,
    "start": .start, "end": .end, "space-between": .spaceBetween, "space-around": .spaceAround,
    "space-evenly": .spaceEvenly,
  ]
}
