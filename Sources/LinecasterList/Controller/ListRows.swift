import LinecasterBase
import LinecasterCells
import LinecasterDisplay
import LinecasterText

/// The rows of a list: the shown state, the work that prepares it, and the drawn layouts.
///
/// Decides by `RowState`. Knows neither the host nor the updates.
@MainActor
final class ListRows {
  /// A message from another thread.
  enum Signal: Sendable {
    /// Jobs have ended.
    case reports
    /// Images have arrived.
    case arrivals
    /// The queue has room.
    case room
    /// Rows have been searched.
    case found
    /// The index has been rebuilt; `nil` if there was no room for the work.
    case index(RowHashTable?, generation: Int)
  }

  /// The state that the host shows, or is about to.
  var snapshot: TableSnapshot
  /// The rows that are prepared, shown, scrolled to and measured.
  var state: RowState
  /// The anchor that keeps visible rows in place when heights or the environment change; never
  /// `none`.
  private(set) var anchor: Anchor
  /// Whether the list has an anchor of its own, which updates do not change.
  private let keepsAnchor: Bool
  /// The viewport of the current or last host, as far as it is known.
  private var viewport: Viewport?
  /// Whether the reader was at the end of the list after the last scroll of their own. If rows
  /// become shorter, a reader who has left the end does not return to it.
  private(set) var isFollowing = true
  /// The earliest time to take images again: rows are redrawn at most once a frame.
  private(set) var nextArrivals = Duration.zero
  /// The layouts of the rows that the host shows.
  private(set) var arrangements: [RowIdentity: CellArrangement] = [:]
  /// The contents of tall rows that the host shows: later versions of a row share parts of them.
  private var tallContents: [RowIdentity: DisplayedRow.Content] = [:]
  /// The tags of regions that can have keyboard focus without an action.
  var fieldTags: Set<InlinePayload> = []
  /// Finds rows by their identity; kept up to date by each update.
  private(set) var index = IdentityIndex()
  /// The separators and spaces of the shown state; `nil` until the accessibility tree is read.
  var gaps: GapRows?
  private(set) var indexing: WorkTicket?
  private let pipeline: PrecomputePipeline
  private let list: ObjectIdentifier
  private let signal: @Sendable (Signal) -> Void
  private let workers: RowWorkers
  /// The search in the rows.
  let finder: ListFinder
  private let arrivals = Inbox<Set<ImageReference>>()
  /// The jobs cancelled before they started, to be reported to the state machine.
  private var cancelled: [RowReport] = []
  /// The characters without a font that have been reported.
  private var missingCharacters: Set<Unicode.Scalar> = []
  /// The callers that wait for a scroll.
  private var scrolls: [Int: @MainActor (Bool) -> Void] = [:]
  private var scrollCount = 0

  /// Creates the rows of an empty list.
  ///
  /// - Parameters:
  ///   - list: The key of the list in its pipeline.
  ///   - signal: Called on any thread; must not keep the list alive, or a worker could be the last
  ///     to hold it.
  init(
    _ pipeline: PrecomputePipeline, of list: ObjectIdentifier, showing snapshot: TableSnapshot,
    _ options: AutoDiffController.Options, signal: @escaping @Sendable (Signal) -> Void
  ) {
    self.pipeline = pipeline
    self.list = list
    self.snapshot = snapshot
    self.signal = signal
    anchor = options.anchor?.ofList ?? .firstVisible
    keepsAnchor = options.anchor != nil
    state = RowState(
      range: RangeController(options: options.range), measuresIdly: options.measuresIdly,
      keepsHeights: options.keepsPlaceholderHeights, workerCount: pipeline.work.workerCount)
    workers = RowWorkers(pipeline, of: list) { signal(.reports) }
    finder = ListFinder(pipeline, of: list) { signal(.found) }
    pipeline.cells.arrivals.add(list) { [arrivals] images in
      if arrivals.put({ $0 = $0?.union(images) ?? images }) { signal(.arrivals) }
    }
  }

