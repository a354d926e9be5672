import LinecasterBase
import LinecasterCells
import LinecasterDisplay

/// The rows that are prepared, shown, scrolled to and measured: a state machine without threads and
/// without a clock, which takes events and returns the next actions.
///
/// What can be computed from the list, such as where rows are, comes with each event as a
/// `RowScene` and is not kept; what is kept is what nobody else knows:
///
/// - the rows in range as they were last looked at, and what the host shows of them;
/// - the jobs under way, each for one purpose: a job ends once, by its report, or is stopped and
///   forgotten;
/// - the wishes that wait for a quiet moment: a scroll, a renewal, more rows to load.
///
/// Its actions are carried out in order before it hears of the next event.
struct RowState: Sendable {
  /// How far showing again has come.
  enum Renewal: Hashable, Sendable {
    case none, wanted, underWay
    /// Asked for again meanwhile: what is under way may have seen the old state.
    case underWayAndWanted
  }

  /// Rows that are loaded as an edge comes near.
  struct Loading {
    var trigger: LoadMoreTrigger
    /// The load that is under way; what older ones say late is not heard.
    var number: Int?
    /// Whether the load that has ended failed; nil where none has, or its updates have landed.
    var hasFailed: Bool?
    /// The newest update that is waited for before it is decided whether to load more.
    var awaited = 0

    /// Whether it is to be decided.
    var isUndecided: Bool { hasFailed != nil || trigger.phase == .unsettled }
  }

  let measuresIdly: Bool
  let workerCount: Int
  private(set) var range: RangeController
  /// The jobs under way, oldest first.
  var jobs: [RowJob] = []
  /// The number of the newest job.
  private(set) var jobCount = 0
  /// The rows in range, as they were when they were last looked at.
  private(set) var wants: RowWants?
  /// Whether to look at all rows in range again although they are the same.
  var mustLookAgain = false
  /// What the host shows of each row.
  private(set) var shown: [RowIdentity: MeasurementKey] = [:]
  /// What somebody is doing with rows; those that have been let go of stay until they are shown so.
  var states: [RowIdentity: CellState] = [:]
  /// What is selected of the texts.
  private(set) var textSelection: ListSelection?
  /// The images that rows are shown without, or in arrangements.
  var images = RowImages()
  /// What cannot be drawn, and is not asked for again.
  var failed: Set<MeasurementKey> = []
  /// The rows whose coming into sight has been told.
  private(set) var announced: Set<RowIdentity> = []
  var renewal = Renewal.none
  var scroll: Scroll?
  var sweep = IdleSweep()
  /// What has been found out far from sight and the host has not been told, nor the list.
  var found: [RowResult] = []
  /// When the host was last told of heights.
  var lastCorrection: Duration?
  private(set) var isWaitingForRoom = false
  /// What is loaded at the edges that are watched.
  var loading: [ListEdge: Loading] = [:]
  var loadCount = 0
  private var endFollower = EndFollower()

  init(
    range: RangeController = RangeController(), measuresIdly: Bool = true, workerCount: Int = 1
  ) {
    self.range = range
    self.measuresIdly = measuresIdly
    self.workerCount = workerCount
  }

  /// Whether rows that can be seen, or are about to be, are being prepared.
  var isShowing: Bool { jobs.contains { $0.purpose == .range && $0.band < .preload } }

  /// Whether such rows are being prepared by a job that was begun no later than another.
  func isShowing(upTo number: Int) -> Bool {
    jobs.contains { job in
      job.number <= number && job.band < .preload
        && (job.purpose == .range || job.purpose == .renewal)
    }
  }

  /// Whether something is under way that somebody waits for.
  var isRunning: Bool { isShowing || renewal != .none }

  /// Whether rows far from sight are being measured.
  var isMeasuringIdly: Bool { isWaitingForRoom || jobs.contains { $0.purpose == .idle } }

  /// Whether something waits for `Event.rested`.
  ///
  /// - Parameter isIdle: Whether no update is on its way.
  func waitsForRest(isIdle: Bool) -> Bool {
    scroll != nil || renewal == .wanted
      || loading.values.contains { isIdle ? !isRunning : $0.isUndecided }
  }

  /// How much is made ready; it counts from the next look.
  mutating func setRangeMode(_ mode: RangeMode) { range.mode = mode }

  /// The list has been scrolled to keep rows in place.
  mutating func offsetWasCorrected(to offset: Double) { range.offsetWasCorrected(to: offset) }

  /// Nothing more is loaded.
  mutating func stopLoading() { loading = [:] }

