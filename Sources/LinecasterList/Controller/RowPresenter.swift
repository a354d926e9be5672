import LinecasterCells

/// Has the rows that can be seen, and those about to be, prepared and hands them to the host.
@MainActor
final class RowPresenter {
  /// Weak, since a host may release the controller while it is called.
  private weak var controller: AutoDiffController?
  /// What the host shows of each row.
  private var shown: [RowIdentity: MeasurementKey] = [:]
  /// What cannot be drawn, and is not asked for again.
  private var failed: Set<MeasurementKey> = []
  /// The rows whose coming into sight has been told.
  private var announced: Set<RowIdentity> = []
  /// The wants of the last refresh.
  private var wants: RowWants?
  private var wantsGeneration = 0
  private lazy var jobs = RowJobs(controller) { [weak self] in self?.take($0) }

  init(controller: AutoDiffController) {
    self.controller = controller
  }

  /// Whether rows that can be seen, or are about to be, are being prepared.
  var isRunning: Bool { jobs.all.contains { $0.ticket.band < .preload } }

  /// Requests what is in range and neither shown nor under way, gives what is under way its new
  /// band, calls off what has left the range, and lets go of what is shown out of range.
  func refresh() {
    guard let controller, let host = controller.host else { return }
    let snapshot = controller.snapshot
    let bands = controller.range.bands(for: host.viewport(in: snapshot), in: snapshot)
    guard bands != wants?.bands || snapshot.generation != wantsGeneration else {
      return widenIfShown(controller)
    }
    let wants = RowWants(bands: bands, in: snapshot)
    self.wants = wants
    wantsGeneration = snapshot.generation
    recycle(wants, host)
    jobs.retarget(for: snapshot.generation) { RowWants.band(of: $0, in: bands) }
    controller.publish(wants)
    request(wants, controller)
    announceShown(controller)
    widenIfShown(controller)
  }

  /// The rows that can be seen, headers that stay included.
  var visibleWants: [RowWants.Want] { wants?.wants.filter { $0.band == .visible } ?? [] }

  /// Has rows that could not be drawn count as any other.
  func forgive(_ keys: [MeasurementKey]) { failed.subtract(keys) }

  /// Hands rows to the host that are still wanted as they are.
  func show(_ results: [RowResult]) {
    guard let controller, let host = controller.host, let wants else { return }
    let wanted = results.filter { wants.contains($0.row) }
    let rows = wanted.compactMap(\.displayed)
    guard !rows.isEmpty else { return }
    for row in rows { shown[row.identity] = row.key }
    host.display(rows)
    for result in wanted where wants.bands.band(ofRow: result.row) == .visible {
      if let row = result.displayed { announce(row.identity, result.row, controller) }
    }
  }

  /// Stops all work and forgets what the host shows.
  func stop() {
    jobs.stop()
    shown = [:]
    failed = []
    announced = []
    wants = nil
  }
}

// MARK: - Steps

extension RowPresenter {
  private func recycle(_ wants: RowWants, _ host: any TableHost) {
    let kept = Set(wants.wants.map(\.identity))
    let gone = shown.keys.filter { !kept.contains($0) }
    guard !gone.isEmpty else { return }
    for identity in gone { shown[identity] = nil }
    host.recycle(gone)
  }

  private func request(_ wants: RowWants, _ controller: AutoDiffController) {
    let underWay = underWay(in: controller.snapshot.generation)
    let geometry = controller.snapshot.geometry
    let missing = wants.wants.filter { want in
      if underWay.drawn.contains(want.row) || underWay.old.contains(want.key)
        || failed.contains(want.key)
      {
        return false
      }
      return want.band == .preload
        ? !geometry.isMeasured(want.row) && !underWay.measured.contains(want.row)
        : shown[want.identity] != want.key
    }
    for chunk in RowWants.chunks(missing) {
      let first = chunk[chunk.startIndex]
      jobs.begin(
        first.row..<first.row + chunk.count, keys: chunk.map(\.key),
        as: first.band == .preload ? nil : controller.options.output, band: first.band)
    }
  }

