import LinecasterBase
import LinecasterCells
import LinecasterDisplay
import LinecasterRaster

/// The rows that are prepared, shown, scrolled to and measured: a state machine without threads or
/// a clock, which takes events and returns the next actions.
///
/// Values computed from the list, for example row positions, come with each event as a `RowScene`
/// and are not kept. It keeps only its own state:
///
/// - the rows in range as they were last looked at, and what the host shows of them;
/// - the jobs under way, each for one purpose: a job ends once, by its report, or is stopped and
///   forgotten;
/// - the requests that wait for a quiet moment: a scroll, a renewal, more rows to load.
///
/// The caller performs its actions in order before the next event.
struct RowState: Sendable {
  /// The progress of a renewal, which prepares and shows the visible rows again.
  enum Renewal: Hashable, Sendable {
    case none, wanted, underWay
    /// Requested again meanwhile: the renewal under way may have seen the old state.
    case underWayAndWanted
  }

  /// Rows that are loaded as an edge comes near.
  struct Loading {
    var trigger: LoadMoreTrigger
    /// The number of the load under way; late calls of older loads are ignored.
    var number: Int?
    /// Whether the last load failed; `nil` if none has ended, or its updates have landed.
    var hasFailed: Bool?
    /// The newest update to await before deciding whether to load more.
    var awaited = 0

    /// Whether it must still be decided whether to load more.
    var isUndecided: Bool { hasFailed != nil || trigger.phase == .unsettled }
  }

  let measuresIdly: Bool
  /// Whether visible rows keep their height when images of unknown size arrive.
  let keepsHeights: Bool
  let workerCount: Int
  private(set) var range: RangeController
  /// The jobs under way, oldest first.
  var jobs: [RowJob] = []
  /// The number of the newest job.
  private(set) var jobCount = 0
  /// The rows in range when they were last looked at.
  private(set) var requests: RangeRequests?
  /// Whether to look at all rows in range again even if they are the same.
  var mustLookAgain = false
  /// The measurement that the host shows for each row.
  private(set) var shown: [RowIdentity: MeasurementKey] = [:]
  /// The bands that the host shows of rows that are not drawn completely.
  var shownBands: [RowIdentity: Range<Int>] = [:]
  /// The prepared rows that wait for rows between them and the shown ones.
  var held = HeldRows()
  /// The visible rows that keep their height although an image of theirs has arrived.
  var late = LateRows()
  /// The touch states of rows; a released row keeps an entry until it is shown released.
  var states: [RowIdentity: CellState] = [:]
  /// The selected text.
  private(set) var textSelection: ListSelection?
  /// The missing images of shown rows; all images of rows shown as arrangements.
  var images = RowImages()
  /// The measurements that failed, which are not requested again.
  var failed: Set<MeasurementKey> = []
  /// The visible rows whose appearance has been announced.
  private(set) var announced: Set<RowIdentity> = []
  var renewal = Renewal.none
  var scroll: Scroll?
  var sweep = IdleSweep()
  /// The heights found far from the viewport and not yet sent to the host or the list.
  var found: [RowResult] = []
  /// The time of the last height correction.
  var lastCorrection: Duration?
  private(set) var isWaitingForRoom = false
  /// The loads at the watched edges.
  var loading: [ListEdge: Loading] = [:]
  var loadCount = 0
  private var endFollower = EndFollower()

  init(
    range: RangeController = RangeController(), measuresIdly: Bool = true,
    keepsHeights: Bool = true, workerCount: Int = 1
  ) {
    self.range = range
    self.measuresIdly = measuresIdly
    self.keepsHeights = keepsHeights
    self.workerCount = workerCount
  }

  /// Whether rows in or near the viewport are being prepared.
  var isShowing: Bool {
    held.rows.contains { !isHeaderInReserve($0.row) }
      || jobs.contains { $0.purpose == .range && $0.band < .preload }
  }

