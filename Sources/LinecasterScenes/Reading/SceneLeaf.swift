import LinecasterCells

/// The arguments of a layout without children, and the layout they make.
struct SceneLeaf<Arguments: Sendable>: Sendable {
  let record: SceneRecord<Arguments>
  let initial: Arguments
  let make: @Sendable (Arguments) -> LayoutNode

  /// The layout that an object of arguments makes.
  func read(_ value: JSONValue, _ scope: SceneScope) throws(SceneFault) -> LayoutNode {
    var arguments = initial
    try record.read(value, scope, into: &arguments)
    return make(arguments)
  }

  /// The arguments as an object, without those that may be left out.
  func write(_ arguments: Arguments) throws(SceneFault) -> JSONValue {
    let required = Set(record.fields.filter(\.isRequired).map(\.name))
    let changed = Set(try record.write(arguments, plain: initial).map(\.name))
    return .object(
      try record.write(arguments, plain: nil).filter {
        required.contains($0.name) || changed.contains($0.name)
      })
  }
}
