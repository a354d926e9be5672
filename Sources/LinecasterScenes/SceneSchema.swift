import LinecasterBase
import LinecasterText

/// The JSON Schema (2020-12) of a value in a scene, for editors.
struct SceneSchema: Sendable {
  /// The schema itself, or a reference to a named schema.
  let value: JSONValue
  /// The named schemas that the value refers to, directly and indirectly.
  let definitions: [ExactText: JSONValue]

  private init(_ value: JSONValue, _ definitions: [ExactText: JSONValue] = [:]) {
    self.value = value
    self.definitions = definitions
  }

  /// A schema of keywords that contain other schemas.
  private init(_ members: [JSONMember], with parts: [SceneSchema] = []) {
    var definitions: [ExactText: JSONValue] = [:]
    for part in parts { definitions.merge(part.definitions) { first, _ in first } }
    self.init(.object(members), definitions)
  }

  /// The same schema, defined once under a name and referenced everywhere.
  func named(_ name: ExactText) -> SceneSchema {
    var definitions = definitions
    definitions[name] = value
    return SceneSchema(SceneSchema.reference(name).value, definitions)
  }

  /// The same schema with a description and an example, unless they are empty.
  ///
  /// - Parameters:
  ///   - css: The names of counterparts in CSS, separated by spaces.
  ///   - example: A value in JSON.
  func described(
    _ about: StaticString, css: StaticString = "", example: StaticString = ""
  ) -> SceneSchema {
    guard case .object(var members) = value.content else { return self }
    if about.utf8CodeUnitCount > 0 {
      let names = css.description.split(separator: " ").map { "`\($0)`" }.joined(separator: ", ")
      let text = about.description + (names.isEmpty ? "" : " CSS: \(names).")
      members.append(JSONMember("description", .string(text)))
    }
    if let example = try? JSONValue(json: Array(example.description.utf8)) {
      members.append(JSONMember("examples", .array([example])))
    }
    return SceneSchema(.object(members), definitions)
  }

  /// A reference to a named schema.
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

  /// Strings that match a regular expression (ECMA-262) anywhere.
  static func string(matching pattern: String) -> SceneSchema {
    type("string", JSONMember("pattern", .string(pattern)))
  }

  /// One of these values.
  static func values(_ values: [JSONValue]) -> SceneSchema {
    SceneSchema([JSONMember("enum", .array(values))])
  }

  static func keywords(_ keywords: [String]) -> SceneSchema { values(keywords.map { .string($0) }) }

  /// A schema that accepts the values of any of these.
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
  ///   - value: The schema of the values.
  ///   - pattern: The schema of the names.
  ///   - limit: The maximum number of members.
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

  /// Objects with these fields only.
  ///
  /// - Parameters:
  ///   - fields: The schema of each field.
  ///   - required: The required fields.
  ///   - count: The required number of fields.
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
  /// The JSON Schema (2020-12) of scenes, for editors.
  ///
  /// It does not check the names of colours, styles, parts and areas, sizes and depths, which are
  /// checked when a scene is read. It is generated from the tables that read scenes.
  public static var schema: String { JSONWriter.text(of: SceneSchema.scene) }
}

extension SceneSchema {
  /// The schema of scenes, with all definitions.
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
