import LinecasterCaches
import LinecasterCells
import LinecasterDiff
import LinecasterGeometry
import Synchronization

/// Precomputes an update on a worker: the one place where all stages meet.
struct UpdatePrecomputer: Sendable {
  let pipeline: PrecomputePipeline
  let request: UpdateRequest

  /// Builds the model, finds what changed, carries over the heights that are known, and measures
  /// (analyze, itemize, shape, break lines, lay out) what will be seen; the controller delivers the
  /// batch, then has rows rasterized.
  func batch() throws -> ListBatch {
    let built = try build()
    let model = built.model
    let changes = try compare(with: model)
    let rows = TableRows(model, in: request.environment, metrics: request.metrics)
    let carried = CarriedHeights(changes, from: request.base, to: rows)
    var snapshot = estimate(rows, carried, changes.duplicates, by: request.means)
    let means = try measure(&snapshot, after: carried.mapping) { means in
      estimate(rows, carried, changes.duplicates, by: means)
    }
    recall(&snapshot)
    hashCells(self.rows(within: request.reach, of: snapshot, carried.mapping), of: snapshot)
    return ListBatch(
      changes: changes, duplicates: built.duplicates + newDuplicates(changes),
      snapshot: snapshot, replacesAll: replacesAll(model),
      changesEnvironment: changesEnvironment, mapping: carried.mapping,
      means: means, isVisible: isVisible(changes, model))
  }

  private func build() throws -> ResolvedModel {
    try request.context.check()
    return try pipeline.meter.measure(.build, request.context) {
      let made = try request.makeModel()
      let model = request.stateRows?.applied(to: made) ?? made
      // Copies that are kept are told apart and found by the diff.
      return request.duplicates == .disambiguate
        ? ResolvedModel(model: model, duplicates: [])
        : try model.resolvingDuplicates(by: request.duplicates)
    }
  }

  private func compare(with model: TableModel) throws -> Changeset {
    try request.context.check()
    let old = request.base.model.sections
    return pipeline.meter.measure(.diff, request.context) {
      guard replacesAll(model) else {
        return Changeset(fromSections: old, toSections: model.sections)
      }
      return .replacing(
        old, by: model.sections, reportsDuplicates: request.duplicates == .disambiguate)
    }
  }

  /// The state with the heights of rows that show the same as before; others are estimated.
  private func estimate(
    _ rows: TableRows, _ carried: CarriedHeights, _ duplicates: [DuplicateIdentifier],
    by means: HeightMeans
  ) -> TableSnapshot {
    pipeline.meter.measure(.snapshot, request.context) {
      TableSnapshot(
        generation: request.context.generation, rows: rows, carried: carried,
        duplicates: duplicates, estimates: means.estimates)
    }
  }

  private func replacesAll(_ model: TableModel) -> Bool {
    request.base.rowCount == 0 || model.rowCount == 0
  }

  private func newDuplicates(_ changes: Changeset) -> [DuplicateIdentifier] {
    changes.duplicates.filter { $0.model == .new }
  }

  private var changesEnvironment: Bool { request.environment != request.base.environment }

  private func isVisible(_ changes: Changeset, _ model: TableModel) -> Bool {
    !changes.isEmpty || changesEnvironment || request.base.generation == 0
      || request.base.model.loadState != model.loadState
  }
}

// MARK: - Measuring

extension UpdatePrecomputer {
  /// Measures rows until those that the policy asks for are known.
  ///
  /// Each round measures what the heights known so far put into sight; rows lower than expected
  /// bring others into it. Where nothing was known to estimate by, the first round is.
  ///
  /// - Parameters:
  ///   - snapshot: The state, estimated.
  ///   - estimate: Estimates the state anew.
  /// - Returns: What has been measured.
  private func measure(
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
  private func rows(
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
  private func recall(_ snapshot: inout TableSnapshot) {
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

  /// Hashes the cells that will be looked for next, so that the main queue need not: a hash is kept.
  private func hashCells(_ rows: Range<Int>, of snapshot: TableSnapshot) {
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

extension PrecomputePipeline {
  /// Precomputes an update on a worker.
  ///
  /// - Parameter completion: Called once, on a worker.
  func precompute(
    _ request: UpdateRequest,
    completion: @escaping @Sendable (Result<ListBatch, any Error>) -> Void
  ) {
    work.enqueue(.display) { [self] in
      completion(Result { try batch(for: request) })
    }
  }

  /// Precomputes an update here.
  func batch(for request: UpdateRequest) throws -> ListBatch {
    try UpdatePrecomputer(pipeline: self, request: request).batch()
  }
}
