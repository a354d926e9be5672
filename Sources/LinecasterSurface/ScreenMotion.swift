import LinecasterBase

/// The movement of screens from their current to their final places: a value without a clock.
struct ScreenMotion: Sendable {
  typealias Placement = ScreenTransition.Placement

  private struct Way: Sendable {
    let from: Placement
    let to: Placement
  }

  /// The progress of a transition.
  private enum Pace: Sendable {
    /// The start is delayed until entering screens are drawn.
    case waiting(since: Duration)
    /// A finger holds the transition.
    case held(Double)
    case running(since: Duration)
  }

  /// The duration of a transition.
  static let duration = Duration.milliseconds(300)
  /// The time to wait for entering screens.
  static let maximumWait = Duration.milliseconds(200)

  /// The current transition; `nil` if nothing moves.
  private(set) var transition: ScreenTransition?
  private var ways: [ScreenID: Way] = [:]
  private var pace = Pace.held(0)

  /// Whether something changes without further input.
  var isMoving: Bool {
    guard transition != nil else { return false }
    if case .held = pace { return false }
    return true
  }

  /// Whether a finger holds the transition.
  var isHeld: Bool {
    guard transition != nil, case .held = pace else { return false }
    return true
  }

  /// Starts the movement of screens from where they are.
  ///
  /// - Parameters:
  ///   - size: The size of the screens.
  ///   - isHeld: Whether a finger moves them.
  mutating func begin(
    _ transition: ScreenTransition, size: Size, isRightToLeft: Bool, isHeld: Bool, at time: Duration
  ) {
    // Screens of an overtaken transition move too, at least back to where they rest.
    let screens = Set(transition.entering + transition.leaving + ways.keys)
    ways = screens.reduce(into: [:]) { new, screen in
      func place(_ progress: Double) -> Placement {
        transition.placement(
          of: screen, progress: progress, size: size, isRightToLeft: isRightToLeft)
      }
      new[screen] = Way(from: ways[screen]?.from ?? place(0), to: place(1))
    }
    self.transition = transition
    pace = isHeld ? .held(0) : .waiting(since: time)
  }

  /// Leaves screens where they are, for the next transition.
  mutating func interrupt(at time: Duration) {
    ways = ways.keys.reduce(into: [:]) { places, screen in
      let place = placement(of: screen, at: time)
      places[screen] = Way(from: place, to: place)
    }
    transition = nil
  }

  /// Moves all screens to where they rest, unless a transition is in progress.
  mutating func settle() {
    if transition == nil { ways = [:] }
  }

  /// Starts the movement once entering screens are ready, or the wait is over.
  mutating func start(isReady: Bool, at time: Duration) {
    guard case .waiting(let since) = pace, isReady || time - since >= Self.maximumWait
    else { return }
    pace = .running(since: time)
  }

  /// Moves screens with a finger.
  ///
  /// - Parameter progress: The share of the way, 0 to 1.
  mutating func hold(_ progress: Double) {
    guard case .held = pace else { return }
    pace = .held(progress.isFinite ? min(max(progress, 0), 1) : 0)
  }

  /// Releases the screens, which move on to their ends.
  mutating func release(at time: Duration) {
    guard transition != nil, case .held = pace else { return }
    for (screen, way) in ways {
      ways[screen] = Way(from: placement(of: screen, at: time), to: way.to)
    }
    pace = .running(since: time)
  }

  /// Ends the transition if it is complete.
  ///
  /// - Returns: The number of the transition; `nil` while something moves.
  mutating func arrived(at time: Duration) -> Int? {
    guard case .running(let since) = pace, time - since >= Self.duration else { return nil }
    ways = [:]
    return transition.take()?.number
  }

  /// Returns the placement of a screen.
  func placement(of screen: ScreenID, at time: Duration) -> Placement {
    guard let way = ways[screen] else { return Placement() }
    let share = progress(at: time)
    func mix(_ from: Double, _ to: Double) -> Double { from + (to - from) * share }
    var placement = Placement()
    placement.offset = Point(
      x: mix(way.from.offset.x, way.to.offset.x), y: mix(way.from.offset.y, way.to.offset.y))
    placement.dimming = mix(way.from.dimming, way.to.dimming)
    return placement
  }

  /// Returns the progress: fast at first and slow at the end (ease out), or set by a finger.
  private func progress(at time: Duration) -> Double {
    switch pace {
    case .waiting: return 0
    case .held(let progress): return progress
    case .running(let since):
      let left = 1 - min(max((time - since).seconds / Self.duration.seconds, 0), 1)
      return 1 - left * left * left
    }
  }
}
