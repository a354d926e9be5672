/// How fast a controller takes updates, and how long it waits for its host.
public struct UpdatePace: Hashable, Sendable {
  /// The time in which at most two updates are begun, so that a flood of them does not keep workers
  /// from finishing one; the first after a pause is begun at once.
  public var interval: Duration
  /// The longest time that newer updates may keep calling off the one before: after it, what is
  /// under way is finished and shown first.
  public var patience: Duration
  /// The longest time a host may take to say that it has finished; after it the host is reported,
  /// and the next update proceeds.
  public var hostPatience: Duration

  /// Makes a pace; the defaults suit a screen of 60 Hz.
  init(
    interval: Duration = .milliseconds(16), patience: Duration = .milliseconds(100),
    hostPatience: Duration = .seconds(10)
  ) {
    self.interval = interval
    self.patience = patience
    self.hostPatience = hostPatience
  }
}

/// The progress of updates: a state machine without threads and without a clock, whose methods take
/// events with their times and return the next actions.
///
/// At most one update waits to be begun, one is being precomputed or is ready, and one is with the
/// host. A newer update overtakes what waits, and what is under way unless that would leave the
/// list without an update for longer than `UpdatePace.patience`. What the host has is never taken
/// back. So the base that an update is compared with cannot change before it lands, and every
/// update ends exactly once.
///
/// A newer update is only a promise until the host has it: what it overtook ends then, and takes
/// its place where it fails or is cancelled.
struct ControllerState: Sendable {
  /// What the controller should do, in order.
  enum Action: Hashable, Sendable {
    /// Precompute an update.
    case start(generation: Int)
    /// Ask the work of an update to stop, and let go of what has come of it; it may be begun again.
    case stop(generation: Int)
    /// Hand a precomputed update to the host.
    case apply(generation: Int)
    /// End an update.
    case resolve(generation: Int, Ending)
    /// Have the rows that can be seen rasterized.
    case display
    /// Call `woke(now:)` after this time.
    case wake(after: Duration)
    /// Call `hostTookTooLong(_:now:)` after this time.
    case watch(generation: Int, after: Duration)
    /// Report a host that does not say that it has finished.
    case reportHost(generation: Int)
  }

  /// How an update ends.
  enum Ending: Hashable, Sendable {
    case applied
    case superseded(by: Int)
    case cancelled
    case failed
  }

  /// An update that a newer one has overtaken.
  struct Overtaken: Hashable, Sendable {
    let generation: Int
    /// The update that did; nil where that one has failed or been cancelled.
    var newer: Int?
  }

  /// The most overtaken updates that are kept; of more the oldest ends, so that a list without a
  /// host does not pile up what it is told meanwhile.
  static let mostOvertaken = 8

  let pace: UpdatePace
  /// The newest update that was asked for.
  private(set) var newest = 0
  /// The update that waits to be begun.
  private(set) var waiting: Int?
  /// The update that is being precomputed.
  private(set) var running: Int?
  /// Whether that update is compared with what a host showed that has gone.
  private(set) var isOutdated = false
  /// The update that has been precomputed and waits for the host.
  private(set) var ready: Int?
  /// The update the host is applying.
  private(set) var applying: Int?
  /// What newer updates have overtaken and none has replaced yet, ascending.
  private(set) var overtaken: [Overtaken] = []
  private(set) var isAttached: Bool
  /// Whether updates wait although there is a host.
  private(set) var isHeld = false
  private(set) var isTornDown = false

  /// When the two updates begun last were begun.
  private(set) var lastStarts: [Duration] = []
  private(set) var isToBeWoken = false
  /// Since when updates have been called off for newer ones without one being shown.
  private(set) var hungrySince: Duration?

  init(pace: UpdatePace = UpdatePace(), isAttached: Bool = true) {
    self.pace = pace
    self.isAttached = isAttached
  }

  /// The newest update on its way to the host.
  var pending: Int? { waiting ?? running ?? ready }

  /// Whether nothing is under way and the host has finished.
  var isIdle: Bool { pending == nil && applying == nil }

