import LinecasterCells

/// The rows that workers prepare for one purpose, and what they report.
@MainActor
final class RowJobs {
  /// A job that has ended, and what came of it.
  struct Ended {
    let job: RowJob
    let report: RowReport
  }

  /// Weak, since a host may release the controller while it is called.
  private weak var controller: AutoDiffController?
  private let take: @MainActor ([Ended]) -> Void
  private var jobs: [Int: RowJob] = [:]
  /// Counts the jobs; what is reported of one that has been let go of is not heard.
  private var jobCount = 0
  private lazy var inbox = ReportInbox { [delivery = controller?.delivery, weak self] in
    delivery?.send { self?.takeReports() }
  }

  /// - Parameter take: Called with jobs that have ended, many at a time where many have.
  init(_ controller: AutoDiffController?, take: @escaping @MainActor ([Ended]) -> Void) {
    self.controller = controller
    self.take = take
  }

  deinit { for job in jobs.values { job.callOff() } }

  /// The jobs under way.
  var all: Dictionary<Int, RowJob>.Values { jobs.values }

  /// Has rows of the list that is shown prepared.
  ///
  /// - Parameters:
  ///   - keys: What is prepared, for those who ask whether it is under way.
  ///   - output: What the rows are wanted as; nil wants their sizes only.
  func begin(
    _ rows: Range<Int>, keys: [MeasurementKey] = [], as output: AutoDiffController.Options.Output?,
    band: WorkBand
  ) {
    guard let controller else { return }
    jobCount += 1
    let (number, token, snapshot) = (jobCount, CancellationToken(), controller.snapshot)
    let request = RowsRequest(
      rows: rows, snapshot: snapshot, output: output,
      context: WorkContext(token: token, generation: snapshot.generation, band: band))
    let report = { @Sendable [inbox] (results: [RowResult], failure: (any Error)?) in
      inbox.put(RowReport(job: number, results: results, failure: failure))
    }
    let ticket = controller.pipeline.prepare(
      request, whenDropped: { report([], PipelineError.cancelled) }, completion: report)
    jobs[number] = RowJob(
      generation: snapshot.generation, rows: rows, keys: keys, isForShow: output != nil,
      ticket: ticket, token: token)
  }

  /// Gives each job the band that it has now; one that is not wanted any more is not begun, and
  /// stopped where it has been.
  ///
  /// Work for a state that is no longer shown goes on where it runs, since others may want it, and
  /// is known by its keys.
  func retarget(for generation: Int, _ band: (Range<Int>) -> WorkBand?) {
    for (number, job) in jobs {
      if job.generation == generation, let band = band(job.rows) {
        job.ticket.retarget(to: band)
      } else if job.ticket.callOff() {
        jobs[number] = nil
      } else if job.generation == generation {
        job.token.cancel()
      }
    }
  }

  /// Calls `body` on the main actor when the queue, which was full, has room again.
  func whenRoom(_ body: @escaping @MainActor @Sendable () -> Void) {
    controller?.pipeline.work.whenRoom { [delivery = controller?.delivery] in
      delivery?.send(body)
    }
  }

  /// Stops all jobs; nothing is heard of them any more.
  func stop() {
    for job in jobs.values { job.callOff() }
    jobs = [:]
  }

  private func takeReports() {
    let ended = inbox.takeAll().compactMap { report in
      jobs.removeValue(forKey: report.job).map { Ended(job: $0, report: report) }
    }
    if controller != nil, !ended.isEmpty { take(ended) }
  }
}

extension RowReport {
  /// Whether there was no room for the work.
  var isDropped: Bool {
    if case PipelineError.cancelled? = failure { true } else { false }
  }
}
