import LinecasterBase
import LinecasterCells
import Synchronization

/// The updates of a list that have not ended: their progress, their models' sources and their
/// results.
///
/// Decides by `ControllerState`. Knows neither the host nor the shown rows.
@MainActor
final class ListUpdates {
  /// The work of an update that has started.
  struct Attempt {
    let recipe: UpdateRecipe
    /// Tells running work whether to stop.
    let token: CancellationToken
    /// Called on a worker.
    let makeModel: @Sendable () throws -> EditedModel
  }

  /// The model that a former host showed, kept until it or an update is shown by the next host.
  private struct InheritedModel {
    let model: TableModel
    /// The part of it that was visible.
    let view: FormerView?
    /// The update that will show it, if there is one.
    var generation: Int?
  }

  /// The progress of updates.
  var state: ControllerState
  /// Failures outside the models.
  var failures = FailureState()
  /// The mean heights by which rows are estimated.
  private(set) var means = HeightMeans()
  private let pipeline: PrecomputePipeline
  /// The handles of updates that have not ended.
  private var handles: [Int: UpdateHandle] = [:]
  /// The updates that wait or are being precomputed.
  private var recipes: [Int: UpdateRecipe] = [:]
  /// The results of updates that are neither applied nor resolved.
  private var results: [Int: Result<TableBatch, any Error>] = [:]
  private var inherited: InheritedModel?
  /// The newest update that a host has been handed.
  private var newestShown = 0
  /// The heights found since the base of the update under way was taken; `nil` without an update.
  private var journal: HeightJournal?

  init(_ pipeline: PrecomputePipeline, pace: UpdatePace, isAttached: Bool) {
    self.pipeline = pipeline
    state = ControllerState(pace: pace, isAttached: isAttached)
  }

  deinit {
    for handle in handles.values {
      handle.stopForGood()
      handle.resolve(.cancelled)
    }
  }

  /// The progress of updates, for the rows.
  var scene: RowScene.Updates {
    RowScene.Updates(
      isIdle: state.isIdle, isResting: state.isResting, isApplying: state.applying != nil,
      newest: state.newest, settled: state.settled, defersIdleWork: journal?.isFull == true)
  }

  /// The recipe of the newest update under way.
  var pendingRecipe: UpdateRecipe? { state.pending.flatMap { recipes[$0] } }

  /// Adds an update, with a generation and a handle.
  ///
  /// - Parameters:
  ///   - old: The update whose model it shows, if that is under way.
  ///   - cancel: Called on any thread with the generation of an update to cancel.
  func add(
    _ recipe: UpdateRecipe, inPlaceOf old: Int?, now: Duration,
    cancel: @escaping @Sendable (Int) -> Void
  ) -> (handle: UpdateHandle, actions: [ControllerState.Action]) {
    let (generation, actions) = state.submit(now: now, isImmediate: recipe.isImmediate)
    if old != nil || !recipe.source.isNew { failures.carry(from: old, to: generation) }
    let handle = UpdateHandle(generation: generation) { cancel(generation) }
    handles[generation] = handle
    for other in recipes.values where other.source.maker !== recipe.source.maker {
      // It is overtaken; several models of one list may be large.
      if let model = other.source.maker?.take() { pipeline.release(model) }
    }
    recipes[generation] = recipe
    return (handle, actions)
  }
}

// MARK: - Work

extension ListUpdates {
  /// Starts the work of an update; `nil` if it is no longer its turn.
  ///
  /// - Parameter shown: The state that the update is compared with.
  func begin(_ generation: Int, on shown: TableSnapshot) -> Attempt? {
    // A newer update may have come during earlier actions.
    guard state.running == generation, let recipe = recipes[generation],
      let handle = handles[generation]
    else { return nil }
    let shift = BuilderShift(pipeline.work)
    let token = handle.beginAttempt { shift.isNotWaitedFor() }
    let source = recipe.source.following(newestShown)
    let makeModel = makeModel(of: source, UpdateContext(token: token), shown)
    journal = HeightJournal(generation: generation)
    return Attempt(recipe: recipe, token: token, makeModel: { try shift.run(makeModel) })
  }

  private func makeModel(
    of source: ModelSource, _ context: UpdateContext, _ shown: TableSnapshot
  ) -> @Sendable () throws -> EditedModel {
    switch source {
    case .made(let maker): return { EditedModel(try maker.model(context)) }
    case .shown:
      let model = inherited?.model ?? shown.modelAsMade
      return { EditedModel(model) }
    case .edited(let groups, let base):
      let makeBase = makeModel(of: base, context, shown)
      let isShown = !base.isNew && inherited == nil
      return {
        var made = try makeBase()
        try made.apply(groups.map { try $0.edits() }, isShown: isShown)
        return made
      }
    }
  }

