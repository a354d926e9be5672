/// The fields that an object has for a value.
struct SceneRecord<Root: Sendable>: Sendable {
  /// What the fields are called in messages.
  let what: String
  let fields: [SceneField<Root>]
  private let places: [String: Int]

  init(_ what: String, _ fields: [SceneField<Root>]) {
    self.what = what
    self.fields = fields
    places = Dictionary(uniqueKeysWithValues: fields.enumerated().map { ($1.name, $0) })
  }

  var names: [String] { fields.map(\.name) }

  /// Reads an object of nothing but these fields.
  func read(_ value: JSONValue, _ scope: SceneScope, into root: inout Root) throws(SceneFault) {
    guard case .object(let members) = value.content else {
      throw SceneFault(
        value, isNot: "an object with \(names.prefix(Self.namesShown).joined(separator: ", "))")
    }
    for member in members {
      guard try read(member, scope, into: &root) else {
        throw SceneFault(unknown: what, member.name, at: member.offset, among: names)
      }
    }
    for field in fields
    where field.isRequired && !members.contains(where: { $0.name == field.name }) {
      throw SceneFault(.missing, at: value.offset, "'\(field.name)' is missing")
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
