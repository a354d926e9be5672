import LinecasterCells
import LinecasterDisplay
import LinecasterGeometry
import LinecasterRaster
import LinecasterTestSupport
import Testing

@testable import LinecasterList

/// The machine for rows, without threads, in every order that events can come in.
@Suite struct RowStateTests {
  /// Three rows, two workers and one update: all states that six events lead to.
  @Test func keepsItsPromisesInAllShortHistories() {
    let start = ContinuousClock.now
    let first = RowWatch()
    var met: Set<RowWatch.Essence> = [first.essence]
    var frontier = [first]
    var transitions = 0
    for _ in 0..<6 {
      var next: [RowWatch] = []
      for watch in frontier {
        for event in watch.possibleEvents {
          var after = watch
          after.step(event)
          transitions += 1
          guard met.insert(after.essence).inserted else { continue }
          next.append(after)
          guard let fault = after.fault ?? after.faultAtTheEnd() else { continue }
          Issue.record("\(fault) after \(after.history)")
          return
        }
      }
      frontier = next
    }
    print("rows: \(met.count) states, \(transitions) transitions, \(start.duration(to: .now))")
    #expect(met.count > 1_000 && transitions > 10_000)
  }

  @Test func keepsItsPromisesInLongHistories() {
    let seed = TestSettings.seed
    var random = SeededGenerator(seed: seed)
    for _ in 0..<300 {
      var watch = RowWatch()
      for _ in 0..<60 {
        let events = watch.possibleEvents.filter { $0 != .detach || random.oneIn(10) }
        if let event = events.randomElement(using: &random) { watch.step(event) }
        guard let fault = watch.fault else { continue }
        Issue.record("LINECASTER_SEED=\(seed): \(fault) after \(watch.history)")
        return
      }
      if let fault = watch.faultAtTheEnd() {
        Issue.record("LINECASTER_SEED=\(seed): \(fault) after \(watch.history)")
        return
      }
    }
  }
}

/// The machine for rows among two workers, a host and one update, and the books on what it
/// promised.
struct RowWatch {
  enum Event: Hashable {
    /// The host is scrolled.
    case jump
    /// A worker takes the oldest of the nearest work.
    case start
    case finish(Int)
    /// The first row of a job cannot be prepared.
    case fail(Int)
    /// There is no room for the youngest work that may be dropped.
    case drop, room
    case updateBegins, updateLands, hostFinishes
    case renew, scroll, loadEnds, loadFails
    /// The image comes that a row was drawn without.
    case imageArrives
    case attach, detach
  }

  /// How far the update has come.
  enum Update: Hashable { case none, underWay, applying, done }

  private struct Work: Hashable {
    var isStarted = false
    var isCancelled = false
    /// Whether the image was there when it was begun.
    var seesImage = false
  }

  private(set) var state = RowState(measuresIdly: true, workerCount: 2)
  private(set) var history: [Event] = []
  private(set) var fault: String?
  private var snapshot = Self.snapshot(1, Self.first)
  private var offset = 0.0
  private var isAttached = true
  private var hostCount = 1
  private var update = Update.none
  private var works: [Int: Work] = [:]
  private var newestJob = 0
  private var isRoomAwaited = false
  private var host: [RowIdentity: MeasurementKey] = [:]
  private var hasImage = false
  /// The rows that the host shows without the image.
  private var incomplete: Set<RowIdentity> = []
  /// The rows that were shown again with the image while an update was on its way.
  private var early: Set<RowIdentity> = []
  private var awaited: Set<ImageReference> = []
  /// What the machine may show although it is shown.
  private var forgotten: Set<MeasurementKey> = []
  private var scrollCount = 0
  private var finishedScrolls: Set<Int> = []
  private var load: Int?
  private var queue: [RowState.Event] = []

  init() {
    handle(.watchEnd(.rows(0)))
    handle(.look)
  }

  /// All events that could come.
  var possibleEvents: [Event] {
    var events: [Event] = [.jump, isAttached ? .detach : .attach]
    if works.values.contains(where: { !$0.isStarted }),
      works.values.count(where: { $0.isStarted }) < 2
    {
      events.append(.start)
    }
    for (number, work) in works where work.isStarted {
      events.append(.finish(number))
      if !work.isCancelled { events.append(.fail(number)) }
    }
    if droppable != nil { events.append(.drop) }
    if isRoomAwaited { events.append(.room) }
    switch update {
    case .none: events.append(.updateBegins)
    case .underWay: if isAttached { events.append(.updateLands) }
    case .applying: events.append(.hostFinishes)
    case .done: break
    }
    if isAttached { events += [.renew, .scroll] }
    if !hasImage { events.append(.imageArrives) }
    if load != nil { events += [.loadEnds, .loadFails] }
    return events
  }