  /// Takes an event in.
  ///
  /// - Complexity: O(rows in range) at most, and O(log rows) where they are the same as before.
  mutating func handle(_ event: Event, in scene: RowScene) -> [Action] {
    switch event {
    case .look: look(scene)
    case .ended(let reports): ended(reports, scene)
    case .roomCame: roomCame(scene)
    case .landed: landed(scene)
    case .renew: renew()
    case .imagesArrived(let images): imagesArrived(images)
    case .touched(let states): touched(states)
    case .textSelected(let selection): select(selection)
    case .scroll(let wish): scroll(wish)
    case .rested: rested(scene)
    case .watchEdge(let edge, let threshold): watch(edge, threshold, scene)
    case .loadEnded(let number, let edge, let error): loadEnded(number, at: edge, error, scene)
    case .retryLoading: load { $0.retry() }
    case .detached: detached()
    }
  }
}

/// The list, as it is when something happens to its rows.
struct RowScene {
  /// The state that is shown, with the heights that are known.
  let snapshot: TableSnapshot
  /// What can be seen; nil without a host.
  let viewport: Viewport?
  /// Where the updates are.
  var updates = Updates()
  /// Whether the end of the list stays in sight once it is.
  var followsEnd = false
  /// The time since some moment that does not change.
  var now = Duration.zero
  /// Finds rows by their identity.
  var row: (RowIdentity) -> Int? = { _ in nil }

  /// How far updates have come.
  struct Updates: Hashable, Sendable {
    /// Whether none is on its way, and the host has finished.
    var isIdle = true
    /// Whether none has been compared with what the host shows; one may wait.
    var isResting = true
    /// Whether the host is at one.
    var isApplying = false
    /// The newest one that was asked for.
    var newest = 0
    /// The newest one up to which all have ended.
    var settled = 0
    /// Whether it is better to measure rows far from sight once one has landed.
    var putsOffIdleWork = false
  }
}

// MARK: - Looking

extension RowState {
  private mutating func select(_ selection: ListSelection?) -> [Action] {
    textSelection = selection
    mustLookAgain = true
    return [.list(.look)]
  }

  private mutating func look(_ scene: RowScene) -> [Action] {
    guard let viewport = scene.viewport else { return [] }
    let end = endFollower.offset(viewport, totalHeight: scene.snapshot.geometry.totalHeight)
    if let end, scene.followsEnd {
      return [.host(.scroll(to: end, isAnimated: false)), .list(.look)]
    }
    var actions = present(scene, viewport)
    // Once all that can be seen is shown, there is time for what is about to be.
    if range.mode == .minimum, wants?.bands.visible.isEmpty == false,
      !jobs.contains(where: { $0.purpose == .range && $0.band == .visible })
    {
      range.displayDidFinish()
      actions += present(scene, viewport)
    }
    actions += measureIdly(scene, viewport)
    return actions + load { $0.viewportDidChange(viewport, in: scene.snapshot.geometry) }
  }

  /// Requests what is in range and neither shown nor under way, gives what is under way its new
  /// band, calls off what has left the range, and lets go of what is shown out of range.
  private mutating func present(_ scene: RowScene, _ viewport: Viewport) -> [Action] {
    let snapshot = scene.snapshot
    let bands = range.bands(for: viewport, in: snapshot)
    guard mustLookAgain || bands != wants?.bands || snapshot.generation != wants?.generation
    else { return [] }
    let selected = textSelection.flatMap { SelectedRows($0, row: scene.row) }
    let wants = RowWants(bands: bands, in: snapshot, states: states, selected: selected)
    self.wants = wants
    mustLookAgain = false
    return recycle(wants) + retarget(wants) + [.host(.publish(wants))]
      + request(wants, snapshot.geometry)
      + announceShown(wants)
  }

  private mutating func recycle(_ wants: RowWants) -> [Action] {
    let kept = Set(wants.wants.map(\.identity))
    let gone = shown.keys.filter { !kept.contains($0) }
    for identity in gone {
      shown[identity] = nil
      forgetIfUntouched(identity)
    }
    images.forget(gone)
    return gone.isEmpty ? [] : [.host(.recycle(gone))] + awaitImages()
  }

  /// Gives each job the band that it has now; one that is not wanted any more is not begun, and
  /// stopped where it has been.
  ///
  /// Work for a state that is no longer shown goes on where it runs, since others may want it, and
  /// is known by its keys.
  private mutating func retarget(_ wants: RowWants) -> [Action] {
    var actions: [Action] = []
    for index in jobs.indices {
      let job = jobs[index]
      guard job.purpose == .range, !job.isCalledOff else { continue }
      let isOld = job.generation != wants.generation
      if !isOld, let band = wants.band(of: job.rows) {
        guard band != job.band else { continue }
        jobs[index].band = band
        actions.append(.pipeline(.retarget(job: job.number, band)))
      } else {
        jobs[index].isCalledOff = true
        actions.append(.pipeline(.callOff(job: job.number, stopsWhatRuns: !isOld)))
      }
    }
    return actions
  }

