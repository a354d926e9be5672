@testable import LinecasterList

/// A controller's state machine, with a record of its promises.
struct MachineWatch: Explored {
  enum Event: Hashable {
    case submit, submitNow, tearDown, attach, detach, hold, resume, wake
    case precomputed(Int), failed(Int), cancel(Int), hostFinished(Int), hostTookTooLong(Int)
    case pass(Duration)
  }

  private(set) var state: ControllerState
  private(set) var history: [Event] = []
  private(set) var fault: String?
  private(set) var now = Duration.zero
  private(set) var applied: [Int] = []
  /// The base with which each update was compared when it last began.
  private var bases: [Int: Base] = [:]
  private var hostCount = 0
  /// The generation that the host shows; nil for none yet.
  private var shown: Int?
  /// The updates that have not ended, in ascending order.
  private(set) var open: [Int] = []
  private var endings: [Int: ControllerState.Ending] = [:]
  private var endedLast: Int?
  /// The updates that are being precomputed.
  private var atWork: Set<Int> = []
  /// The start times of the two latest updates.
  private var starts: [Duration] = []
  /// The time since which updates have been cancelled for newer ones without one being shown.
  private var starvingSince: Duration?
  private var applying: Int?
  private(set) var isToBeWoken = false

  /// A host and the generation that it shows.
  private struct Base: Hashable {
    let host: Int
    let shown: Int?
  }

  private var base: Base { Base(host: hostCount, shown: shown) }

  /// The maximum number of updates that have not ended.
  private let mostOpen: Int

  init(
    mostOpen: Int = .max, pace: UpdatePace = UpdatePace(maximumDelay: .milliseconds(25)),
    isAttached: Bool = true
  ) {
    state = ControllerState(pace: pace, isAttached: isAttached)
    self.mostOpen = mostOpen
  }

  /// All events that could come, timely or late.
  var possibleEvents: [Event] {
    var events: [Event] = [.tearDown, .pass(.milliseconds(9)), .attach, .detach]
    events.append(state.isHeld ? .resume : .hold)
    if isToBeWoken { events.append(.wake) }
    if open.count < mostOpen { events += [.submit, .submitNow] }
    for generation in open.suffix(4) + [endedLast].compactMap(\.self) {
      events += [
        .precomputed(generation), .cancel(generation), .hostFinished(generation),
        .hostTookTooLong(generation),
      ]
      if generation == state.running { events.append(.failed(generation)) }
    }
    return events
  }

  mutating func step(_ event: Event) { _ = hear(event) }

  /// Passes an event to the machine.
  ///
  /// - Returns: The actions that it requests, which are also recorded.
  mutating func hear(_ event: Event) -> [ControllerState.Action] {
    history.append(event)
    let newest = state.newest
    switch event {
    case .precomputed(let generation), .failed(let generation): atWork.remove(generation)
    default: break
    }
    let actions = answer(to: event)
    if state.newest > newest { open.append(state.newest) }
    for action in actions { perform(action, after: event) }
    checkAtRest()
    return actions
  }

  private mutating func answer(to event: Event) -> [ControllerState.Action] {
    switch event {
    case .submit: return state.submit(now: now).actions
    case .submitNow: return state.submit(now: now, isImmediate: true).actions
    case .tearDown:
      applying = nil
      return state.tearDown()
    case .attach:
      if !state.isAttached {
        hostCount += 1
        shown = nil
      }
      return state.attach(now: now)
    case .detach:
      applying = nil
      return state.detach()
    case .hold: return state.hold()
    case .resume: return state.resume(now: now)
    case .wake:
      isToBeWoken = false
      return state.woke(now: now)
    case .precomputed(let generation): return state.precomputed(generation, now: now)
    case .failed(let generation): return state.failed(generation, now: now)
    case .cancel(let generation): return state.cancel(generation, now: now)
    case .hostFinished(let generation):
      if applying == generation { applying = nil }
      return state.hostFinished(generation, now: now)
    case .hostTookTooLong(let generation):
      if applying == generation { applying = nil }
      return state.hostTookTooLong(generation, now: now)
    case .pass(let time):
      now += time
      return []
    }
  }