  /// Takes the anchor of an update that lands as that of the list, unless the list has its own.
  func take(anchor new: Anchor) {
    if !keepsAnchor { anchor = new.ofList }
  }

  /// Passes an event to the row state machine.
  ///
  /// - Parameter viewport: The viewport, for events that ask for it.
  func handle(
    _ event: RowState.Event, viewport: Viewport? = nil, updates: RowScene.Updates, now: Duration
  ) -> [RowState.Action] {
    note(viewport)
    let scene = RowScene(
      snapshot: snapshot, viewport: viewport, updates: updates,
      followsEnd: anchor == .end && isFollowing && viewport?.allowsFollowing != false,
      now: now, row: { [self] in row(of: $0) }, isFinal: { [self] in isFinal($0) },
      found: finder.state.text(ofRow:))
    return state.handle(event, in: scene)
  }
}

// MARK: - Work

extension ListRows {
  /// Makes workers prepare rows of the shown state.
  ///
  /// - Parameter output: The output that the host shows.
  func begin(_ job: RowJob, as output: PrecomputePipeline.Output) {
    let layouts: [CellArrangement?] =
      job.isRedraw
      ? job.rows.map { row in snapshot.identity(ofRow: row).flatMap { arrangements[$0] } } : []
    let formers: [DisplayedRow.Content?] =
      tallContents.isEmpty || !job.isForShow
      ? [] : job.rows.map { row in snapshot.identity(ofRow: row).flatMap { tallContents[$0] } }
    workers.begin(
      job, of: snapshot, as: job.isForShow ? output : nil, in: layouts, replacing: formers)
  }

  /// Sets the priorities of cells in the pipeline.
  func publish(_ requests: RangeRequests) { pipeline.bands.set(requests, of: list) }

  /// Performs an action on work and caches.
  func carryOut(_ action: RowState.PipelineAction) {
    switch action {
    case .retarget(let job, let band): workers.retarget(job, to: band)
    case .cancel(let job, let stopsRunning):
      if workers.cancel(job, stopsRunning: stopsRunning) {
        cancelled.append(RowReport(job: job))
      }
    case .stop(let job): workers.stop(job)
    case .awaitRoom: pipeline.work.whenRoom { [signal] in signal(.room) }
    case .awaitImages(let images): pipeline.setAwaited(images, in: list)
    case .forget(let keys): for key in keys { pipeline.cells.caches.forget(key) }
    }
  }

  /// Takes the reports of workers.
  func takeReports() -> [RowReport] { workers.takeReports() }

  /// Takes the reports of jobs that were cancelled before they started; `nil` for none.
  func takeCancelled() -> [RowReport]? {
    guard !cancelled.isEmpty else { return nil }
    defer { cancelled = [] }
    return cancelled
  }

  /// Whether images have arrived that shown rows wait for, and were not reported to the state
  /// machine yet.
  var hasNews: Bool { arrivals.contains { !$0.isDisjoint(with: state.images.awaited) } }

  /// Takes the images that have arrived; the next ones may be taken a frame later.
  func takeArrivals(now: Duration) -> Set<ImageReference> {
    nextArrivals = now + .milliseconds(16)
    return arrivals.take() ?? []
  }
}

// MARK: - What is shown

extension ListRows {
  /// Keeps the layouts of rows that are handed to the host.
  func keep(_ rows: [DisplayedRow]) {
    for row in rows {
      arrangements[row.identity] = row.arrangement
      tallContents[row.identity] = row.content.isTall ? row.content : nil
    }
  }

  /// Forgets the layouts of rows.
  func drop(_ rows: [RowIdentity]) {
    for row in rows { (arrangements[row], tallContents[row]) = (nil, nil) }
  }

  /// Forgets the layouts of all rows.
  func dropAll() { (arrangements, tallContents) = ([:], [:]) }

