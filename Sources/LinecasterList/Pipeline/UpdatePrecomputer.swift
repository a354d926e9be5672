import LinecasterBase
import LinecasterCells
import LinecasterDiff
import Synchronization

/// Precomputes an update on a worker; all stages meet here.
struct UpdatePrecomputer: Sendable {
  let pipeline: PrecomputePipeline
  let request: UpdateRequest

  /// Builds the model, finds the changes, carries over known heights, and measures upcoming rows
  /// (analyze, itemize, shape, break lines, lay out). The controller delivers the batch, then has
  /// rows rasterized.
  func batch() throws -> TableBatch {
    let built = try build()
    let model = built.model
    var changes = try built.changes ?? compare(with: model)
    let copies = copies(in: model)
    let rows = TableRows(
      model, in: request.environment, metrics: request.metrics, changing: request.base.rows,
      by: changes)
    let carried = CarriedHeights(changes, from: request.base, to: rows)
    let origin = try origin(of: rows) ?? AnchorOrigin(request, carried.mapping)
    var snapshot = estimate(rows, origin.carried ?? carried, by: request.means)
    let means = try measure(&snapshot, from: origin) { means in
      estimate(rows, origin.carried ?? carried, by: means)
    }
    if replacesAll(model) { recall(&snapshot) }
    hashCells(self.rows(within: request.reach, of: snapshot, origin), of: snapshot)
    // While another worker finds duplicates.
    let table = copies.map { _ in RowHashTable(snapshot) }
    if let copies = try copies?.value() {
      changes = .replacing(request.base.model.sections, by: model.sections, duplicates: copies)
    }
    snapshot.disambiguate(changes.duplicates)
    snapshot.loadStatesAsMade = built.loadStates
    return TableBatch(
      changes: changes, duplicates: built.duplicates + newDuplicates(changes),
      snapshot: snapshot, replacesAll: replacesAll(model),
      changesEnvironment: changesEnvironment, mapping: carried.mapping, start: origin.start,
      updatedRows: carried.updatedRows, means: means,
      index: table.flatMap { changes.duplicates.isEmpty ? .all($0) : nil }
        ?? IdentityIndex.Step(carried.mapping, from: request.base.rowCount, to: snapshot),
      gaps: request.gaps?.after(carried.mapping, updated: carried.updatedRows, in: snapshot),
      isVisible: isVisible(changes, model))
  }

  private func build() throws -> BuiltModel {
    try request.context.check()
    return try pipeline.meter.measure(.build, request.context) {
      let made = try request.makeModel()
      var model = made.model
      if let failure = request.failure { model.loadStates.take(failure) }
      model = request.stateRows?.applied(to: model) ?? model
      // Copies that are kept are found and distinguished by the diff.
      let unique =
        request.duplicates == .disambiguate
        ? (model: model, duplicates: [])
        : try model.resolvingDuplicates(by: request.duplicates)
      return BuiltModel(
        model: unique.model, duplicates: unique.duplicates, loadStates: made.model.loadStates,
        changes: made.changes.flatMap { canTake($0, to: unique.model) ? $0 : nil })
    }
  }

  /// Returns whether the changes of edits are the only changes.
  ///
  /// A state row may come or go as well, and items may be repeated.
  private func canTake(_ changes: Changeset, to model: TableModel) -> Bool {
    let (old, new) = (request.base.model.sections, model.sections)
    guard !replacesAll(model), !request.base.hasCopies, request.duplicates == .disambiguate,
      old.count + changes.sectionInserts.count == new.count,
      changes.sectionInserts.allSatisfy({ isNewSection(new[$0], in: old) }),
      StateRows.areAlike(old.first, new.first) || changes.sectionInserts.first == 0,
      StateRows.areAlike(old.last, new.last) || changes.sectionInserts.last == new.count - 1
    else { return false }
    let added =
      changes.itemInserts.map { new[$0.section].items[$0.item].identifier }
      + changes.sectionInserts.flatMap { new[$0].items.map(\.identifier) }
    let isNew = added.allSatisfy {
      request.index.row(of: RowIdentity($0), in: request.base) == nil
    }
    return isNew && Set(added).count == added.count
  }

