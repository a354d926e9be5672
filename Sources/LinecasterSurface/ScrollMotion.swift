import Foundation
import LinecasterBase

/// What moves a list.
public enum ScrollPhase: Hashable, Sendable, CaseIterable {
  /// Nothing: it rests.
  case resting
  /// A finger holds it.
  case dragging
  /// It goes on by itself where a finger has let go, or comes back from beyond an end.
  case slowingDown
  /// A wheel, a key or the program has it go somewhere.
  case moving
}

/// Where a list is scrolled to, and how it goes on by itself: dragged, thrown, turned by a wheel,
/// and pulled back from beyond its ends. A value without a clock.
///
///     var motion = ScrollMotion()
///     motion.setLimits(0...4_000, length: 600)
///     motion.beginDrag(at: .zero)
///     motion.drag(by: 40, at: .milliseconds(16))
///     motion.endDrag(at: .milliseconds(20))
///     while motion.isMoving { motion.advance(to: clock.now) }
///
/// Offsets are layout points from the top of the list, velocities layout points a second. Numbers
/// that are not finite change nothing, and those beyond a billion count as that.
public struct ScrollMotion: Hashable, Sendable {
  /// What moves the list.
  private enum Phase: Hashable, Sendable {
    case resting
    /// A finger holds it.
    case dragging(Drag)
    /// It was thrown, and slows down.
    case gliding(Course)
    /// It is drawn to an offset: back from beyond an end, or by a wheel, a key or the program.
    case drawn(to: Double, Course, isReturn: Bool)
  }

  /// A finger on the list.
  private struct Drag: Hashable, Sendable {
    /// Where the finger would have the list, ends left out.
    var raw: Double
    /// When its speed was looked at last, and its way since.
    var sampled: Duration
    var way = 0.0
  }

  /// Where a movement began, how fast and when.
  private struct Course: Hashable, Sendable {
    var offset: Double
    let velocity: Double
    let start: Duration
  }

  /// The offset that is shown; beyond the limits while the list bounces.
  public private(set) var offset = 0.0
  /// How fast the offset changes; above 0 towards the end of the list.
  public private(set) var velocity = 0.0
  /// The offsets between which the list rests.
  public private(set) var limits = 0.0...0
  private var length = 0.0
  private var phase = Phase.resting
  private var now = Duration.zero

  /// Makes the motion of a list that rests at its top.
  public init() {}

  /// Whether the offset changes by itself.
  public var isMoving: Bool {
    switch phase {
    case .resting, .dragging: false
    case .gliding, .drawn: true
    }
  }

  /// What moves the list.
  public var scrollPhase: ScrollPhase {
    switch phase {
    case .resting: .resting
    case .dragging: .dragging
    case .gliding, .drawn(_, _, isReturn: true): .slowingDown
    case .drawn: .moving
    }
  }

  /// Whether a finger holds the list.
  public var isDragged: Bool { if case .dragging = phase { true } else { false } }

  /// The share of its speed that a list which was thrown loses a second: e^-2 of it are left, as
  /// lists on telephones have it.
  private static let friction = 2.0
  /// How hard a list is drawn to where it should be: without going beyond it.
  private static let stiffness = 16.0
  /// Below this speed a list rests.
  private static let leastSpeed = 6.0
  /// How far from its place a list may rest: less than a pixel.
  private static let leastDistance = 0.2
  /// As fast as anything moves.
  private static let mostSpeed = 100_000.0
}

extension ScrollMotion {
  /// Sets between which offsets the list rests, and the height of its viewport.
  public mutating func setLimits(_ limits: ClosedRange<Double>, length: Double) {
    guard let lower = limits.lowerBound.usable, let upper = limits.upperBound.usable,
      let length = length.usable
    else { return }
    self.limits = lower...upper
    self.length = max(0, length)
    if case .resting = phase, clamped(offset) != offset { jump(to: clamped(offset)) }
  }

  /// Puts the list somewhere at once, and at rest.
  public mutating func jump(to offset: Double) {
    guard let offset = offset.usable else { return }
    self.offset = offset
    velocity = 0
    phase = .resting
  }

  /// Moves what is shown, since rows above it have another height: nothing stops for it.
  public mutating func shift(by change: Double) {
    guard let change = change.usable, change != 0 else { return }
    offset = (offset + change).usable ?? offset
    switch phase {
    case .resting: break
    case .dragging(var drag):
      drag.raw += change
      phase = .dragging(drag)
    case .gliding(var course):
      course.offset += change
      phase = .gliding(course)
    case .drawn(let target, var course, let isReturn):
      course.offset += change
      phase = .drawn(to: target + change, course, isReturn: isReturn)
    }
  }

