/// A named part of a value: how it is read into one and written from one.
struct SceneField<Root: Sendable>: Sendable {
  let name: String
  /// Whether an object without it is at fault.
  let isRequired: Bool
  let read: @Sendable (JSONValue, SceneScope, inout Root) throws(SceneFault) -> Void
  /// Nil where the value has what a plain one has.
  let write: @Sendable (Root, _ plain: Root?) throws(SceneFault) -> JSONValue?

  init(
    _ name: String,
    read: @escaping @Sendable (JSONValue, SceneScope, inout Root) throws(SceneFault) -> Void,
    write: @escaping @Sendable (Root, Root?) throws(SceneFault) -> JSONValue?
  ) {
    self.name = name
    isRequired = false
    self.read = read
    self.write = write
  }

  /// A property of the value.
  init<Value: Equatable & Sendable>(
    _ name: String, _ path: any WritableKeyPath<Root, Value> & Sendable,
    _ coding: SceneCoding<Value>, isRequired: Bool = false
  ) {
    self.name = name
    self.isRequired = isRequired
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
