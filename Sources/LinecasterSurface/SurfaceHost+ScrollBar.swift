import LinecasterBase
import LinecasterCells
import LinecasterList

/// The place of a scroll bar, and the offsets that it leads to: a value, in layout points from the
/// corner of its list.
struct ScrollBar: Hashable, Sendable {
  /// The distance from the list's edge within which a pointer meets the bar.
  static let reach = 10.0
  private static let leastLength = 24.0
  private static let width = 4.0
  private static let margin = 2.0

  private let size: Size
  private let limits: ClosedRange<Double>
  private let offset: Double

  /// `nil` for a list that does not scroll.
  init?(of motion: ScrollMotion, in size: Size) {
    guard size.height > 0, motion.limits.upperBound > motion.limits.lowerBound else { return nil }
    self.size = size
    limits = motion.limits
    offset = motion.offset
  }

  private var distance: Double { limits.upperBound - limits.lowerBound }

  private var length: Double {
    min(max(size.height * size.height / (distance + size.height), Self.leastLength), size.height)
  }

  /// The frame of the part that can be dragged.
  var frame: Rect {
    let share = min(max((offset - limits.lowerBound) / distance, 0), 1)
    return Rect(
      x: size.width - Self.width - Self.margin, y: share * (size.height - length),
      width: Self.width, height: length)
  }

  /// Whether a pointer at a point meets the bar.
  func contains(_ point: Point) -> Bool {
    point.x >= size.width - Self.reach && point.x < size.width && point.y >= 0
      && point.y < size.height
  }

  /// Returns the offset at which the bar's top is at a height.
  func offset(top: Double) -> Double {
    guard size.height > length else { return limits.lowerBound }
    return limits.lowerBound + min(max(top / (size.height - length), 0), 1) * distance
  }
}

// MARK: - Input

extension SurfaceHost {
  /// Handles a press on the scroll bar: on its thumb to drag it, above or below to scroll a page.
  ///
  /// - Returns: Whether the press is on the bar.
  func pressesBar(at point: Point) -> Bool {
    guard let bar = ScrollBar(of: motion, in: size), bar.contains(point) else { return false }
    if bar.frame.minY <= point.y, point.y < bar.frame.maxY {
      // A held bar does not glide on.
      if motion.isMoving { motion.stop(at: now) }
      let held = ScrollBar(of: motion, in: size) ?? bar
      gesture = .scrollBar(grip: point.y - held.frame.minY)
    } else {
      gesture = .spent
      wheel(by: point.y < bar.frame.minY ? -pageHeight : pageHeight, time: now)
    }
    return true
  }

  /// Scrolls to where a dragged bar is.
  func dragBar(to point: Point, grip: Double) {
    guard let bar = ScrollBar(of: motion, in: size) else { return }
    motion.jump(to: bar.offset(top: point.y - grip))
    lastScroll = now
  }

  /// Notes whether a resting pointer is on the bar, which is visible then.
  ///
  /// - Returns: Whether it is.
  func hoversBar(at point: Point?) -> Bool {
    let isOn = point.flatMap { ScrollBar(of: motion, in: size)?.contains($0) } ?? false
    if isOn || isBarHovered { lastScroll = now }
    isBarHovered = isOn
    return isOn
  }

  /// The height that page keys scroll.
  var pageHeight: Double { max(size.height - 40, size.height / 2) }
}

// MARK: - Drawing

extension SurfaceHost {
  /// The time for which the bar stays after a scroll, and the time in which it then fades.
  private static var barDelay: Double { 1 }
  private static var barFade: Double { 0.2 }

  private var isBarHeld: Bool {
    if case .scrollBar = gesture { return true }
    return isBarHovered
  }

  /// The opacity of the scroll bar, which is visible while the list scrolls, for a second after,
  /// and while a pointer is on it.
  private var barOpacity: Double {
    guard let lastScroll else { return 0 }
    if isBarHeld { return 1 }
    let rest = (now - lastScroll).seconds
    return min(max(Self.barDelay + Self.barFade - rest, 0) / Self.barFade, 1)
  }

  /// The time at which the bar looks different; `nil` for none.
  var nextBarChange: Duration? {
    guard let lastScroll, !isBarHeld, barOpacity > 0, ScrollBar(of: motion, in: size) != nil
    else { return nil }
    return max(now, lastScroll + .seconds(Self.barDelay))
  }

  /// Draws the scroll bar.
  ///
  /// - Returns: Whether the bar changes without further input.
  func drawScrollBar(of snapshot: TableSnapshot) -> Bool {
    let opacity = barOpacity
    guard opacity > 0, let bar = ScrollBar(of: motion, in: size) else { return false }
    let level: UInt8 = snapshot.environment.theme == .dark ? 255 : 0
    let frame = bar.frame.scaled(by: scale.factor)
    surface.fill(
      frame.offset(x: corner.x, y: corner.y),
      with: Color(
        red: level, green: level, blue: level,
        alpha: UInt8(saturating: (isBarHeld ? 160 : 110) * opacity)))
    return !isBarHeld
  }
}
