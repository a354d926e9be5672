import LinecasterBase
import LinecasterCells
import LinecasterText

/// The search in the rows of one list: its state, and the work of its jobs.
@MainActor
final class ListFinder {
  /// A match that is to be shown, with its bounds in the row.
  struct Place: Sendable {
    let identity: RowIdentity
    /// The bounds, in layout points from the row's top-left corner; `nil` if nothing is drawn.
    let bounds: Rect?
    let isAnimated: Bool
    let number: Int
  }

  private struct Work {
    let ticket: WorkTicket
    let token: CancellationToken
  }

  var state: FindState
  /// Called when the progress changes.
  var onProgress: (@MainActor (FindProgress) -> Void)?
  private let pipeline: PrecomputePipeline
  private let list: ObjectIdentifier
  private let reports = Inbox<[FindState.Report]>()
  private let places = Inbox<[Place]>()
  private let signal: @Sendable () -> Void
  private var works: [Int: Work] = [:]
  private var placing: Work?
  private var placeCount = 0

  /// The number of UTF-16 units after which a job ends, so that the list stays responsive.
  nonisolated private static let unitsPerJob = 65_536

  /// - Parameters:
  ///   - list: The key of the list in its pipeline.
  ///   - signal: Called on any thread when there is something to take; must not keep the list
  ///     alive.
  init(
    _ pipeline: PrecomputePipeline, of list: ObjectIdentifier,
    signal: @escaping @Sendable () -> Void
  ) {
    self.pipeline = pipeline
    self.list = list
    self.signal = signal
    state = FindState(workerCount: pipeline.work.workerCount)
  }

  deinit {
    for work in works.values { Self.stop(work, pipeline) }
    if let placing { Self.stop(placing, pipeline) }
  }

  nonisolated private static func stop(_ work: Work, _ pipeline: PrecomputePipeline) {
    // Work for an older state may hold the last reference to its model.
    _ = work.ticket.cancel { pipeline.release(taking: &$0) }
    work.token.cancel()
  }

  /// Searches rows of a state.
  func begin(_ job: FindState.Job, in snapshot: TableSnapshot) {
    let token = CancellationToken()
    let context = WorkContext(
      token: token, generation: snapshot.generation, band: .display, list: list)
    let ticket = pipeline.work.enqueue(.display, list: list) {
      [reports, signal, cells = pipeline.cells] in
      let report = Self.report(on: job, in: snapshot, cells, context)
      if reports.append(report) { signal() }
    }
    works[job.number] = Work(ticket: ticket, token: token)
  }

  /// Stops a job; its report is ignored.
  func stop(_ job: Int) {
    if let work = works.removeValue(forKey: job) { Self.stop(work, pipeline) }
  }

  /// Takes the reports of jobs.
  func takeReports() -> [FindState.Report] {
    let reports = reports.take() ?? []
    for report in reports { works[report.job] = nil }
    return reports
  }

  private nonisolated static func report(
    on job: FindState.Job, in snapshot: TableSnapshot, _ cells: CellPrecomputer,
    _ context: WorkContext
  ) -> FindState.Report {
    var report = FindState.Report(job: job.number)
    var unitCount = 0
    for row in job.rows where unitCount < unitsPerJob {
      if let item = snapshot.item(atRow: row) {
        let key = MeasurementKey(item.cell, snapshot.environment(ofRow: row))
        do {
          let found = try cells.ranges(of: job.query, in: item, key, &unitCount, context)
          if !found.isEmpty {
            report.found.append(FoundRows.Row(offset: row - job.rows.lowerBound, ranges: found))
          }
        } catch is CancellationError {
          return report
        } catch {
          // A row that cannot be arranged shows no text.
        }
      }
      report.searchedCount += 1
    }
    return report
  }

  /// Finds the bounds of a match in its row.
  func locate(
    _ range: CellTextRange, in item: TableItem, _ identity: RowIdentity, _ key: MeasurementKey,
    isAnimated: Bool
  ) {
    if let placing { Self.stop(placing, pipeline) }
    placeCount += 1
    let token = CancellationToken()
    let context = WorkContext(token: token, generation: 0, band: .visible, list: list)
    let number = placeCount
    let ticket = pipeline.work.enqueue(.visible, list: list) {
      [places, signal, cells = pipeline.cells] in
      let arranged = try? cells.arrangement(of: item, key, context).value
      let place = Place(
        identity: identity, bounds: arranged?.bounds(of: range), isAnimated: isAnimated,
        number: number)
      if places.append(place) { signal() }
    }
    placing = Work(ticket: ticket, token: token)
  }

  /// Takes the place of the match that was requested last; `nil` if it is not known yet.
  func takePlace() -> Place? {
    let place = places.take()?.last { $0.number == placeCount }
    if place != nil { placing = nil }
    return place
  }

  /// Stops all work.
  func tearDown() {
    if let placing { Self.stop(placing, pipeline) }
    placing = nil
    placeCount += 1
    for case .stop(let job) in state.tearDown() { stop(job) }
    onProgress = nil
  }
}

extension CellPrecomputer {
  /// Returns the matches of a query in the texts of an item's cell. Rows are laid out only if they
  /// have custom content, which may draw texts.
  ///
  /// - Parameter unitCount: Increased by the UTF-16 units of the texts, and by one for the row.
  fileprivate func ranges(
    of query: TextQuery, in item: TableItem, _ key: MeasurementKey, _ unitCount: inout Int,
    _ context: WorkContext
  ) throws -> [CellTextRange] {
    try context.check()
    return try WorkScope.run(isCancelled: { context.isCancelled }) { scope in
      unitCount += 1
      guard let texts = item.cell.layout(in: key.environment).texts(scope) else {
        let arrangement = try passingArrangement(of: item, key, context)
        // Laying it out takes as long as searching a page.
        unitCount += 4096
        return try arrangement.ranges(of: query, scope)
      }
      var found: [CellTextRange] = []
      for (index, text) in texts.enumerated() {
        unitCount += text.utf16.count
        for range in try query.ranges(in: text, scope) {
          found.append(CellTextRange(text: index, utf16Range: range))
        }
      }
      return found
    }
  }
}
