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
  private var jobs: [Int: RowJob] = [:]
  private var jobCount = 0
  /// The wants of the last refresh.
  private var wants: RowWants?
  private var wantsGeneration = 0
  private lazy var inbox = makeInbox()

  init(controller: AutoDiffController) {
    self.controller = controller
  }

  deinit { for job in jobs.values { job.callOff() } }

  /// Whether rows that can be seen, or are about to be, are being prepared.
  var isRunning: Bool { jobs.values.contains { $0.ticket.band < .preload } }

  /// Requests what is in range and neither shown nor under way, gives what is under way its new
  /// band, calls off what has left the range, and lets go of what is shown out of range.
  func refresh() {
    guard let controller, let host = controller.host else { return }
    let snapshot = controller.snapshot
    let bands = controller.range.bands(for: host.viewport(in: snapshot), in: snapshot)
    guard bands != wants?.bands || snapshot.generation != wantsGeneration else { return }
    let wants = RowWants(bands: bands, in: snapshot)
    self.wants = wants
    wantsGeneration = snapshot.generation
    recycle(wants, host)
    retarget(bands, snapshot.generation)
    controller.publish(wants)
    request(wants, controller)
    announce(wants, controller)
    widenIfShown(controller)
  }

  /// Hands rows to the host that are still wanted as they are.
  func show(_ results: [RowResult]) {
    guard let controller, let host = controller.host, let wants else { return }
    let rows = results.filter { wants.contains($0.row) }.compactMap(\.displayed)
    guard !rows.isEmpty else { return }
    for row in rows { shown[row.identity] = row.key }
    host.display(rows)
    announce(wants, controller)
  }

  /// Stops all work and forgets what the host shows.
  func stop() {
    for job in jobs.values { job.callOff() }
    jobs = [:]
    inbox = makeInbox()
    shown = [:]
    failed = []
    announced = []
    wants = nil
  }
}

// MARK: - Steps

extension RowPresenter {
  private func recycle(_ wants: RowWants, _ host: any ListHost) {
    let kept = Set(wants.wants.map(\.identity))
    let gone = shown.keys.filter { !kept.contains($0) }
    guard !gone.isEmpty else { return }
    for identity in gone { shown[identity] = nil }
    host.recycle(gone)
  }

  /// Work for a state that is no longer shown is not begun; what runs goes on, since others may
  /// want it, and is known by its keys.
  private func retarget(_ bands: RowBands, _ generation: Int) {
    for (number, job) in jobs {
      let band = job.generation == generation ? RowWants.band(of: job.rows, in: bands) : nil
      if let band {
        job.ticket.retarget(to: band)
      } else if job.ticket.callOff() {
        jobs[number] = nil
      } else if job.generation == generation {
        job.token.cancel()
      }
    }
  }

  private func request(_ wants: RowWants, _ controller: AutoDiffController) {
    let underWay = Set(jobs.values.flatMap(\.keys))
    let geometry = controller.snapshot.geometry
    let missing = wants.wants.filter { want in
      if underWay.contains(want.key) || failed.contains(want.key) { return false }
      return want.band == .preload
        ? !geometry.isMeasured(want.row) : shown[want.identity] != want.key
    }
    for chunk in RowWants.chunks(missing) { request(chunk, controller) }
  }

  private func request(_ chunk: ArraySlice<RowWants.Want>, _ controller: AutoDiffController) {
    let band = chunk[chunk.startIndex].band
    let rows = chunk[chunk.startIndex].row..<chunk[chunk.startIndex].row + chunk.count
    let token = CancellationToken()
    let generation = controller.snapshot.generation
    jobCount += 1
    let number = jobCount
    let request = RowsRequest(
      rows: rows, snapshot: controller.snapshot,
      output: band == .preload ? nil : controller.options.output,
      context: WorkContext(token: token, generation: generation, band: band))
    let report = { @Sendable [inbox] (results: [RowResult], failure: (any Error)?) in
      inbox.put(
        RowReport(job: number, generation: generation, results: results, failure: failure))
    }
    let ticket = controller.pipeline.prepare(
      request, whenDropped: { report([], PipelineError.cancelled) }, completion: report)
    jobs[number] = RowJob(
      generation: generation, rows: rows, keys: chunk.map(\.key), ticket: ticket, token: token)
  }

  private func makeInbox() -> ReportInbox {
    ReportInbox { [delivery = controller?.delivery, weak self] in
      delivery?.send { self?.takeReports() }
    }
  }

  private func takeReports() {
    let reports = inbox.takeAll()
    guard let controller else { return }
    var isStale = false
    for report in reports {
      guard let job = jobs.removeValue(forKey: report.job) else { continue }
      controller.take(report.results, of: report.generation)
      // Rows called off while they left the range may be back in it.
      let isCutShort = report.failure == nil && report.results.count < job.rows.count
      isStale = isStale || isCutShort || report.generation != controller.snapshot.generation
      note(report.failure, of: job, report.results, controller)
    }
    if isStale { wants = nil }
    refresh()
    controller.notifyIfIdle()
  }

  private func note(
    _ failure: (any Error)?, of job: RowJob, _ results: [RowResult],
    _ controller: AutoDiffController
  ) {
    guard let failure else { return }
    if case PipelineError.cancelled = failure {
      // Dropped for want of room; asked for again when there is some.
      controller.pipeline.work.whenRoom { [delivery = controller.delivery, weak self] in
        delivery.send { self?.retry() }
      }
      return
    }
    let done = Set(results.map(\.row))
    for (row, key) in zip(job.rows, job.keys) where !done.contains(row) { failed.insert(key) }
    controller.onDiagnostic?(.rowsFailed(failure))
    controller.host?.displayFailed(failure)
  }

  private func retry() {
    wants = nil
    refresh()
  }

  /// Once all that can be seen is shown, there is time for what is about to be.
  private func widenIfShown(_ controller: AutoDiffController) {
    guard controller.range.mode == .minimum, wants?.bands.visible.isEmpty == false,
      !jobs.values.contains(where: { $0.ticket.band == .visible })
    else { return }
    controller.range.displayDidFinish()
    refresh()
  }

  /// Runs the actions of rows that have come into sight and are shown.
  private func announce(_ wants: RowWants, _ controller: AutoDiffController) {
    let visible = wants.wants.filter { $0.band == .visible }
    announced.formIntersection(visible.map(\.identity))
    for want in visible where shown[want.identity] != nil {
      guard announced.insert(want.identity).inserted else { continue }
      controller.snapshot.item(atRow: want.row)?.actions.onDisplay?()
    }
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
