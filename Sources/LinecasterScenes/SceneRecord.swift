import LinecasterBase
import LinecasterBoxLayout
import LinecasterCells
import LinecasterText

/// The fields of an object that represents a value.
///
/// The code that depends on the value's type is minimal, because it is compiled for each type; the
/// rest is in the table.
struct SceneRecord<Root: Sendable>: Sendable {
  let table: SceneFieldTable
  private let fields: [SceneField<Root>]

  @inline(never) @_semantics("optimize.sil.specialize.generic.never")
  init(_ what: String, in place: ScenePlace = .elsewhere, _ fields: [SceneField<Root>]) {
    self.fields = fields
    table = SceneFieldTable(what, in: place, fields.map(\.name))
  }

  var names: [ExactText] { table.names }

  /// The schema of the object.
  var schema: SceneSchema { table.schema }

  /// Reads an object that has these fields only.
  func read(_ value: JSONValue, _ scope: SceneScope, into root: inout Root) throws(SceneFault) {
    try table.read(value, scope) { index, value throws(SceneFault) in
      try fields[index].read(value, scope, &root)
    }
  }

  /// Reads a member; returns false if it is not one of these fields.
  func read(
    _ member: JSONMember, _ scope: SceneScope, into root: inout Root
  ) throws(SceneFault) -> Bool {
    guard let index = table.index(of: member.name) else { return false }
    try fields[index].read(member.value, scope, &root)
    return true
  }

  /// The members that differ from a default value; all of them without one.
  func write(_ root: Root, plain: Root?) throws(SceneFault) -> [JSONMember] {
    try table.write { index throws(SceneFault) in try fields[index].write(root, plain) }
  }
}

/// The field names of an object, and its coding independent of the value's type: fields are
/// identified by index.
struct SceneFieldTable: Sendable {
  let names: [ExactText]
  /// The names of required members.
  let required: [ExactText]
  /// The kind of field, for messages.
  private let what: String
  /// The place of the fields, for hints.
  private let place: ScenePlace
  private let indices: [ExactText: Int]
  private let fields: [SceneName]

  init(_ what: String, in place: ScenePlace, _ fields: [SceneName]) {
    (self.what, self.place, self.fields) = (what, place, fields)
    names = fields.map(\.text)
    required = fields.filter(\.isRequired).map(\.text)
    indices = Dictionary(uniqueKeysWithValues: names.enumerated().map { ($1, $0) })
  }

  /// The schemas of the fields, by their names.
  var schemas: [(name: ExactText, schema: SceneSchema)] {
    fields.map { ($0.text, $0.schema().described($0.about, css: $0.css, example: $0.example)) }
  }

  /// References to the schemas of the fields in an object that has them already.
  ///
  /// - Parameter place: The path of the object in the definitions.
  func references(to place: String) -> [(name: ExactText, schema: SceneSchema)] {
    names.map { ($0, .reference(ExactText("\(place)/properties/\($0)"))) }
  }

  /// The names of CSS for each field that has any.
  var cssNames: [(css: String, name: ExactText)] {
    fields.flatMap { field in
      field.css.description.split(separator: " ").map { (String($0), field.text) }
    }
  }

  /// The schema of objects with these fields only.
  var schema: SceneSchema { .object(schemas, required: required) }

  func index(of name: ExactText) -> Int? { indices[name] }

  /// Reads an object that has these fields only.
  ///
  /// - Parameter read: Reads the value of the field with an index.
  func read(
    _ value: JSONValue, _ scope: SceneScope,
    _ read: (Int, JSONValue) throws(SceneFault) -> Void
  ) throws(SceneFault) {
    guard case .object(let members) = value.content else {
      let shown = names.prefix(Self.namesShown).map(\.string).joined(separator: ", ")
      throw SceneFault(value, isNot: "an object with \(shown)")
    }
    for member in members {
      try scope.attempt(()) { () throws(SceneFault) in
        guard let index = indices[member.name] else {
          throw SceneFault(
            unknown: what, member.name, at: member.offset, among: names, in: place)
        }
        try read(index, member.value)
      }
    }
    for name in required where !members.contains(where: { $0.name == name }) {
      try scope.attempt(()) { () throws(SceneFault) in
        throw SceneFault(.missing, at: value.offset, "'\(name)' is missing")
      }
    }
  }

  /// The members of an object.
  ///
  /// - Parameter write: The value of the field with an index; `nil` leaves it out.
  func write(
    _ write: (Int) throws(SceneFault) -> JSONValue?
  ) throws(SceneFault) -> [JSONMember] {
    var members: [JSONMember] = []
    for (index, name) in names.enumerated() {
      do {
        guard let value = try write(index) else { continue }
        members.append(JSONMember(name, value))
      } catch {
        throw SceneFault(error.code, at: 0, "\(name): \(error.reason)")
      }
    }
    return members
  }

  private static var namesShown: Int { 4 }
}

