import LinecasterBase
import LinecasterCells
import LinecasterDisplay
import LinecasterRaster

@testable import LinecasterList

// MARK: - Row actions, as in `AutoDiffController`

extension RowWatch {
  private static let image: CellImage? = (try? Bitmap(width: 1, height: 1)).map {
    CellImage(bitmap: $0, size: Size(width: 1, height: 1), scale: .one)
  }

  mutating func tell(_ event: RowState.Event) { perform([.event(event)]) }

  /// Performs steps one after the other.
  mutating func perform(_ new: [Step]) {
    steps += new
    guard !isPerforming else { return }
    isPerforming = true
    repeat {
      while !steps.isEmpty {
        switch steps.removeFirst() {
        case .update(let action): perform(action)
        case .event(let event): hear(event)
        case .row(let action): perform(action)
        }
      }
      if state.waitsForRest(isIdle: updates.state.isIdle) { hear(.rested) }
    } while !steps.isEmpty
    isPerforming = false
  }

  private mutating func hear(_ event: RowState.Event) {
    for action in state.handle(event, in: scene(for: event)) { perform(action) }
    guard !cancelled.isEmpty else { return }
    steps.append(.event(.ended(cancelled)))
    cancelled = []
  }

  func scene(for event: RowState.Event) -> RowScene {
    let (rows, now) = (snapshot, updates.state)
    return RowScene(
      snapshot: snapshot, viewport: now.isAttached && !now.isTornDown ? viewport : nil,
      updates: .init(
        isIdle: now.isIdle, isResting: now.isResting, isApplying: now.applying != nil,
        newest: now.newest, settled: now.settled),
      now: self.now,
      row: { identity in (0..<rows.rowCount).first { rows.identity(ofRow: $0) == identity } })
  }

  mutating func perform(_ action: RowState.Action) {
    switch action {
    case .host(let action): perform(action)
    case .pipeline(let action): perform(action)
    case .list(let action): perform(action)
    }
  }

  private mutating func perform(_ action: RowState.HostAction) {
    switch action {
    case .begin(let job):
      require(
        updates.state.isAttached && job.generation == snapshot.generation, "begun for another list")
      require(job.number > newestJob && !job.rows.isEmpty, "begun twice, or nothing")
      require(job.rows.upperBound <= snapshot.rowCount, "rows that are not there")
      newestJob = job.number
      works[job.number] = Work(snapshot: snapshot)
    case .correct(let results):
      for result in results { snapshot.setCellHeight(result.size.height, ofRow: result.row) }
      offset = min(offset, max(0, snapshot.geometry.totalHeight - 15))
      state.offsetWasCorrected(to: offset)
    case .display(let rows):
      for row in rows {
        let isNew = host.updateValue(row.key, forKey: row.identity) != row.key
        let isForgotten = forgotten.remove(row.key) != nil
        let wasIncomplete = incomplete.remove(row.identity) != nil
        let wasSqueezed = squeezed.remove(row.identity) != nil
        require(
          isNew || isForgotten || wasSqueezed || hasImage && wasIncomplete,
          "shown twice as the same")
        if state.late.rows.contains(row.identity) { squeezed.insert(row.identity) }
        let misses = state.images.missing[row.identity] != nil
        if misses { incomplete.insert(row.identity) }
      }
      require(updates.state.isAttached, "shown to nobody")
    case .recycle(let rows):
      for row in rows { require(host.removeValue(forKey: row) != nil, "recycled twice") }
      incomplete.subtract(rows)
      squeezed.subtract(rows)
    case .announce(let rows):
      for row in rows {
        require(snapshot.identity(ofRow: row).map { host[$0] != nil } == true, "told too early")
      }
    case .scroll(let target, _, _): offset = target
    case .publish, .report: break
    }
  }

  private mutating func perform(_ action: RowState.PipelineAction) {
    switch action {
    case .retarget(let job, _): require(works[job] != nil, "retargets what has ended")
    case .cancel(let job, let stopsRunning): cancel(job, stopsRunning)
    case .stop(let job): require(works.removeValue(forKey: job) != nil, "stops what has ended")
    case .awaitRoom:
      require(!isRoomAwaited, "waits twice for room")
      isRoomAwaited = true
    case .forget(let keys):
      isRenewalOwed = false
      forgotten.formUnion(keys)
    case .awaitImages(let images):
      require(images != awaited, "told twice what is waited for")
      awaited = images
    }
  }

  private mutating func perform(_ action: RowState.ListAction) {
    switch action {
    case .finishScroll(let number, _):
      require(finishedScrolls.insert(number).inserted, "finished twice")
    case .load(let number, _):
      require(load == nil, "loads twice")
      load = number
    case .look: tell(.look)
    case .lookAfter(let delay):
      require(delay >= .zero && delay <= HeldRows.limit, "looks again after \(delay)")
      isLookDue = true
    case .failLoading: break
    }
  }

  private mutating func cancel(_ job: Int, _ stopsRunning: Bool) {
    require(works[job]?.isCancelled == false, "cancelled twice, or after its end")
    works[job]?.isCancelled = true
    if works[job]?.isStarted == false {
      works[job] = nil
      cancelled.append(RowReport(job: job))
    } else if stopsRunning {
      works[job]?.isStopped = true
    }
  }

  private func job(_ number: Int) -> RowJob? { state.jobs.first { $0.number == number } }

  /// Whether a worker is free and work is waiting.
  var canStart: Bool {
    let busy = works.values.count { $0.isStarted && !$0.isStalled }
    return busy + lostWorkers < 2 && works.values.contains { !$0.isStarted }
  }

  var nearest: Int? {
    works.filter { !$0.value.isStarted }.keys.min {
      (job($0)?.band ?? .idle, $0) < (job($1)?.band ?? .idle, $1)
    }
  }

  var droppable: Int? {
    works.filter { !$0.value.isStarted }.keys
      .filter { (job($0)?.band ?? .visible) >= .preload }.max()
  }

  mutating func end(_ number: Int, fails: Bool = false) {
    guard let work = works.removeValue(forKey: number), let job = job(number) else { return }
    guard !work.isStopped else { return tell(.ended([RowReport(job: number)])) }
    var outcome = RowsOutcome()
    if fails {
      outcome.failedRows = [job.rows.lowerBound]
      outcome.failure = Outage()
      if let key = key(of: job.rows.lowerBound, in: work.snapshot) { undrawable.insert(key) }
    }
    outcome.results = job.rows.dropFirst(fails ? 1 : 0).compactMap {
      result(ofRow: $0, of: work, job)
    }
    tell(.ended([RowReport(job: number, outcome: outcome)]))
  }

  private func result(ofRow row: Int, of work: Work, _ job: RowJob) -> RowResult? {
    guard let item = work.snapshot.item(atRow: row),
      let identity = work.snapshot.identity(ofRow: row),
      let key = key(of: row, in: work.snapshot), let image = Self.image
    else { return nil }
    let shown = DisplayedRow(
      identity: identity, kind: item.cell.reuseKind, content: .bitmap(image), key: key)
    let misses = identity == Self.pictured && !work.seesImage
    return RowResult(
      row: row, kind: item.cell.reuseKind,
      size: Size(width: 10, height: Self.heights(of: identity)[misses || job.isRedraw ? 0 : 1]),
      displayed: job.isForShow ? shown : nil, missingImages: misses ? [Self.reference] : [])
  }

  /// The row that shows an image.
  static let pictured = RowIdentity(1)

  /// The heights of a row without its image and with it.
  static func heights(of row: RowIdentity) -> [Double] { row == pictured ? [20, 30] : [10, 10] }
}