  /// Lets the list go to an offset in steps, and to the end that it would go beyond.
  public mutating func move(to target: Double, at time: Duration) {
    guard let target = target.usable else { return }
    advance(to: time)
    phase = .drawn(to: clamped(target), course, isReturn: false)
  }

  /// Moves the list on from where it is going, as the notches of a wheel do.
  public mutating func turn(by change: Double, at time: Duration) {
    guard let change = change.usable else { return }
    advance(to: time)
    var from = offset
    if case .drawn(let target, _, _) = phase { from = target }
    phase = .drawn(to: clamped(from + change), course, isReturn: false)
  }

  /// Takes hold of the list, which stops.
  public mutating func beginDrag(at time: Duration) {
    advance(to: time)
    velocity = 0
    phase = .dragging(Drag(raw: unstretched(offset), sampled: now))
  }

  /// Moves the list with a finger; beyond its ends it follows less and less.
  public mutating func drag(by change: Double, at time: Duration) {
    guard case .dragging(var drag) = phase, let change = change.usable else { return }
    now = max(now, time)
    drag.raw = (drag.raw + change).usable ?? drag.raw
    drag.way += change
    offset = stretched(drag.raw)
    // Several movements may come at one time.
    let passed = (now - drag.sampled).seconds
    if passed > 0 {
      // What happened a twentieth of a second ago counts a third.
      let share = exp(-passed / 0.05)
      velocity = limited(velocity * share + drag.way / passed * (1 - share))
      (drag.way, drag.sampled) = (0, now)
    }
    phase = .dragging(drag)
  }

  /// Lets go of the list: it glides on, or back from beyond an end.
  public mutating func endDrag(at time: Duration) {
    guard case .dragging(let drag) = phase else { return }
    now = max(now, time)
    // A finger that stood still throws nothing.
    velocity *= exp(-(now - drag.sampled).seconds / 0.05)
    phase =
      clamped(offset) == offset
      ? .gliding(course) : .drawn(to: clamped(offset), course, isReturn: true)
  }

  /// Goes on to a moment.
  public mutating func advance(to time: Duration) {
    guard time > now else { return }
    now = time
    switch phase {
    case .resting, .dragging: break
    case .gliding(let course): glide(course)
    case .drawn(let target, let course, _): draw(course, to: target)
    }
  }

  private var course: Course { Course(offset: offset, velocity: velocity, start: now) }

  private mutating func glide(_ course: Course) {
    let left = exp(-Self.friction * (now - course.start).seconds)
    velocity = course.velocity * left
    offset = course.offset + (course.velocity - velocity) / Self.friction
    if clamped(offset) != offset {
      phase = .drawn(to: clamped(offset), self.course, isReturn: true)
    } else if abs(velocity) < Self.leastSpeed {
      velocity = 0
      phase = .resting
    }
  }

  /// A spring that is damped just so much that it does not swing.
  private mutating func draw(_ course: Course, to target: Double) {
    let time = (now - course.start).seconds
    let left = exp(-Self.stiffness * time)
    let away = course.offset - target
    let push = course.velocity + Self.stiffness * away
    offset = target + (away + push * time) * left
    velocity = (course.velocity - Self.stiffness * push * time) * left
    guard abs(offset - target) < Self.leastDistance, abs(velocity) < Self.leastSpeed else { return }
    offset = target
    velocity = 0
    phase = .resting
  }

  private func clamped(_ offset: Double) -> Double {
    min(max(offset, limits.lowerBound), limits.upperBound)
  }

  private func limited(_ speed: Double) -> Double {
    min(max(speed, -Self.mostSpeed), Self.mostSpeed)
  }

  /// How much of the way beyond an end is shown: half of it at first, a viewport at most.
  private func stretched(_ raw: Double) -> Double {
    let end = clamped(raw)
    guard end != raw, length > 0 else { return end }
    let way = abs(raw - end) * 0.5
    let shown = way * length / (way + length)
    return raw < end ? end - shown : end + shown
  }

  /// Where a finger would be for an offset that is shown.
  private func unstretched(_ offset: Double) -> Double {
    let end = clamped(offset)
    let shown = min(abs(offset - end), length * 0.99)
    guard shown > 0, length > shown else { return end }
    let way = shown * length / (length - shown) / 0.5
    return offset < end ? end - way : end + way
  }
}

extension Double {
  /// The number within a billion on either side; nil where it is not finite.
  fileprivate var usable: Double? {
    isFinite ? Swift.min(Swift.max(self, -Limit.length), Limit.length) : nil
  }
}

extension Duration {
  /// The duration in seconds.
  var seconds: Double {
    Double(components.seconds) + Double(components.attoseconds) * 1e-18
  }
}
