import LinecasterFlexbox

/// Reads the style of a conformance node.
struct ConformanceStyle {
  private(set) var style: FlexStyle
  /// The first key or value that the engine has no word for.
  private(set) var unsupported: String?

  init(_ values: [String: ConformanceNode.StyleValue], defaults: String) {
    style = defaults == "yoga" ? .yoga : .css
    readEdges(values)
    for (key, value) in values where !Self.isEdge(key) { read(key, value) }
  }

  private static let edges = ["margin", "padding", "border"]
  private static let insets = ["left", "top", "right", "bottom", "start", "end", "inset"]

  private static func isEdge(_ key: String) -> Bool {
    key != "boxSizing" && (edges.contains { key.hasPrefix($0) } || insets.contains(key))
  }

  private mutating func readEdges(_ values: [String: ConformanceNode.StyleValue]) {
    style.margin = Self.edges("margin", values, .zero)
    style.padding = Self.edges("padding", values, .zero)
    style.border = Self.edges("border", values, .zero)
    let length = { (key: String) in values[key].map(Self.length) }
    let all = length("inset") ?? .auto
    style.inset = FlexEdges(
      left: length("left") ?? all, top: length("top") ?? all, right: length("right") ?? all,
      bottom: length("bottom") ?? all, start: length("start"), end: length("end"))
  }

  private static func edges(
    _ name: String, _ values: [String: ConformanceNode.StyleValue], _ initial: FlexLength
  ) -> FlexEdges {
    let length = { (suffix: String) in values[name + suffix].map(Self.length) }
    let all = length("") ?? initial
    let horizontal = length("Horizontal") ?? all
    let vertical = length("Vertical") ?? all
    return FlexEdges(
      left: length("Left") ?? horizontal, top: length("Top") ?? vertical,
      right: length("Right") ?? horizontal, bottom: length("Bottom") ?? vertical,
      start: length("Start"), end: length("End"))
  }

  private static func length(_ value: ConformanceNode.StyleValue) -> FlexLength {
    switch value {
    case .number(let number): .points(number)
    case .text("auto"): .auto
    case .text("content"): .content
    case .text(let text): Double(text.dropLast()).map { .percent($0) } ?? .auto
    }
  }

  private mutating func read(_ key: String, _ value: ConformanceNode.StyleValue) {
    if let path = Self.lengths[key] {
      if case .text(let text) = value, !text.hasSuffix("%"), text != "auto", text != "content" {
        unsupported = "\(key): \(text)"
      }
      style[keyPath: path] = Self.length(value)
      return
    }
    switch value {
    case .number(let number): readNumber(key, number)
    case .text(let text): if !readKeyword(key, text) { unsupported = "\(key): \(text)" }
    }
  }

  private mutating func readNumber(_ key: String, _ number: Double) {
    switch key {
    case "flexGrow": style.grow = number
    case "flexShrink": style.shrink = number
    case "aspectRatio": style.aspectRatio = number
    default: unsupported = key
    }
  }

  private mutating func readKeyword(_ key: String, _ text: String) -> Bool {
    switch key {
    case "display": set(\.display, Self.displays[text])
    case "position": set(\.position, Self.positions[text])
    case "boxSizing": set(\.boxSizing, text == "content-box" ? .contentBox : .borderBox)
    case "direction": set(\.writingDirection, text == "rtl" ? .rightToLeft : .leftToRight)
    case "flexDirection": set(\.direction, Self.directions[text])
    case "flexWrap": set(\.wrap, Self.wraps[text])
    case "justifyContent": set(\.justifyContent, Self.justifies[text])
    case "alignItems": set(\.alignItems, Self.aligns[text])
    case "alignSelf": set(\.alignSelf, Self.aligns[text])
    case "alignContent": set(\.alignContent, Self.alignContents[text])
    case "overflow": set(\.overflow, Self.overflows[text])
    case "overflowX": set(\.overflowX, Self.overflows[text])
    case "overflowY": set(\.overflowY, Self.overflows[text])
    default: false
    }
  }

  private mutating func set<Value>(
    _ path: WritableKeyPath<FlexStyle, Value>, _ value: Value?
  ) -> Bool {
    guard let value else { return false }
    style[keyPath: path] = value
    return true
  }
}
