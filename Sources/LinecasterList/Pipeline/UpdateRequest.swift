import LinecasterCells
import LinecasterDiff

/// An update on its way to the pipeline.
struct UpdateRequest: Sendable {
  /// Makes the model; called once, on a worker.
  let makeModel: @Sendable () throws -> TableModel
  /// What the list will show when the update lands.
  let base: TableSnapshot
  let environment: LayoutEnvironment
  let metrics: RowMetrics
  /// The part of the base that can be seen as the update begins.
  let viewport: Viewport
  /// How far around the viewport rows will be made ready, in its lengths.
  let reach: Double
  let policy: UpdatePolicy
  let anchor: Anchor
  /// The row of the base that the anchor names, where it names one.
  let anchorRow: Int?
  let duplicates: DuplicatePolicy
  /// The rows that say why there are no others; nil for none.
  let stateRows: StateRows?
  /// The heights to expect of rows that are not measured.
  let means: HeightMeans
  let context: WorkContext
}
