import LinecasterCells
import Synchronization

/// Rows of one snapshot that a worker prepares.
struct RowJob: Hashable, Sendable {
  /// What rows are prepared for.
  enum Purpose: Hashable, Sendable {
    /// Rows in range are shown, or measured for when they are.
    case range
    /// Rows that are shown are shown again.
    case renewal
    /// Rows are scrolled to.
    case scroll
    /// Rows far from sight are measured.
    case idle
  }

  /// Counts the jobs of a list; larger is younger.
  let number: Int
  let purpose: Purpose
  /// The update whose rows they are.
  let generation: Int
  /// Which rows, counted through the model.
  let rows: Range<Int>
  /// What is prepared; empty for jobs that nobody asks about.
  let keys: [MeasurementKey]
  /// Whether the rows will be shown, or only measured.
  let isForShow: Bool
  /// How soon it is wanted.
  var band: WorkBand
  /// Whether it is not wanted any more, and its end is waited for.
  var isCalledOff = false
}

/// What has come of a job.
struct RowReport: Sendable {
  /// Which job it was.
  let job: Int
  /// What came of it; rows that have been called off are neither here nor among those that failed.
  var outcome = RowsOutcome()
  /// Whether there was no room for the work.
  var isDropped = false
}

/// The work of one list's jobs, and what workers report of it.
@MainActor
final class RowWorkers {
  private struct Work {
    let ticket: WorkTicket
    let token: CancellationToken

    /// Keeps a worker from beginning or going on with it.
    func stop() {
      token.cancel()
      ticket.callOff()
    }
  }

  private let pipeline: PrecomputePipeline
  private let inbox: ReportInbox
  private var works: [Int: Work] = [:]

  /// - Parameter announce: Called on any thread when there is something to take.
  init(_ pipeline: PrecomputePipeline, announce: @escaping @Sendable () -> Void) {
    self.pipeline = pipeline
    inbox = ReportInbox(announce: announce)
  }

  deinit { for work in works.values { work.stop() } }

  /// Has a worker prepare rows.
  ///
  /// - Parameter output: What the rows are wanted as; nil wants their sizes only.
  func begin(_ job: RowJob, of snapshot: TableSnapshot, as output: PrecomputePipeline.Output?) {
    let token = CancellationToken()
    let request = RowsRequest(
      rows: job.rows, snapshot: snapshot, output: output,
      context: WorkContext(token: token, generation: job.generation, band: job.band))
    let number = job.number
    let ticket = pipeline.prepare(
      request, whenDropped: { [inbox] in inbox.put(RowReport(job: number, isDropped: true)) },
      completion: { [inbox] in inbox.put(RowReport(job: number, outcome: $0)) })
    works[number] = Work(ticket: ticket, token: token)
  }

  /// Gives a job another band; nothing happens to one that has begun.
  func retarget(_ job: Int, to band: WorkBand) { works[job]?.ticket.retarget(to: band) }

  /// Keeps a worker from beginning a job.
  ///
  /// - Returns: Whether it had not been begun, so that nothing will be reported.
  func callOff(_ job: Int, stopsWhatRuns: Bool) -> Bool {
    guard let work = works[job] else { return false }
    guard !work.ticket.callOff() else {
      works[job] = nil
      return true
    }
    if stopsWhatRuns { work.token.cancel() }
    return false
  }

  /// Stops a job; what is reported of it is nothing to the list.
  func stop(_ job: Int) { works.removeValue(forKey: job)?.stop() }

  /// Takes all that has been reported.
  func takeReports() -> [RowReport] {
    let reports = inbox.takeAll()
    for report in reports { works[report.job] = nil }
    return reports
  }
}

/// Collects what workers report until the main actor takes it: however many of them finish, one
/// delivery is on its way at a time.
private final class ReportInbox: Sendable {
  private struct State {
    var reports: [RowReport] = []
    var isAnnounced = false
  }

  private let state = Mutex(State())
  private let announce: @Sendable () -> Void

  /// - Parameter announce: Called when there is something to take and nobody has been told.
  init(announce: @escaping @Sendable () -> Void) {
    self.announce = announce
  }

  /// Puts a report in. May be called on any thread.
  func put(_ report: RowReport) {
    let isFirst = state.withLock { state in
      state.reports.append(report)
      defer { state.isAnnounced = true }
      return !state.isAnnounced
    }
    if isFirst { announce() }
  }

  /// Takes all there is.
  func takeAll() -> [RowReport] {
    state.withLock { state in
      defer { state = State() }
      return state.reports
    }
  }
}