  /// Takes the result of an attempt.
  ///
  /// - Returns: The actions that follow; `nil`, with the result left in place, if the attempt is no
  ///   longer under way.
  func take(
    _ result: inout Result<TableBatch, any Error>?, of generation: Int,
    _ attempt: CancellationToken, now: Duration
  ) -> [ControllerState.Action]? {
    guard state.running == generation, let handle = handles[generation],
      handle.isUnderWay(attempt)
    else { return nil }
    let failure = result?.failure
    results[generation] = result.take()
    // Cancelled while the result was on its way.
    guard !handle.token.isCancelled else { return state.cancel(generation, now: now) }
    switch failure {
    case nil: return state.precomputed(generation, now: now)
    case is CancellationError: return state.cancel(generation, now: now)
    default: return state.failed(generation, now: now)
    }
  }

  /// Stops the work of an update, and releases its result.
  func stop(_ generation: Int) {
    handles[generation]?.stopAttempt()
    var result = results.removeValue(forKey: generation)
    pipeline.release(taking: &result)
  }

  /// Ends an update.
  ///
  /// - Returns: Whether it had collected, in vain, so many heights that idle work was put off.
  func end(_ generation: Int, _ ending: ControllerState.Ending) -> Bool {
    let result = results.removeValue(forKey: generation)
    let recipe = recipes.removeValue(forKey: generation)
    let outcome: UpdateOutcome =
      switch ending {
      case .applied: .applied(generation: generation)
      case .superseded(let newer): .superseded(by: newer)
      case .cancelled: .cancelled
      case .failed: .failed(result?.failure ?? CancellationError())
      }
    handles.removeValue(forKey: generation)?.resolve(outcome)
    // Closures that make a model may hold all of its data, which is slow to free.
    pipeline.release((consume recipe, consume result))
    guard journal?.generation == generation else { return false }
    return journal.take()?.isFull == true
  }
}

// MARK: - Landing

extension ListUpdates {
  /// Takes the batch of the update that the host applies next; `nil` if the host has gone.
  func takeBatch(of generation: Int) -> (batch: TableBatch, recipe: UpdateRecipe)? {
    guard state.applying == generation,
      case .success(let batch) = results.removeValue(forKey: generation),
      let recipe = recipes[generation]
    else { return nil }
    return (batch, recipe)
  }

  /// Notes heights for the update that is compared with their rows, if there is one.
  func note(_ results: [RowResult]) {
    for result in results { journal?.note(result.size.height, ofRow: result.row) }
  }

  /// Notes corrected heights, also for estimates.
  func learn(_ results: [RowResult]) {
    for result in results { means.add(result.size.height, of: result.kind) }
    note(results)
  }

  /// Adds some of the heights that were found since the base of an update was taken.
  ///
  /// - Returns: Whether there were more than a step should add; `replayJournal(in:from:)` adds the
  ///   last ones.
  func replayPart(for generation: Int, from rows: TableRows) -> Bool {
    guard state.applying == generation, journal?.exceedsPart == true,
      case .success(var batch)? = results[generation], let part = journal?.takePart()
    else { return false }
    // So the batch is changed in place.
    results[generation] = nil
    batch.replay(part, from: rows)
    results[generation] = .success(batch)
    return true
  }

  /// Adds the heights that were found since the base of a batch was taken.
  func replayJournal(in batch: inout TableBatch, from rows: TableRows) {
    guard var journal = journal.take() else { return }
    while let part = journal.takePart() { batch.replay(part, from: rows) }
  }

  /// Notes that the host is handed a batch.
  ///
  /// - Parameter isNew: Whether it has its own model.
  func landed(_ batch: TableBatch, isNew: Bool) {
    if batch.changesEnvironment { means = HeightMeans() }
    means.add(batch.means)
    newestShown = batch.snapshot.generation
    failures.landed(newestShown, isNew: isNew)
  }
}

// MARK: - Between hosts

extension ListUpdates {
  /// Keeps the model of a former host for the next one.
  ///
  /// - Parameter view: The part of it that was visible.
  func inherit(_ snapshot: TableSnapshot, at view: FormerView?) {
    guard snapshot.generation > 0 else { return }
    inherited = InheritedModel(model: snapshot.modelAsMade, view: view)
  }

  /// The part of the former host's list that was visible, until another host shows an update.
  var former: FormerView? { inherited?.view }

  /// Whether an update must be requested to show the former host's model.
  var mustShowInherited: Bool {
    !state.isTornDown && state.isAttached && state.pending == nil && hasInherited
  }

  /// Whether the model of a former host is kept.
  var hasInherited: Bool { inherited != nil }

  /// Notes which update shows the former host's model.
  func inheritedIsShown(by generation: Int) { inherited?.generation = generation }

