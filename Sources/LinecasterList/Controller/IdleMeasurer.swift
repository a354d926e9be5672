/// Measures rows that are far from sight while workers have nothing better to do, outward from the
/// viewport.
@MainActor
final class IdleMeasurer {
  private weak var controller: AutoDiffController?
  private var jobs: [Int: RowJob] = [:]
  private var jobCount = 0
  private var generation = 0
  /// The rows between are measured or under way.
  private var swept = 0..<0
  private var isBelowNext = true
  private var isWaitingForRoom = false
  private lazy var inbox = makeInbox()

  init(controller: AutoDiffController) {
    self.controller = controller
  }

  deinit { for job in jobs.values { job.callOff() } }

  /// Whether rows are being measured.
  var isRunning: Bool { !jobs.isEmpty || isWaitingForRoom }

  /// Begins again at the viewport, which may have moved, and keeps workers supplied.
  func refresh() {
    guard let controller, controller.options.measuresIdly, controller.rangeMode.allowsIdleWork,
      let host = controller.host
    else {
      return
    }
    let snapshot = controller.snapshot
    if snapshot.generation != generation { stop() }
    generation = snapshot.generation
    guard snapshot.geometry.measuredCount < snapshot.rowCount else { return }
    let visible = snapshot.geometry.rows(in: host.viewport(in: snapshot).range)
    if !swept.contains(visible.lowerBound) || swept.isEmpty {
      swept = visible.lowerBound..<visible.lowerBound
    }
    supply(controller)
  }

  /// Stops all work.
  func stop() {
    for job in jobs.values { job.callOff() }
    jobs = [:]
    swept = 0..<0
    isWaitingForRoom = false
    inbox = makeInbox()
  }

  /// Keeps one piece of work waiting for each worker, so that there is little to call off.
  private func supply(_ controller: AutoDiffController) {
    guard !isWaitingForRoom else { return }
    while jobs.count <= controller.pipeline.work.workerCount,
      let rows = next(controller.snapshot.geometry)
    {
      request(rows, controller)
    }
  }

  /// The next rows that are not measured, below and above what has been swept in turns.
  private func next(_ geometry: RowGeometry) -> Range<Int>? {
    let most = PrecomputePipeline.rowsAMeasureChunk
    for _ in 0..<2 {
      isBelowNext.toggle()
      if isBelowNext {
        guard let first = geometry.firstEstimate(from: swept.upperBound) else {
          swept = swept.lowerBound..<max(swept.lowerBound, geometry.count)
          continue
        }
        let rows = first..<min(first + most, geometry.count)
        swept = min(swept.lowerBound, rows.lowerBound)..<rows.upperBound
        return rows
      }
      guard let last = geometry.lastEstimate(before: swept.lowerBound) else {
        swept = 0..<swept.upperBound
        continue
      }
      let rows = max(0, last + 1 - most)..<last + 1
      swept = rows.lowerBound..<max(swept.upperBound, rows.upperBound)
      return rows
    }
    return nil
  }

  private func request(_ rows: Range<Int>, _ controller: AutoDiffController) {
    let token = CancellationToken()
    jobCount += 1
    let (number, generation) = (jobCount, generation)
    let request = RowsRequest(
      rows: rows, snapshot: controller.snapshot, output: nil,
      context: WorkContext(token: token, generation: generation, band: .idle))
    let report = { @Sendable [inbox] (results: [RowResult], failure: (any Error)?) in
      inbox.put(
        RowReport(job: number, generation: generation, results: results, failure: failure))
    }
    let ticket = controller.pipeline.prepare(
      request, whenDropped: { report([], PipelineError.cancelled) }, completion: report)
    jobs[number] = RowJob(
      generation: generation, rows: rows, keys: [], ticket: ticket, token: token)
  }

  private func makeInbox() -> ReportInbox {
    ReportInbox { [delivery = controller?.delivery, weak self] in
      delivery?.send { self?.takeReports() }
    }
  }

  private func takeReports() {
    let reports = inbox.takeAll()
    guard let controller else { return }
    var results: [RowResult] = []
    for report in reports {
      guard jobs.removeValue(forKey: report.job) != nil else { continue }
      results += report.results
      if case PipelineError.cancelled? = report.failure { waitForRoom(controller) }
    }
    controller.take(results, of: generation)
    refresh()
    controller.notifyIfIdle()
  }

  /// Work was dropped: begins again when the queue has room.
  private func waitForRoom(_ controller: AutoDiffController) {
    guard !isWaitingForRoom else { return }
    isWaitingForRoom = true
    controller.pipeline.work.whenRoom { [delivery = controller.delivery, weak self] in
      delivery.send {
        self?.isWaitingForRoom = false
        self?.swept = 0..<0
        self?.refresh()
      }
    }
  }
}