  /// Whether no update has been compared with what the host shows; one may wait.
  var isResting: Bool { running == nil && ready == nil && applying == nil }

  /// The newest update up to which all have ended.
  var settled: Int {
    let open = [waiting, running, ready, applying, overtaken.first?.generation]
    return open.compactMap(\.self).min().map { $0 - 1 } ?? newest
  }

  private var isOpen: Bool { isAttached && !isHeld }
}

// MARK: - Updates

extension ControllerState {
  /// A new update is asked for.
  ///
  /// - Parameter isImmediate: Whether it is begun at once, whatever is under way.
  mutating func submit(
    now: Duration, isImmediate: Bool = false
  ) -> (generation: Int, actions: [Action]) {
    newest += 1
    let generation = newest
    guard !isTornDown else {
      return (generation, [.resolve(generation: generation, .cancelled)])
    }
    var actions: [Action] = []
    if let old = waiting { actions += overtake(old, by: generation) }
    waiting = generation
    return (generation, actions + (isImmediate ? start(now) : startIfTime(now)))
  }

  /// An update has been precomputed.
  mutating func precomputed(_ generation: Int, now: Duration) -> [Action] {
    guard running == generation else { return [] }
    running = nil
    guard isOpen, !isOutdated else { return keep(generation) + startIfTime(now) }
    guard applying == nil else {
      ready = generation
      return startIfTime(now)
    }
    return apply(generation) + startIfTime(now)
  }

  /// An update could not be precomputed.
  mutating func failed(_ generation: Int, now: Duration) -> [Action] {
    guard running == generation else { return [] }
    running = nil
    fallBack(from: generation)
    return [.resolve(generation: generation, .failed)] + startIfTime(now)
  }

  /// Somebody wants an update called off.
  mutating func cancel(_ generation: Int, now: Duration) -> [Action] {
    let end = Action.resolve(generation: generation, .cancelled)
    var actions = [end]
    switch generation {
    case waiting: waiting = nil
    case ready: ready = nil
    case running:
      running = nil
      actions = [.stop(generation: generation), end]
    default:
      guard let index = overtaken.firstIndex(where: { $0.generation == generation }) else {
        return []
      }
      overtaken.remove(at: index)
    }
    fallBack(from: generation)
    return actions + startIfTime(now)
  }

  /// The time asked for by `wake(after:)` is over.
  mutating func woke(now: Duration) -> [Action] {
    isToBeWoken = false
    return startIfTime(now)
  }
}

// MARK: - The host

extension ControllerState {
  /// The host has finished applying; calls for other updates, or repeated ones, are ignored.
  mutating func hostFinished(_ generation: Int, now: Duration) -> [Action] {
    guard applying == generation else { return [] }
    applying = nil
    let actions: [Action] = [.resolve(generation: generation, .applied), .display]
    guard let next = ready else { return actions }
    ready = nil
    return actions + apply(next) + startIfTime(now)
  }

  /// The time asked for by `watch(generation:after:)` is over.
  mutating func hostTookTooLong(_ generation: Int, now: Duration) -> [Action] {
    guard applying == generation else { return [] }
    return [.reportHost(generation: generation)] + hostFinished(generation, now: now)
  }

  /// There is a host, which shows nothing yet.
  mutating func attach(now: Duration) -> [Action] {
    guard !isTornDown, !isAttached else { return [] }
    isAttached = true
    return startIfTime(now)
  }

  /// The host goes away; the newest update that it has not been handed is kept for the next one,
  /// and compared again with what that shows.
  mutating func detach() -> [Action] {
    guard isAttached else { return [] }
    isAttached = false
    isOutdated = running != nil
    var actions: [Action] = []
    if let applying { actions.append(.resolve(generation: applying, .applied)) }
    applying = nil
    return actions + keepReady()
  }

  /// Updates are to wait from now on; what the host has been handed goes on.
  mutating func hold() -> [Action] {
    isHeld = true
    return keepReady()
  }

