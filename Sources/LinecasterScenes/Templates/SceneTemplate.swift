import LinecasterBase

/// A scene with placeholders for data: named values, two formats of numbers, repetition over lists,
/// conditions, and parts with parameters.
///
/// A template is read once and can make any number of scenes. The article `Templates` describes the
/// format.
///
///     let template = try SceneTemplate(
///       json: """
///         {"data": {"names": []}, "body": {"Column": [
///           {"Repeat": "names", "as": "name", "content": {"Text": "Hello {{name}}"}}]}}
///         """)
///     let scene = try template.scene(with: #"{"names": ["Ada", "Grace"]}"#)
///
/// A template is an immutable value that any thread may use.
public struct SceneTemplate: Sendable {
  private let value: JSONValue
  /// The text of the template, which may be part of a larger one.
  let text: JSONDocument
  private let usedNames: TemplateNames

  /// Reads a template from JSON in UTF-8.
  ///
  /// - Parameters:
  ///   - json: The bytes of the text (RFC 8259).
  ///   - source: The name of the text in error messages, for example the path of its file.
  /// - Throws: `SceneError` if the text is not a JSON object; other faults are reported when a
  ///   scene is made.
  /// - Complexity: O(bytes).
  public init(json: [UInt8], source: String = "template") throws(SceneError) {
    let text = try JSONDocument(json, named: source)
    try self.init(text.value, of: text)
  }

  /// Reads a template from a value of a text.
  init(_ value: JSONValue, of text: JSONDocument) throws(SceneError) {
    (self.value, self.text) = (try text.object(value, Self.wanted), text)
    usedNames = TemplateNames(value)
  }

  /// The names of data that are faults.
  public enum NameCheck: String, CaseIterable, Hashable, Sendable {
    /// Names that the template does not use, and names of its own `data` that are missing.
    case all
    /// Missing names only; names that the template does not use are ignored.
    case missing
    /// None: the template's own `data` are drawn for missing names.
    case none
  }

  private static let wanted = "a template, such as {\"data\": {}, \"body\": …}"

  /// Reads a template from a string, like `init(json:source:)`.
  ///
  /// - Complexity: O(bytes).
  public init(json: String, source: String = "template") throws(SceneError) {
    try self.init(json: Array(json.utf8), source: source)
  }

  /// Creates the scene for the template's own `data`, which are samples.
  ///
  /// - Throws: `SceneError` with the location of the first fault.
  /// - Complexity: O(bytes of the template and the scene), within the limits of scenes.
  public func scene() throws(SceneError) -> Scene { try scene(with: .none(in: text)) }

  /// Creates the scene for some data.
  ///
  /// - Parameters:
  ///   - data: An object in JSON. The values in the template's `defaults` are used for names that
  ///     it does not have.
  ///   - source: The name of the data in error messages, such as the path of their file.
  ///   - names: The names of data that are faults.
  /// - Throws: `SceneError` with the location of the first fault in the template, and its location
  ///   in the data if it comes from there.
  /// - Complexity: O(bytes of the template, the data and the scene), within the limits of scenes.
  public func scene(
    with data: [UInt8], source: String = "data", names: NameCheck = .all
  ) throws(SceneError) -> Scene {
    try scene(with: try TemplateData(data, named: source, names))
  }

  /// Makes the scene for parsed data within a budget.
  ///
  /// - Throws: `SceneError`, `RenderBudget.Excess`, `CancellationError`.
  func scene(
    with data: TemplateData, budget: RenderBudget, _ scope: WorkScope
  ) throws -> Scene {
    try check(data)
    var expander = TemplateExpander(value, end: text.bytes.count, data)
    do throws(SceneFault) {
      return try Self.scene(&expander, scope, budget: budget)
    } catch {
      if error.isCancelled { throw CancellationError() }
      throw self.error(error, expander, data).failure(of: error)
    }
  }

  /// Makes the scene for parsed data.
  func scene(with data: TemplateData) throws(SceneError) -> Scene {
    try check(data)
    var expander = TemplateExpander(value, end: text.bytes.count, data)
    do throws(SceneFault) {
      return try Self.scene(&expander)
    } catch {
      throw self.error(error, expander, data)
    }
  }

  /// Throws the first fault if the names in some data have any.
  private func check(_ data: TemplateData) throws(SceneError) {
    guard !usedNames.faults(of: data).isEmpty else { return }
    if let first = faults(with: data).first { throw first }
  }

  private static func scene(
    _ expander: inout TemplateExpander, _ scope: WorkScope = .unlimited,
    budget: RenderBudget? = nil
  ) throws(SceneFault) -> Scene {
    let expanded = try expander.expand()
    return Scene(
      expander.grounded(expanded), try SceneDocument(expanded, scope, budget: budget))
  }

