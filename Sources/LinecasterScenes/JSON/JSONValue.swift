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

/// A name of a JSON object and the value it has.
struct JSONMember: Sendable {
  let name: String
  let value: JSONValue
  /// The first byte of the name in the text; 0 where the member is of no text.
  let offset: Int

  init(_ name: String, _ value: JSONValue, offset: Int = 0) {
    self.name = name
    self.value = value
    self.offset = offset
  }
}

extension JSONMember: Hashable {
  static func == (left: JSONMember, right: JSONMember) -> Bool {
    left.name.utf8.elementsEqual(right.name.utf8) && left.value == right.value
  }

  func hash(into hasher: inout Hasher) {
    hasher.combine(name)
    hasher.combine(value)
  }
}

extension JSONValue: Codable {
  init(from decoder: any Decoder) throws {
    if let keyed = try? decoder.container(keyedBy: Key.self) {
      let members = try keyed.allKeys.sorted { $0.stringValue < $1.stringValue }.map { key in
        JSONMember(key.stringValue, try keyed.decode(JSONValue.self, forKey: key))
      }
      self = .object(members)
    } else if var list = try? decoder.unkeyedContainer() {
      var values: [JSONValue] = []
      while !list.isAtEnd { values.append(try list.decode(JSONValue.self)) }
      self = .array(values)
    } else {
      self = try Self.single(decoder.singleValueContainer())
    }
  }

  private static func single(_ container: any SingleValueDecodingContainer) throws -> JSONValue {
    if container.decodeNil() { return .null }
    if let value = try? container.decode(Bool.self) { return .bool(value) }
    if let number = try? container.decode(Double.self) { return .number(number) }
    return .string(try container.decode(String.self))
  }

  func encode(to encoder: any Encoder) throws {
    switch content {
    case .object(let members):
      var keyed = encoder.container(keyedBy: Key.self)
      for member in members { try keyed.encode(member.value, forKey: Key(member.name)) }
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
