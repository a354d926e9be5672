import LinecasterCaches
import LinecasterCells
import LinecasterGeometry
import Synchronization

extension UpdatePrecomputer {
  /// Measures rows until those that the policy asks for are known.
  ///
  /// Each round measures what the heights known so far put into sight; rows lower than expected
  /// bring others into it. Where nothing was known to estimate by, the first round is.
  ///
  /// - Parameters:
  ///   - snapshot: The state, estimated.
  ///   - estimate: Estimates the state again.
  /// - Returns: What has been measured.
  func measure(
    _ snapshot: inout TableSnapshot, after mapping: RowMapping,
    estimate: (HeightMeans) -> TableSnapshot
  ) throws -> HeightMeans {
    var means = HeightMeans()
    while true {
      let rows = wantedRows(snapshot, mapping).filter { !snapshot.geometry.isMeasured($0) }
      guard !rows.isEmpty else { return means }
      let isFirst = means.isEmpty
      let heights = try self.heights(of: rows, in: snapshot)
      for (row, height) in zip(rows, heights) {
        if let item = snapshot.item(atRow: row) { means.add(height, of: item.cell.reuseKind) }
      }
      if isFirst, request.means.isEmpty || changesEnvironment { snapshot = estimate(means) }
      for (row, height) in zip(rows, heights) { snapshot.setCellHeight(height, ofRow: row) }
    }
  }

  private func wantedRows(_ snapshot: TableSnapshot, _ mapping: RowMapping) -> Range<Int> {
    guard case .visibleFirst(let margin) = request.policy else { return 0..<snapshot.rowCount }
    return rows(within: margin, of: snapshot, mapping)
  }

  /// The rows that will be seen, and those within so many lengths of the viewport.
  func rows(
    within margin: Double, of snapshot: TableSnapshot, _ mapping: RowMapping
  ) -> Range<Int> {
    let resolver = AnchorResolver(
      anchor: request.anchor, old: request.base, viewport: request.viewport)
    let offset = resolver.offset(through: mapping, in: snapshot) { _ in request.anchorRow }
    let length = request.viewport.length
    let room = length * max(0, margin)
    return snapshot.geometry.rows(in: offset - room..<offset + length + room)
  }

  /// Sets the heights of a few other rows that are known: those that have been measured since the
  /// base was taken, which would else be measured again after every update.
  func recall(_ snapshot: inout TableSnapshot) {
    var next = snapshot.geometry.firstEstimate(from: 0)
    for _ in 0..<Self.mostRecalled {
      guard let row = next, let item = snapshot.item(atRow: row) else { return }
      let key = MeasurementKey(item.cell, snapshot.environment(ofRow: row))
      if let size = pipeline.cells.caches.sizes.peek(key) {
        snapshot.setCellHeight(size.height, ofRow: row)
      }
      next = snapshot.geometry.firstEstimate(from: row + 1)
    }
  }

  /// Rows whose heights are looked for in the caches: about what is measured during an update.
  private static let mostRecalled = 256

  /// Hashes the cells that will be looked for next, so that the main queue need not: they keep it.
  func hashCells(_ rows: Range<Int>, of snapshot: TableSnapshot) {
    for row in rows { _ = snapshot.item(atRow: row)?.cell.hashValue }
  }

  /// The heights of rows' cells, found by all workers that are free.
  private func heights(of rows: [Int], in snapshot: TableSnapshot) throws -> [Double] {
    let heights = Mutex([Double](repeating: 0, count: rows.count))
    try pipeline.forEachChunk(
      of: rows.count, size: PrecomputePipeline.rowsAMeasureChunk, band: .visible
    ) { chunk in
      let found = try pipeline.meter.measure(.measure, request.context) {
        try rows[chunk].map { try height(ofRow: $0, in: snapshot) }
      }
      heights.withLock { $0.replaceSubrange(chunk, with: found) }
      pipeline.meter.rowsMeasured.wrappingAdd(chunk.count, ordering: .relaxed)
    }
    return heights.withLock { $0 }
  }

  private func height(ofRow row: Int, in snapshot: TableSnapshot) throws -> Double {
    try request.context.check()
    guard let item = snapshot.item(atRow: row) else { return 0 }
    let key = MeasurementKey(item.cell, snapshot.environment(ofRow: row))
    return try pipeline.cells.size(of: item, key, request.context).height
  }
}
