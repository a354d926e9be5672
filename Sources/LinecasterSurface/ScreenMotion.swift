import LinecasterBase
import LinecasterList

/// How screens get from where they are seen to where they are to be: a value without a clock.
struct ScreenMotion: Sendable {
  typealias Placement = ScreenTransition.Placement

  private struct Way: Sendable {
    let from: Placement
    let to: Placement
  }

  /// How far a transition has come.
  private enum Pace: Sendable {
    /// Nothing moves yet: what enters has not been drawn.
    case waiting(since: Duration)
    /// A finger holds it.
    case held(Double)
    case running(since: Duration)
  }

  /// How long screens are on their way.
  static let duration = Duration.milliseconds(300)
  /// How long what enters is waited for.
  static let patience = Duration.milliseconds(200)

  /// The transition on its way; nil where nothing moves.
  private(set) var transition: ScreenTransition?
  private var ways: [ScreenID: Way] = [:]
  private var pace = Pace.held(0)

  /// Whether something changes by itself.
  var isMoving: Bool {
    guard transition != nil else { return false }
    if case .held = pace { return false }
    return true
  }

  /// Whether a finger holds it.
  var isHeld: Bool {
    guard transition != nil, case .held = pace else { return false }
    return true
  }

  /// Has screens set out from where they are.
  ///
  /// - Parameters:
  ///   - size: How large the screens are.
  ///   - isHeld: Whether a finger moves them.
  mutating func begin(
    _ transition: ScreenTransition, size: Size, isRightToLeft: Bool, isHeld: Bool, at time: Duration
  ) {
    // What was overtaken moves too, if only back to where it rests.
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

  /// Leaves screens where they are, for what overtakes the transition.
  mutating func interrupt(at time: Duration) {
    ways = ways.keys.reduce(into: [:]) { places, screen in
      let place = placement(of: screen, at: time)
      places[screen] = Way(from: place, to: place)
    }
    transition = nil
  }

  /// Puts everything where it rests, unless a transition is on its way.
  mutating func settle() {
    if transition == nil { ways = [:] }
  }

  /// Lets screens go once those that enter are ready, or have been waited for.
  mutating func start(isReady: Bool, at time: Duration) {
    guard case .waiting(let since) = pace, isReady || time - since >= Self.patience else { return }
    pace = .running(since: time)
  }

  /// Moves screens with a finger.
  ///
  /// - Parameter progress: The share of the way, 0 to 1.
  mutating func hold(_ progress: Double) {
    guard case .held = pace else { return }
    pace = .held(progress.isFinite ? min(max(progress, 0), 1) : 0)
  }

  /// Lets go of screens, which go on to their ends.
  mutating func release(at time: Duration) {
    guard transition != nil, case .held = pace else { return }
    for (screen, way) in ways {
      ways[screen] = Way(from: placement(of: screen, at: time), to: way.to)
    }
    pace = .running(since: time)
  }

  /// Takes the transition away where it has come to its end.
  ///
  /// - Returns: Its number; nil while something moves.
  mutating func arrived(at time: Duration) -> Int? {
    guard case .running(let since) = pace, time - since >= Self.duration else { return nil }
    ways = [:]
    return transition.take()?.number
  }

  /// Where a screen is seen.
  func placement(of screen: ScreenID, at time: Duration) -> Placement {
    guard let way = ways[screen] else { return Placement() }
    let share = progress(at: time)
    func mix(_ from: Double, _ to: Double) -> Double { from + (to - from) * share }
    var placement = Placement()
    placement.offset = Point(
      x: mix(way.from.offset.x, way.to.offset.x), y: mix(way.from.offset.y, way.to.offset.y))
    placement.shade = mix(way.from.shade, way.to.shade)
    return placement
  }

  /// The share of the way: fast at first, slowly at the end, or as a finger has it.
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