  /// Returns whether such rows are being prepared by a job no newer than a given one.
  func isShowing(upTo number: Int) -> Bool {
    held.rows.contains { $0.job.number <= number && !isHeaderInReserve($0.row) }
      || jobs.contains { job in
        job.number <= number && job.band < .preload
          && (job.purpose == .range || job.purpose == .renewal)
      }
  }

  /// Whether work is under way that an idle observer waits for.
  var isRunning: Bool { isShowing || renewal != .none }

  /// Whether rows far from the viewport are being measured.
  var isMeasuringIdly: Bool { isWaitingForRoom || jobs.contains { $0.purpose == .idle } }

  /// Returns whether a request waits for `Event.rested`.
  ///
  /// - Parameter isIdle: Whether no update is under way.
  func waitsForRest(isIdle: Bool) -> Bool {
    scroll != nil || renewal == .wanted
      || loading.values.contains { isIdle ? !isRunning : $0.isUndecided }
  }

  /// Sets the range mode, from the next look on.
  mutating func setRangeMode(_ mode: RangeMode) { range.mode = mode }

  /// Notes that the list was scrolled to keep rows in place.
  mutating func offsetWasCorrected(to offset: Double) {
    range.offsetWasCorrected(to: offset)
    late.offsetWasCorrected(to: offset)
  }

  /// Stops loading more rows.
  mutating func stopLoading() { loading = [:] }

  /// Handles an event.
  ///
  /// - Complexity: O(rows in range) at most, and O(log rows) if they are unchanged.
  mutating func handle(_ event: Event, in scene: RowScene) -> [Action] {
    switch event {
    case .look: look(scene)
    case .ended(let reports): ended(reports, scene)
    case .roomCame: roomCame(scene)
    case .landed: landed(scene) + recycleIslands(scene)
    case .renew: renew()
    case .imagesArrived(let images): imagesArrived(images)
    case .touched(let states): touched(states)
    case .textSelected(let selection): select(selection)
    case .foundChanged: lookAgain()
    case .scroll(let wish): scroll(wish)
    case .rested: rested(scene)
    case .watchEdge(let edge, let threshold): watch(edge, threshold, scene)
    case .loadEnded(let number, let edge, let error): loadEnded(number, at: edge, error, scene)
    case .retryLoading: load { $0.retry() }
    case .detached: detached()
    }
  }
}

// MARK: - Looking

extension RowState {
  private mutating func select(_ selection: ListSelection?) -> [Action] {
    textSelection = selection
    return lookAgain()
  }

  private mutating func lookAgain() -> [Action] {
    mustLookAgain = true
    return [.list(.look)]
  }

  private mutating func look(_ scene: RowScene) -> [Action] {
    guard let viewport = scene.viewport else { return [] }
    let end = endFollower.offset(viewport, totalHeight: scene.snapshot.geometry.totalHeight)
    if let end, scene.followsEnd {
      return [.host(.scroll(to: end, isAnimated: false, follows: true)), .list(.look)]
    }
    releaseLate(scene, viewport)
    var actions = present(scene, viewport)
    let shown = showHeld(scene)
    // Rows that were shown may need to be shown again, for images that have arrived.
    actions += shown.isEmpty || !mustLookAgain ? shown : shown + [.list(.look)]
    // Once all visible rows are shown, there is time for upcoming ones.
    if range.mode == .minimum, requests?.bands.visible.isEmpty == false,
      held.rows.allSatisfy({ isHeaderInReserve($0.row) }),
      !jobs.contains(where: { $0.purpose == .range && $0.band == .visible })
    {
      range.displayDidFinish()
      actions += present(scene, viewport)
    }
    actions += measureIdly(scene, viewport)
    return actions + load { $0.viewportDidChange(viewport, in: scene.snapshot.geometry) }
  }

