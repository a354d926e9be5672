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