  private mutating func request(_ wants: RowWants, _ geometry: RowGeometry) -> [Action] {
    let underWay = underWay(in: wants.generation)
    let missing = wants.wants.filter { want in
      if underWay.drawn[want.row] == want.key || underWay.old.contains(want.key)
        || failed.contains(want.key)
      {
        return false
      }
      return want.band == .preload
        ? !geometry.isMeasured(want.row) && !underWay.measured.contains(want.row)
        : shown[want.identity] != want.key || images.outdated.contains(want.identity)
    }
    return RowWants.chunks(missing).flatMap { chunk in
      begin(chunk, of: wants.generation, for: .range)
    }
  }

  /// The rows that are being drawn and what as, those that are being measured, and what is being
  /// prepared for older states: once that ends, everything is looked at again.
  private func underWay(
    in generation: Int
  ) -> (drawn: [Int: MeasurementKey], measured: Set<Int>, old: Set<MeasurementKey>) {
    var (drawn, measured, old) = ([Int: MeasurementKey](), Set<Int>(), Set<MeasurementKey>())
    for job in jobs where job.purpose == .range || job.purpose == .renewal {
      if job.generation != generation {
        old.formUnion(job.keys)
      } else if job.isForShow {
        for (row, key) in zip(job.rows, job.keys) { drawn[row] = key }
      } else {
        measured.formUnion(job.rows)
      }
    }
    return (drawn, measured, old)
  }

  private mutating func announceShown(_ wants: RowWants) -> [Action] {
    let visible = wants.visible
    announced.formIntersection(visible.map(\.identity))
    return announce(visible.filter { shown[$0.identity] != nil })
  }

  /// Tells of rows in sight that are shown and have not been told of.
  private mutating func announce(_ wants: [RowWants.Want]) -> [Action] {
    let rows = wants.filter { announced.insert($0.identity).inserted }.map(\.row)
    return rows.isEmpty ? [] : [.host(.announce(rows))]
  }
}

// MARK: - Jobs

extension RowState {
  mutating func begin(
    _ rows: Range<Int>, keys: [MeasurementKey] = [], of generation: Int,
    for purpose: RowJob.Purpose, isForShow: Bool = false, band: WorkBand, setbacks: Int = 0
  ) -> Action {
    jobCount += 1
    let job = RowJob(
      number: jobCount, purpose: purpose, generation: generation, rows: rows, keys: keys,
      isForShow: isForShow, band: band, setbacks: setbacks)
    jobs.append(job)
    return .host(.begin(job))
  }

  mutating func begin(
    _ chunk: ArraySlice<RowWants.Want>, of generation: Int, for purpose: RowJob.Purpose
  ) -> [Action] {
    guard let first = chunk.first else { return [] }
    return [
      begin(
        first.row..<first.row + chunk.count, keys: chunk.map(\.key), of: generation, for: purpose,
        isForShow: first.band != .preload, band: first.band)
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
      actions += loseRenewal()
      heard.removeAll { $0.job.purpose == .renewal }
    }
    actions += correct(heard, scene)
    actions += show(heard, scene)
    for (job, report) in ended { actions += conclude(job, report, generation) }
    if !renewed.isEmpty { concludeRenewal() }
    // Other heights bring other rows into sight.
    return actions + [.list(.look)]
  }

  /// Shows rows that are still wanted as they are.
  private mutating func show(
    _ heard: [(job: RowJob, report: RowReport)], _ scene: RowScene
  ) -> [Action] {
    guard let wants, wants.generation == scene.snapshot.generation else { return [] }
    var rows: [DisplayedRow] = []
    for (job, report) in heard {
      for result in report.outcome.results where wants.contains(result.row) {
        guard let row = result.displayed, wants.takes(row, at: result.row) else { continue }
        rows.append(row)
        shown[row.identity] = row.key
        forgetIfUntouched(row.identity)
        images.note(result.lacking, of: row.identity, job)
      }
    }
    guard !rows.isEmpty else { return [] }
    if !images.outdated.isEmpty { mustLookAgain = true }
    let identities = Set(rows.map(\.identity))
    return [.host(.display(rows))] + awaitImages()
      + announce(wants.visible.filter { identities.contains($0.identity) })
  }

  /// Draws the conclusions from the end of one job, besides its results.
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
      // Rows called off while they left the range may be back in it.
      let outcome = report.outcome
      let isWanted = wants?.generation == job.generation && wants?.band(of: job.rows) != nil
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
      // What gave way to other work goes on behind it.
      if !report.isDropped, job.generation == generation, let rest = report.outcome.rest(of: job) {
        let before = rest == job.rows ? job.setbacks : 0
        let setbacks = report.outcome.madeRoom ? before + 1 : 0
        actions.append(
          begin(rest, of: generation, for: .idle, band: .idle, setbacks: setbacks))
      }
    }
    return actions
  }

  /// Reports rows that cannot be drawn, and does not ask for them again.
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
    wants = nil
    shown = [:]
    failed = []
    announced = []
    renewal = .none
    sweep = IdleSweep()
    found = []
    return actions
  }
}
