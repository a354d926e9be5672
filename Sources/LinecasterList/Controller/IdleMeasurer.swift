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