  /// Requests rows in range that are neither shown nor under way, updates the bands of jobs under
  /// way, cancels jobs that left the range, and recycles shown rows out of range.
  private mutating func present(_ scene: RowScene, _ viewport: Viewport) -> [Action] {
    let snapshot = scene.snapshot
    let bands = range.bands(for: viewport, in: snapshot)
    guard mustLookAgain || bands != requests?.bands || snapshot.generation != requests?.generation
    else { return [] }
    let selected = textSelection.flatMap { SelectedRows($0, row: scene.row) }
    let requests = RangeRequests(
      bands: bands, in: snapshot, states: states, selected: selected, found: scene.found)
    if requests.generation != self.requests?.generation { held = HeldRows() }
    self.requests = requests
    mustLookAgain = false
    return recycle(requests, scene) + retarget(requests) + [.host(.publish(requests))]
      + request(requests, snapshot.geometry)
      + announceShown(requests)
  }

  private mutating func recycle(
    _ requests: RangeRequests, _ scene: RowScene
  ) -> [Action] {
    let rows = requests.all.lazy.map { (row: $0.row, identity: $0.identity) }
    let kept = Set(requests.all.map(\.identity))
      .subtracting(islands(among: Array(rows), requests.bands, scene))
    return recycle(shown.keys.filter { !kept.contains($0) })
  }

  /// Recycles the rows out of sight that an update has cut off from those in sight, before the
  /// reader can scroll to them.
  ///
  /// - Complexity: O(shown rows · log rows).
  private mutating func recycleIslands(_ scene: RowScene) -> [Action] {
    guard let viewport = scene.viewport, !shown.isEmpty else { return [] }
    var range = range
    let bands = range.bands(for: viewport, in: scene.snapshot)
    let rows = shown.keys.compactMap { identity in
      scene.row(identity).map { (row: $0, identity: identity) }
    }
    return recycle(islands(among: rows, bands, scene))
  }

  private mutating func recycle(_ gone: [RowIdentity]) -> [Action] {
    for identity in gone {
      shown[identity] = nil
      shownBands[identity] = nil
      forgetIfUntouched(identity)
    }
    images.forget(gone)
    late.forget(gone)
    return gone.isEmpty ? [] : [.host(.recycle(gone))] + awaitImages()
  }

  /// Gives each job its current band, and cancels jobs that are no longer wanted.
  ///
  /// A job for a state that is no longer shown may finish if it is running, because its results may
  /// still be wanted; it is identified by its keys.
  private mutating func retarget(_ requests: RangeRequests) -> [Action] {
    var actions: [Action] = []
    for index in jobs.indices {
      let job = jobs[index]
      guard job.purpose == .range, !job.isCancelled else { continue }
      let isOld = job.generation != requests.generation
      if !isOld, let band = requests.band(of: job.rows) {
        guard band != job.band else { continue }
        jobs[index].band = band
        actions.append(.pipeline(.retarget(job: job.number, band)))
      } else {
        jobs[index].isCancelled = true
        actions.append(.pipeline(.cancel(job: job.number, stopsRunning: !isOld)))
      }
    }
    return actions
  }

  private mutating func request(_ requests: RangeRequests, _ geometry: RowGeometry) -> [Action] {
    let underWay = underWay(in: requests.generation)
    let missing = requests.all.filter { request in
      if underWay.drawn[request.row].map({ $0.covers(request) }) == true || hasFailed(request.key)
        || request.key.cell.isHashed && underWay.old.contains(request.key)
      {
        return false
      }
      return request.band == .preload
        ? !geometry.isMeasured(request.row) && !underWay.measured.contains(request.row)
        : !isShown(request) || images.outdated.contains(request.identity)
    }
    let isRedraw = { [shown, late] (request: RangeRequests.Request) in
      late.rows.contains(request.identity) && shown[request.identity] == request.key
    }
    return [false, true].flatMap { redraws in
      RangeRequests.chunks(missing.filter { isRedraw($0) == redraws }).flatMap { chunk in
        begin(chunk, of: requests.generation, for: .range, isRedraw: redraws)
      }
    }
  }

