import LinecasterBase

extension SHA256 {
  /// Adds a JSON value by its meaning, regardless of its formatting: kinds, lengths and contents.
  ///
  /// - Complexity: O(values), without recursion.
  package mutating func add(_ value: JSONValue) {
    var values = [value]
    while let value = values.popLast() {
      switch value.content {
      case .null: add("n")
      case .bool(let isTrue): add(isTrue ? "t" : "f")
      case .number(let number):
        add("d")
        add((number == 0 ? 0 : number).bitPattern)
      case .string(let text): add(counted: text, "s")
      case .array(let elements):
        add("a")
        add(UInt64(elements.count))
        values += elements.reversed()
      case .object(let members):
        add("o")
        add(UInt64(members.count))
        for member in members { add(counted: member.name.string, "m") }
        values += members.reversed().lazy.map(\.value)
      }
    }
  }

  /// Adds a text with its length, so different lists of texts have different bytes.
  package mutating func add(counted text: String, _ kind: String = "s") {
    add(kind)
    add(UInt64(text.utf8.count))
    add(text)
  }
}