  /// The rows that are being drawn and those that are being measured, and what is being prepared
  /// for older states: once that ends, everything is looked at again.
  private func underWay(
    in generation: Int
  ) -> (drawn: Set<Int>, measured: Set<Int>, old: Set<MeasurementKey>) {
    var (drawn, measured, old) = (Set<Int>(), Set<Int>(), Set<MeasurementKey>())
    for job in jobs.all {
      if job.generation != generation {
        old.formUnion(job.keys)
      } else if job.isForShow {
        drawn.formUnion(job.rows)
      } else {
        measured.formUnion(job.rows)
      }
    }
    return (drawn, measured, old)
  }

  private func take(_ ended: [RowJobs.Ended]) {
    guard let controller else { return }
    var mustLookAgain = false
    for (job, report) in ended.map({ ($0.job, $0.report) }) {
      controller.take(report.results, of: job.generation)
      // Rows called off while they left the range may be back in it.
      let isCutShort = report.failure == nil && report.results.count < job.rows.count
      mustLookAgain =
        mustLookAgain || isCutShort || job.generation != controller.snapshot.generation
      if report.isDropped {
        jobs.whenRoom { [weak self] in self?.lookAgain() }
      } else if let failure = report.failure {
        fail(job, report.results, failure, controller)
      }
    }
    if mustLookAgain { lookAgain() } else { refresh() }
    controller.notifyIfIdle()
  }

  /// Reports rows that cannot be drawn, and does not ask for them again.
  func fail(
    _ job: RowJob, _ results: [RowResult], _ failure: any Error, _ controller: AutoDiffController
  ) {
    let done = Set(results.map(\.row))
    for (row, key) in zip(job.rows, job.keys) where !done.contains(row) { failed.insert(key) }
    controller.onDiagnostic?(.rowsFailed(failure))
    controller.host?.displayFailed(failure)
  }

  private func lookAgain() {
    wants = nil
    refresh()
  }

  /// Once all that can be seen is shown, there is time for what is about to be.
  private func widenIfShown(_ controller: AutoDiffController) {
    guard controller.range.mode == .minimum, wants?.bands.visible.isEmpty == false,
      !jobs.all.contains(where: { $0.ticket.band == .visible })
    else { return }
    controller.range.displayDidFinish()
    refresh()
  }

  /// Runs the actions of rows that have come into sight and are shown.
  private func announceShown(_ controller: AutoDiffController) {
    let visible = visibleWants
    announced.formIntersection(visible.map(\.identity))
    for want in visible where shown[want.identity] != nil {
      announce(want.identity, want.row, controller)
    }
  }

  private func announce(_ identity: RowIdentity, _ row: Int, _ controller: AutoDiffController) {
    guard announced.insert(identity).inserted else { return }
    controller.snapshot.item(atRow: row)?.actions.onDisplay?()
  }
}

extension AutoDiffController {
  /// Tells the pipeline what to keep when memory is short.
  func publish(_ wants: RowWants) {
    var bands: [MeasurementKey: WorkBand] = [:]
    for want in wants.wants { bands[want.key] = min(want.band, bands[want.key] ?? .idle) }
    pipeline.bands.set(bands, of: ObjectIdentifier(self))
  }
}

/// Prepares the rows that can be seen again and hands them to the host again.
///
/// Waits while an update is under way, which carries over heights that were known when it was
/// begun; and begins again after one that came meanwhile.
@MainActor
final class RowRenewer {
  private weak var controller: AutoDiffController?
  private(set) var isRunning = false
  private lazy var jobs = RowJobs(controller) { [weak self] in self?.take($0) }

  init(controller: AutoDiffController) {
    self.controller = controller
  }

