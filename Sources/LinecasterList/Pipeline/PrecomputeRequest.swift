import LinecasterCells

/// An update on its way to the pipeline.
struct PrecomputeRequest: Sendable {
  /// Counts the updates; larger is newer.
  let generation: Int
  /// Makes the model; called once, on a worker.
  let makeModel: @Sendable () throws -> TableModel
  /// What the list will show when the update lands.
  let base: TableSnapshot
  let environment: LayoutEnvironment
  let token: CancellationToken
}