  /// Updates need not wait any more.
  mutating func resume(now: Duration) -> [Action] {
    isHeld = false
    return startIfTime(now)
  }

  /// The controller goes away.
  mutating func tearDown() -> [Action] {
    isTornDown = true
    var actions: [Action] = []
    if let running { actions.append(.stop(generation: running)) }
    for generation in overtaken.map(\.generation) + [ready, running, waiting].compactMap(\.self) {
      actions.append(.resolve(generation: generation, .cancelled))
    }
    overtaken = []
    if let applying { actions.append(.resolve(generation: applying, .applied)) }
    (waiting, running, ready, applying) = (nil, nil, nil, nil)
    return actions
  }
}

// MARK: - Steps

extension ControllerState {
  /// Begins the update that waits, unless it has to go on waiting.
  private mutating func startIfTime(_ now: Duration) -> [Action] {
    guard waiting != nil, isOpen, !(running != nil && isStarving(now)) else { return [] }
    if lastStarts.count == 2, now - lastStarts[0] < pace.interval {
      return wake(after: pace.interval - (now - lastStarts[0]))
    }
    return start(now)
  }

  private mutating func start(_ now: Duration) -> [Action] {
    guard let next = waiting, isOpen else { return [] }
    waiting = nil
    lastStarts = lastStarts.suffix(1) + [now]
    let actions = callOff(for: next, now)
    running = next
    isOutdated = false
    return actions + [.start(generation: next)]
  }

  /// Calls off what is under way.
  private mutating func callOff(for newer: Int, _ now: Duration) -> [Action] {
    var actions: [Action] = []
    if let old = running {
      hungrySince = hungrySince ?? now
      actions.append(.stop(generation: old))
      actions += overtake(old, by: newer)
    }
    if let old = ready {
      hungrySince = hungrySince ?? now
      ready = nil
      actions.append(.stop(generation: old))
      actions += overtake(old, by: newer)
    }
    return actions
  }

  /// Keeps an update until a newer one is with the host.
  private mutating func overtake(_ generation: Int, by newer: Int) -> [Action] {
    let place = overtaken.firstIndex { $0.generation > generation } ?? overtaken.endIndex
    overtaken.insert(Overtaken(generation: generation, newer: newer), at: place)
    guard overtaken.count > Self.mostOvertaken else { return [] }
    return [end(overtaken.removeFirst(), for: newer)]
  }

  /// Has the newest of what was overtaken wait to be begun again, unless a newer one is under way.
  private mutating func fallBack(from generation: Int) {
    for index in overtaken.indices where overtaken[index].newer == generation {
      overtaken[index].newer = nil
    }
    guard waiting == nil, let last = overtaken.last?.generation,
      last > max(running ?? 0, ready ?? 0)
    else { return }
    overtaken.removeLast()
    waiting = last
  }

  private func end(_ old: Overtaken, for newer: Int) -> Action {
    .resolve(generation: old.generation, .superseded(by: old.newer ?? newer))
  }

  private func isStarving(_ now: Duration) -> Bool {
    hungrySince.map { now - $0 >= pace.patience } ?? false
  }

  private mutating func wake(after delay: Duration) -> [Action] {
    guard !isToBeWoken else { return [] }
    isToBeWoken = true
    return [.wake(after: delay)]
  }

  /// Lets an update that waits for the host wait for it to be compared again.
  private mutating func keepReady() -> [Action] {
    guard let ready else { return [] }
    self.ready = nil
    return keep(ready)
  }

  /// Lets a precomputed update wait until it may be begun again, unless a newer one does.
  private mutating func keep(_ generation: Int) -> [Action] {
    if let newer = waiting ?? running { return overtake(generation, by: newer) }
    waiting = generation
    return []
  }

  private mutating func apply(_ generation: Int) -> [Action] {
    applying = generation
    hungrySince = nil
    let old = overtaken.filter { $0.generation < generation }
    overtaken.removeFirst(old.count)
    return old.map { end($0, for: generation) } + [
      .apply(generation: generation), .watch(generation: generation, after: pace.hostPatience),
    ]
  }
}