  mutating func step(_ event: Event) {
    history.append(event)
    switch event {
    case .jump:
      offset = offset == 0 ? 25 : 0
      handle(.look)
    case .start:
      guard let number = nearest else { return }
      works[number] = Work(isStarted: true, seesImage: hasImage)
    case .imageArrives:
      hasImage = true
      handle(.imagesArrived([Self.reference]))
    case .finish(let number): end(number)
    case .fail(let number): end(number, fails: true)
    case .drop:
      guard let number = droppable else { return }
      works[number] = nil
      handle(.ended([RowReport(job: number, isDropped: true)]))
    case .room:
      isRoomAwaited = false
      handle(.roomCame)
    case .updateBegins: update = .underWay
    case .updateLands:
      update = .applying
      forgotten.formUnion(early.compactMap { host[$0] })
      show(2, Self.second)
      handle(.landed)
    case .hostFinishes:
      update = .done
      handle(.look)
    case .renew: handle(.renew)
    case .scroll:
      scrollCount += 1
      handle(
        .scroll(
          RowState.Scroll(
            number: scrollCount, identity: RowIdentity(1), position: .top, isAnimated: false,
            awaited: newest)))
    case .loadEnds, .loadFails:
      guard let number = load else { return }
      load = nil
      handle(.loadEnded(number, event == .loadFails ? Outage() : nil))
    case .attach:
      isAttached = true
      hostCount += 1
      show(2 + hostCount, update == .done ? Self.second : Self.first)
      handle(.landed)
      handle(.look)
    case .detach:
      if update == .applying { update = .done }
      handle(.detached)
      isAttached = false
      host = [:]
      incomplete = []
      early = []
    }
    check()
  }

  private struct Outage: Error {}
}

// MARK: - The list

extension RowWatch {
  private static let reference = ImageReference("a")
  private static let environment = LayoutEnvironment(width: 10)
  private static let first = model([(0, 0), (1, 1), (2, 2)])
  private static let second = model([(3, 3), (0, 0), (1, 9)])
  private static let image: CellImage? = (try? Bitmap(width: 1, height: 1)).map {
    CellImage(bitmap: $0, size: Size(width: 1, height: 1), scale: .one)
  }

  private static func model(_ rows: [(identifier: Int, number: Int)]) -> TableModel {
    TableModel(
      loadState: .ready,
      items: rows.map { TableItem(.number($0.identifier), cell: PlateCell(number: $0.number)) })
  }

  private static func snapshot(_ generation: Int, _ model: TableModel) -> TableSnapshot {
    TableSnapshot(
      generation: generation, rows: TableRows(model, in: environment, metrics: RowMetrics()),
      geometry: RowGeometry(estimate: 12, count: model.rowCount))
  }

  /// Another state, with the heights of rows that stay as they are.
  private mutating func show(_ generation: Int, _ model: TableModel) {
    for result in state.takeFound() {
      snapshot.setCellHeight(result.size.height, ofRow: result.row)
    }
    let old = snapshot
    snapshot = Self.snapshot(generation, model)
    for row in 0..<snapshot.rowCount {
      let same = (0..<old.rowCount).first { key(of: $0, in: old) == key(of: row, in: snapshot) }
      if let same, old.geometry.isMeasured(same) {
        snapshot.setCellHeight(old.geometry.height(ofRow: same), ofRow: row)
      }
    }
  }

  private func key(of row: Int, in snapshot: TableSnapshot) -> MeasurementKey? {
    snapshot.item(atRow: row).map { MeasurementKey($0.cell, snapshot.environment(ofRow: row)) }
  }

  private var viewport: Viewport { Viewport(offset: offset, length: 15) }
}

// MARK: - What the controller and the workers do

extension RowWatch {
  private mutating func handle(_ event: RowState.Event) {
    queue.append(event)
    repeat {
      while !queue.isEmpty { hear(queue.removeFirst()) }
      if state.waitsForRest(isIdle: isOpen) { hear(.rested) }
    } while !queue.isEmpty
  }

  private var isOpen: Bool { update == .none || update == .done }
  private var newest: Int { update == .none ? 1 : 2 }

  private mutating func hear(_ event: RowState.Event) {
    let rows = snapshot
    let scene = RowScene(
      snapshot: snapshot, viewport: isAttached ? viewport : nil,
      updates: .init(
        isIdle: isOpen, isResting: isOpen, isApplying: update == .applying, newest: newest,
        settled: isOpen ? newest : 1),
      row: { identity in (0..<rows.rowCount).first { rows.identity(ofRow: $0) == identity } })
    var calledOff: [RowReport] = []
    for action in state.handle(event, in: scene) {
      if case .callOff(let job, let stopsWhatRuns) = action {
        if works[job]?.isStarted == false {
          works[job] = nil
          calledOff.append(RowReport(job: job))
        } else if stopsWhatRuns {
          works[job]?.isCancelled = true
        }
      } else {
        perform(action)
      }
    }
    if !calledOff.isEmpty { queue.append(.ended(calledOff)) }
  }

