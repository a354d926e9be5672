@testable import LinecasterList

/// A controller's machine, and the books on what it promised.
struct MachineWatch {
  enum Event: Hashable {
    case submit, tearDown
    case precomputed(Int), failed(Int), cancel(Int), hostFinished(Int)
  }

  private(set) var state = ControllerState()
  private(set) var history: [Event] = []
  private(set) var fault: String?
  private var started: Set<Int> = []
  private var resolved: [Int: ControllerState.Ending] = [:]
  private var applying: Int?
  private var lastApplied = 0

  /// All events that could come, timely ones and late ones.
  var possibleEvents: [Event] {
    var events: [Event] = [.submit, .tearDown]
    for generation in max(1, state.newest - 2)..<max(1, state.newest + 1) {
      events += [.precomputed(generation), .cancel(generation), .hostFinished(generation)]
      if generation == state.pending { events.append(.failed(generation)) }
    }
    return events
  }

  mutating func step(_ event: Event) {
    history.append(event)
    switch event {
    case .submit: perform(state.submit().actions)
    case .tearDown: perform(state.tearDown())
    case .precomputed(let generation): perform(state.precomputed(generation))
    case .failed(let generation): perform(state.failed(generation))
    case .cancel(let generation): perform(state.cancel(generation))
    case .hostFinished(let generation):
      if applying == generation { applying = nil }
      perform(state.hostFinished(generation))
    }
  }

  private mutating func perform(_ actions: [ControllerState.Action]) {
    for action in actions { perform(action) }
  }

  private mutating func perform(_ action: ControllerState.Action) {
    switch action {
    case .start(let generation):
      require(started.insert(generation).inserted, "started twice")
      require(!state.isTornDown, "started after the end")
    case .stop(let generation): require(resolved[generation] == nil, "stopped after its end")
    case .apply(let generation):
      require(started.contains(generation), "applied without a start")
      require(generation > lastApplied, "applied out of order")
      require(applying == nil, "two with the host")
      require(resolved[generation] == nil, "applied after its end")
      lastApplied = generation
      applying = generation
    case .resolve(let generation, let ending):
      require(resolved[generation] == nil, "ended twice")
      require((ending == .applied) == (generation == lastApplied), "wrong end \(ending)")
      resolved[generation] = ending
    case .display: require(!state.isTornDown, "displayed after the end")
    }
  }

  private mutating func require(_ holds: Bool, _ what: String) {
    if !holds, fault == nil { fault = what }
  }

  /// What is wrong when the controller has gone.
  var faultAtTheEnd: String? {
    if let fault { return fault }
    let open = (1..<state.newest + 1).filter { resolved[$0] == nil }
    return open.isEmpty && state.isIdle ? nil : "\(open) never ended"
  }
}
