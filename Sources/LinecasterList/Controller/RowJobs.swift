import LinecasterCells
import Synchronization

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

/// Rows of one snapshot that a worker prepares.
struct RowJob {
  /// The update whose rows they are.
  let generation: Int
  /// Which rows, counted through the model.
  let rows: Range<Int>
  /// What is prepared.
  let keys: [MeasurementKey]
  /// Whether the rows will be shown, or only measured.
  let isForShow: Bool
  let ticket: WorkTicket
  let token: CancellationToken

  /// Keeps a worker from beginning or going on with it.
  func callOff() {
    token.cancel()
    ticket.callOff()
  }
}

/// What has come of a job.
struct RowReport: Sendable {
  /// Which job it was.
  let job: Int
  let results: [RowResult]
  /// Why rows are missing from the results; nil where none is, or where the job was called off.
  let failure: (any Error)?
}

/// Collects what workers report until the main actor takes it: however many of them finish, one
/// delivery is on its way at a time.
final class ReportInbox: Sendable {
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

/// The rows in range: what should be shown, or known, of each.
struct RowWants {
  /// A row in range.
  struct Want {
    let row: Int
    let identity: RowIdentity
    let key: MeasurementKey
    let band: WorkBand
  }

  let bands: RowBands
  /// From top to bottom.
  let wants: [Want]

  init(bands: RowBands, in snapshot: TableSnapshot) {
    self.bands = bands
    // A header that stays may stand far above what can be seen.
    let far = bands.stickyHeader.flatMap { bands.preload.contains($0) ? nil : $0 }
    wants = ([far].compactMap(\.self) + bands.preload).compactMap { row in
      guard let identity = snapshot.identity(ofRow: row), let item = snapshot.item(atRow: row)
      else { return nil }
      return Want(
        row: row, identity: identity,
        key: MeasurementKey(item.cell, snapshot.environment(ofRow: row)),
        band: bands.band(ofRow: row))
    }
  }

  /// Whether a row is in range.
  func contains(_ row: Int) -> Bool {
    bands.preload.contains(row) || bands.stickyHeader == row
  }

  /// How soon the nearest of some rows is wanted; nil if none is in range.
  static func band(of rows: Range<Int>, in bands: RowBands) -> WorkBand? {
    if rows.overlaps(bands.visible) || bands.stickyHeader.map(rows.contains) == true {
      return .visible
    }
    if rows.overlaps(bands.display) { return .display }
    return rows.overlaps(bands.preload) ? .preload : nil
  }

  /// Cuts wants that are not met into pieces of work: neighbours of one band, the nearest band
  /// first.
  static func chunks(_ wants: [Want]) -> [ArraySlice<Want>] {
    var chunks: [ArraySlice<Want>] = []
    var start = wants.startIndex
    for index in wants.indices {
      let next = wants.index(after: index)
      let most =
        wants[start].band == .preload
        ? PrecomputePipeline.rowsAMeasureChunk : PrecomputePipeline.rowsARasterChunk
      let isLast =
        next == wants.endIndex || wants[next].band != wants[start].band
        || wants[next].row != wants[index].row + 1 || next - start >= most
      guard isLast else { continue }
      chunks.append(wants[start..<next])
      start = next
    }
    return chunks.sorted { $0[$0.startIndex].band < $1[$1.startIndex].band }
  }
}
