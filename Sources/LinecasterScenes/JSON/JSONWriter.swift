import LinecasterBase

/// Writes readable JSON: values that fit stay on one line, others are indented.
struct JSONWriter {
  private var text = ""

  /// The maximum columns of a line, including its indentation.
  private static let width = 96

  /// The text of a value, with a line feed at its end.
  ///
  /// - Complexity: O(bytes).
  static func text(of value: JSONValue) -> String {
    var writer = JSONWriter()
    writer.write(value)
    return writer.text + "\n"
  }

  /// An array or an object that is written on several lines.
  private struct OpenList {
    let values: [JSONValue]
    /// The names of the values; empty in arrays.
    let names: [ExactText]
    let end: String
    /// The index of the next value.
    var next = 0
  }

  /// The maximum indented levels, to keep deep values from being mostly spaces.
  private static let mostIndented = 40

  /// Writes a value without recursion, so deep values do not overflow the stack.
  private mutating func write(_ value: JSONValue) {
    var open: [OpenList] = []
    var next: JSONValue? = value
    while let value = next {
      next = nil
      if let line = Self.line(value, limit: Self.width - 2 * open.count) {
        text += line
      } else if let list = begin(value) {
        open.append(list)
      }
      while next == nil, let list = open.last {
        if list.next < list.values.count {
          text += (list.next > 0 ? "," : "") + Self.margin(open.count)
          if !list.names.isEmpty { text += Self.quoted(list.names[list.next].string) + ": " }
          next = list.values[list.next]
          open[open.count - 1].next += 1
        } else {
          open.removeLast()
          text += Self.margin(open.count) + list.end
        }
      }
    }
  }

  /// Writes the start of an array or an object, or any other value completely.
  private mutating func begin(_ value: JSONValue) -> OpenList? {
    switch value.content {
    case .array(let values):
      text += "["
      return OpenList(values: values, names: [], end: "]")
    case .object(let members):
      text += "{"
      return OpenList(values: members.map(\.value), names: members.map(\.name), end: "}")
    default:
      text += Self.line(value, limit: .max) ?? ""
      return nil
    }
  }

  private static func margin(_ level: Int) -> String {
    "\n" + String(repeating: " ", count: 2 * min(level, mostIndented))
  }

  /// The value on one line; `nil` as soon as that has more than `limit` bytes.
  static func line(_ value: JSONValue, limit: Int) -> String? {
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
      // Check before descending: the length of the line bounds the depth.
      guard line.utf8.count <= limit else { return false }
      for (index, value) in values.enumerated() {
        if index > 0 { line += ", " }
        guard add(value, to: &line, limit: limit) else { return false }
      }
      line += "]"
    case .object(let members):
      line += "{"
      guard line.utf8.count <= limit else { return false }
      for (index, member) in members.enumerated() {
        if index > 0 { line += ", " }
        guard member.name.string.utf8.count <= limit else { return false }
        line += quoted(member.name.string) + ": "
        guard add(member.value, to: &line, limit: limit) else { return false }
      }
      line += "}"
    }
    return line.utf8.count <= limit
  }

  /// The shortest digits that parse as the same number.
  static func number(_ number: Double) -> String {
    if let integer = Int(exactly: number), integer.magnitude < 1 << 53 { return "\(integer)" }
    return "\(number)"
  }

  /// A string in quotes, escaped where necessary (RFC 8259 §7).
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
