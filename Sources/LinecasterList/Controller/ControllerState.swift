/// Which update is where on its way: a machine without threads, whose methods say what to do next.
///
/// At most one update is under way and one is with the host. A newer update supersedes the one
/// under way; what the host has is never taken back. So the base an update is compared with cannot
/// change before it lands, and every update ends exactly once.
struct ControllerState: Sendable {
  /// What the controller should do, in order.
  enum Action: Hashable, Sendable {
    /// Precompute an update.
    case start(generation: Int)
    /// Ask the work of an update to stop.
    case stop(generation: Int)
    /// Hand a precomputed update to the host.
    case apply(generation: Int)
    /// End an update.
    case resolve(generation: Int, Ending)
    /// Have the rows that can be seen rasterized.
    case display
  }

  /// How an update ends.
  enum Ending: Hashable, Sendable {
    case applied
    case superseded(by: Int)
    case cancelled
    case failed
  }

  /// The newest update that was asked for.
  private(set) var newest = 0
  /// The update under way.
  private(set) var pending: Int?
  /// Whether the update under way has been precomputed and waits for the host.
  private(set) var isReady = false
  /// The update the host is applying.
  private(set) var applying: Int?
  private(set) var isTornDown = false

  /// Whether nothing is under way and the host has finished.
  var isIdle: Bool { pending == nil && applying == nil }

  /// A new update is asked for.
  mutating func submit() -> (generation: Int, actions: [Action]) {
    newest += 1
    let generation = newest
    guard !isTornDown else {
      return (generation, [.resolve(generation: generation, .cancelled)])
    }
    var actions: [Action] = []
    if let old = pending {
      actions += [
        .stop(generation: old), .resolve(generation: old, .superseded(by: generation)),
      ]
    }
    pending = generation
    isReady = false
    return (generation, actions + [.start(generation: generation)])
  }

  /// An update has been precomputed.
  mutating func precomputed(_ generation: Int) -> [Action] {
    guard pending == generation, !isReady else { return [] }
    guard applying == nil else {
      isReady = true
      return []
    }
    return apply(generation)
  }

  /// An update could not be precomputed.
  mutating func failed(_ generation: Int) -> [Action] {
    guard pending == generation else { return [] }
    pending = nil
    isReady = false
    return [.resolve(generation: generation, .failed)]
  }

  /// Somebody wants an update called off.
  mutating func cancel(_ generation: Int) -> [Action] {
    guard pending == generation else { return [] }
    pending = nil
    isReady = false
    return [.stop(generation: generation), .resolve(generation: generation, .cancelled)]
  }

  /// The host has finished applying; calls for other updates, or repeated ones, are ignored.
  mutating func hostFinished(_ generation: Int) -> [Action] {
    guard applying == generation else { return [] }
    applying = nil
    let actions: [Action] = [.resolve(generation: generation, .applied), .display]
    guard let next = pending, isReady else { return actions }
    return actions + apply(next)
  }

  /// The controller goes away.
  mutating func tearDown() -> [Action] {
    isTornDown = true
    var actions: [Action] = []
    if let pending {
      actions += [.stop(generation: pending), .resolve(generation: pending, .cancelled)]
    }
    if let applying { actions.append(.resolve(generation: applying, .applied)) }
    pending = nil
    applying = nil
    isReady = false
    return actions
  }

  private mutating func apply(_ generation: Int) -> [Action] {
    pending = nil
    isReady = false
    applying = generation
    return [.apply(generation: generation)]
  }
}
