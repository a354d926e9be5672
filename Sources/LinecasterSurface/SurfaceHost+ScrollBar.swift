import LinecasterBase
import LinecasterCells
import LinecasterList

/// A scroll bar: a value, in layout points from the corner of its list.
///
/// The thumb moves only as the reader scrolls or drags it. If heights become exact, or rows come
/// and go, its length and its place change only after it has faded. Meanwhile it moves by the share
/// of the remaining way that the list moves, so both reach an end together.
struct ScrollBar: Hashable, Sendable {
  /// The distance from the list's edge within which a pointer meets the bar.
  static let reach = 10.0
  private static let leastLength = 24.0
  private static let width = 4.0
  private static let margin = 2.0

  let size: Size
  private let length: Double
  private var top: Double
  /// The offset that the place of the thumb belongs to.
  private var offset: Double
  private var limits: ClosedRange<Double>

  /// Creates the bar of a list; `nil` for a list that does not scroll.
  init?(of motion: ScrollMotion, in size: Size) {
    guard size.height > 0, motion.limits.upperBound > motion.limits.lowerBound else { return nil }
    self.size = size
    limits = motion.limits
    offset = min(max(motion.offset, limits.lowerBound), limits.upperBound)
    let distance = limits.upperBound - limits.lowerBound
    length = min(
      max(size.height * size.height / (distance + size.height), Self.leastLength), size.height)
    top = (offset - limits.lowerBound) / distance * (size.height - length)
  }

  /// The greatest distance of the thumb from the top.
  private var way: Double { size.height - length }

  /// The frame of the part that can be dragged.
  var frame: Rect {
    Rect(
      x: size.width - Self.width - Self.margin, y: top, width: Self.width, height: length)
  }

  /// Whether a pointer at a point meets the bar.
  func contains(_ point: Point) -> Bool {
    point.x >= size.width - Self.reach && point.x < size.width && point.y >= 0
      && point.y < size.height
  }

  /// Moves the thumb as the list is scrolled to an offset.
  mutating func scroll(to new: Double) {
    let new = min(max(new, limits.lowerBound), limits.upperBound)
    if new > offset {
      top = min(way, top + (way - top) * (new - offset) / (limits.upperBound - offset))
    } else if new < offset {
      top = max(0, top - top * (offset - new) / (offset - limits.lowerBound))
    }
    offset = new
  }

  /// Moves the thumb to a distance from the top.
  ///
  /// - Returns: The offset of the list for it.
  mutating func drag(top new: Double) -> Double {
    let new = min(max(new, 0), way)
    if new > top {
      let rest = limits.upperBound - offset
      offset = min(limits.upperBound, offset + rest * (new - top) / (way - top))
    } else if new < top {
      let rest = offset - limits.lowerBound
      offset = max(limits.lowerBound, offset - rest * (top - new) / top)
    }
    top = new
    return offset
  }

  /// Takes another height of the list, and the offset at which its visible rows are now. The thumb
  /// stays.
  mutating func correct(_ motion: ScrollMotion) {
    limits = motion.limits
    offset = min(max(motion.offset, limits.lowerBound), limits.upperBound)
  }
}

/// The scroll bar of a list, and the pointer on it.
struct ScrollBarState: Hashable, Sendable {
  /// The visible bar; `nil` while it has faded.
  var bar: ScrollBar?
  /// Whether a pointer is on the bar.
  var isHovered = false
  /// The time of the last scroll; the bar stays visible a while longer.
  var lastScroll: Duration?
}

// MARK: - Input

extension SurfaceHost {
  /// Handles a press on the scroll bar: on its thumb to drag it, above or below to scroll a page.
  ///
  /// - Returns: Whether the press is on the bar.
  func pressesBar(at point: Point) -> Bool {
    guard let bar = scrollBar, bar.contains(point) else { return false }
    if bar.frame.minY <= point.y, point.y < bar.frame.maxY {
      // A held bar does not glide on.
      if motion.isMoving { motion.stop(at: now) }
      let held = scrollBar ?? bar
      barState.bar = held
      gesture = .scrollBar(grip: point.y - held.frame.minY)
    } else {
      gesture = .spent
      wheel(by: point.y < bar.frame.minY ? -pageHeight : pageHeight, time: now)
    }
    return true
  }

  /// Scrolls to where a dragged bar is.
  func dragBar(to point: Point, grip: Double) {
    guard var bar = scrollBar else { return }
    motion.jump(to: bar.drag(top: point.y - grip))
    (barState.bar, barState.lastScroll) = (bar, now)
  }

  /// Notes whether a resting pointer is on the bar, which is visible then.
  ///
  /// - Returns: Whether it is.
  func hoversBar(at point: Point?) -> Bool {
    let isOn = point.flatMap { scrollBar?.contains($0) } ?? false
    if isOn || barState.isHovered { barState.lastScroll = now }
    barState.isHovered = isOn
    return isOn
  }

  /// The scroll bar; `nil` for a list that does not scroll.
  var scrollBar: ScrollBar? {
    guard let new = ScrollBar(of: motion, in: size) else { return nil }
    guard var bar = barState.bar, bar.size == size else { return new }
    bar.scroll(to: motion.offset)
    return bar
  }

  /// Keeps the thumb where it is while the height of the list changes.
  ///
  /// - Parameter change: Changes the offset and its limits, without a scroll of the reader.
  func keepingBar(_ change: () -> Void) {
    let bar = scrollBar
    change()
    guard barState.bar != nil else { return }
    barState.bar = bar
    barState.bar?.correct(motion)
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
    return barState.isHovered
  }

  /// The opacity of the scroll bar, which is visible while the list scrolls, for a second after,
  /// and while a pointer is on it.
  private var barOpacity: Double {
    guard let lastScroll = barState.lastScroll else { return 0 }
    if isBarHeld { return 1 }
    let rest = (now - lastScroll).seconds
    return min(max(Self.barDelay + Self.barFade - rest, 0) / Self.barFade, 1)
  }

  /// The time at which the bar looks different; `nil` for none.
  var nextBarChange: Duration? {
    guard let lastScroll = barState.lastScroll, !isBarHeld, barOpacity > 0, scrollBar != nil
    else { return nil }
    return max(now, lastScroll + .seconds(Self.barDelay))
  }

  /// Draws the scroll bar.
  ///
  /// - Returns: Whether the bar changes without further input.
  func drawScrollBar(of snapshot: TableSnapshot) -> Bool {
    let opacity = barOpacity
    barState.bar = opacity > 0 ? scrollBar : nil
    guard let bar = barState.bar else { return false }
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
