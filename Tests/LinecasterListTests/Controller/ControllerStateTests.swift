import LinecasterTestSupport
import Testing

@testable import LinecasterList

/// Seed rows A55 and A58: every update ends once, the newest wins.
@Suite struct ControllerStateTests {
  @Test func keepsItsPromisesInAllShortHistories() {
    var histories = 0
    explore(MachineWatch(), depth: 5, count: &histories)
    #expect(histories > 10_000)
  }

  private func explore(_ watch: MachineWatch, depth: Int, count: inout Int) {
    count += 1
    var end = watch
    end.step(.tearDown)
    if let fault = watch.faultAtRest ?? end.faultAtTheEnd {
      Issue.record("\(fault) after \(watch.history)")
      return
    }
    guard depth > 0 else { return }
    for event in watch.possibleEvents {
      var next = watch
      next.step(event)
      explore(next, depth: depth - 1, count: &count)
    }
  }

  @Test func keepsItsPromisesInLongHistories() {
    let seed = TestSettings.seed
    var random = SeededGenerator(seed: seed)
    for _ in 0..<1_000 {
      var watch = MachineWatch(isAttached: random.oneIn(2))
      for _ in 0..<80 {
        let events = watch.possibleEvents.filter { $0 != .tearDown || random.oneIn(30) }
        if let event = events.randomElement(using: &random) { watch.step(event) }
        if let fault = watch.faultAtRest {
          Issue.record("LINECASTER_SEED=\(seed): \(fault) after \(watch.history)")
          return
        }
      }
      watch.step(.tearDown)
      if let fault = watch.faultAtTheEnd {
        Issue.record("LINECASTER_SEED=\(seed): \(fault) after \(watch.history)")
        return
      }
    }
  }

