import LinecasterCells

/// Rows of one snapshot that a worker prepares.
struct RowJob {
  /// The update whose rows they are.
  let generation: Int
  /// Which rows, counted through the model.
  let rows: Range<Int>
  /// What is prepared.
  let keys: [MeasurementKey]
  /// Whether the rows will be shown, or only measured.
  let isForShow: Bool
  let ticket: WorkTicket
  let token: CancellationToken

  /// Keeps a worker from beginning or going on with it.
  func callOff() {
    token.cancel()
    ticket.callOff()
  }
}