  /// Returns the rows being drawn or held with their keys, the rows being measured, and the keys
  /// being prepared for older states. When those end, everything is looked at again.
  ///
  /// Of older states, keys whose hash is not known are left out: hashing them here could take long,
  /// and workers share the work for equal keys.
  private func underWay(
    in generation: Int
  ) -> (drawn: [Int: Drawn], measured: Set<Int>, old: Set<MeasurementKey>) {
    var (drawn, measured, old) = ([Int: Drawn](), Set<Int>(), Set<MeasurementKey>())
    for job in jobs where job.purpose == .range || job.purpose == .renewal {
      if job.generation != generation {
        old.formUnion(job.keys.lazy.filter(\.cell.isHashed))
      } else if job.isForShow {
        for (index, row) in job.rows.enumerated() where index < job.keys.count {
          let bands = index < job.bands.count ? job.bands[index] : RowDrawing.allBands
          drawn[row] = Drawn(key: job.keys[index], bands: bands)
        }
      } else {
        measured.formUnion(job.rows)
      }
    }
    for row in held.rows {
      drawn[row.row] = Drawn(key: row.displayed.key, bands: row.displayed.bands)
    }
    return (drawn, measured, old)
  }

  private mutating func announceShown(_ requests: RangeRequests) -> [Action] {
    let visible = requests.visible
    announced.formIntersection(visible.map(\.identity))
    return announce(visible.filter { shown[$0.identity] != nil })
  }

  /// Announces visible rows that are shown and were not announced before.
  private mutating func announce(_ requests: [RangeRequests.Request]) -> [Action] {
    let rows = requests.filter { announced.insert($0.identity).inserted }.map(\.row)
    return rows.isEmpty ? [] : [.host(.announce(rows))]
  }
}

// MARK: - Jobs

extension RowState {
  mutating func begin(
    _ rows: Range<Int>, keys: [MeasurementKey] = [], of generation: Int,
    for purpose: RowJob.Purpose, isForShow: Bool = false, isRedraw: Bool = false, band: WorkBand,
    bands: [Range<Int>] = [], yieldCount: Int = 0
  ) -> Action {
    jobCount += 1
    let job = RowJob(
      number: jobCount, purpose: purpose, generation: generation, rows: rows, keys: keys,
      bands: bands, isForShow: isForShow, isRedraw: isRedraw, band: band, yieldCount: yieldCount)
    jobs.append(job)
    return .host(.begin(job))
  }

  mutating func begin(
    _ chunk: ArraySlice<RangeRequests.Request>, of generation: Int, for purpose: RowJob.Purpose,
    isRedraw: Bool = false
  ) -> [Action] {
    guard let first = chunk.first else { return [] }
    return [
      begin(
        first.row..<first.row + chunk.count, keys: chunk.map(\.key), of: generation, for: purpose,
        isForShow: first.band != .preload, isRedraw: isRedraw, band: first.band,
        bands: chunk.map(\.bands))
    ]
  }

  /// Stops the jobs of one purpose.
  mutating func stop(_ purpose: RowJob.Purpose) -> [Action] {
    let stopped = jobs.filter { $0.purpose == purpose }
    guard !stopped.isEmpty else { return [] }
    jobs.removeAll { $0.purpose == purpose }
    return stopped.map { .pipeline(.stop(job: $0.number)) }
  }

  private mutating func ended(_ reports: [RowReport], _ scene: RowScene) -> [Action] {
    var ended: [(job: RowJob, report: RowReport)] = []
    for report in reports {
      guard let index = jobs.firstIndex(where: { $0.number == report.job }) else { continue }
      ended.append((jobs.remove(at: index), report))
    }
    guard !ended.isEmpty else { return [] }
    let generation = scene.snapshot.generation
    var actions: [Action] = []
    var heard = ended.filter { $0.job.generation == generation }
    let renewed = ended.filter { $0.job.purpose == .renewal }
    if !renewed.allSatisfy({ $0.job.generation == generation && scene.updates.isResting }) {
      actions += restartRenewal()
      heard.removeAll { $0.job.purpose == .renewal }
    }
    heard = takeLate(heard, scene.snapshot)
    actions += correct(heard, scene)
    actions += show(heard, scene)
    for (job, report) in ended { actions += conclude(job, report, generation) }
    if !renewed.isEmpty { concludeRenewal() }
    // New heights bring other rows into view.
    return actions + [.list(.look)]
  }

