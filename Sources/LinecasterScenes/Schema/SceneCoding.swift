/// How a value of the Swift interface stands in a scene: one place for reading and writing.
struct SceneCoding<Value: Sendable>: Sendable {
  let read: @Sendable (JSONValue, SceneScope) throws(SceneFault) -> Value
  let write: @Sendable (Value) throws(SceneFault) -> JSONValue

  init(
    read: @escaping @Sendable (JSONValue, SceneScope) throws(SceneFault) -> Value,
    write: @escaping @Sendable (Value) throws(SceneFault) -> JSONValue
  ) {
    self.read = read
    self.write = write
  }

  /// The same, or null for nil.
  var optional: SceneCoding<Value?> {
    SceneCoding<Value?> { value, scope throws(SceneFault) in
      if case .null = value.content { return nil }
      return try read(value, scope)
    } write: { value throws(SceneFault) in
      guard let value else { return .null }
      return try write(value)
    }
  }

  /// A list of such values, at most `limit` of them.
  func list(of what: String, limit: Int) -> SceneCoding<[Value]> {
    SceneCoding<[Value]> { value, scope throws(SceneFault) in
      guard case .array(let elements) = value.content else {
        throw SceneFault(value, isNot: "a list of \(what)")
      }
      guard elements.count <= limit else {
        throw SceneFault(.tooLarge, at: value.offset, "more than \(limit) \(what)")
      }
      var values: [Value] = []
      for element in elements { values.append(try read(element, scope)) }
      return values
    } write: { values throws(SceneFault) in
      var elements: [JSONValue] = []
      for value in values { elements.append(try write(value)) }
      return .array(elements)
    }
  }

  /// The same values as another type has them.
  func mapped<Other: Sendable>(
    _ make: @escaping @Sendable (Value) -> Other, _ take: @escaping @Sendable (Other) -> Value
  ) -> SceneCoding<Other> {
    SceneCoding<Other> { value, scope throws(SceneFault) in
      make(try read(value, scope))
    } write: { value throws(SceneFault) in
      try write(take(value))
    }
  }
}