  /// Returns whether a section of an edit is no state row, and no copy of a section.
  private func isNewSection(_ section: TableSection, in old: [TableSection]) -> Bool {
    let isState = ListEdge.allCases.contains { StateRows.section(at: $0) == section.identifier }
    return !isState && !old.indices.contains { old[$0].identifier == section.identifier }
  }

  private func compare(with model: TableModel) throws -> Changeset {
    try request.context.check()
    let old = request.base.model.sections
    // A base without copies was verified, unless that was never asked for.
    let isUnique = !request.base.hasCopies && request.duplicates != .assumeUnique
    return pipeline.meter.measure(.diff, request.context) {
      if replacesAll(model) { return .replacing(old, by: model.sections) }
      return isUnique
        ? Changeset(fromUniqueSections: old, toSections: model.sections)
        : Changeset(fromSections: old, toSections: model.sections)
    }
  }

  /// Compares a model with the one that the last host showed, so a new host starts at the same
  /// rows and with their heights; `nil` if there was no other host.
  private func origin(of rows: TableRows) throws -> AnchorOrigin? {
    guard request.base.rowCount == 0, let former = request.former else { return nil }
    try request.context.check()
    return pipeline.meter.measure(.diff, request.context) {
      AnchorOrigin(request, former, to: rows)
    }
  }

  /// Finds the copies of identifiers in a model that replaces everything, while rows are measured:
  /// the first visible rows need not wait for a check of each row. Diffs find copies by themselves.
  private func copies(in model: TableModel) -> ParallelValue<[DuplicateIdentifier]>? {
    guard replacesAll(model), request.duplicates == .disambiguate else { return nil }
    return ParallelValue(on: pipeline.work, .visible, of: request.context.list) {
      [pipeline, context = request.context] in
      try context.check()
      return pipeline.meter.measure(.diff, context) {
        Changeset(fromSections: [], toSections: model.sections).duplicates
      }
    }
  }

  /// Returns the state with the heights of unchanged rows; other rows are estimated.
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
    request.base.rowCount == 0 || !model.hasRows
  }

  private func newDuplicates(_ changes: Changeset) -> [DuplicateIdentifier] {
    changes.duplicates.filter { $0.model == .new }
  }

  var changesEnvironment: Bool { request.environment != request.base.environment }

  private func isVisible(_ changes: Changeset, _ model: TableModel) -> Bool {
    !changes.isEmpty || changesEnvironment || request.base.generation == 0
      || request.base.model.loadStates != model.loadStates
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
    work.enqueue(.display, list: request.context.list) { [self] in
      completion(Result { try batch(for: request) })
    }
  }

  /// Precomputes an update on this thread.
  func batch(for request: UpdateRequest) throws -> TableBatch {
    try UpdatePrecomputer(pipeline: self, request: request).batch()
  }
}

extension UpdatePrecomputer {
  /// Measures rows until those that the policy requires are known.
  ///
  /// Each round measures the rows in view by the heights known so far; rows that turn out lower
  /// bring others into view. If there were no means to estimate by, the first round provides them.
  ///
  /// - Parameters:
  ///   - snapshot: The estimated state.
  ///   - estimate: Estimates the state again.
  /// - Returns: The means of the measured heights.
  func measure(
    _ snapshot: inout TableSnapshot, from origin: AnchorOrigin,
    estimate: (HeightMeans) -> TableSnapshot
  ) throws -> HeightMeans {
    var means = HeightMeans()
    // Rows without content leave the means empty.
    var isFirst = true
    while true {
      let rows = wantedRows(snapshot, origin).filter { !snapshot.geometry.isMeasured($0) }
      guard !rows.isEmpty else { return means }
      let heights = try self.heights(of: rows, in: snapshot)
      for (row, height) in zip(rows, heights) {
        if let item = snapshot.item(atRow: row) { means.add(height, of: item.cell.reuseKind) }
      }
      if isFirst, request.means.isEmpty || changesEnvironment { snapshot = estimate(means) }
      isFirst = false
      for (row, height) in zip(rows, heights) { snapshot.setCellHeight(height, ofRow: row) }
    }
  }