/// The name of a field, its schema, and its documentation.
///
/// The words of a field exist here only: the schema, hints, and the tables of the articles on
/// scenes take them from it.
struct SceneName: Sendable {
  let text: ExactText
  /// Whether an object without it is invalid.
  var isRequired = false
  /// The meaning of the field, as a sentence; empty for fields whose name says it.
  let about: StaticString
  /// The names of its counterparts in CSS, separated by spaces.
  let css: StaticString
  /// A value in JSON; empty without an example.
  let example: StaticString
  let schema: @Sendable () -> SceneSchema
}

/// A named part of a value, with its reader and writer.
struct SceneField<Root: Sendable>: Sendable {
  let name: SceneName
  let read: @Sendable (JSONValue, SceneScope, inout Root) throws(SceneFault) -> Void
  /// Returns the JSON of the field; `nil` if it equals the default.
  let write: @Sendable (Root, _ plain: Root?) throws(SceneFault) -> JSONValue?

  init(
    _ name: ExactText, _ schema: @autoclosure @escaping @Sendable () -> SceneSchema,
    about: StaticString = "", css: StaticString = "", example: StaticString = "",
    read: @escaping @Sendable (JSONValue, SceneScope, inout Root) throws(SceneFault) -> Void,
    write: @escaping @Sendable (Root, Root?) throws(SceneFault) -> JSONValue?
  ) {
    self.name = SceneName(text: name, about: about, css: css, example: example, schema: schema)
    self.read = read
    self.write = write
  }

  /// A property of the value.
  @inline(never) @_semantics("optimize.sil.specialize.generic.never")
  init<Value: Equatable & Sendable>(
    _ name: ExactText, _ path: any WritableKeyPath<Root, Value> & Sendable,
    _ coding: SceneCoding<Value>, isRequired: Bool = false, about: StaticString = "",
    css: StaticString = "", example: StaticString = ""
  ) {
    self.name = SceneName(
      text: name, isRequired: isRequired, about: about, css: css, example: example
    ) { coding.schema }
    read = { value, scope, root throws(SceneFault) in
      root[keyPath: path] = try coding.read(value, scope)
    }
    write = { root, plain throws(SceneFault) in
      let value = root[keyPath: path]
      if let plain, plain[keyPath: path] == value { return nil }
      return try coding.write(value)
    }
  }
}

/// The meaning of names in the place of a value.
///
/// Valid only inside `run` of its work.
struct SceneScope {
  /// The theme that a node sets for its colours; `nil` for that of the environment.
  var theme: Theme?
  /// The colours of the scene, by name.
  var colors: [ExactText: ThemeColor] = [:]
  /// The text styles of the scene, by name.
  var styles: [ExactText: JSONValue] = [:]
  /// The areas of the surrounding grid, for grid items.
  var areas = GridAreas.none
  /// The initial style of texts outside of nodes that set a theme.
  var initialStyle = TextStyle()
  /// Collects faults, so reading continues; `nil` to stop at the first fault.
  var log: SceneFaultLog?
  /// Whether reading is still wanted.
  var work = WorkScope.unlimited

  /// The maximum chain of styles that build on each other.
  static let styleDepthLimit = 16

  /// The colours that are defined in every scene, as the constants of `Color`.
  static let constants: [(name: ExactText, color: Color)] = [
    ("black", .black), ("white", .white), ("clear", .clear),
  ]

  /// Records work, and checks for cancellation.
  ///
  /// - Throws: `cancelled` if reading is no longer wanted.
  func pass(_ steps: Int) throws(SceneFault) {
    try work.pass(steps, orThrow: SceneFault.cancelled)
  }

  /// The initial style of texts.
  var textStyle: TextStyle {
    guard let theme else { return initialStyle }
    var style = initialStyle
    style.themeColor.resolve(in: theme)
    style.themeBackground?.resolve(in: theme)
    for index in style.decorations.indices {
      style.decorations[index].themeColor?.resolve(in: theme)
    }
    return style
  }

  /// A colour by its name, or as `#RGB`, `#RGBA`, `#RRGGBB` or `#RRGGBBAA`.
  func color(_ value: JSONValue) throws(SceneFault) -> ThemeColor {
    guard case .string(let text) = value.content else {
      throw SceneFault(value, isNot: "a colour: '#RRGGBB' or a name")
    }
    let name = ExactText(text)
    if let color = Color(hex: text) { return ThemeColor(color) }
    if var color = colors[name] {
      if let theme { color.resolve(in: theme) }
      return color
    }
    if let constant = Self.constants.first(where: { $0.name == name }) {
      return ThemeColor(constant.color)
    }
    guard text.utf8.first != UInt8(ascii: "#") else {
      throw SceneFault(value, isNot: "a colour: '#RGB', '#RGBA', '#RRGGBB' or '#RRGGBBAA'")
    }
    throw SceneFault(
      unknown: "colour", name, at: value.offset,
      among: colors.keys.sorted() + Self.constants.map(\.name), hint: SceneHint.color(text))
  }
}
