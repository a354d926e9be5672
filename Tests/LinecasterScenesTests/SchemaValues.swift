import LinecasterBase
import LinecasterTestSupport
import Testing

@testable import LinecasterScenes

/// Random values for a schema, most of which are valid.
struct SchemaValues {
  private let validator: SchemaValidator

  init(_ validator: SchemaValidator) {
    self.validator = validator
  }

  private static let strings = [
    "#FFF", "#12345678", "black", "50%", "0.05em", "1fr", "wght", "en", "é", "a", "",
  ]
  private static let numbers: [Double] = [0, 1, 2, 3, 50, 100, -1, 0.5, 1e9]
  /// Deep enough for the objects in lists of the deepest field.
  private static let depthLimit = 6

  func value(
    of schema: JSONValue, _ generator: inout SeededGenerator, depth: Int = 0
  ) throws -> JSONValue {
    guard depth < Self.depthLimit else { return .null }
    if let reference = schema["$ref"] {
      return try value(of: validator.definition(reference), &generator, depth: depth)
    }
    for keyword in ["enum", "anyOf"] {
      guard let choices = schema[keyword]?.elements, !choices.isEmpty else { continue }
      let choice = choices[Int.random(in: choices.indices, using: &generator)]
      return try keyword == "enum" ? choice : value(of: choice, &generator, depth: depth)
    }
    switch schema["type"]?.text {
    case "null": return .null
    case "boolean": return .bool(generator.oneIn(2))
    case "number", "integer": return .number(try one(Self.numbers, &generator))
    case "array":
      let least = Int(saturating: schema["minItems"]?.double ?? 0)
      let items = try #require(schema["items"])
      return .array(
        try (0..<max(least, Int.random(in: 0...2, using: &generator))).map { _ in
          try value(of: items, &generator, depth: depth + 1)
        })
    case "object": return try object(of: schema, &generator, depth: depth)
    default:
      let pattern = try Regex(schema["pattern"]?.text ?? "")
      return .string(
        try one(Self.strings.filter { try pattern.firstMatch(in: $0) != nil }, &generator))
    }
  }

  private func one<Value>(_ values: [Value], _ generator: inout SeededGenerator) throws -> Value {
    try #require(values.randomElement(using: &generator))
  }

  private func object(
    of schema: JSONValue, _ generator: inout SeededGenerator, depth: Int
  ) throws -> JSONValue {
    guard let properties = schema["properties"]?.members else {
      let values = try #require(schema["additionalProperties"])
      return .object([JSONMember("wght", try value(of: values, &generator, depth: depth + 1))])
    }
    let isChoice = schema["maxProperties"] != nil
    let chosen = Int.random(in: 0..<max(1, properties.count), using: &generator)
    let required = schema["required"]?.elements.map(\.text) ?? []
    var members: [JSONMember] = []
    for (index, property) in properties.enumerated() {
      let isMember =
        isChoice ? index == chosen : required.contains(property.name.string) || generator.oneIn(2)
      guard isMember else { continue }
      members.append(
        JSONMember(property.name, try value(of: property.value, &generator, depth: depth + 1)))
    }
    return .object(members)
  }
}
