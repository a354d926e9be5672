import LinecasterBase

/// The visible part of a list, and its velocity.
///
///     var viewport = Viewport(offset: 0, length: 600)
///     viewport.offset += 40
///     // Layout points a second: more is made ready ahead than behind.
///     viewport.velocity = 1_200
public struct Viewport: Hashable, Sendable {
  /// The distance from the top of the list to the top of the viewport, in layout points. It is
  /// below 0 or beyond the end while a host lets the list bounce.
  public var offset: Double {
    didSet { offset = offset.orZero }
  }
  /// The height of the viewport, in layout points.
  public var length: Double {
    didSet { length = max(0, length.orZero) }
  }
  /// The scroll velocity, in layout points per second: above 0 towards the end of the list, 0 at
  /// rest.
  public var velocity: Double {
    didSet { velocity = velocity.orZero }
  }

  /// Whether the list may follow its end (``Anchor/end``). Hosts set it to false while the reader
  /// holds the list, selects text in it, or scrolls away from its end.
  public var allowsFollowing: Bool

  /// Creates a viewport; numbers that are not finite, and negative lengths, become 0.
  public init(
    offset: Double, length: Double, velocity: Double = 0, allowsFollowing: Bool = true
  ) {
    self.offset = offset.orZero
    self.length = max(0, length.orZero)
    self.velocity = velocity.orZero
    self.allowsFollowing = allowsFollowing
  }

  /// An empty viewport at the top of the list.
  static let none = Viewport(offset: 0, length: 0)

  /// The visible part of the list, as distances from its top in layout points.
  public var range: Range<Double> { offset..<offset + length }

  /// Returns the offset nearest to `offset` at which a list of some height fills the viewport, or
  /// its top if it is too short. A list that bounces over its top may continue to.
  ///
  /// - Parameter room: The distance that the viewport may go beyond the end of the list.
  func clamped(_ offset: Double, totalHeight: Double, beyondEnd room: Double = 0) -> Double {
    max(min(0, self.offset), min(offset, max(0, totalHeight - length) + room))
  }
}

extension Viewport {
  /// Returns the offset at which the end of a list of some height is at the bottom of the viewport,
  /// or its top at the top if it is too short.
  func offset(atEndOf totalHeight: Double) -> Double {
    clamped(.greatestFiniteMagnitude, totalHeight: totalHeight)
  }

  /// Returns whether the end of a list of some height is at the bottom of the viewport or above it,
  /// within a point: positions are rounded to pixels on the way.
  func isAtEnd(of totalHeight: Double) -> Bool { range.upperBound >= totalHeight - 1 }
}

/// Keeps the end of a list in view if the viewport's length changes.
struct EndFollower: Hashable, Sendable {
  /// The length of the viewport when it was at the end; `nil` if it was not.
  private var lengthAtEnd: Double?

  /// Updates the state for a viewport.
  ///
  /// - Returns: The offset to scroll to; `nil` for none.
  mutating func offset(_ viewport: Viewport, totalHeight: Double) -> Double? {
    let follows = lengthAtEnd.map { $0 != viewport.length } ?? false
    lengthAtEnd = follows || viewport.isAtEnd(of: totalHeight) ? viewport.length : nil
    let end = viewport.offset(atEndOf: totalHeight)
    return follows && viewport.offset != end ? end : nil
  }
}

extension Double {
  /// The number itself if it is finite, else 0.
  fileprivate var orZero: Double { isFinite ? self : 0 }
}

/// The direction in which a list is scrolled.
enum ScrollDirection: Hashable, Sendable, CaseIterable {
  /// Towards the first row.
  case towardsStart
  /// Towards the last row.
  case towardsEnd

  /// The direction of a velocity or a change of the offset; `nil` at rest.
  init?(_ movement: Double) {
    guard movement != 0, movement.isFinite else { return nil }
    self = movement > 0 ? .towardsEnd : .towardsStart
  }
}

/// The position in the viewport to which a row is scrolled (UIKit `UITableView.ScrollPosition`).
public enum ScrollPosition: Hashable, Sendable, CaseIterable {
  /// Scrolls the row to the top, below the section's header if that is sticky.
  case top
  /// Scrolls the row to the middle of the visible part below a sticky header.
  case center
  /// Scrolls the row to the bottom.
  case bottom
  /// Scrolls no further than is necessary to show the row; a no-op if it is visible already.
  case nearest
}

extension TableSnapshot {
  /// Returns the offset that shows a row at a position; `nil` for rows out of range.
  ///
  /// Uses the frame of the row, without the insets of its section. If the list ends before, the
  /// offset is the nearest one that fills the viewport. For a row taller than the viewport,
  /// `.nearest` shows as much as possible.
  ///
  /// - Complexity: O(log rows).
  func offset(
    showing row: Int, at position: ScrollPosition, in viewport: Viewport
  ) -> Double? {
    guard let frame = frame(ofRow: row) else { return nil }
    let cover = cover(ofRow: row)
    let top = frame.minY - cover
    let bottom = frame.maxY - viewport.length
    let offset =
      switch position {
      case .top: top
      case .center: (top + bottom) / 2
      case .bottom: bottom
      // Between these two, the row is fully visible or fills the viewport.
      case .nearest: max(min(top, bottom), min(viewport.offset, max(top, bottom)))
      }
    return viewport.clamped(offset, totalHeight: geometry.totalHeight)
  }

  /// Returns the offset that shows a part of a row: the current one if the part is in sight, or
  /// else one with the part in the middle.
  ///
  /// - Parameter part: The part, in layout points from the top of the row.
  /// - Complexity: O(log rows).
  func offset(
    showing part: ClosedRange<Double>, ofRow row: Int, in viewport: Viewport
  ) -> Double? {
    guard let frame = frame(ofRow: row) else { return nil }
    let cover = cover(ofRow: row)
    let (top, bottom) = (frame.minY + part.lowerBound - cover, frame.minY + part.upperBound)
    if viewport.offset <= top, bottom <= viewport.range.upperBound { return viewport.offset }
    let room = viewport.length - (bottom - top)
    return viewport.clamped(top - max(0, room / 2), totalHeight: geometry.totalHeight)
  }

  /// Returns the height of the sticky header that covers a row at the top of the viewport.
  private func cover(ofRow row: Int) -> Double {
    guard let section = rows.numbering.section(ofRow: row), model.sections[section].isHeaderSticky,
      let header = rows.numbering.header(ofSection: section), header != row
    else { return 0 }
    return frame(ofRow: header)?.height ?? 0
  }
}