  /// The arrangements of tall rows that the host shows.
  var tallArrangements: [RowIdentity: CellArrangement] {
    tallContents.compactMapValues(\.arrangement)
  }

  /// Returns the characters in rows that no font covers, each once per list.
  ///
  /// - Complexity: O(rows) if there are none.
  func newMissingCharacters(in rows: [DisplayedRow]) -> [Unicode.Scalar] {
    var new: [Unicode.Scalar] = []
    for row in rows {
      for character in row.content.missingCharacters
      where missingCharacters.insert(character).inserted { new.append(character) }
    }
    return new
  }

  /// Applies the heights that workers have measured.
  ///
  /// - Returns: The offset at which the visible rows keep their place; `nil` if no height has
  ///   changed.
  func correct(_ new: [RowResult], seen viewport: Viewport) -> Double? {
    let before = snapshot
    note(viewport)
    let resolver = AnchorResolver(
      anchor: anchor, old: before, viewport: viewport, isFollowing: isFollowing)
    let anchorRow = row(of: anchor)
    snapshot.setCellHeights(new.map { HeightCorrection(row: $0.row, height: $0.size.height) })
    let changesHeights = new.contains {
      before.geometry.height(ofRow: $0.row) != snapshot.geometry.height(ofRow: $0.row)
    }
    guard changesHeights else { return nil }
    let offset = resolver.offset(
      correctedIn: snapshot, locate: { _ in anchorRow },
      isShown: { isShown($0, in: before) })
    moved(to: offset)
    return offset
  }

  /// Returns the offset at which an update's anchor keeps its place once a batch is shown; batches
  /// without visible changes keep the list's anchor. A new host starts where the last one stood.
  func offset(after batch: TableBatch, by anchor: Anchor, seen viewport: Viewport) -> Double {
    note(viewport)
    if let start = batch.start { return start.offset(in: batch.snapshot, viewport) }
    let anchor = batch.isVisible ? anchor : self.anchor
    let anchorRow = row(of: anchor)
    let resolver = AnchorResolver(
      anchor: anchor, old: snapshot, viewport: viewport, isFollowing: isFollowing)
    let offset = resolver.offset(
      through: batch.mapping, in: batch.snapshot, locate: { _ in anchorRow },
      isShown: { isShown($0, in: snapshot) })
    guard batch.changesEnvironment, !resolver.followsEnd else { return offset }
    let point = resolver.point(
      through: batch.mapping, locate: { _ in anchorRow }, isShown: { isShown($0, in: snapshot) })
    guard let inside = point.flatMap({ inside(of: $0, in: batch.snapshot) }) else { return offset }
    return viewport.clamped(inside, totalHeight: batch.snapshot.geometry.totalHeight)
  }

  /// Returns the offset at which the line at the top of the viewport stays there in another
  /// environment; `nil` for rows that begin in the viewport, and rows without text.
  ///
  /// - Complexity: O(log rows + drawing steps of the row).
  private func inside(of point: AnchorPoint, in new: TableSnapshot) -> Double? {
    let inside = -point.distance
    guard point.edge == .top, inside > 0, let item = new.item(atRow: point.row),
      let identity = new.identity(ofRow: point.row), let frame = new.frame(ofRow: point.row)
    else { return nil }
    let key = MeasurementKey(item.cell, new.environment(ofRow: point.row))
    guard let before = arrangements[identity],
      let after = pipeline.cells.caches.arrangements.peek(key)?.value,
      let line = before.textPlace(nearest: Point(x: 0, y: inside)),
      let old = before.top(ofLineAt: line), let now = after.top(ofLineAt: line)
    else { return nil }
    return frame.minY + inside + now - old
  }

  /// Takes over the state after a batch.
  ///
  /// - Parameter isMoved: Whether the host is scrolled to the offset of the batch.
  func land(_ batch: TableBatch, isMoved: Bool) {
    snapshot = batch.snapshot
    index.add(batch.index, generation: batch.snapshot.generation)
    gaps = batch.gaps
    if isMoved { moved(to: batch.offset) }
  }

