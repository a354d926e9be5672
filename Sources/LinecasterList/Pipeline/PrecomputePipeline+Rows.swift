import LinecasterCells
import LinecasterGeometry
import Synchronization

extension PrecomputePipeline {
  /// Rows that are turned into pixels by one piece of work: one to two milliseconds.
  static let rowsARasterChunk = 8
  /// Rows that are measured by one piece of work: about a millisecond where nothing is cached.
  static let rowsAMeasureChunk = 16

  /// Prepares rows on a worker.
  ///
  /// - Parameters:
  ///   - whenDropped: Called instead of `completion`, on any thread, where there is no room for the
  ///     work.
  ///   - completion: Called once on a worker, unless the ticket is called off before: with what has
  ///     been found out, and the first failure; rows that fail are left out.
  func prepare(
    _ request: RowsRequest, whenDropped: (@Sendable () -> Void)? = nil,
    completion: @escaping @Sendable ([RowResult], (any Error)?) -> Void
  ) -> WorkTicket {
    work.enqueue(request.context.band, whenDropped: whenDropped) { [self] in
      let failure = FirstFailure()
      let results = meter.measure(.measure, request.context) {
        request.rows.compactMap { row in
          failure.keep { () throws(PipelineError) in try result(ofRow: row, request) }
        }
      }
      completion(results, failure.error)
    }
  }

  /// Measures a row, and turns it into what is wanted.
  private func result(
    ofRow row: Int, _ request: RowsRequest
  ) throws(PipelineError) -> RowResult {
    try request.context.check()
    let snapshot = request.snapshot
    guard let item = snapshot.item(atRow: row), let identity = snapshot.identity(ofRow: row) else {
      throw .cancelled
    }
    let key = MeasurementKey(item.cell, snapshot.environment(ofRow: row))
    let kind = item.cell.reuseKind
    let content: DisplayedRow.Content? =
      switch request.output {
      case .bitmaps: .bitmap(try cells.image(of: item, key, request.context))
      case .arrangements: .arrangement(try cells.arrangement(of: item, key, request.context))
      case nil: nil
      }
    let displayed = content.map {
      DisplayedRow(identity: identity, kind: kind, content: $0, key: key)
    }
    let size =
      if let content { content.size } else { try cells.size(of: item, key, request.context) }
    if !snapshot.geometry.isMeasured(row) { meter.rowsMeasured.wrappingAdd(1, ordering: .relaxed) }
    return RowResult(row: row, kind: kind, size: size, displayed: displayed)
  }
}

extension DisplayedRow.Content {
  fileprivate var size: Size {
    switch self {
    case .bitmap(let image): image.size
    case .arrangement(let arrangement): arrangement.size
    }
  }
}
