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

/// The rows and columns of grids, in CSS keywords.
extension BoxCaseStyle {
  static let templateKeys: Set = [
    "gridTemplateColumns", "gridTemplateRows", "gridAutoColumns", "gridAutoRows",
    "gridTemplateAreas", "gridAutoFlow",
  ]

  /// Reads the track properties of a grid container, if it has any.
  mutating func readTemplate(_ values: [String: BoxCaseValue]) throws(BoxCaseFault) {
    guard values.keys.contains(where: Self.templateKeys.contains) else { return }
    var template = GridTemplate()
    template.columns = try Self.tracks("gridTemplateColumns", values)
    template.rows = try Self.tracks("gridTemplateRows", values)
    template.autoColumns = try Self.simpleTracks("gridAutoColumns", values)
    template.autoRows = try Self.simpleTracks("gridAutoRows", values)
    if let flow = values["gridAutoFlow"] {
      guard let word = Self.flows[flow.description] else {
        throw BoxCaseFault("gridAutoFlow", flow)
      }
      template.flow = word
    }
    if let areas = values["gridTemplateAreas"] { template.areas = try Self.areas(areas) }
    setTemplate(template)
  }

  private static func areas(_ value: BoxCaseValue) throws(BoxCaseFault) -> GridAreas {
    guard case .list(let rows) = value else { throw BoxCaseFault("gridTemplateAreas", value) }
    do {
      return try GridAreas(rows.map(\.description))
    } catch {
      throw BoxCaseFault("style 'gridTemplateAreas': \(error)")
    }
  }

  private static func simpleTracks(
    _ key: String, _ values: [String: BoxCaseValue]
  ) throws(BoxCaseFault) -> [GridTrack] {
    guard let value = values[key] else { return [] }
    guard case .list(let tracks) = value else { throw BoxCaseFault(key, value) }
    var list: [GridTrack] = []
    for value in tracks { list.append(try track(key, value)) }
    return list
  }

  private static func tracks(
    _ key: String, _ values: [String: BoxCaseValue]
  ) throws(BoxCaseFault) -> GridTrackList {
    guard let value = values[key] else { return [] }
    if case .text("subgrid") = value { return .subgrid }
    if case .text("none") = value { return [] }
    guard case .list(let tracks) = value else { throw BoxCaseFault(key, value) }
    var list: GridTrackList = []
    for value in tracks {
      if case .object(let object) = value, object["repeat"] != nil {
        list = list + (try repetition(key, object))
      } else {
        list = list + GridTrackList([try track(key, value)])
      }
    }
    return list
  }

  private static func repetition(
    _ key: String, _ object: [String: BoxCaseValue]
  ) throws(BoxCaseFault) -> GridTrackList {
    let tracks = try simpleTracks("tracks", object)
    switch object["repeat"] {
    case .number(let count): return .repeating(Int(saturating: count), tracks)
    case .text("auto-fill"): return .autoFill(tracks)
    case .text("auto-fit"): return .autoFit(tracks)
    default: throw BoxCaseFault(key, .object(object))
    }
  }

  private static func track(
    _ key: String, _ value: BoxCaseValue
  ) throws(BoxCaseFault) -> GridTrack {
    switch value {
    case .number(let points): return .points(points)
    case .text(let text):
      if let factor = fraction(text) { return .fraction(factor) }
      switch text {
      case "auto": return .auto
      case "min-content": return .minContent
      case "max-content": return .maxContent
      default:
        guard text.hasSuffix("%"), let percent = Double(text.dropLast()) else {
          throw BoxCaseFault(key, value)
        }
        return .percent(percent)
      }
    case .object(let object):
      if let limit = object["fitContent"] { return .fit(try length(key, limit)) }
      guard case .list(let sizes)? = object["minmax"], sizes.count == 2 else {
        throw BoxCaseFault(key, value)
      }
      let minimum = try length(key, sizes[0])
      if let factor = fraction(sizes[1].description) {
        return .minmax(minimum, fraction: factor)
      }
      return .minmax(minimum, try length(key, sizes[1]))
    case .list: throw BoxCaseFault(key, value)
    }
  }

  private static func fraction(_ text: String) -> Double? {
    text.hasSuffix("fr") ? Double(text.dropLast(2)) : nil
  }

  /// The start or end of an item.
  static func line(_ key: String, _ value: BoxCaseValue) throws(BoxCaseFault) -> GridLine {
    let text = value.description
    if text == "auto" { return .auto }
    guard text.hasPrefix("span "), let count = Double(text.dropFirst(5)) else {
      throw BoxCaseFault(key, value)
    }
    return .span(Int(saturating: count))
  }

  private static let flows: [String: GridFlow] = [
    "row": .row, "column": .column, "row dense": .rowDense, "dense": .rowDense,
    "column dense": .columnDense,
  ]
}
