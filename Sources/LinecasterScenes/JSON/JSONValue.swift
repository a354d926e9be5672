package import LinecasterBase

/// A value of a JSON text (RFC 8259), with its location for messages.
///
/// Values are equal if their contents are, regardless of their locations.
package struct JSONValue: Sendable {
  package enum Content: Sendable {
    case null
    case bool(Bool)
    case number(Double)
    case string(String)
    case array([JSONValue])
    /// The members in the order of the text; names are unique.
    case object([JSONMember])
  }

  package let content: Content
  /// The offset of its first byte in the text; 0 if the value comes from no text.
  package let offset: Int

  init(_ content: Content, offset: Int = 0) {
    self.content = content
    self.offset = offset
  }

  /// The most nested arrays and objects: three a stack of a layout, and some around them.
  static let depthLimit = 3 * SceneReader.depthLimit + 16

  /// The depth of nested arrays and objects.
  ///
  /// - Complexity: O(values), without recursion.
  var depth: Int {
    var deepest = 0
    var values = [(self, 1)]
    while let (value, level) = values.popLast() {
      switch value.content {
      case .array(let elements): values += elements.lazy.map { ($0, level + 1) }
      case .object(let members): values += members.lazy.map { ($0.value, level + 1) }
      default: continue
      }
      deepest = max(deepest, level)
    }
    return deepest
  }

  /// Runs work that recurses over values, on a stack with room for some levels.
  static func walk<Value, Failure: Error>(
    levels: Int = depthLimit, _ work: () throws(Failure) -> Value
  ) throws(Failure) -> Value {
    try WorkScope.unlimited.withRoom(forLevels: levels) { _ throws(Failure) in try work() }
  }

  /// The value as a 64-bit integer; `nil` if it is not one.
  ///
  /// - Parameter text: The text that the value was read from: a `Double` does not hold all of its
  ///   digits. Numbers with an exponent, for example 12e3, count as integers up to 2⁵³ only,
  ///   because larger integers may share a `Double`.
  package func integer(in text: [UInt8]) -> Int? {
    guard case .number(let number) = content else { return nil }
    return digits(in: text) ?? (number.magnitude <= 0x1p53 ? Int(exactly: number) : nil)
  }

  /// The value of a number without a point or an exponent, from its digits.
  private func digits(in text: [UInt8]) -> Int? {
    guard text.indices.contains(offset) else { return nil }
    let digits = text[offset...].prefix { $0 == UInt8(ascii: "-") || (0x30...0x39).contains($0) }
    let end = offset + digits.count
    if end < text.count, [UInt8(ascii: "."), 0x65, 0x45].contains(text[end]) { return nil }
    return Int(String(decoding: digits, as: UTF8.self))
  }

  static let null = JSONValue(.null)
  static func bool(_ value: Bool) -> JSONValue { JSONValue(.bool(value)) }
  static func number(_ value: Double) -> JSONValue { JSONValue(.number(value)) }
  static func string(_ value: String) -> JSONValue { JSONValue(.string(value)) }
  static func array(_ values: [JSONValue]) -> JSONValue { JSONValue(.array(values)) }
  static func object(_ members: [JSONMember]) -> JSONValue { JSONValue(.object(members)) }

  /// Whether it is null.
  var isNull: Bool { if case .null = content { true } else { false } }

  /// The members of an object; empty for other values.
  var members: [JSONMember] { if case .object(let members) = content { members } else { [] } }

  /// The kind of value, for messages.
  var kind: String {
    switch content {
    case .null: "null"
    case .bool: "true or false"
    case .number: "a number"
    case .string: "a string"
    case .array: "an array"
    case .object: "an object"
    }
  }
}

/// Comparison and hashing are not recursive, so deep values do not overflow the stack.
extension JSONValue: Hashable {
  package static func == (left: JSONValue, right: JSONValue) -> Bool {
    var pairs = [(left, right)]
    while let (left, right) = pairs.popLast() {
      switch (left.content, right.content) {
      case (.array(let left), .array(let right)):
        guard left.count == right.count else { return false }
        pairs += zip(left, right)
      case (.object(let left), .object(let right)):
        guard left.map(\.name) == right.map(\.name) else { return false }
        pairs += zip(left.lazy.map(\.value), right.lazy.map(\.value))
      case (let left, let right): guard left.isSameScalar(as: right) else { return false }
      }
    }
    return true
  }

