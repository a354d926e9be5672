/// A value of a JSON text (RFC 8259), with its place for messages.
///
/// Equal values say the same, wherever they stand.
struct JSONValue: Sendable {
  indirect enum Content: Sendable {
    case null
    case bool(Bool)
    case number(Double)
    case string(String)
    case array([JSONValue])
    /// The members in the order of the text; no name comes twice.
    case object([JSONMember])
  }

  let content: Content
  /// The first byte in the text; 0 where the value is of no text.
  let offset: Int

  init(_ content: Content, offset: Int = 0) {
    self.content = content
    self.offset = offset
  }

  static let null = JSONValue(.null)
  static func bool(_ value: Bool) -> JSONValue { JSONValue(.bool(value)) }
  static func number(_ value: Double) -> JSONValue { JSONValue(.number(value)) }
  static func string(_ value: String) -> JSONValue { JSONValue(.string(value)) }
  static func array(_ values: [JSONValue]) -> JSONValue { JSONValue(.array(values)) }
  static func object(_ members: [JSONMember]) -> JSONValue { JSONValue(.object(members)) }

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

extension JSONValue: Hashable {
  static func == (left: JSONValue, right: JSONValue) -> Bool {
    switch (left.content, right.content) {
    case (.null, .null): true
    case (.bool(let left), .bool(let right)): left == right
    case (.number(let left), .number(let right)): left == right
    case (.string(let left), .string(let right)): left.utf8.elementsEqual(right.utf8)
    case (.array(let left), .array(let right)): left == right
    case (.object(let left), .object(let right)): left == right
    default: false
    }
  }

  func hash(into hasher: inout Hasher) {
    switch content {
    case .null: hasher.combine(0)
    case .bool(let value): hasher.combine(value)
    case .number(let value): hasher.combine(value)
    case .string(let value): hasher.combine(value)
    case .array(let values): hasher.combine(values)
    case .object(let members): hasher.combine(members)
    }
  }
}