  /// Begins, or begins again.
  func renew() {
    isRunning = true
    jobs.stop()
    controller?.notifyIfIdle()
  }

  /// Drops the wish.
  func stop() {
    isRunning = false
    jobs.stop()
  }

  /// Does the next step if it is time.
  func advance() {
    guard isRunning, jobs.all.isEmpty, let controller, controller.state.isResting,
      !controller.presenter.isRunning
    else { return }
    let wants = controller.presenter.visibleWants
    guard !wants.isEmpty else { return stop() }
    controller.presenter.forgive(wants.map(\.key))
    for want in wants { controller.pipeline.cells.caches.forget(want.key) }
    for chunk in RowWants.chunks(wants) {
      let first = chunk[chunk.startIndex]
      jobs.begin(
        first.row..<first.row + chunk.count, keys: chunk.map(\.key),
        as: controller.options.output, band: .visible)
    }
  }

  private func take(_ ended: [RowJobs.Ended]) {
    guard let controller else { return }
    let generation = controller.snapshot.generation
    guard controller.state.isResting, ended.allSatisfy({ $0.job.generation == generation }) else {
      return renew()
    }
    for (job, report) in ended.map({ ($0.job, $0.report) }) {
      controller.take(report.results, of: generation, areNew: true)
      if let failure = report.failure {
        controller.presenter.fail(job, report.results, failure, controller)
      }
    }
    guard jobs.all.isEmpty else { return }
    isRunning = false
    // Other heights bring other rows into sight.
    controller.viewportDidChange()
  }
}

/// Scrolls to rows, wherever they are and however few of the rows between have been measured.
///
/// Only the rows around the target are measured: those far above it have estimated heights, which
/// are corrected later under an anchor.
@MainActor
final class RowScroller {
  private struct Wish {
    let identity: RowIdentity
    let position: ScrollPosition
    let isAnimated: Bool
    let completion: @MainActor (Bool) -> Void
  }

  private weak var controller: AutoDiffController?
  private var wish: Wish?
  private lazy var jobs = RowJobs(controller) { [weak self] in self?.take($0) }

  init(controller: AutoDiffController) {
    self.controller = controller
  }

  /// Whether a row is still to be scrolled to.
  var isRunning: Bool { wish != nil }

  /// Scrolls to a row once no update is under way; an older wish is dropped.
  func scroll(
    to identity: RowIdentity, at position: ScrollPosition, animated: Bool,
    completion: @escaping @MainActor (Bool) -> Void
  ) {
    stop()
    wish = Wish(
      identity: identity, position: position, isAnimated: animated, completion: completion)
    advance()
  }

  /// Drops the wish.
  func stop() {
    jobs.stop()
    finish(false)
  }

  /// Does the next step: waits for updates, measures around the target, scrolls.
  func advance() {
    guard let wish, let controller, let host = controller.host, controller.state.isIdle else {
      return
    }
    guard let row = controller.row(of: wish.identity) else { return finish(false) }
    let snapshot = controller.snapshot
    let viewport = host.viewport(in: snapshot)
    guard let offset = snapshot.offset(showing: row, at: wish.position, in: viewport) else {
      return finish(false)
    }
    let target = Viewport(offset: offset, length: viewport.length)
    let rows = snapshot.geometry.rows(in: target.range)
    if let first = rows.first(where: { !snapshot.geometry.isMeasured($0) }),
      let last = rows.last(where: { !snapshot.geometry.isMeasured($0) })
    {
      return measure(first..<last + 1, controller)
    }
    host.setOffset(offset, in: snapshot, animated: wish.isAnimated)
    finish(true)
    controller.viewportDidChange()
  }

  private func finish(_ isDone: Bool) {
    guard let wish else { return }
    self.wish = nil
    wish.completion(isDone)
  }

  private func measure(_ rows: Range<Int>, _ controller: AutoDiffController) {
    let generation = controller.snapshot.generation
    if jobs.all.contains(where: { $0.rows == rows && $0.generation == generation }) { return }
    jobs.stop()
    jobs.begin(rows, as: nil, band: .visible)
  }

