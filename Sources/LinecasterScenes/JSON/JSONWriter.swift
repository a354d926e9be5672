/// Writes JSON for people: what fits stands on a line, the rest is indented.
struct JSONWriter {
  private var text = ""

  /// The columns of a line, its indentation included.
  private static let width = 96

  /// The text of a value, with a line feed at its end.
  ///
  /// - Complexity: O(bytes).
  static func text(of value: JSONValue) -> String {
    var writer = JSONWriter()
    writer.write(value, indent: 0)
    return writer.text + "\n"
  }

  private mutating func write(_ value: JSONValue, indent: Int) {
    if let line = Self.line(value, limit: Self.width - indent) {
      text += line
      return
    }
    switch value.content {
    case .array(let values):
      writeList("[", "]", values.count, indent) { writer, index in
        writer.write(values[index], indent: indent + 2)
      }
    case .object(let members):
      writeList("{", "}", members.count, indent) { writer, index in
        writer.text += Self.quoted(members[index].name) + ": "
        writer.write(members[index].value, indent: indent + 2)
      }
    default: text += Self.line(value, limit: .max) ?? ""
    }
  }

  private mutating func writeList(
    _ open: String, _ close: String, _ count: Int, _ indent: Int,
    _ element: (inout JSONWriter, Int) -> Void
  ) {
    let margin = "\n" + String(repeating: " ", count: indent)
    text += open
    for index in 0..<count {
      text += margin + "  "
      element(&self, index)
      if index < count - 1 { text += "," }
    }
    text += margin + close
  }

  /// The value on one line; nil as soon as that has more than `limit` bytes.
  private static func line(_ value: JSONValue, limit: Int) -> String? {
    var line = ""
    return add(value, to: &line, limit: limit) ? line : nil
  }

  private static func add(_ value: JSONValue, to line: inout String, limit: Int) -> Bool {
    switch value.content {
    case .null: line += "null"
    case .bool(let value): line += value ? "true" : "false"
    case .number(let number): line += Self.number(number)
    case .string(let text):
      guard text.utf8.count <= limit else { return false }
      line += quoted(text)
    case .array(let values):
      line += "["
      for (index, value) in values.enumerated() {
        if index > 0 { line += ", " }
        guard add(value, to: &line, limit: limit) else { return false }
      }
      line += "]"
    case .object(let members):
      line += "{"
      for (index, member) in members.enumerated() {
        if index > 0 { line += ", " }
        line += quoted(member.name) + ": "
        guard add(member.value, to: &line, limit: limit) else { return false }
      }
      line += "}"
    }
    return line.utf8.count <= limit
  }

  /// The shortest digits that read as the same number.
  static func number(_ number: Double) -> String {
    if let integer = Int(exactly: number), integer.magnitude < 1 << 53 { return "\(integer)" }
    return "\(number)"
  }

  /// A string in quotes, with escapes for what needs them (RFC 8259 §7).
  private static func quoted(_ text: String) -> String {
    var quoted = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": quoted += "\\\""
      case "\\": quoted += "\\\\"
      case "\n": quoted += "\\n"
      case "\t": quoted += "\\t"
      case "\r": quoted += "\\r"
      case "\u{0}"..<"\u{20}":
        let digits = String(scalar.value, radix: 16)
        quoted += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: quoted.unicodeScalars.append(scalar)
      }
    }
    return quoted + "\""
  }
}
