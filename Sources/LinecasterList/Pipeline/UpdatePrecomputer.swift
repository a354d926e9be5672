import LinecasterCells
import LinecasterDiff

/// Precomputes an update on a worker: the one place where all stages meet.
struct UpdatePrecomputer: Sendable {
  let pipeline: PrecomputePipeline
  let request: UpdateRequest

  /// Builds the model, finds what changed, carries over the heights that are known, and measures
  /// (analyze, itemize, shape, break lines, lay out) what will be seen; the controller delivers the
  /// batch, then has rows rasterized.
  func batch() throws -> TableBatch {
    let built = try build()
    let model = built.model
    var changes = try compare(with: model)
    let copies = copies(in: model)
    let rows = TableRows(model, in: request.environment, metrics: request.metrics)
    let carried = CarriedHeights(changes, from: request.base, to: rows)
    var snapshot = estimate(rows, carried, by: request.means)
    let means = try measure(&snapshot, after: carried.mapping) { means in
      estimate(rows, carried, by: means)
    }
    recall(&snapshot)
    hashCells(self.rows(within: request.reach, of: snapshot, carried.mapping), of: snapshot)
    if let copies = try copies?.value() {
      changes = .replacing(request.base.model.sections, by: model.sections, duplicates: copies)
    }
    snapshot.tellApart(changes.duplicates)
    return TableBatch(
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
      replacesAll(model)
        ? .replacing(old, by: model.sections)
        : Changeset(fromSections: old, toSections: model.sections)
    }
  }

  /// The copies of identifiers in a model that replaces all, looked for while rows are measured: a
  /// first visit of many rows need not wait for a look at each. A diff finds them by itself.
  private func copies(in model: TableModel) -> SideWork<[DuplicateIdentifier]>? {
    guard replacesAll(model), request.duplicates == .disambiguate else { return nil }
    return SideWork(on: pipeline.work, .visible) { [pipeline, context = request.context] in
      try context.check()
      return pipeline.meter.measure(.diff, context) {
        Changeset(fromSections: [], toSections: model.sections).duplicates
      }
    }
  }

  /// The state with the heights of rows that show the same as before; others are estimated.
  private func estimate(
    _ rows: TableRows, _ carried: CarriedHeights, by means: HeightMeans
  ) -> TableSnapshot {
    pipeline.meter.measure(.snapshot, request.context) {
      TableSnapshot(
        generation: request.context.generation, rows: rows, carried: carried,
        estimates: means.estimates)
    }
  }

  private func replacesAll(_ model: TableModel) -> Bool {
    request.base.rowCount == 0 || model.rowCount == 0
  }

  private func newDuplicates(_ changes: Changeset) -> [DuplicateIdentifier] {
    changes.duplicates.filter { $0.model == .new }
  }

  var changesEnvironment: Bool { request.environment != request.base.environment }

  private func isVisible(_ changes: Changeset, _ model: TableModel) -> Bool {
    !changes.isEmpty || changesEnvironment || request.base.generation == 0
      || request.base.model.loadState != model.loadState
  }
}

extension PrecomputePipeline {
  /// Precomputes an update on a worker.
  ///
  /// - Parameter completion: Called once, on a worker.
  func precompute(
    _ request: UpdateRequest,
    completion: @escaping @Sendable (Result<TableBatch, any Error>) -> Void
  ) {
    work.enqueue(.display) { [self] in
      completion(Result { try batch(for: request) })
    }
  }

  /// Precomputes an update here.
  func batch(for request: UpdateRequest) throws -> TableBatch {
    try UpdatePrecomputer(pipeline: self, request: request).batch()
  }
}