  private mutating func perform(_ action: RowState.Action) {
    switch action {
    case .begin(let job):
      require(isAttached && job.generation == snapshot.generation, "begun for another list")
      require(job.number > newestJob && !job.rows.isEmpty, "begun twice, or nothing")
      require(job.rows.upperBound <= snapshot.rowCount, "rows that are not there")
      newestJob = job.number
      works[job.number] = Work()
    case .retarget(let job, _): require(works[job] != nil, "retargets what has ended")
    case .stop(let job): require(works.removeValue(forKey: job) != nil, "stops what has ended")
    case .awaitRoom:
      require(!isRoomAwaited, "waits twice for room")
      isRoomAwaited = true
    case .forget(let keys): forgotten.formUnion(keys)
    case .correct(let results):
      for result in results { snapshot.setCellHeight(result.size.height, ofRow: result.row) }
      offset = min(offset, max(0, snapshot.geometry.totalHeight - 15))
      state.offsetWasCorrected(to: offset)
    case .display(let rows):
      for row in rows {
        let isNew = host.updateValue(row.key, forKey: row.identity) != row.key
        let isForgotten = forgotten.remove(row.key) != nil
        let wasIncomplete = incomplete.remove(row.identity) != nil
        require(isNew || isForgotten || hasImage && wasIncomplete, "shown twice as the same")
        if wasIncomplete, !isOpen || update == .underWay { early.insert(row.identity) }
        let lacks = state.images.lacking[row.identity] != nil
        if lacks { incomplete.insert(row.identity) }
      }
      require(isAttached, "shown to nobody")
    case .recycle(let rows):
      for row in rows { require(host.removeValue(forKey: row) != nil, "recycled twice") }
      incomplete.subtract(rows)
      early.subtract(rows)
    case .awaitImages(let images):
      require(images != awaited, "told twice what is waited for")
      awaited = images
    case .announce(let rows):
      for row in rows {
        require(snapshot.identity(ofRow: row).map { host[$0] != nil } == true, "told too early")
      }
    case .scroll(let target, _): offset = target
    case .finishScroll(let number, _):
      require(finishedScrolls.insert(number).inserted, "finished twice")
    case .load(let number):
      require(load == nil, "loads twice")
      load = number
    case .look: queue.append(.look)
    case .callOff, .publish, .report, .failLoading: break
    }
  }

  private func job(_ number: Int) -> RowJob? { state.jobs.first { $0.number == number } }

  private var nearest: Int? {
    works.filter { !$0.value.isStarted }.keys.min {
      (job($0)?.band ?? .idle, $0) < (job($1)?.band ?? .idle, $1)
    }
  }

  private var droppable: Int? {
    works.filter { !$0.value.isStarted }.keys
      .filter { (job($0)?.band ?? .visible) >= .preload }.max()
  }

  private mutating func end(_ number: Int, fails: Bool = false) {
    guard let work = works.removeValue(forKey: number), let job = job(number) else { return }
    guard !work.isCancelled else { return handle(.ended([RowReport(job: number)])) }
    var outcome = RowsOutcome()
    if fails {
      outcome.failedRows = [job.rows.lowerBound]
      outcome.failure = Outage()
    }
    // What was begun for a state that is not shown any more is not heard but for its end.
    if job.generation == snapshot.generation {
      outcome.results = job.rows.dropFirst(fails ? 1 : 0).compactMap {
        result(ofRow: $0, job, lacksImage: !work.seesImage)
      }
    }
    handle(.ended([RowReport(job: number, outcome: outcome)]))
  }

  private func result(ofRow row: Int, _ job: RowJob, lacksImage: Bool) -> RowResult? {
    guard let item = snapshot.item(atRow: row), let identity = snapshot.identity(ofRow: row),
      let key = key(of: row, in: snapshot), let image = Self.image
    else { return nil }
    let shown = DisplayedRow(
      identity: identity, kind: item.cell.reuseKind, content: .bitmap(image), key: key)
    let showsImage = identity.identifier == 1
    return RowResult(
      row: row, kind: item.cell.reuseKind,
      size: Size(width: 10, height: showsImage ? lacksImage ? 20 : 30 : 10),
      displayed: job.isForShow ? shown : nil,
      lacking: showsImage && lacksImage ? [Self.reference] : [])
  }
}

// MARK: - The books

