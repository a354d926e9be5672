/// The rate at which a controller takes updates, and how long it waits for its host.
public struct UpdatePace: Hashable, Sendable {
  /// The interval in which at most two updates start, so a flood of updates does not keep workers
  /// from finishing one. The first update after a pause starts at once.
  public var interval: Duration
  /// The longest time for which newer updates may keep superseding older ones. After that, the
  /// update under way is finished and shown first.
  public var maximumDelay: Duration
  /// The longest time a host may take to finish an update. After that, the host is reported, and
  /// the next update proceeds.
  public var hostTimeout: Duration

  /// Creates a pace; the defaults suit a screen of 60 Hz.
  ///
  /// - Parameters:
  ///   - interval: The time in which at most two updates start.
  ///   - maximumDelay: The longest time that newer updates may keep superseding older ones.
  ///   - hostTimeout: The longest time a host may take to finish an update.
  public init(
    interval: Duration = .milliseconds(16), maximumDelay: Duration = .milliseconds(100),
    hostTimeout: Duration = .seconds(10)
  ) {
    self.interval = interval
    self.maximumDelay = maximumDelay
    self.hostTimeout = hostTimeout
  }
}

/// The progress of updates: a state machine without threads or a clock. Its methods take events
/// with their times and return the next actions.
///
/// At most one update waits to start, one is being precomputed or is ready, and one is with the
/// host. A newer update overtakes a waiting one, and the one under way unless that would leave the
/// list without an update for longer than `UpdatePace.maximumDelay`. A batch that the host has is
/// never withdrawn. So the base that an update is compared with cannot change before it lands, and
/// every update ends exactly once.
///
/// A newer update is only a promise until the host has it: then the overtaken update ends. If the
/// newer one fails or is cancelled, the overtaken one replaces it.
struct ControllerState: Sendable {
  /// An action for the controller, in order.
  enum Action: Hashable, Sendable {
    /// Precompute an update.
    case start(generation: Int)
    /// Ask the work of an update to stop, and release its results; it may start again.
    case stop(generation: Int)
    /// Hand a precomputed update to the host.
    case apply(generation: Int)
    /// End an update.
    case resolve(generation: Int, Ending)
    /// Have the visible rows rasterized.
    case display
    /// Call `woke(now:)` after this time.
    case wake(after: Duration)
    /// Call `hostTookTooLong(_:now:)` after this time.
    case watch(generation: Int, after: Duration)
    /// Report a host that does not finish.
    case reportHost(generation: Int)
  }

  /// The way an update ended.
  enum Ending: Hashable, Sendable {
    case applied
    case superseded(by: Int)
    case cancelled
    case failed
  }

  /// An update that a newer one has overtaken.
  struct Overtaken: Hashable, Sendable {
    let generation: Int
    /// The update that overtook it; `nil` if that one failed or was cancelled.
    var newer: Int?
  }

  /// The maximum number of overtaken updates that are kept. Beyond it the oldest ends, so updates
  /// do not pile up while there is no host.
  static let mostOvertaken = 8

  let pace: UpdatePace
  /// The newest update that was requested.
  private(set) var newest = 0
  /// The update that waits to start.
  private(set) var waiting: Int?
  /// The update that is being precomputed.
  private(set) var running: Int?
  /// Whether the running update is compared with the state of a host that is gone.
  private(set) var isOutdated = false
  /// The update that has been precomputed and waits for the host.
  private(set) var ready: Int?
  /// The update the host is applying.
  private(set) var applying: Int?
  /// The updates that were overtaken and not yet superseded, ascending.
  private(set) var overtaken: [Overtaken] = []
  private(set) var isAttached: Bool
  /// Whether updates wait although there is a host.
  private(set) var isHeld = false
  private(set) var isTornDown = false

  /// The start times of the last two updates.
  private(set) var lastStarts: [Duration] = []
  private(set) var isToBeWoken = false
  /// The time since which updates have been superseded without one being shown.
  private(set) var starvingSince: Duration?

  init(pace: UpdatePace = UpdatePace(), isAttached: Bool = true) {
    self.pace = pace
    self.isAttached = isAttached
  }

  /// The newest update on its way to the host.
  var pending: Int? { waiting ?? running ?? ready }

