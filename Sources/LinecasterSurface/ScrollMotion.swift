import Foundation
import LinecasterBase

/// The cause of a list's movement.
public enum ScrollPhase: Hashable, Sendable, CaseIterable {
  /// The list does not move.
  case idle
  /// A finger drags the list.
  case dragging
  /// The list decelerates after a drag, or bounces back from beyond an end.
  case decelerating
  /// A wheel, a key or the program scrolls the list.
  case animating
}

/// The scroll position of a list and its physics: drags, flings, wheel steps, and bounces at the
/// ends.
///
///     var motion = ScrollMotion()
///     motion.setLimits(0...4_000, length: 600)
///     motion.beginDrag(at: .zero)
///     motion.drag(by: 40, at: .milliseconds(16))
///     motion.endDrag(at: .milliseconds(20))
///     while motion.isMoving { motion.advance(to: clock.now) }
///
/// Offsets are in layout points from the top of the list, velocities in layout points per second.
/// The caller passes the time of each event. Numbers that are not finite are ignored, and all
/// others are clamped to a billion.
public struct ScrollMotion: Hashable, Sendable {
  /// The cause of the movement.
  private enum Phase: Hashable, Sendable {
    case resting
    /// A finger drags the list.
    case dragging(Drag)
    /// The list was flung, and decelerates.
    case gliding(Course)
    /// The list moves to an offset: back from an end, or by a wheel, a key or the program.
    case drawn(to: Double, Course, isReturn: Bool)
  }

  /// A finger that drags the list.
  private struct Drag: Hashable, Sendable {
    /// The offset that the finger asks for, before resistance at the ends.
    var raw: Double
    /// The time of the last velocity sample, and the distance since.
    var sampled: Duration
    var way = 0.0
  }

  /// The start of a movement: offset, velocity and time.
  private struct Course: Hashable, Sendable {
    var offset: Double
    let velocity: Double
    let start: Duration
  }

  /// The visible offset, in layout points, which is beyond the limits while the list bounces.
  public private(set) var offset = 0.0
  /// The velocity of the offset, in layout points per second; positive towards the end of the list.
  public private(set) var velocity = 0.0
  /// The offsets between which the list can rest.
  public private(set) var limits = 0.0...0
  private var length = 0.0
  private var phase = Phase.resting
  /// Whether the list moves to its end, wherever that is when it gets there.
  private var leadsToEnd = false
  private var now = Duration.zero

  /// Creates the motion of a list at rest at its top.
  public init() {}

  /// Whether the offset changes without further input.
  public var isMoving: Bool {
    switch phase {
    case .resting, .dragging: false
    case .gliding, .drawn: true
    }
  }

  /// The cause of the current movement.
  public var scrollPhase: ScrollPhase {
    switch phase {
    case .resting: .idle
    case .dragging: .dragging
    case .gliding, .drawn(_, _, isReturn: true): .decelerating
    case .drawn: .animating
    }
  }

  /// Whether the list moves away from its end, or to a place above it.
  var leavesEnd: Bool {
    switch phase {
    case .resting: false
    case .dragging: true
    case .gliding: velocity < 0
    case .drawn(let target, _, let isReturn): !isReturn && target < limits.upperBound
    }
  }

  /// Whether a finger drags the list.
  public var isDragged: Bool { if case .dragging = phase { true } else { false } }

  /// The deceleration of a fling: e^-2 of the speed is left after a second, as on phones.
  private static let friction = 2.0
  /// The stiffness of the spring that moves the list, critically damped.
  private static let stiffness = 16.0
  /// The speed below which a list comes to rest.
  private static let leastSpeed = 6.0
  /// The distance from its target within which a list may rest: less than a pixel.
  private static let leastDistance = 0.2
  /// The maximum speed.
  private static let mostSpeed = 100_000.0
}