extension RowWatch {
  private mutating func require(_ holds: Bool, _ what: String) {
    if !holds, fault == nil { fault = what }
  }

  private mutating func check() {
    require(Set(works.keys) == Set(state.jobs.map(\.number)), "a job without an end")
    require(host == state.shown, "the host shows something else")
    require(awaited == (incomplete.isEmpty ? [] : [Self.reference]), "waits for other images")
    let open = scrollCount - finishedScrolls.count
    require(open == (state.scroll == nil ? 0 : 1), "\(open) scrolls open")
    require(state.isMeasuringIdly || !isRoomAwaited, "idle while it waits for room")
    require(state.isMeasuringIdly || state.found.isEmpty, "heights that nobody is told")
    guard isAttached, update != .applying else { return }
    for row in snapshot.geometry.rows(in: viewport.range) { checkSight(of: row) }
    if !state.isRunning {
      require(
        !state.jobs.contains { $0.purpose == .renewal || $0.isForShow && $0.band < .preload },
        "something is under way")
    }
  }

  /// A row in sight is shown, under way, or known not to be drawable.
  private mutating func checkSight(of row: Int) {
    guard let identity = snapshot.identity(ofRow: row), let key = key(of: row, in: snapshot) else {
      return require(false, "no row \(row)")
    }
    let isUnderWay = state.jobs.contains { job in
      (job.purpose == .range || job.purpose == .renewal)
        && (job.generation == snapshot.generation
          ? job.isForShow && job.rows.contains(row) : job.keys.contains(key))
    }
    require(
      host[identity] == key || isUnderWay || state.failed.contains(key), "row \(row) is blank")
    require(
      !hasImage || !incomplete.contains(identity) || isUnderWay || state.failed.contains(key),
      "row \(row) lacks an image that has come")
  }

  /// What is wrong once all that is under way has ended, and when the host goes then.
  func faultAtTheEnd(after limit: Int = 100) -> String? {
    var watch = self
    for _ in 0..<limit {
      let events = watch.possibleEvents
      let next = events.first {
        switch $0 {
        case .start, .finish, .room, .updateLands, .hostFinishes, .loadEnds: true
        default: false
        }
      }
      guard let next else { break }
      watch.step(next)
    }
    if let fault = watch.fault {
      return "\(fault), then after \(watch.history.dropFirst(history.count))"
    }
    guard watch.state.jobs.isEmpty, watch.state.scroll == nil, !watch.state.isRunning else {
      return watch.isAttached ? "never at rest" : nil
    }
    if let fault = watch.faultOfHeights { return fault }
    if watch.isAttached { watch.step(.detach) }
    return watch.fault ?? (watch.works.isEmpty ? nil : "work goes on")
  }

  /// What is wrong with the height of the row with an image, which stands at rest.
  private var faultOfHeights: String? {
    guard isAttached, hasImage, update == .none || update == .done else { return nil }
    for row in snapshot.geometry.rows(in: viewport.range) {
      guard snapshot.identity(ofRow: row)?.identifier == 1, snapshot.geometry.isMeasured(row),
        let key = key(of: row, in: snapshot), !state.failed.contains(key),
        !snapshot.hasCellHeight(30, ofRow: row)
      else { continue }
      return "row \(row) has the height it had without its image"
    }
    return nil
  }

  /// All that the future depends on; jobs are counted from the oldest, whatever their numbers.
  var essence: Essence {
    Essence(
      jobs: state.jobs.map { job in
        Essence.Job(
          job.purpose, job.generation, job.rows, job.isForShow, job.band, job.isCalledOff,
          works[job.number]?.isStarted == true, works[job.number]?.isCancelled == true,
          works[job.number]?.seesImage == true, !job.arrivedImages.isEmpty)
      },
      range: state.range, bands: state.wants?.bands, wanted: state.wants?.generation,
      flags: [
        state.mustLookAgain, state.isWaitingForRoom, isAttached, isRoomAwaited, state.scroll != nil,
        load != nil, hasImage,
      ], host: host, incomplete: incomplete, early: early, images: state.images,
      failed: state.failed, announced: state.announced, renewal: state.renewal,
      tried: state.scroll?.tried, triedOf: state.scroll?.generation,
      awaited: state.scroll?.awaited, sweep: state.sweep, forgotten: forgotten,
      generation: snapshot.generation,
      heights: (0..<snapshot.rowCount).map {
        snapshot.geometry.isMeasured($0) ? snapshot.geometry.height(ofRow: $0) : -1
      }, offset: offset, update: update, trigger: state.loading?.trigger,
      hasFailed: state.loading?.hasFailed, loadAwaits: state.loading?.awaited,
      found: state.found.map(\.row).sorted(), hasCorrected: state.lastCorrection != nil)
  }
}