  private func wantedRows(_ snapshot: TableSnapshot, _ origin: AnchorOrigin) -> Range<Int> {
    guard case .visibleFirst(let margin) = request.policy else { return 0..<snapshot.rowCount }
    return rows(within: margin, of: snapshot, origin)
  }

  /// Returns the rows that will be visible, and those within a number of viewport lengths.
  func rows(
    within margin: Double, of snapshot: TableSnapshot, _ origin: AnchorOrigin
  ) -> Range<Int> {
    let offset = origin.offset(in: snapshot, request.viewport)
    let length = request.viewport.length
    let room = length * max(0, margin)
    return snapshot.geometry.rows(in: offset - room..<offset + length + room)
  }

  /// Sets the cached heights of a few other rows of a new list: rows that another list has
  /// measured, or the same list for its former host.
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

  /// The maximum number of rows whose heights are looked up in the caches: some screens.
  private static let mostRecalled = 256

  /// Hashes the cells that are looked up next, so the main queue need not: cells cache the hash.
  func hashCells(_ rows: Range<Int>, of snapshot: TableSnapshot) {
    for row in rows { _ = snapshot.item(atRow: row)?.cell.hashValue }
  }

  /// Returns the heights of rows' cells, measured by all free workers.
  private func heights(of rows: [Int], in snapshot: TableSnapshot) throws -> [Double] {
    let heights = Mutex([Double](repeating: 0, count: rows.count))
    try pipeline.forEachChunk(
      of: rows.count, size: PrecomputePipeline.rowsPerMeasureChunk, band: .visible,
      list: request.context.list
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
    let former =
      request.tallRows.isEmpty
      ? nil : snapshot.identity(ofRow: row).flatMap { request.tallRows[$0] }
    return try pipeline.cells.size(of: item, key, replacing: former, request.context).height
  }
}

/// A model that is ready to be shown.
private struct BuiltModel {
  let model: TableModel
  /// The copies of identifiers that were removed.
  let duplicates: [DuplicateIdentifier]
  /// The load states of the model as it was made.
  let loadStates: LoadStates
  /// The changes since the shown model, if they are known.
  let changes: Changeset?
}

/// A request to precompute an update.
struct UpdateRequest: Sendable {
  /// Makes the model; called once, on a worker.
  let makeModel: @Sendable () throws -> EditedModel
  /// The failure that is shown instead of the model's load state; `nil` for none.
  let failure: FailureState.Failure?
  /// The state that the list shows when the update lands.
  let base: TableSnapshot
  let environment: LayoutEnvironment
  let metrics: RowMetrics
  /// The visible part of the base as the update starts.
  let viewport: Viewport
  /// The distance around the viewport in which rows are prepared, in viewport lengths.
  let reach: Double
  let policy: UpdatePolicy
  let anchor: Anchor
  /// The row of the base that the anchor names, if it names one.
  let anchorRow: Int?
  /// Whether the reader has not left the end of the list.
  let isFollowing: Bool
  let duplicates: DuplicatePolicy
  /// The rows for empty, loading and failed lists; `nil` for none.
  let stateRows: StateRows?
  /// The index of the base's rows.
  let index: IdentityIndex
  /// The separators and spaces of the base; `nil` if they are not counted.
  let gaps: GapRows?
  /// The estimated heights of rows that are not measured.
  let means: HeightMeans
  /// The part of the list that the last host showed, for a new host; `nil` without one.
  var former: FormerView?
  /// The arrangements of tall rows that the host shows, for their next versions.
  var tallRows: [RowIdentity: CellArrangement] = [:]
  let context: WorkContext
}

/// The condition for showing an update.
public enum UpdatePolicy: Hashable, Sendable {
  /// Shows the update as soon as the rows in and near the viewport are measured.
  ///
  /// These are the rows that will be in the viewport, and those within `margin` screens above and
  /// below it. Other rows start with an estimated height, which is corrected later without moving
  /// visible rows.
  case visibleFirst(margin: Double = 0.25)
  /// Shows the update when all rows are measured.
  case complete
}

extension Changeset {
  /// Returns the changes from one model to another that shares nothing with it: all old sections
  /// are deleted, all new ones inserted.
  ///
  /// - Parameter duplicates: The copies of identifiers in the new model.
  /// - Complexity: O(sections).
  static func replacing<Section: DifferentiableSection>(
    _ old: [Section], by new: [Section], duplicates: [DuplicateIdentifier] = []
  ) -> Changeset {
    Changeset(
      sectionDeletes: Array(old.indices), sectionInserts: Array(new.indices),
      duplicates: duplicates)
  }
}

/// A value that a free worker computes in parallel, or that is computed on demand.
final class ParallelValue<Value: Sendable>: Sendable {
  private final class Place: Sendable {
    let value = Mutex<Value?>(nil)
  }