  /// Returns whether the host shows a row now; the state machine may be ahead.
  private func isShown(_ row: Int, in snapshot: TableSnapshot) -> Bool {
    snapshot.identity(ofRow: row).map { arrangements[$0] != nil } ?? false
  }

  /// Returns whether a row would be measured as it is now. Sizes without an image of unknown size
  /// are not cached.
  private func isFinal(_ row: Int) -> Bool {
    guard let item = snapshot.item(atRow: row), item.cell.isHashed else { return false }
    let key = MeasurementKey(item.cell, snapshot.environment(ofRow: row))
    return pipeline.cells.caches.sizes.peek(key)
      .map { snapshot.hasCellHeight($0.height, ofRow: row) } ?? false
  }

  /// Notes the viewport of the host, if it is known.
  func note(_ new: Viewport?) {
    guard let new else { return }
    if new.offset != viewport?.offset {
      isFollowing = new.isAtEnd(of: snapshot.geometry.totalHeight)
    }
    viewport = new
  }

  /// Notes that the host is scrolled to keep rows in place.
  private func moved(to offset: Double) {
    viewport?.offset = offset
    state.offsetWasCorrected(to: offset)
  }

  /// Notes that the host is asked to scroll.
  ///
  /// - Parameter follows: Whether the scroll is to the end, which is followed from then on.
  func scrolls(to offset: Double, isAnimated: Bool, follows: Bool) {
    if !isAnimated { viewport?.offset = offset }
    isFollowing = follows
  }

  /// The shown state and the part of it that the reader sees; `nil` before there was a host.
  var reading: FormerView? { viewport.map { FormerView(snapshot: snapshot, viewport: $0) } }

  /// Shows an empty list, for a new host.
  func reset(to empty: TableSnapshot) {
    snapshot = empty
    gaps = nil
    viewport = nil
    index = IdentityIndex()
  }

  /// Releases the list when it is torn down.
  func tearDown(_ empty: TableSnapshot) {
    indexing?.cancel()
    indexing = nil
    finder.tearDown()
    reset(to: empty)
  }
}

// MARK: - The index

extension ListRows {
  /// Returns the current row of an identity, counted through the model, or `nil`.
  func row(of identity: RowIdentity) -> Int? { index.row(of: identity, in: snapshot) }

  /// Returns the row that an anchor names, if it names one and the list has it.
  func row(of anchor: Anchor) -> Int? {
    anchor.row.flatMap { row(of: $0) }
  }

  /// Makes a worker rebuild the index after many updates, when nothing is more urgent.
  func rebuildIndexIfNeeded() {
    guard indexing == nil, index.needsRebuild(at: snapshot.rowCount) else { return }
    let generation = snapshot.generation
    let whenDropped = { @Sendable [signal] in signal(.index(nil, generation: generation)) }
    indexing = pipeline.work.enqueue(.preload, list: list, whenDropped: whenDropped) {
      [signal, snapshot] in
      // Without the snapshot, whose last reference may hold a whole model.
      signal(.index(RowHashTable(snapshot), generation: generation))
    }
  }

  /// Takes the index that a worker has built.
  func take(_ table: RowHashTable?, of generation: Int) {
    indexing = nil
    if let table { index.replace(upTo: generation, by: table) }
  }
}

// MARK: - Scrolls

extension ListRows {
  /// Adds a caller that waits for a scroll, and is called exactly once, even if the list goes away.
  ///
  /// - Returns: The number of the scroll.
  func addScroll(
    by delivery: Delivery, _ completion: @escaping @MainActor (Bool) -> Void
  ) -> Int {
    let lease = Lease { delivery.send { completion(false) } }
    scrollCount += 1
    scrolls[scrollCount] = { hasScrolled in
      lease.end()
      completion(hasScrolled)
    }
    return scrollCount
  }

