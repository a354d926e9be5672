import LinecasterCells
import LinecasterBoxLayout
import LinecasterBase
import LinecasterText

/// The fields that an object has for a value.
struct SceneRecord<Root: Sendable>: Sendable {
  /// What the fields are called in messages.
  let what: String
  let fields: [SceneField<Root>]
  /// Where the fields stand, for hints.
  private let place: ScenePlace
  private let places: [ExactText: Int]

  init(_ what: String, in place: ScenePlace = .elsewhere, _ fields: [SceneField<Root>]) {
    self.what = what
    self.place = place
    self.fields = fields
    places = Dictionary(uniqueKeysWithValues: fields.enumerated().map { ($1.name, $0) })
  }

  var names: [ExactText] { fields.map(\.name) }

  /// What is read.
  var schema: SceneSchema {
    .object(
      fields.map { ($0.name, $0.schema) }, required: fields.filter(\.isRequired).map(\.name))
  }

  /// Reads an object of nothing but these fields.
  func read(_ value: JSONValue, _ scope: SceneScope, into root: inout Root) throws(SceneFault) {
    guard case .object(let members) = value.content else {
      throw SceneFault(
        value,
        isNot:
          "an object with \(names.prefix(Self.namesShown).map(\.string).joined(separator: ", "))")
    }
    for member in members {
      try scope.attempt(()) { () throws(SceneFault) in
        guard try read(member, scope, into: &root) else {
          throw SceneFault(
            unknown: what, member.name, at: member.offset, among: names, in: place)
        }
      }
    }
    for field in fields
    where field.isRequired && !members.contains(where: { $0.name == field.name }) {
      try scope.attempt(()) { () throws(SceneFault) in
        throw SceneFault(.missing, at: value.offset, "'\(field.name)' is missing")
      }
    }
  }

  /// Reads a member; false where it is none of these fields.
  func read(
    _ member: JSONMember, _ scope: SceneScope, into root: inout Root
  ) throws(SceneFault) -> Bool {
    guard let place = places[member.name] else { return false }
    try fields[place].read(member.value, scope, &root)
    return true
  }

  /// What differs from a plain value; everything where there is none.
  func write(_ root: Root, plain: Root?) throws(SceneFault) -> [JSONMember] {
    var members: [JSONMember] = []
    for field in fields {
      do {
        guard let value = try field.write(root, plain) else { continue }
        members.append(JSONMember(field.name, value))
      } catch {
        throw SceneFault(error.code, at: 0, "\(field.name): \(error.reason)")
      }
    }
    return members
  }

  private static var namesShown: Int { 4 }
}

/// A named part of a value: how it is read into one and written from one.
struct SceneField<Root: Sendable>: Sendable {
  let name: ExactText
  /// Whether an object without it is at fault.
  let isRequired: Bool
  let read: @Sendable (JSONValue, SceneScope, inout Root) throws(SceneFault) -> Void
  /// What is read.
  var schema: SceneSchema { makeSchema() }
  private let makeSchema: @Sendable () -> SceneSchema
  /// Nil where the value has what a plain one has.
  let write: @Sendable (Root, _ plain: Root?) throws(SceneFault) -> JSONValue?

  init(
    _ name: ExactText, _ schema: @autoclosure @escaping @Sendable () -> SceneSchema,
    read: @escaping @Sendable (JSONValue, SceneScope, inout Root) throws(SceneFault) -> Void,
    write: @escaping @Sendable (Root, Root?) throws(SceneFault) -> JSONValue?
  ) {
    self.name = name
    makeSchema = schema
    isRequired = false
    self.read = read
    self.write = write
  }

  /// A property of the value.
  init<Value: Equatable & Sendable>(
    _ name: ExactText, _ path: any WritableKeyPath<Root, Value> & Sendable,
    _ coding: SceneCoding<Value>, isRequired: Bool = false
  ) {
    self.name = name
    self.isRequired = isRequired
    makeSchema = { coding.schema }
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

/// What names mean where a value is read.
///
/// Valid where its checkpoint is.
struct SceneScope {
  /// The theme that colours are for.
  var theme: Theme
  /// Whether a node said so: its text is in the colours of that theme whatever the scene's is.
  var isThemeFixed = false
  /// The colours of the scene in both themes, by name.
  var colors: [ExactText: [Theme: Color]] = [:]
  /// The text styles of the scene, by name.
  var styles: [ExactText: JSONValue] = [:]
  /// The areas of the grid around, where the node is in one.
  var areas = GridAreas.none
  /// The styles that texts start from, where not plain ones.
  var textStyles: [Theme: TextStyle] = [:]
  /// Where faults go that reading is to go on behind; nil where the first one ends it.
  var log: SceneFaultLog?
  /// Where reading asks whether it is still wanted.
  var checkpoint = Checkpoint<SceneFault>.silent

  /// The most styles that build on each other.
  static let styleDepthLimit = 16

  /// Colours that every scene has, as the constants of `Color`.
  static let constants: [(name: ExactText, color: Color)] = [
    ("black", .black), ("white", .white), ("clear", .clear),
  ]

  init(theme: Theme) {
    self.theme = theme
  }

  /// The style that texts start from.
  var textStyle: TextStyle {
    var style = textStyles[theme] ?? TextStyle()
    if isThemeFixed { style.color = style.themeColor.color(in: theme) }
    return style
  }

  /// A colour by its name, or as `#RGB`, `#RGBA`, `#RRGGBB` or `#RRGGBBAA`.
  func color(_ value: JSONValue) throws(SceneFault) -> Color {
    guard case .string(let text) = value.content else {
      throw SceneFault(value, isNot: "a colour: '#RRGGBB' or a name")
    }
    let name = ExactText(text)
    if let color = Color(hex: text) { return color }
    if let color = colors[name]?[theme] { return color }
    if let constant = Self.constants.first(where: { $0.name == name }) { return constant.color }
    guard text.utf8.first != UInt8(ascii: "#") else {
      throw SceneFault(value, isNot: "a colour: '#RGB', '#RGBA', '#RRGGBB' or '#RRGGBBAA'")
    }
    throw SceneFault(
      unknown: "colour", name, at: value.offset,
      among: colors.keys.sorted() + Self.constants.map(\.name), hint: SceneHint.color(text))
  }
}
