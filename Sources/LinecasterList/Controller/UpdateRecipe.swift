/// An update as it was asked for.
struct UpdateRecipe: Sendable {
  /// Makes the model, on a worker.
  let makeModel: @Sendable () throws -> TableModel
  let policy: UpdatePolicy
  let anchor: Anchor
  let isAnimated: Bool
  /// Whether it is precomputed where it is asked for, without waiting.
  var isImmediate = false
}