  /// Reports to the caller of a scroll whether the host was asked to scroll.
  func finishScroll(_ number: Int, _ hasScrolled: Bool) {
    scrolls.removeValue(forKey: number)?(hasScrolled)
  }
}

extension DisplayedRow.Content {
  fileprivate var missingCharacters: [Unicode.Scalar] {
    switch self {
    case .bitmap(let image): image.missingCharacters
    case .arrangement(let arrangement): arrangement.missingCharacters
    }
  }
}

/// The work of one list's jobs, and the workers' reports.
@MainActor
private final class RowWorkers {
  private struct Work {
    let ticket: WorkTicket
    let token: CancellationToken

    /// Keeps a worker from starting or continuing the work.
    ///
    /// - Returns: Whether it had not started.
    @discardableResult
    func stop(_ pipeline: PrecomputePipeline, stopsRunning: Bool = true) -> Bool {
      // Work for an older state may hold the last reference to its model.
      let wasWaiting = ticket.cancel { pipeline.release(taking: &$0) }
      if stopsRunning { token.cancel() }
      return wasWaiting
    }
  }

  private let pipeline: PrecomputePipeline
  private let list: ObjectIdentifier
  private let inbox = Inbox<[RowReport]>()
  private let announce: @Sendable () -> Void
  private var works: [Int: Work] = [:]

  /// - Parameters:
  ///   - list: The key of the list in its pipeline.
  ///   - announce: Called on any thread when there is something to take.
  init(
    _ pipeline: PrecomputePipeline, of list: ObjectIdentifier,
    announce: @escaping @Sendable () -> Void
  ) {
    self.pipeline = pipeline
    self.list = list
    self.announce = announce
  }

  deinit { for work in works.values { work.stop(pipeline) } }

  /// Makes a worker prepare rows.
  ///
  /// - Parameters:
  ///   - output: The output to prepare; `nil` for sizes only.
  ///   - layouts: The layout of each row to draw again; empty for new layouts.
  ///   - formers: The shown contents of tall rows; empty for none.
  func begin(
    _ job: RowJob, of snapshot: TableSnapshot, as output: PrecomputePipeline.Output?,
    in layouts: [CellArrangement?], replacing formers: [DisplayedRow.Content?]
  ) {
    let token = CancellationToken()
    let request = RowsRequest(
      rows: job.rows, snapshot: snapshot, output: output,
      context: WorkContext(
        token: token, generation: job.generation, band: job.band, list: list),
      yieldsWithinRows: job.yieldsWithinRows, keys: job.keys, layouts: layouts,
      bands: job.bands, formers: formers)
    let number = job.number
    let report = { @Sendable [inbox, announce] (report: RowReport) in
      if inbox.append(report) { announce() }
    }
    let ticket = pipeline.prepare(
      request, whenDropped: { report(RowReport(job: number, isDropped: true)) },
      completion: { report(RowReport(job: number, outcome: $0)) })
    works[number] = Work(ticket: ticket, token: token)
  }

  /// Gives a job another band; a no-op if it has started.
  func retarget(_ job: Int, to band: WorkBand) { works[job]?.ticket.retarget(to: band) }

  /// Cancels a job that has not started.
  ///
  /// - Returns: Whether it had not started, in which case it sends no report.
  func cancel(_ job: Int, stopsRunning: Bool) -> Bool {
    guard let work = works[job] else { return false }
    let wasWaiting = work.stop(pipeline, stopsRunning: stopsRunning)
    if wasWaiting { works[job] = nil }
    return wasWaiting
  }

  /// Stops a job; its reports are ignored.
  func stop(_ job: Int) { works.removeValue(forKey: job)?.stop(pipeline) }

  /// Takes all reports.
  func takeReports() -> [RowReport] {
    let reports = inbox.take() ?? []
    for report in reports { works[report.job] = nil }
    return reports
  }
}

extension Anchor {
  /// The anchor of a list: later changes of heights and of the environment never move the visible
  /// rows.
  fileprivate var ofList: Anchor { self == .none ? .firstVisible : self }
}
