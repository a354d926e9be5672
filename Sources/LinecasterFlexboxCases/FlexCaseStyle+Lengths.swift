import LinecasterFlexbox

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
