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