  @Test func newestWinsWhileTheHostIsBusy() {
    var state = ControllerState()
    #expect(state.submit(now: .zero).actions == [.start(generation: 1)])
    #expect(
      state.precomputed(1, now: .milliseconds(1)) == [
        .apply(generation: 1), .watch(generation: 1, after: .seconds(10)),
      ])
    #expect(state.submit(now: .milliseconds(30)).actions == [.start(generation: 2)])
    #expect(state.precomputed(2, now: .milliseconds(31)).isEmpty)
    #expect(
      state.submit(now: .milliseconds(32)).actions == [
        .stop(generation: 2), .start(generation: 3),
      ])
    #expect(
      state.hostFinished(1, now: .milliseconds(33)) == [
        .resolve(generation: 1, .applied), .display,
      ])
    #expect(state.precomputed(2, now: .milliseconds(34)).isEmpty)
    #expect(
      state.precomputed(3, now: .milliseconds(35)).prefix(2) == [
        .resolve(generation: 2, .superseded(by: 3)), .apply(generation: 3),
      ])
  }

  @Test func callsOffWhatIsUnderWay() {
    var state = ControllerState()
    _ = state.submit(now: .zero)
    #expect(
      state.submit(now: .milliseconds(1)).actions == [
        .stop(generation: 1), .start(generation: 2),
      ])
    #expect(
      state.precomputed(2, now: .milliseconds(2)).prefix(2) == [
        .resolve(generation: 1, .superseded(by: 2)), .apply(generation: 2),
      ])
  }

  @Test func fallsBackToWhatABadUpdateOvertook() {
    var state = ControllerState(pace: UpdatePace(patience: .seconds(100)))
    _ = state.submit(now: .zero)
    _ = state.submit(now: .seconds(1))
    #expect(
      state.failed(2, now: .seconds(2)) == [
        .resolve(generation: 2, .failed), .start(generation: 1),
      ])
    _ = state.submit(now: .seconds(3))
    #expect(
      state.cancel(3, now: .seconds(4)) == [
        .stop(generation: 3), .resolve(generation: 3, .cancelled), .start(generation: 1),
      ])
    #expect(state.precomputed(1, now: .seconds(5)).first == .apply(generation: 1))
  }

  @Test func keepsAFewOfWhatIsOvertaken() {
    var state = ControllerState(isAttached: false)
    let ended = (1...20).flatMap { _ in state.submit(now: .zero).actions }
    #expect(
      ended
        == (1...11).map { .resolve(generation: $0, .superseded(by: $0 + 1)) })
    for generation in (13...20).reversed() {
      #expect(
        state.cancel(generation, now: .zero) == [.resolve(generation: generation, .cancelled)])
    }
    #expect(state.waiting == 12 && state.overtaken.isEmpty)
  }

  @Test func beginsTwoUpdatesAnIntervalUnderAFlood() {
    var state = ControllerState(pace: UpdatePace(patience: .seconds(100)))
    var starts = 0
    var wakes: [Duration] = []
    for millisecond in 0..<1_000 {
      let now = Duration.milliseconds(millisecond)
      var actions = state.submit(now: now).actions
      for wake in wakes where wake <= now { actions += state.woke(now: wake) }
      wakes.removeAll { $0 <= now }
      for action in actions {
        if case .wake(let delay) = action { wakes.append(now + delay) }
        if case .start = action { starts += 1 }
      }
    }
    // At most two an interval, and the list does not fall asleep.
    #expect((100...2 * 1_000 / 16 + 2).contains(starts), "\(starts) updates begun")
  }

  /// Each update takes longer to precompute than newer ones leave it, yet some are shown.
  @Test func showsSomethingUnderAFloodOfSlowUpdates() {
    var watch = MachineWatch()
    var landing: (generation: Int, at: Duration)?
    for _ in 0..<3_000 {
      watch.step(.submit)
      watch.step(.pass(.milliseconds(1)))
      if watch.possibleEvents.contains(.wake) { watch.step(.wake) }
      if watch.state.running != landing?.generation {
        landing = watch.state.running.map { ($0, watch.now + .milliseconds(50)) }
      }
      if let due = landing, due.at <= watch.now {
        watch.step(.precomputed(due.generation))
        watch.step(.hostFinished(due.generation))
        landing = nil
      }
    }
    #expect(watch.fault == nil)
    #expect((15...25).contains(watch.applied.count), "\(watch.applied.count) shown in 3 s")
  }

  @Test func keepsTheNewestForAHostToCome() {
    var state = ControllerState(isAttached: false)
    #expect(state.submit(now: .zero).actions.isEmpty)
    #expect(state.submit(now: .zero).actions.isEmpty)
    #expect(state.attach(now: .seconds(1)) == [.start(generation: 2)])
    #expect(state.detach().isEmpty)
    #expect(state.precomputed(2, now: .seconds(1)).isEmpty)
    #expect(state.attach(now: .seconds(2)) == [.start(generation: 2)])
    #expect(
      state.precomputed(2, now: .seconds(2)).prefix(2) == [
        .resolve(generation: 1, .superseded(by: 2)), .apply(generation: 2),
      ])
  }

  @Test func comparesAgainWhatWasBegunForAnotherHost() {
    var state = ControllerState()
    _ = state.submit(now: .zero)
    #expect(state.detach().isEmpty)
    #expect(state.attach(now: .seconds(1)).isEmpty)
    #expect(state.precomputed(1, now: .seconds(1)) == [.start(generation: 1)])
    #expect(state.precomputed(1, now: .seconds(1)).first == .apply(generation: 1))
  }

  @Test func keepsTheNewestWhileUpdatesAreHeld() {
    var state = ControllerState()
    _ = state.submit(now: .zero)
    _ = state.precomputed(1, now: .zero)
    _ = state.submit(now: .seconds(1))
    _ = state.precomputed(2, now: .seconds(1))
    #expect(state.ready == 2 && state.hold().isEmpty && state.waiting == 2)
    #expect(state.submit(now: .seconds(2)).actions.isEmpty)
    #expect(
      state.hostFinished(1, now: .seconds(2)) == [.resolve(generation: 1, .applied), .display])
    #expect(state.resume(now: .seconds(3)) == [.start(generation: 3)])
  }

  @Test func goesOnAfterAHostThatForgets() {
    var state = ControllerState()
    _ = state.submit(now: .zero)
    _ = state.precomputed(1, now: .zero)
    _ = state.submit(now: .seconds(1))
    _ = state.precomputed(2, now: .seconds(1))
    let actions = state.hostTookTooLong(1, now: .seconds(10))
    #expect(
      actions.prefix(4) == [
        .reportHost(generation: 1), .resolve(generation: 1, .applied), .display,
        .apply(generation: 2),
      ])
    #expect(state.hostFinished(1, now: .seconds(11)).isEmpty)
    #expect(state.applying == 2)
  }
}

/// A controller's machine, and the books on what it promised.
struct MachineWatch {
  enum Event: Hashable {
    case submit, tearDown, attach, detach, hold, resume, wake
    case precomputed(Int), failed(Int), cancel(Int), hostFinished(Int), hostTookTooLong(Int)
    case pass(Duration)
  }

  private(set) var state: ControllerState
  private(set) var history: [Event] = []
  private(set) var fault: String?
  private(set) var now = Duration.zero
  private(set) var applied: [Int] = []
  /// What each update was compared with when it was begun last.
  private var bases: [Int: Base] = [:]
  private var hostCount = 0
  /// What the host shows; nil for nothing yet.
  private var shown: Int?
  private var resolved: [Int: ControllerState.Ending] = [:]
  private var applying: Int?
  private var isToBeWoken = false

  /// A host, and which update it shows.
  private struct Base: Hashable {
    let host: Int
    let shown: Int?
  }

  private var base: Base { Base(host: hostCount, shown: shown) }

  init(pace: UpdatePace = UpdatePace(), isAttached: Bool = true) {
    state = ControllerState(pace: pace, isAttached: isAttached)
  }