  /// Creates the scene for data in a string, like `scene(with:source:)`.
  public func scene(
    with data: String, source: String = "data", names: NameCheck = .all
  ) throws(SceneError) -> Scene {
    try scene(with: Array(data.utf8), source: source, names: names)
  }

  /// Returns all faults of the scene for some data, in the order of the template, then of the data;
  /// at most `Scene.faultLimit`, and empty if the scene is valid.
  ///
  /// If names have no value, only faults of names are returned, because others may follow from
  /// these.
  ///
  /// - Complexity: As `scene(with:source:names:)`.
  public func faults(
    with data: [UInt8], source: String = "data", names: NameCheck = .all
  ) -> [SceneError] {
    do throws(SceneError) {
      return faults(with: try TemplateData(data, named: source, names))
    } catch {
      return [error]
    }
  }

  /// All faults of the scene for parsed data.
  func faults(with data: TemplateData) -> [SceneError] {
    faults(with: data) { expanded, log throws(SceneFault) in
      _ = try SceneDocument(expanded, log: log)
    }
  }

  /// The faults that `look` finds in the expanded scene for some data, or the faults of names.
  func faults(
    with data: TemplateData, _ look: (JSONValue, SceneFaultLog) throws(SceneFault) -> Void
  ) -> [SceneError] {
    let log = SceneFaultLog()
    let found = usedNames.faults(of: data)
    // One fault for each mistake: these names are reported where the data have others instead.
    let known = usedNames.declared.intersection(found.compactMap(\.meant))
    var expander = TemplateExpander(value, end: text.bytes.count, data, collecting: known)
    do throws(SceneFault) {
      let expanded = try expander.expand()
      if !expander.hasOmissions { try look(expanded, log) }
    } catch {
      if !expander.hasOmissions { log.note(error) }
    }
    for fault in expander.nameFaults { log.note(fault) }
    let inTemplate = log.inOrder.map { fault in self.error(fault, expander, data) }
      .sorted { ($0.line ?? 0, $0.column ?? 0) < ($1.line ?? 0, $1.column ?? 0) }
    let inData = found.filter { fault in
      fault.meant.map { !expander.missingNames.contains($0) } ?? true
    }
    return Array((inTemplate + inData.map { data.text.error($0.fault) }).prefix(Scene.faultLimit))
  }

  /// An error with the location of a fault, and of the data that it comes from.
  private func error(
    _ fault: SceneFault, _ expander: TemplateExpander, _ data: TemplateData
  ) -> SceneError {
    let origin = expander.origin(of: fault.offset)
    guard let row = origin.row else {
      let fault = fault.asWritten(in: text.bytes, at: origin.offset)
      return text.error(SceneFault(fault.code, at: origin.offset, fault.reason))
    }
    let source = row.isGiven ? data.text : text
    let reason = fault.asWritten(in: source.bytes, at: row.offset).reason
    return text.error(
      SceneFault(
        fault.code, at: origin.offset,
        "\(reason); the value comes from \(source.place(of: row.offset))"))
  }
}

/// The data of a scene, and their text.
struct TemplateData {
  let value: JSONValue
  /// The text of the data, which may be part of a larger one.
  let text: JSONDocument
  /// The names that are faults.
  let names: SceneTemplate.NameCheck

  init(
    _ json: [UInt8], named name: String, _ names: SceneTemplate.NameCheck
  ) throws(SceneError) {
    let text = try JSONDocument(json, named: name)
    try self.init(text.value, of: text, names)
  }

  /// Reads data from a value of a text.
  init(
    _ value: JSONValue, of text: JSONDocument, _ names: SceneTemplate.NameCheck
  ) throws(SceneError) {
    (self.value, self.text) = (
      try text.object(value, "an object with the data of a template"), text
    )
    self.names = names
  }

  private init(emptyIn text: JSONDocument) {
    (value, self.text, names) = (.object([]), text, .none)
  }

  /// No data: the template is drawn with its own.
  static func none(in text: JSONDocument) -> TemplateData { TemplateData(emptyIn: text) }
}

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
      JSONMember(
        "description",
        .string(
          "A value of the data. '{{name?}}' may be missing. '{{n | fixed 2}}' is a number with two "
            + "decimals, '{{n | plural day days}}' the first word for 1, otherwise the second.")),
      JSONMember(
        "examples",
        .array(
          ["{{name}}", "{{author.name?}}", "{{price | fixed 2}}", "{{n}} {{n | plural day days}}"]
            .map { .string($0) })),
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