  private mutating func perform(_ action: ControllerState.Action, after event: Event) {
    switch action {
    case .start(let generation):
      bases[generation] = base
      require(atWork.isEmpty, "two are being made")
      atWork = [generation]
      checkPace(event)
      require(!state.isTornDown, "started after the end")
      require(state.isAttached, "started without a host")
      require(!state.isHeld, "started while updates wait")
      require(open.contains(generation), "started after its end")
    case .stop(let generation):
      checkPatience(generation, event)
      atWork.remove(generation)
      require(open.contains(generation), "stopped after its end")
      require(bases.removeValue(forKey: generation) != nil, "stopped before it was started")
    case .apply(let generation):
      require(bases[generation] == base, "compared with what is not shown")
      require(generation > applied.last ?? 0, "applied out of order")
      require(applying == nil, "two with the host")
      require(open.contains(generation), "applied after its end")
      require(state.isAttached, "applied without a host")
      require(!state.isHeld, "applied while updates wait")
      starvingSince = nil
      applied.append(generation)
      applying = generation
      shown = generation
    case .resolve(let generation, let ending):
      require(open.contains(generation), "ended twice")
      require((ending == .applied) == applied.contains(generation), "wrong end \(ending)")
      if case .superseded(let newer) = ending { checkSuperseded(generation, by: newer) }
      require(!atWork.contains(generation), "ended while it is being made")
      open.removeAll { $0 == generation }
      endings[generation] = ending
      endedLast = generation
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

  /// An update is superseded only by one that the host has, or if too many are kept.
  private mutating func checkSuperseded(_ generation: Int, by newer: Int) {
    require(newer > generation, "superseded by an older one")
    let isLost = endings[newer] == .cancelled || endings[newer] == .failed
    require(!isLost, "superseded by one that is lost")
    let newerOnes = open.count { $0 > generation }
    require(
      (state.applying ?? 0) > generation || newerOnes >= ControllerState.mostOvertaken,
      "lost to one that may fail")
  }

  /// At most two updates begin in an interval, except for synchronous ones.
  private mutating func checkPace(_ event: Event) {
    let isTime = starts.count < 2 || now - starts[0] >= state.pace.interval
    require(isTime || event == .submitNow, "too many in an interval")
    starts = starts.suffix(1) + [now]
  }

  /// Precomputing is cancelled for newer updates only for a limited time.
  private mutating func checkPatience(_ generation: Int, _ event: Event) {
    switch event {
    case .cancel, .tearDown: return
    default: break
    }
    let isStarving = starvingSince.map { now - $0 >= state.pace.maximumDelay } ?? false
    let isAllowed = !isStarving || event == .submitNow || !atWork.contains(generation)
    require(isAllowed, "called off for too long")
    starvingSince = starvingSince ?? now
  }

  /// Checks that no update waits for nothing.
  private mutating func checkAtRest() {
    let mayGoOn = state.isAttached && !state.isHeld
    let waits = state.waiting != nil && mayGoOn && state.running == nil && !isToBeWoken
    require(!waits, "an update waits for nothing")
    require(applying == state.applying, "the host has another one")
    require(state.ready == nil || applying != nil, "ready, and not handed over")
    require(state.settled == (open.first.map { $0 - 1 } ?? state.newest), "settled too early")
    // An overtaken update waits for a newer one, which replaces it or returns it to the queue.
    if let last = state.overtaken.last?.generation {
      let isAwaited = last < max(state.waiting ?? 0, state.running ?? 0, state.ready ?? 0)
      require(isAwaited, "the update \(last) is forgotten")
    }
  }

  /// The host attaches, holds end, and all work in progress ends.
  var nextToRest: Event? {
    if state.isTornDown { return nil }
    if !state.isAttached { return .attach }
    if state.isHeld { return .resume }
    if let applying { return .hostFinished(applying) }
    if let running = state.running { return .precomputed(running) }
    return isToBeWoken ? .wake : nil
  }

  /// The promise that is broken at rest, or by tearing down from there.
  var faultAtRest: String? {
    if let last = open.last { return "\(last) never ended" }
    // Of too many overtaken updates the oldest end, independent of the others.
    for (generation, ending) in endings
    where generation > applied.last ?? 0 && mostOpen <= ControllerState.mostOvertaken {
      guard ending == .cancelled || ending == .failed else { return "\(generation) is not shown" }
    }
    return state.isIdle ? faultAtTheEnd : "not idle"
  }

  /// The promise that is broken by tearing down.
  var faultAtTheEnd: String? {
    var end = self
    end.step(.tearDown)
    if let fault = end.fault { return fault }
    return end.open.isEmpty && end.state.isIdle ? nil : "\(end.open) never ended"
  }
}

// MARK: - States

extension MachineWatch {
  /// The machine and the record without details that never matter again: generations count by their
  /// order alone, and times only as far as they are awaited.
  struct Essence: Hashable {
    private let open: [Int?]
    private let places: [Int?]
    private let overtaken: [[Int?]]
    private let flags: [Bool]
    private let ages: [Duration]
    private let hunger: Duration?
    private let bases: [Bool?]

    fileprivate init(_ watch: MachineWatch, _ ranks: Ranks) {
      let (state, now) = (watch.state, watch.now)
      open = watch.open.map { ranks[$0] }
      places = [
        state.newest, state.waiting, state.running, state.ready, state.applying,
        watch.applied.last, watch.shown, watch.applying,
      ].map { ranks[$0] }
      overtaken = state.overtaken.map { [ranks[$0.generation], ranks[$0.newer]] }
      flags = [
        state.isAttached, state.isHeld, state.isTornDown, state.isOutdated, state.isToBeWoken,
        watch.isToBeWoken,
      ]
      ages = state.lastStarts.map { min(now - $0, state.pace.interval) }
      hunger = state.starvingSince.map { min(now - $0, state.pace.maximumDelay) }
      bases = watch.open.map { generation in watch.bases[generation].map { $0 == watch.base } }
    }
  }

  /// The generations that the machine or the record may refer to again.
  var generations: [Int?] {
    [state.newest, applied.last, shown] + open + state.overtaken.map(\.newer)
  }

  var essence: Essence { essence(Ranks(generations)) }

  /// The essence with the ranks of other generations.
  func essence(_ ranks: Ranks) -> Essence { Essence(self, ranks) }
}