  /// Whether nothing is under way and the host has finished.
  var isIdle: Bool { pending == nil && applying == nil }

  /// Whether no update has been compared with the shown state; one may wait.
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
  /// Adds a new update.
  ///
  /// - Parameter isImmediate: Whether it starts at once, even if another is under way.
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

  /// Handles an update that was precomputed.
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

  /// Handles an update that could not be precomputed.
  mutating func failed(_ generation: Int, now: Duration) -> [Action] {
    guard running == generation else { return [] }
    running = nil
    fallBack(from: generation)
    return [.resolve(generation: generation, .failed)] + startIfTime(now)
  }

  /// Cancels an update.
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

  /// Handles the end of the time requested by `wake(after:)`.
  mutating func woke(now: Duration) -> [Action] {
    isToBeWoken = false
    return startIfTime(now)
  }
}

// MARK: - The host

extension ControllerState {
  /// Handles a host's completion; calls for other updates and repeated calls are ignored.
  mutating func hostFinished(_ generation: Int, now: Duration) -> [Action] {
    guard applying == generation else { return [] }
    applying = nil
    let actions: [Action] = [.resolve(generation: generation, .applied), .display]
    guard let next = ready else { return actions }
    ready = nil
    return actions + apply(next) + startIfTime(now)
  }

  /// Handles the end of the time requested by `watch(generation:after:)`.
  mutating func hostTookTooLong(_ generation: Int, now: Duration) -> [Action] {
    guard applying == generation else { return [] }
    return [.reportHost(generation: generation)] + hostFinished(generation, now: now)
  }

  /// Attaches a host, which shows nothing yet.
  mutating func attach(now: Duration) -> [Action] {
    guard !isTornDown, !isAttached else { return [] }
    isAttached = true
    return startIfTime(now)
  }

  /// Detaches the host. The newest update that it was not handed is kept for the next host, and
  /// compared again with what that one shows.
  mutating func detach() -> [Action] {
    guard isAttached else { return [] }
    isAttached = false
    isOutdated = running != nil
    var actions: [Action] = []
    if let applying { actions.append(.resolve(generation: applying, .applied)) }
    applying = nil
    return actions + keepReady()
  }

  /// Holds updates back from now on; the batch that the host has proceeds.
  mutating func hold() -> [Action] {
    isHeld = true
    return keepReady()
  }

  /// Stops holding updates back.
  mutating func resume(now: Duration) -> [Action] {
    isHeld = false
    return startIfTime(now)
  }

  /// Ends all updates when the controller goes away.
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
  /// Starts the waiting update, unless it must go on waiting.
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
    let actions = stopOlder(for: next, now)
    running = next
    isOutdated = false
    return actions + [.start(generation: next)]
  }

  /// Supersedes the updates under way.
  private mutating func stopOlder(for newer: Int, _ now: Duration) -> [Action] {
    var actions: [Action] = []
    if let old = running {
      starvingSince = starvingSince ?? now
      actions.append(.stop(generation: old))
      actions += overtake(old, by: newer)
    }
    if let old = ready {
      starvingSince = starvingSince ?? now
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

  /// Queues the newest overtaken update again, unless a newer one is under way.
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
    starvingSince.map { now - $0 >= pace.maximumDelay } ?? false
  }

  private mutating func wake(after delay: Duration) -> [Action] {
    guard !isToBeWoken else { return [] }
    isToBeWoken = true
    return [.wake(after: delay)]
  }

  /// Puts a ready update back, to be compared again later.
  private mutating func keepReady() -> [Action] {
    guard let ready else { return [] }
    self.ready = nil
    return keep(ready)
  }

  /// Makes a precomputed update wait until it may start again, unless a newer one does.
  private mutating func keep(_ generation: Int) -> [Action] {
    if let newer = waiting ?? running { return overtake(generation, by: newer) }
    waiting = generation
    return []
  }

  private mutating func apply(_ generation: Int) -> [Action] {
    applying = generation
    starvingSince = nil
    let old = overtaken.filter { $0.generation < generation }
    overtaken.removeFirst(old.count)
    return old.map { end($0, for: generation) } + [
      .apply(generation: generation), .watch(generation: generation, after: pace.hostTimeout),
    ]
  }
}
