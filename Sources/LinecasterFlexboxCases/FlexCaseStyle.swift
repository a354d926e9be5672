import LinecasterFlexbox

/// Reads the style of a node, key by key.
struct FlexCaseStyle {
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