  private func take(_ ended: [RowJobs.Ended]) {
    for ended in ended {
      controller?.take(ended.report.results, of: ended.job.generation)
      // Rows that cannot be measured keep their estimate.
      if ended.report.failure != nil, ended.report.results.isEmpty { return finish(false) }
    }
    advance()
  }
}

/// Measures rows that are far from sight while workers have nothing better to do, outward from the
/// viewport: two chunks ahead for each behind.
@MainActor
final class IdleMeasurer {
  private weak var controller: AutoDiffController?
  private var generation = 0
  /// The rows between are measured or under way.
  private var swept = 0..<0
  private var turn = 0
  private var isWaitingForRoom = false
  private lazy var jobs = RowJobs(controller) { [weak self] in self?.take($0) }

  init(controller: AutoDiffController) {
    self.controller = controller
  }

  /// Whether rows are being measured.
  var isRunning: Bool { !jobs.all.isEmpty || isWaitingForRoom }

  /// Begins again at the viewport, which may have moved, and keeps workers supplied.
  func refresh() {
    guard let controller, controller.options.measuresIdly, controller.rangeMode.allowsIdleWork,
      let host = controller.host
    else { return }
    let snapshot = controller.snapshot
    if snapshot.generation != generation { stop() }
    generation = snapshot.generation
    guard snapshot.geometry.measuredCount < snapshot.rowCount else { return }
    let visible = snapshot.geometry.rows(in: host.viewport(in: snapshot).range)
    if !swept.contains(visible.lowerBound) {
      swept = visible.lowerBound..<visible.lowerBound
    }
    supply(controller)
  }

  /// Stops all work.
  func stop() {
    jobs.stop()
    swept = 0..<0
    isWaitingForRoom = false
  }

  /// Keeps one piece of work waiting for each worker, so that there is little to call off.
  private func supply(_ controller: AutoDiffController) {
    guard !isWaitingForRoom else { return }
    while jobs.all.count <= controller.pipeline.work.workerCount,
      let rows = next(controller.snapshot.geometry, controller.range.direction)
    {
      jobs.begin(rows, as: nil, band: .idle)
    }
  }

  /// The next rows that are not measured, ahead of what has been swept or behind it.
  private func next(_ geometry: RowGeometry, _ direction: ScrollDirection) -> Range<Int>? {
    turn += 1
    let isBelow = (turn % 3 != 0) == (direction == .towardsEnd)
    return isBelow
      ? below(geometry) ?? above(geometry) : above(geometry) ?? below(geometry)
  }

  private func below(_ geometry: RowGeometry) -> Range<Int>? {
    guard let first = geometry.firstEstimate(from: swept.upperBound) else { return nil }
    let end = min(first + PrecomputePipeline.rowsAMeasureChunk, geometry.count)
    swept = swept.lowerBound..<end
    return first..<end
  }

  private func above(_ geometry: RowGeometry) -> Range<Int>? {
    guard let last = geometry.lastEstimate(before: swept.lowerBound) else { return nil }
    let start = max(0, last + 1 - PrecomputePipeline.rowsAMeasureChunk)
    swept = start..<swept.upperBound
    return start..<last + 1
  }

  private func take(_ ended: [RowJobs.Ended]) {
    guard let controller else { return }
    controller.take(ended.flatMap(\.report.results), of: generation)
    if ended.contains(where: \.report.isDropped) { waitForRoom() }
    refresh()
    controller.notifyIfIdle()
  }

  /// Work was dropped: begins again when the queue has room.
  private func waitForRoom() {
    guard !isWaitingForRoom else { return }
    isWaitingForRoom = true
    jobs.whenRoom { [weak self] in
      self?.isWaitingForRoom = false
      self?.swept = 0..<0
      self?.refresh()
    }
  }
}