  package func hash(into hasher: inout Hasher) {
    var values = [self]
    while let value = values.popLast() {
      switch value.content {
      case .null: hasher.combine(0)
      case .bool(let value): hasher.combine(value)
      case .number(let value): hasher.combine(value)
      case .string(let value): hasher.combine(ExactText(value))
      case .array(let elements):
        hasher.combine(elements.count)
        values += elements
      case .object(let members):
        hasher.combine(members.map(\.name))
        values += members.lazy.map(\.value)
      }
    }
  }
}

extension JSONValue.Content {
  /// Whether both are the same keyword, number or string.
  fileprivate func isSameScalar(as other: Self) -> Bool {
    switch (self, other) {
    case (.null, .null): true
    case (.bool(let left), .bool(let right)): left == right
    case (.number(let left), .number(let right)): left == right
    case (.string(let left), .string(let right)): ExactText(left) == ExactText(right)
    default: false
    }
  }
}

/// A name of a JSON object and the value it has.
package struct JSONMember: Sendable {
  package let name: ExactText
  package let value: JSONValue
  /// The offset of the first byte of the name; 0 if the member comes from no text.
  let offset: Int

  init(_ name: ExactText, _ value: JSONValue, offset: Int = 0) {
    self.name = name
    self.value = value
    self.offset = offset
  }
}

extension JSONValue: Codable {
  package init(from decoder: any Decoder) throws { try self.init(from: decoder, level: 1) }

  /// - Parameter level: the arrays and objects that the value would be nested in as one of them,
  ///   itself included.
  private init(from decoder: any Decoder, level: Int) throws {
    if let keyed = try? decoder.container(keyedBy: Key.self) {
      try Self.check(level, decoder)
      let members = try keyed.allKeys.map { (ExactText($0.stringValue), $0) }
        .sorted { $0.0 < $1.0 }.map { name, key in
          let value = try JSONValue(from: keyed.superDecoder(forKey: key), level: level + 1)
          return JSONMember(name, value)
        }
      self = .object(members)
    } else if var list = try? decoder.unkeyedContainer() {
      try Self.check(level, decoder)
      var values: [JSONValue] = []
      while !list.isAtEnd {
        values.append(try JSONValue(from: list.superDecoder(), level: level + 1))
      }
      self = .array(values)
    } else {
      self = try Self.single(decoder.singleValueContainer())
    }
  }

  private static func check(_ level: Int, _ decoder: any Decoder) throws {
    guard level > depthLimit else { return }
    throw DecodingError.dataCorrupted(
      DecodingError.Context(
        codingPath: decoder.codingPath,
        debugDescription: "nested deeper than \(depthLimit) levels"))
  }

  private static func single(_ container: any SingleValueDecodingContainer) throws -> JSONValue {
    if container.decodeNil() { return .null }
    if let value = try? container.decode(Bool.self) { return .bool(value) }
    if let number = try? container.decode(Double.self) { return .number(number) }
    return .string(try container.decode(String.self))
  }

  package func encode(to encoder: any Encoder) throws {
    switch content {
    case .object(let members):
      var keyed = encoder.container(keyedBy: Key.self)
      for member in members { try keyed.encode(member.value, forKey: Key(member.name.string)) }
    case .array(let values):
      var list = encoder.unkeyedContainer()
      for value in values { try list.encode(value) }
    default: try encodeSingle(encoder.singleValueContainer())
    }
  }

  private func encodeSingle(_ container: any SingleValueEncodingContainer) throws {
    var container = container
    switch content {
    case .bool(let value): try container.encode(value)
    case .number(let number): try container.encode(number)
    case .string(let text): try container.encode(text)
    default: try container.encodeNil()
    }
  }

  private struct Key: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init(_ name: String) { stringValue = name }
    init?(stringValue: String) { self.init(stringValue) }
    init?(intValue: Int) { nil }
  }
}

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
