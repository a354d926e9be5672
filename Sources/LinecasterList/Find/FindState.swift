import LinecasterBase
import LinecasterCells
import LinecasterText

/// A search in all rows of a list: a state machine without threads, which takes events and returns
/// the next actions.
///
/// Workers search some rows at a time, from the visible ones on, and results count as they come.
/// Rows with new content are searched again.
struct FindState: Sendable {
  /// Rows of the shown state that a worker searches.
  struct Job: Hashable, Sendable {
    let number: Int
    let rows: Range<Int>
    let query: TextQuery
  }

  /// The result of a job.
  struct Report: Sendable {
    let job: Int
    /// The number of rows, from the first on, that have been searched.
    var searchedCount = 0
    var found: [FoundRows.Row] = []
  }

  /// An action of the list.
  enum Action: Hashable, Sendable {
    /// Search rows of the shown state.
    case begin(Job)
    /// Stop a job, whose report is not awaited.
    case stop(job: Int)
    /// Show the visible rows with their matches.
    case look
    /// Scroll to the current match.
    case show(isAnimated: Bool)
    /// Report the progress.
    case report
  }

  /// A step to another match.
  enum Step: Hashable, Sendable { case next, previous }

  /// A step that waits for rows to be searched.
  private struct Wish: Hashable, Sendable {
    let step: Step
    let isAnimated: Bool
  }

  /// The query; `nil` without a search.
  private(set) var query: TextQuery?
  /// The matches so far; `nil` without a search.
  private(set) var found: FoundRows?
  /// The match that the reader has been led to.
  private(set) var current: FoundRows.Match?
  /// The place where a step begins if there is no current match; `nil` for the visible rows.
  private var place: FoundRows.Match?
  private var wish: Wish?
  private var jobs: Set<Int> = []
  private var jobCount = 0
  /// The row where the search begins.
  private var firstRow = 0
  private let workerCount: Int

  /// The maximum number of rows of a job.
  static let rowsPerJob = 256

  init(workerCount: Int = 1) { self.workerCount = max(1, workerCount) }

  /// The progress of the search; `nil` without one.
  var progress: FindProgress? {
    found.map { found in
      FindProgress(
        count: found.matchCount, current: current.map { found.count(before: $0) + 1 },
        isComplete: found.isComplete)
    }
  }

  /// Returns the found text of a row; `nil` for none.
  func text(ofRow row: Int) -> FoundText? {
    guard let ranges = found?.ranges(inRow: row), !ranges.isEmpty else { return nil }
    return FoundText(ranges, current: current?.row == row ? current?.range : nil)
  }

  /// Starts another search, or ends it.
  ///
  /// - Parameters:
  ///   - row: The first visible row.
  ///   - rowCount: The number of rows.
  mutating func search(_ query: TextQuery?, from row: Int, rowCount: Int) -> [Action] {
    guard query != self.query else { return [] }
    let stopped = jobs.sorted().map { Action.stop(job: $0) }
    let hadMatches = found.map { $0.matchCount > 0 } ?? false
    (jobs, wish) = ([], nil)
    // A longer query goes on where the shorter one has led to.
    place = query == nil ? nil : current ?? place
    (self.query, current, firstRow) = (query, nil, row)
    found = query.map { FoundRows(rowCount: $0.isEmpty ? 0 : rowCount) }
    return stopped + (hadMatches ? [.look] : []) + begin() + [.report]
  }

  /// Takes an update that is shown.
  mutating func landed(_ batch: TableBatch) -> [Action] {
    landed(
      batch.mapping, updated: batch.updatedRows, rowCount: batch.snapshot.rowCount,
      changesAll: batch.changesEnvironment)
  }

  /// Takes an update that is shown.
  ///
  /// - Parameters:
  ///   - updated: The rows with new content, ascending; counted after the update.
  ///   - changesAll: Whether all rows may have other texts.
  mutating func landed(
    _ mapping: RowMapping, updated: [Int], rowCount: Int, changesAll: Bool
  ) -> [Action] {
    guard let query, !query.isEmpty, found != nil else { return [] }
    let before = progress
    found?.move(by: mapping, updated: updated, rowCount: rowCount)
    if changesAll { found?.invalidate() }
    current = current.flatMap { moved($0, mapping) }
    place = place.flatMap { moved($0, mapping) }
    firstRow = mapping.newRow(ofOld: firstRow) ?? min(firstRow, max(0, rowCount - 1))
    if wish != nil, current == nil, place == nil { place = .start(ofRow: firstRow) }
    return begin() + tryStep() + (progress == before ? [] : [.report])
  }

