/// Finds out where a fault is: the line, the column, and the names that lead there.
struct SceneLocator {
  let text: [UInt8]
  /// What was read; nil where the text is not JSON.
  let value: JSONValue?

  /// The error that a fault is.
  ///
  /// - Complexity: O(bytes).
  func error(_ fault: SceneFault, source: String) -> SceneError {
    let before = text.prefix(fault.offset)
    let newline = UInt8(ascii: "\n")
    let start = before.lastIndex(of: newline).map { $0 + 1 } ?? 0
    return SceneError(
      code: fault.code, source: source, line: 1 + before.count { $0 == newline },
      column: 1 + String(decoding: before[start...], as: UTF8.self).unicodeScalars.count,
      path: value.flatMap { Self.path(in: $0, to: fault.offset) } ?? "", reason: fault.reason)
  }

  /// The names and indices that lead to the value or name that starts at an offset.
  private static func path(in value: JSONValue, to offset: Int) -> String? {
    if value.offset == offset { return "" }
    switch value.content {
    case .array(let values):
      guard let index = values.lastIndex(where: { $0.offset <= offset }) else { return nil }
      return path(in: values[index], to: offset).map { Self.joined("[\(index)]", $0) }
    case .object(let members):
      guard let member = members.last(where: { $0.offset <= offset }) else { return nil }
      let name = SceneFault.short(member.name)
      if member.offset == offset { return name }
      return path(in: member.value, to: offset).map { Self.joined(name, $0) }
    default: return nil
    }
  }

  private static func joined(_ first: String, _ rest: String) -> String {
    first + (rest.isEmpty || rest.hasPrefix("[") ? "" : ".") + rest
  }
}
