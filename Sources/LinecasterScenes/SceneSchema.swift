import LinecasterBase
import LinecasterText

/// What a place of a scene takes, as a JSON Schema (2020-12): the half of a coding that editors
/// read.
struct SceneSchema: Sendable {
  /// What stands in the place; a reference for what has a name.
  let value: JSONValue
  /// The schemas with names that the value refers to, and those that these refer to.
  let definitions: [ExactText: JSONValue]

  private init(_ value: JSONValue, _ definitions: [ExactText: JSONValue] = [:]) {
    self.value = value
    self.definitions = definitions
  }

  /// A schema of keywords, with others in them.
  private init(_ members: [JSONMember], with parts: [SceneSchema] = []) {
    var definitions: [ExactText: JSONValue] = [:]
    for part in parts { definitions.merge(part.definitions) { first, _ in first } }
    self.init(.object(members), definitions)
  }

  /// The same, said once under a name and referred to from everywhere.
  func named(_ name: ExactText) -> SceneSchema {
    var definitions = definitions
    definitions[name] = value
    return SceneSchema(SceneSchema.reference(name).value, definitions)
  }

  /// What is said under a name elsewhere.
  static func reference(_ name: ExactText) -> SceneSchema {
    SceneSchema([JSONMember("$ref", .string("#/$defs/\(name)"))])
  }

  private static func type(_ name: String, _ more: JSONMember...) -> SceneSchema {
    SceneSchema([JSONMember("type", .string(name))] + more)
  }

  static let number = type("number")
  static let bool = type("boolean")
  static let null = type("null")
  static let string = type("string")

  static func number(_ range: ClosedRange<Double>) -> SceneSchema {
    type(
      "number", JSONMember("minimum", .number(range.lowerBound)),
      JSONMember("maximum", .number(range.upperBound)))
  }

  static func integer(_ range: ClosedRange<Int>) -> SceneSchema {
    type(
      "integer", JSONMember("minimum", .number(Double(range.lowerBound))),
      JSONMember("maximum", .number(Double(range.upperBound))))
  }

  /// Strings that a regular expression (ECMA-262) finds a place in.
  static func string(matching pattern: String) -> SceneSchema {
    type("string", JSONMember("pattern", .string(pattern)))
  }

  /// One of these values.
  static func values(_ values: [JSONValue]) -> SceneSchema {
    SceneSchema([JSONMember("enum", .array(values))])
  }

  static func words(_ words: [String]) -> SceneSchema { values(words.map { .string($0) }) }

  /// What one of these takes.
  static func any(_ schemas: SceneSchema...) -> SceneSchema { any(schemas) }

  static func any(_ schemas: [SceneSchema]) -> SceneSchema {
    SceneSchema([JSONMember("anyOf", .array(schemas.map(\.value)))], with: schemas)
  }

  static func list(of element: SceneSchema, least: Int? = nil, limit: Int? = nil) -> SceneSchema {
    var members = [JSONMember("type", .string("array")), JSONMember("items", element.value)]
    if let least { members.append(JSONMember("minItems", .number(Double(least)))) }
    if let limit { members.append(JSONMember("maxItems", .number(Double(limit)))) }
    return SceneSchema(members, with: [element])
  }

  /// Objects with a value for each name.
  ///
  /// - Parameters:
  ///   - value: What the values are.
  ///   - pattern: What the names are.
  ///   - limit: The most of them.
  static func table(
    of value: SceneSchema, names pattern: String? = nil, limit: Int? = nil
  ) -> SceneSchema {
    var members = [
      JSONMember("type", .string("object")), JSONMember("additionalProperties", value.value),
    ]
    if let pattern {
      let names = JSONValue.object([JSONMember("pattern", .string(pattern))])
      members.append(JSONMember("propertyNames", names))
    }
    if let limit { members.append(JSONMember("maxProperties", .number(Double(limit)))) }
    return SceneSchema(members, with: [value])
  }

  /// Objects of nothing but these fields.
  ///
  /// - Parameters:
  ///   - fields: What each of them takes.
  ///   - required: Those that must be there.
  ///   - count: How many of them there must be.
  ///   - more: Other keywords.
  static func object(
    _ fields: [(name: ExactText, schema: SceneSchema)], required: [ExactText] = [],
    count: ClosedRange<Int>? = nil, _ more: JSONMember...
  ) -> SceneSchema {
    var members = [
      JSONMember("type", .string("object")),
      JSONMember("properties", .object(fields.map { JSONMember($0.name, $0.schema.value) })),
      JSONMember("additionalProperties", .bool(false)),
    ]
    if !required.isEmpty {
      members.append(JSONMember("required", .array(required.map { .string($0.string) })))
    }
    if let count {
      members.append(JSONMember("minProperties", .number(Double(count.lowerBound))))
      members.append(JSONMember("maxProperties", .number(Double(count.upperBound))))
    }
    return SceneSchema(members + more, with: fields.map(\.schema))
  }

  /// Objects of exactly one of these fields.
  static func choice(_ fields: [(name: ExactText, schema: SceneSchema)]) -> SceneSchema {
    object(fields, count: 1...1)
  }
}

extension Scene {
  /// The JSON Schema (2020-12) of scenes, for editors: what it takes a scene may say, with names
  /// of colours, styles, parts and areas, sizes and depths left to the reader.
  ///
  /// It is made of the tables that scenes are read with.
  public static var schema: String { JSONWriter.text(of: SceneSchema.scene) }
}

extension SceneSchema {
  /// The schema of scenes, with all that it refers to.
  static var scene: JSONValue {
    let document = SceneDocument.schema
    let node = SceneReader.schema
    let texts = SceneText.schemas
    let style = TextStyle.schema
    var definitions = document.definitions
    for part in [node] + texts.map(\.schema) + [style] {
      definitions.merge(part.definitions) { first, _ in first }
    }
    definitions["node"] = node.value
    definitions["textStyle"] = style.value
    for (name, schema) in texts { definitions[name] = schema.value }
    guard case .object(let members) = document.value.content else { return document.value }
    return .object(
      [
        JSONMember("$schema", .string("https://json-schema.org/draft/2020-12/schema")),
        JSONMember("title", .string("Scene of Linecaster")),
      ] + members + [
        JSONMember(
          "$defs",
          .object(definitions.sorted { $0.key < $1.key }.map { JSONMember($0.key, $0.value) }))
      ])
  }
}
