@testable import LinecasterList

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
    case .stop(let generation): require(resolved[generation] == nil, "stopped after its end")
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
    return waits ? "an update waits for nothing" : nil
  }

  /// What is wrong when the controller has gone.
  var faultAtTheEnd: String? {
    if let fault { return fault }
    let open = (1..<state.newest + 1).filter { resolved[$0] == nil }
    return open.isEmpty && state.isIdle ? nil : "\(open) never ended"
  }
}