extension ScrollMotion {
  /// Sets the offsets between which the list can rest, and the height of its viewport, in layout
  /// points.
  public mutating func setLimits(_ limits: ClosedRange<Double>, length: Double) {
    guard let lower = limits.lowerBound.usable, let upper = limits.upperBound.usable,
      let length = length.usable
    else { return }
    self.limits = lower...upper
    self.length = max(0, length)
    // The way to the end stays the same, so a list that grows all the time is caught up with.
    if leadsToEnd, case .drawn(let target, _, isReturn: false) = phase { shift(by: upper - target) }
    if case .resting = phase, clamped(offset) != offset { jump(to: clamped(offset)) }
  }

  /// Moves the list to an offset at once, and stops it.
  public mutating func jump(to offset: Double) {
    guard let offset = offset.usable else { return }
    self.offset = offset
    velocity = 0
    phase = .resting
  }

  /// Stops the list where it is, or at its end if it is beyond.
  public mutating func stop(at time: Duration) {
    advance(to: time)
    jump(to: clamped(offset))
  }

  /// Shifts the offset because rows above have new heights; movements continue.
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

  /// Starts an animated movement to an offset, clamped to the limits.
  public mutating func move(to target: Double, at time: Duration) {
    guard let target = target.usable else { return }
    advance(to: time)
    move(to: clamped(target))
  }

  private mutating func move(to target: Double) {
    phase = .drawn(to: target, course, isReturn: false)
    leadsToEnd = target == limits.upperBound
  }

  /// Moves the target of the current movement, like a notch of a wheel.
  public mutating func turn(by change: Double, at time: Duration) {
    guard let change = change.usable else { return }
    advance(to: time)
    var from = offset
    if case .drawn(let target, _, _) = phase { from = target }
    move(to: clamped(from + change))
  }

  /// Starts a drag, which stops the list.
  public mutating func beginDrag(at time: Duration) {
    advance(to: time)
    velocity = 0
    phase = .dragging(Drag(raw: unstretched(offset), sampled: now))
  }

  /// Moves the list by a finger, with growing resistance beyond the limits.
  public mutating func drag(by change: Double, at time: Duration) {
    guard case .dragging(var drag) = phase, let change = change.usable else { return }
    now = max(now, time)
    drag.raw = (drag.raw + change).usable ?? drag.raw
    drag.way += change
    offset = stretched(drag.raw)
    // Several movements may have the same time.
    let passed = (now - drag.sampled).seconds
    if passed > 0 {
      // A sample from a twentieth of a second ago has a weight of about a third.
      let share = exp(-passed / 0.05)
      velocity = limited(velocity * share + drag.way / passed * (1 - share))
      (drag.way, drag.sampled) = (0, now)
    }
    phase = .dragging(drag)
  }

  /// Ends the drag. The list then decelerates, or bounces back from beyond an end.
  public mutating func endDrag(at time: Duration) {
    guard case .dragging(let drag) = phase else { return }
    now = max(now, time)
    // A finger that stood still causes no fling.
    velocity *= exp(-(now - drag.sampled).seconds / 0.05)
    phase =
      clamped(offset) == offset
      ? .gliding(course) : .drawn(to: clamped(offset), course, isReturn: true)
  }

  /// Advances the motion to a moment.
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

  /// Moves the list by a critically damped spring.
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

  /// Applies the resistance beyond an end: half of the distance at first, a viewport at most.
  private func stretched(_ raw: Double) -> Double {
    let end = clamped(raw)
    guard end != raw, length > 0 else { return end }
    let way = abs(raw - end) * 0.5
    let shown = way * length / (way + length)
    return raw < end ? end - shown : end + shown
  }

  /// Returns the offset before resistance for a visible offset.
  private func unstretched(_ offset: Double) -> Double {
    let end = clamped(offset)
    let shown = min(abs(offset - end), length * 0.99)
    guard shown > 0, length > shown else { return end }
    let way = shown * length / (length - shown) / 0.5
    return offset < end ? end - way : end + way
  }
}

extension Double {
  /// The number clamped to a billion on either side; `nil` if it is not finite.
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
