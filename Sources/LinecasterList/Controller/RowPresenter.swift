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