  /// Forgets the former host's model if the update that was to show it is lost.
  ///
  /// - Returns: Whether a different update was lost.
  func keepsInherited(withoutUpdate generation: Int) -> Bool {
    guard inherited?.generation == generation else { return true }
    inherited = nil
    return false
  }

  /// Takes the former host's model, to be released.
  func takeInherited() -> (any Sendable)? { inherited.take()?.model }

  /// Forgets everything except how updates have ended.
  func forget() {
    inherited = nil
    failures = FailureState()
  }
}

extension Result {
  fileprivate var failure: Failure? {
    guard case .failure(let failure) = self else { return nil }
    return failure
  }
}

/// A worker running the program's own code, which may go on long after its update was overtaken.
/// Another thread then replaces the worker.
final class BuilderShift: Sendable {
  private struct State {
    var isRunning = false
    var isReplaced = false
  }

  private let state = Mutex(State())
  private let queue: WorkQueue

  init(_ queue: WorkQueue) { self.queue = queue }

  /// Runs the closure that makes a model, on this thread.
  func run(_ make: () throws -> EditedModel) rethrows -> EditedModel {
    state.withLock { $0.isRunning = true }
    defer {
      let wasReplaced = state.withLock { state in
        defer { state = State() }
        return state.isReplaced
      }
      if wasReplaced { queue.dismissStandIn() }
    }
    return try make()
  }

  /// Notes that the update was overtaken or cancelled.
  func isNotWaitedFor() {
    let mustReplace = state.withLock { state in
      guard state.isRunning, !state.isReplaced else { return false }
      state.isReplaced = true
      return true
    }
    if mustReplace { queue.callStandIn() }
  }
}

/// The heights of cells found while an update is under way. The update carries over the heights
/// known when it started, and applies these when it lands.
struct HeightJournal: Sendable {
  /// The maximum number of rows measured ahead of the viewport during an update. Applying them on
  /// the main actor takes less than three milliseconds.
  static let roomForIdleWork = 16_384

  /// The measured height of a row's cell, in layout points; rows are counted before the update.
  typealias Height = (row: Int, height: Double)

  /// The maximum number of heights that are applied in one step: a tenth of a millisecond.
  static let partSize = 512

  /// The update.
  let generation: Int
  /// The newest height of each row.
  private var heights: [Int: Double] = [:]
  /// The heights that are being applied, the next ones last.
  private var leaving: [Height] = []

  init(generation: Int) { self.generation = generation }

  /// The number of heights.
  var count: Int { heights.count + leaving.count }

  /// Whether measuring rows far from the viewport should wait until the update has landed.
  var isFull: Bool { count >= Self.roomForIdleWork }

  /// Whether one step should not apply all heights.
  var exceedsPart: Bool { count > Self.partSize }

  /// Takes heights to apply, older ones of a row first; `nil` if none are left.
  ///
  /// - Complexity: O(part), and O(heights) for the first part.
  mutating func takePart() -> [Height]? {
    if leaving.isEmpty {
      leaving = heights.map { (row: $0.key, height: $0.value) }
      heights = [:]
    }
    guard !leaving.isEmpty else { return nil }
    let part = Array(leaving.suffix(Self.partSize))
    leaving.removeLast(part.count)
    return part
  }

  /// Notes the measured height of a row's cell.
  mutating func note(_ height: Double, ofRow row: Int) { heights[row] = height }
}

extension TableBatch {
  /// Applies the heights found since the base of the update was taken, so no visible row goes back
  /// to an estimate.
  ///
  /// Rows with new content or environment use the old height as an estimate, unless the update has
  /// measured them.
  ///
  /// - Parameters:
  ///   - heights: The heights found, each row at most once.
  ///   - old: The rows before the update.
  /// - Complexity: O(heights · (log heights + log changes + log sections)), and 512 per block
  ///   of rows.
  mutating func replay(_ heights: [HeightJournal.Height], from old: TableRows) {
    let isAlike = snapshot.rows.measuresAllLike(old)
    snapshot.setCellHeights(
      heights.compactMap { oldRow, height in
        guard let row = mapping.newRow(ofOld: oldRow) else { return nil }
        let holds =
          updatedRows.isWithout(row) && (isAlike || measuresAlike(row, oldRow, of: old))
        guard holds || height > 0 && !snapshot.geometry.isMeasured(row) else { return nil }
        return HeightCorrection(row: row, height: height, isMeasured: holds)
      })
  }

  private func measuresAlike(_ row: Int, _ oldRow: Int, of old: TableRows) -> Bool {
    guard let section = snapshot.rows.numbering.section(ofRow: row),
      let oldSection = old.numbering.section(ofRow: oldRow)
    else { return false }
    return snapshot.rows.measures(section: section, like: old, section: oldSection)
  }
}