  private let place = Place()
  private let work: ChunkedWork
  private let helper: WorkTicket?

  /// - Parameters:
  ///   - queue: The queue whose workers may compute the value.
  ///   - list: The list that the value is for; `nil` for none.
  ///   - find: Computes the value; called once.
  init(
    on queue: WorkQueue, _ band: WorkBand, of list: ObjectIdentifier? = nil,
    _ find: @escaping @Sendable () throws -> Value
  ) {
    let work = ChunkedWork(count: 1, chunkSize: 1) { [place] _ in
      let value = try find()
      place.value.withLock { $0 = value }
    }
    self.work = work
    helper = queue.workerCount > 1 ? queue.enqueue(band, list: list) { work.takePart() } : nil
  }

  deinit { helper?.cancel() }

  /// Waits for the value if a worker is computing it, else computes it here.
  ///
  /// - Throws: The errors of computing it.
  func value() throws -> Value? {
    try work.run()
    return place.value.withLock { $0 }
  }
}

/// The state from which an update's anchor comes: the shown one, or for a new host the one that the
/// last host showed.
struct AnchorOrigin: Sendable {
  /// The heights of the last host's rows; `nil` unless a new host starts.
  let carried: CarriedHeights?
  /// The place at which a new host starts; `nil` unless it does.
  let start: StartingPoint?
  private let resolver: AnchorResolver
  private let mapping: RowMapping
  private let anchorRow: Int?

  /// Takes the anchor from the shown state.
  init(_ request: UpdateRequest, _ mapping: RowMapping) {
    resolver = AnchorResolver(
      anchor: request.anchor, old: request.base, viewport: request.viewport,
      isFollowing: request.isFollowing)
    self.mapping = mapping
    anchorRow = request.anchorRow
    carried = nil
    start = nil
  }

  /// Takes the anchor from the state that the last host showed; `nil` if no row of it is left.
  ///
  /// - Parameter rows: The rows of the update.
  /// - Complexity: That of a diff.
  init?(_ request: UpdateRequest, _ former: FormerView, to rows: TableRows) {
    let old = former.snapshot
    let changes = Changeset(
      fromSections: old.model.sections, toSections: rows.model.sections)
    let carried = CarriedHeights(changes, from: old, to: rows)
    self.carried = carried
    mapping = carried.mapping
    anchorRow = request.anchor.row.flatMap { identity in
      (0..<old.rowCount).first { old.identity(ofRow: $0) == identity }
    }
    resolver = AnchorResolver(
      anchor: request.anchor == .none ? .firstVisible : request.anchor, old: old,
      viewport: former.viewport, isFollowing: request.isFollowing)
    start = resolver.start(through: mapping) { [anchorRow] _ in anchorRow }
    if start == nil { return nil }
  }

  /// Returns the offset of the viewport after the update.
  ///
  /// - Parameter viewport: The viewport of the host, for the length.
  func offset(in snapshot: TableSnapshot, _ viewport: Viewport) -> Double {
    start?.offset(in: snapshot, viewport)
      ?? resolver.offset(through: mapping, in: snapshot) { _ in anchorRow }
  }
}