  /// Shows rows whose prepared state is still current.
  private mutating func show(
    _ heard: [(job: RowJob, report: RowReport)], _ scene: RowScene
  ) -> [Action] {
    guard let requests, requests.generation == scene.snapshot.generation else { return [] }
    var prepared: [PreparedRow] = []
    for (job, report) in heard {
      for result in report.outcome.results where requests.contains(result.row) {
        guard let row = result.displayed, requests.isCurrent(row, at: result.row) else { continue }
        prepared.append(
          PreparedRow(
            row: result.row, displayed: row, missingImages: result.missingImages, job: job,
            since: scene.now))
      }
    }
    held.add(prepared)
    return prepared.isEmpty ? [] : showHeld(scene)
  }

  /// Shows prepared rows.
  mutating func show(_ prepared: [PreparedRow], _ requests: RangeRequests) -> [Action] {
    guard !prepared.isEmpty else { return [] }
    for row in prepared {
      let identity = row.displayed.identity
      shown[identity] = row.displayed.key
      show(row.displayed.bands, of: identity, requests.request(ofRow: row.row))
      forgetIfUntouched(identity)
      images.note(row.missingImages, of: identity, row.job)
      if !row.job.isRedraw { late.forget([identity]) }
    }
    if !images.outdated.isEmpty { mustLookAgain = true }
    let identities = Set(prepared.map(\.displayed.identity))
    return [.host(.display(prepared.map(\.displayed)))] + awaitImages()
      + announce(requests.visible.filter { identities.contains($0.identity) })
  }

  /// Handles the end of one job, apart from its results.
  private mutating func conclude(
    _ job: RowJob, _ report: RowReport, _ generation: Int
  ) -> [Action] {
    var actions: [Action] = []
    if report.isDropped, !isWaitingForRoom {
      isWaitingForRoom = true
      actions.append(.pipeline(.awaitRoom))
    }
    switch job.purpose {
    case .range:
      // Rows cancelled as they left the range may be back in it.
      let outcome = report.outcome
      let isWanted = requests?.generation == job.generation && requests?.band(of: job.rows) != nil
      let mayBeMissing = outcome.rest(of: job) != nil && isWanted
      if !report.isDropped, job.generation != generation || mayBeMissing {
        mustLookAgain = true
      }
      actions += fail(job, outcome)
    case .renewal: actions += fail(job, report.outcome)
    case .scroll:
      // Rows that cannot be measured keep their estimate.
      if scroll?.generation == job.generation { scroll?.tried.formUnion(job.rows) }
    case .idle:
      // A job that yielded to other work continues after it.
      if !report.isDropped, job.generation == generation, let rest = report.outcome.rest(of: job) {
        let before = rest == job.rows ? job.yieldCount : 0
        let yieldCount = report.outcome.didYield ? before + 1 : 0
        actions.append(
          begin(rest, of: generation, for: .idle, band: .idle, yieldCount: yieldCount))
      }
    }
    return actions
  }

  /// Reports rows that cannot be drawn, and does not request them again.
  private mutating func fail(_ job: RowJob, _ outcome: RowsOutcome) -> [Action] {
    for row in outcome.failedRows { failed.insert(job.keys[row - job.rows.lowerBound]) }
    return outcome.failure.map { [.host(.report($0))] } ?? []
  }

  private mutating func roomCame(_ scene: RowScene) -> [Action] {
    isWaitingForRoom = false
    mustLookAgain = true
    sweep.restart()
    return look(scene)
  }

  private mutating func detached() -> [Action] {
    images = RowImages(awaited: images.awaited)
    let actions =
      jobs.map { Action.pipeline(.stop(job: $0.number)) } + finishScroll(false) + awaitImages()
    jobs = []
    requests = nil
    (shown, shownBands) = ([:], [:])
    failed = []
    announced = []
    held = HeldRows()
    late = LateRows()
    renewal = .none
    sweep = IdleSweep()
    found = []
    return actions
  }
}