  /// All events that could come, timely ones and late ones.
  var possibleEvents: [Event] {
    var events: [Event] = [.submit, .tearDown, .pass(.milliseconds(9)), .attach, .detach]
    events.append(state.isHeld ? .resume : .hold)
    if isToBeWoken { events.append(.wake) }
    for generation in max(1, state.newest - 2)..<max(1, state.newest + 1) {
      events += [
        .precomputed(generation), .cancel(generation), .hostFinished(generation),
        .hostTookTooLong(generation),
      ]
      if generation == state.running { events.append(.failed(generation)) }
    }
    return events
  }

  mutating func step(_ event: Event) {
    history.append(event)
    switch event {
    case .submit: perform(state.submit(now: now).actions)
    case .tearDown: perform(state.tearDown())
    case .attach:
      if !state.isAttached {
        hostCount += 1
        shown = nil
      }
      perform(state.attach(now: now))
    case .detach:
      applying = nil
      perform(state.detach())
    case .hold: perform(state.hold())
    case .resume: perform(state.resume(now: now))
    case .wake:
      isToBeWoken = false
      perform(state.woke(now: now))
    case .precomputed(let generation): perform(state.precomputed(generation, now: now))
    case .failed(let generation): perform(state.failed(generation, now: now))
    case .cancel(let generation): perform(state.cancel(generation, now: now))
    case .hostFinished(let generation):
      if applying == generation { applying = nil }
      perform(state.hostFinished(generation, now: now))
    case .hostTookTooLong(let generation):
      if applying == generation { applying = nil }
      perform(state.hostTookTooLong(generation, now: now))
    case .pass(let time): now += time
    }
  }

  private mutating func perform(_ actions: [ControllerState.Action]) {
    for action in actions { perform(action) }
  }

  private mutating func perform(_ action: ControllerState.Action) {
    switch action {
    case .start(let generation):
      bases[generation] = base
      require(!state.isTornDown, "started after the end")
      require(state.isAttached, "started without a host")
      require(!state.isHeld, "started while updates wait")
      require(resolved[generation] == nil, "started after its end")
    case .stop(let generation):
      require(resolved[generation] == nil, "stopped after its end")
      require(bases.removeValue(forKey: generation) != nil, "stopped before it was started")
    case .apply(let generation):
      require(bases[generation] == base, "compared with what is not shown")
      require(generation > applied.last ?? 0, "applied out of order")
      require(applying == nil, "two with the host")
      require(resolved[generation] == nil, "applied after its end")
      require(state.isAttached, "applied without a host")
      require(!state.isHeld, "applied while updates wait")
      applied.append(generation)
      applying = generation
      shown = generation
    case .resolve(let generation, let ending):
      require(resolved[generation] == nil, "ended twice")
      require((ending == .applied) == applied.contains(generation), "wrong end \(ending)")
      if case .superseded(let newer) = ending { checkSuperseded(generation, by: newer) }
      resolved[generation] = ending
    case .display: require(!state.isTornDown, "displayed after the end")
    case .wake(let delay):
      require(delay > .zero && delay <= state.pace.interval, "sleeps for \(delay)")
      require(!isToBeWoken, "to be woken twice")
      isToBeWoken = true
    case .watch(let generation, _): require(generation == applying, "watches for no reason")
    case .reportHost(let generation): require(generation == applied.last, "the wrong report")
    }
  }

  private mutating func require(_ holds: Bool, _ what: String) {
    if !holds, fault == nil { fault = what }
  }

  /// What is wrong if nothing more happens: an update that waits for nothing.
  var faultAtRest: String? {
    if let fault { return fault }
    let mayGoOn = state.isAttached && !state.isHeld
    let waits = state.waiting != nil && mayGoOn && state.running == nil && !isToBeWoken
    if waits { return "an update waits for nothing" }
    let open = (1..<state.newest + 1).filter { resolved[$0] == nil }
    if state.settled != (open.first.map { $0 - 1 } ?? state.newest) { return "settled too early" }
    // What is overtaken waits for a newer update, which takes its place or gives it back.
    if let last = state.overtaken.last?.generation,
      last > state.waiting ?? 0, last > state.running ?? 0, last > state.ready ?? 0
    {
      return "the update \(last) is forgotten"
    }
    return nil
  }

  /// An update gives way only to one that the host has, or to more of them than are kept.
  private mutating func checkSuperseded(_ generation: Int, by newer: Int) {
    require(newer > generation, "superseded by an older one")
    let open = (generation + 1..<state.newest + 1).count { resolved[$0] == nil }
    require(
      (state.applying ?? 0) > generation || open >= ControllerState.mostOvertaken,
      "lost to one that may fail")
  }

  /// What is wrong when the controller has gone.
  var faultAtTheEnd: String? {
    if let fault { return fault }
    let open = (1..<state.newest + 1).filter { resolved[$0] == nil }
    return open.isEmpty && state.isIdle ? nil : "\(open) never ended"
  }
}
