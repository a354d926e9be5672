import LinecasterCells
import LinecasterGeometry

/// What a worker has found out about a row.
struct RowResult: Sendable {
  /// The row, counted through the model of the generation that was asked for.
  let row: Int
  let kind: ReuseKind
  /// The size of its cell.
  let size: Size
  /// What to show; nil if it has been measured only.
  let displayed: DisplayedRow?
}
