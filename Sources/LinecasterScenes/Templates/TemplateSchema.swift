import LinecasterBase

extension SceneTemplate {
  /// The JSON Schema (2020-12) of templates, for editors: that of scenes, with names in braces as
  /// values, `Repeat` in lists, `If`, parts with `with`, `data` and `defaults`.
  ///
  /// It does not check the values of names in braces, which depend on the data. Nor does it check
  /// names of colours, styles, parts and areas, sizes and depths.
  public static var schema: String { JSONWriter.text(of: TemplateSchema.template) }
}

/// Derives the schema of templates from that of scenes.
///
/// Each value may be as in scenes, a string with a name in braces, or a choice of these by `If`.
/// Elements of lists may also be repeated.
struct TemplateSchema {
  /// The schema of templates, with all definitions.
  static var template: JSONValue {
    var maker = TemplateSchema()
    guard case .object(let members) = SceneSchema.scene.content else { return SceneSchema.scene }
    var whole: [JSONMember] = []
    for member in members {
      switch member.name {
      case "title": whole.append(JSONMember("title", .string("Template of Linecaster")))
      case "$defs":
        guard case .object(let definitions) = member.value.content else { continue }
        let changed = definitions.map { JSONMember($0.name, maker.changed($0.value)) }
        whole.append(JSONMember("$defs", .object(changed + maker.more)))
      case "properties":
        guard case .object(let fields) = member.value.content else { continue }
        let data = ["data", "defaults"].map {
          JSONMember(ExactText($0), .object([JSONMember("type", .string("object"))]))
        }
        whole.append(JSONMember(member.name, .object(data + maker.fields(fields))))
      default: whole.append(member)
      }
    }
    return .object(whole)
  }

  /// The definitions that scenes do not have, by name.
  private var made: [ExactText: JSONValue] = [
    "nameInBraces": .object([
      JSONMember("type", .string("string")), JSONMember("pattern", .string("\\{\\{")),
    ]),
    "choice": TemplateSchema.choice(of: .bool(true)),
    "repeat": TemplateSchema.loop(over: .bool(true)),
    "parameters": .object([
      JSONMember("type", .string("object")), JSONMember("maxProperties", .number(64)),
    ]),
  ]

  private var more: [JSONMember] {
    made.sorted { $0.key < $1.key }.map { JSONMember($0.key, $0.value) }
  }

  private static func reference(_ name: String) -> JSONValue {
    .object([JSONMember("$ref", .string("#/$defs/\(name)"))])
  }

  private static func any(_ schemas: [JSONValue]) -> JSONValue {
    .object([JSONMember("anyOf", .array(schemas))])
  }

  /// `{"If": "name", "is": …, "then": …, "else": …}`.
  private static func choice(of value: JSONValue) -> JSONValue {
    object(
      [
        ("If", SceneSchema.string.value),
        ("is", any([SceneSchema.string, .number, .bool, .null].map(\.value))),
        ("then", value), ("else", value),
      ], required: ["If", "then"])
  }

  /// `{"Repeat": "names", "as": "name", "content": …}`.
  private static func loop(over element: JSONValue) -> JSONValue {
    object(
      [
        ("Repeat", any([SceneSchema.string, .number].map(\.value))),
        ("as", SceneSchema.string.value), ("index", SceneSchema.string.value),
        ("content", element), ("else", element),
      ], required: ["Repeat", "content"])
  }

  private static func object(
    _ fields: [(ExactText, JSONValue)], required: [String]
  ) -> JSONValue {
    .object([
      JSONMember("type", .string("object")),
      JSONMember("properties", .object(fields.map { JSONMember($0.0, $0.1) })),
      JSONMember("additionalProperties", .bool(false)),
      JSONMember("required", .array(required.map { .string($0) })),
    ])
  }
}

extension TemplateSchema {
  /// A schema whose nested values accept those of templates.
  private mutating func changed(_ schema: JSONValue) -> JSONValue {
    guard case .object(let members) = schema.content else { return schema }
    var changed: [JSONMember] = []
    for member in members {
      switch (member.name, member.value.content) {
      case ("properties", .object(let fields)):
        changed.append(JSONMember(member.name, .object(self.fields(fields))))
      case ("items", _): changed.append(JSONMember(member.name, element(member.value)))
      case ("additionalProperties", .object):
        changed.append(JSONMember(member.name, place(member.value)))
      case ("anyOf", .array(let schemas)), ("oneOf", .array(let schemas)),
        ("allOf", .array(let schemas)):
        changed.append(JSONMember(member.name, .array(schemas.map { self.changed($0) })))
      case ("not", _): changed.append(JSONMember(member.name, self.changed(member.value)))
      // A repetition may make any number of elements.
      case ("minItems", _), ("maxItems", _): continue
      default: changed.append(member)
      }
    }
    return .object(changed)
  }

  /// The schemas of an object's members; parts may have parameters.
  private mutating func fields(_ fields: [JSONMember]) -> [JSONMember] {
    var changed = fields.map { JSONMember($0.name, place($0.value)) }
    if fields.contains(where: { $0.name == SceneElement.part.rawValue }) {
      changed.append(JSONMember("with", Self.reference("parameters")))
    }
    return changed
  }

  /// The schema of a value.
  private mutating func place(_ schema: JSONValue) -> JSONValue {
    // Editors show the description of the whole, not of one of its choices.
    let notes = schema.members.filter { Self.notes.contains($0.name) }
    let plain = JSONValue.object(schema.members.filter { !Self.notes.contains($0.name) })
    let choices = [changed(plain), Self.reference("nameInBraces"), choice(in: plain)]
    return .object(Self.any(choices).members + notes)
  }

  /// The members of a schema that check nothing.
  private static let notes: Set<ExactText> = ["description", "examples"]

  /// The schema of a list element.
  private mutating func element(_ schema: JSONValue) -> JSONValue {
    let name = Self.name(schema)
    guard let name else {
      return Self.any([place(schema), Self.reference("repeat")])
    }
    let own = ExactText("\(name)Repeat")
    if made[own] == nil {
      // Reserved first, because it may contain itself.
      made[own] = .null
      let one = Self.any([place(schema), Self.reference("\(name)Repeat")])
      let many = JSONValue.object([
        JSONMember("type", .string("array")), JSONMember("items", one),
      ])
      made[own] = Self.loop(over: Self.any([one, many]))
    }
    return Self.any([place(schema), Self.reference("\(name)Repeat")])
  }

  /// The schema of a choice between values; a named schema gets a choice of its own.
  private mutating func choice(in schema: JSONValue) -> JSONValue {
    guard let name = Self.name(schema) else { return Self.reference("choice") }
    let own = ExactText("\(name)Choice")
    if made[own] == nil {
      made[own] = .null
      let many = JSONValue.object([JSONMember("type", .string("array"))])
      let one = Self.any([
        schema, Self.reference("nameInBraces"), Self.reference("\(name)Choice"), many,
      ])
      made[own] = Self.choice(of: one)
    }
    return Self.reference("\(name)Choice")
  }

  /// The name in a reference to a definition; `nil` for references to parts of one.
  private static func name(_ schema: JSONValue) -> String? {
    guard case .object(let members) = schema.content, members.count == 1,
      members[0].name == "$ref", case .string(let path) = members[0].value.content
    else { return nil }
    let steps = path.split(separator: "/")
    return steps.count == 3 ? String(steps[2]) : nil
  }
}
