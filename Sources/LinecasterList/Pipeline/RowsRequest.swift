/// Rows to be prepared for a host.
struct RowsRequest: Sendable {
  let rows: Range<Int>
  let snapshot: TableSnapshot
  /// What the rows are wanted as; nil wants their sizes only.
  let output: AutoDiffController.Options.Output?
  let context: WorkContext
}