  private func moved(_ match: FoundRows.Match, _ mapping: RowMapping) -> FoundRows.Match? {
    mapping.newRow(ofOld: match.row).map { FoundRows.Match(row: $0, range: match.range) }
  }

  /// Takes the results of jobs.
  mutating func ended(_ reports: [Report]) -> [Action] {
    let reports = reports.filter { jobs.remove($0.job) != nil }
    guard !reports.isEmpty, found != nil else { return [] }
    let before = progress
    for report in reports {
      found?.end(report.job, searchedCount: report.searchedCount, found: report.found)
    }
    keepCurrent()
    let shows = progress?.count != before?.count || reports.contains { !$0.found.isEmpty }
    let steps = tryStep()
    return begin() + (shows ? [.look] : []) + steps
      + (progress == before || !steps.isEmpty ? [] : [.report])
  }

  /// Leads a current match that has gone from its row to the next one there.
  private mutating func keepCurrent() {
    guard let match = current, let ranges = found?.ranges(inRow: match.row),
      !ranges.contains(match.range)
    else { return }
    place = match
    current = ranges.first { $0 > match.range }
      .map { FoundRows.Match(row: match.row, range: $0) }
  }

  /// Leads to another match, as soon as the rows on the way have been searched.
  ///
  /// - Parameter row: The first visible row, where steps begin without a current match.
  mutating func step(_ step: Step, isAnimated: Bool, from row: Int) -> [Action] {
    guard found != nil else { return [] }
    wish = Wish(step: step, isAnimated: isAnimated)
    if current == nil, place == nil {
      place = .start(ofRow: row)
    }
    return tryStep()
  }

  private mutating func tryStep() -> [Action] {
    guard let wish, let found, let start = current ?? place else { return [] }
    let target =
      switch wish.step {
      case .next: found.target(after: start, includesPlace: current == nil)
      case .previous: found.target(before: start)
      }
    switch target {
    case .unknown: return []
    case .none:
      self.wish = nil
      return []
    case .match(let match):
      self.wish = nil
      (current, place) = (match, nil)
      return [.look, .show(isAnimated: wish.isAnimated), .report]
    }
  }

  /// Stops the search when the list is torn down.
  mutating func tearDown() -> [Action] {
    let stopped = jobs.sorted().map { Action.stop(job: $0) }
    self = FindState(workerCount: workerCount)
    return stopped
  }

  /// Has each worker search some rows.
  private mutating func begin() -> [Action] {
    guard let query else { return [] }
    var actions: [Action] = []
    while jobs.count < workerCount,
      let rows = found?.begin(jobCount + 1, from: firstRow, atMost: Self.rowsPerJob)
    {
      jobCount += 1
      jobs.insert(jobCount)
      actions.append(.begin(Job(number: jobCount, rows: rows, query: query)))
    }
    return actions
  }
}

extension FoundRows.Match {
  /// The place before all matches in a row.
  fileprivate static func start(ofRow row: Int) -> Self {
    Self(row: row, range: CellTextRange(text: 0, utf16Range: 0..<0))
  }
}

/// The search in the rows of one list: its state, and the work of its jobs.
@MainActor
final class ListFinder {
  /// A match that is to be shown, with its bounds in the row.
  struct Place: Sendable {
    let identity: RowIdentity
    /// The bounds, in layout points from the row's top-left corner; `nil` if nothing is drawn.
    let bounds: Rect?
    /// The content with the match that readers scroll sideways; `nil` for none.
    let scroll: SidewaysScroll?
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
        identity: identity, bounds: arranged?.bounds(of: range),
        scroll: arranged?.sidewaysScroll(of: range), isAnimated: isAnimated, number: number)
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
