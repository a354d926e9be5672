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
