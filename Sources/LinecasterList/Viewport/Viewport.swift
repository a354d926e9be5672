import LinecasterBase

/// The part of a list that can be seen, and where it goes.
///
///     var viewport = Viewport(offset: 0, length: 600)
///     viewport.offset += 40
///     // Layout points a second: more is made ready ahead than behind.
///     viewport.velocity = 1_200
public struct Viewport: Hashable, Sendable {
  /// The distance from the top of the list to the top of the viewport, in layout points; below 0,
  /// or beyond the end, while a host lets the list bounce.
  public var offset: Double {
    didSet { offset = offset.orZero }
  }
  /// The height of the viewport, in layout points.
  public var length: Double {
    didSet { length = max(0, length.orZero) }
  }
  /// Layout points a second; above 0 towards the end of the list, 0 at rest.
  public var velocity: Double {
    didSet { velocity = velocity.orZero }
  }

  /// Makes a viewport; numbers that are not finite, and lengths below 0, become 0.
  public init(offset: Double, length: Double, velocity: Double = 0) {
    self.offset = offset.orZero
    self.length = max(0, length.orZero)
    self.velocity = velocity.orZero
  }

  /// Nothing, at the top of the list.
  static let none = Viewport(offset: 0, length: 0)

  /// What can be seen, as distances from the top of the list.
  public var range: Range<Double> { offset..<offset + length }

  /// The offset nearest to `offset` at which a list of some height fills the viewport, or its top
  /// where it is too short for that. A list that bounces over its top may go on to.
  ///
  /// - Parameter room: How far the viewport may go beyond the end of the list.
  func clamped(_ offset: Double, totalHeight: Double, beyondEnd room: Double = 0) -> Double {
    max(min(0, self.offset), min(offset, max(0, totalHeight - length) + room))
  }
}

extension Viewport {
  /// The offset at which the end of a list of some height is at the bottom of the viewport, or its
  /// top at the top where it is too short for that.
  func offset(atEndOf totalHeight: Double) -> Double {
    clamped(.greatestFiniteMagnitude, totalHeight: totalHeight)
  }

  /// Whether the end of a list of some height is at the bottom of the viewport or above it, to a
  /// point: places are rounded to pixels on the way.
  func isAtEnd(of totalHeight: Double) -> Bool { range.upperBound >= totalHeight - 1 }
}

/// Keeps the end of a list in sight where a viewport gets another length.
struct EndFollower: Hashable, Sendable {
  /// The length of the viewport when it was at the end; nil where it was not.
  private var lengthAtEnd: Double?

  /// Tells what can be seen.
  ///
  /// - Returns: Where to scroll; nil for nowhere.
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

/// Which way a list is scrolled.
enum ScrollDirection: Hashable, Sendable, CaseIterable {
  /// Towards the first row.
  case towardsStart
  /// Towards the last row.
  case towardsEnd

  /// The direction of a velocity or of a change of the offset; nil at rest.
  init?(_ movement: Double) {
    guard movement != 0, movement.isFinite else { return nil }
    self = movement > 0 ? .towardsEnd : .towardsStart
  }
}

/// Where in the viewport a row should come to stand.
public enum ScrollPosition: Hashable, Sendable, CaseIterable {
  /// At the top, below the header of its section if that stays there.
  case top
  /// In the middle of what is seen of the list below such a header.
  case center
  /// At the bottom.
  case bottom
  /// Where it can be seen after the shortest way; nowhere else if it can be seen already.
  case nearest
}

extension TableSnapshot {
  /// The offset of a viewport in which a row stands at a position; nil for rows that are not there.
  ///
  /// What stands there is the frame of the row, without the insets of its section. Where the list
  /// ends before, the offset is the nearest one that fills the viewport. Of a row that is taller
  /// than the viewport, `.nearest` shows as much as it can.
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
      // Between these two the row can be seen whole, or fills what can be seen.
      case .nearest: max(min(top, bottom), min(viewport.offset, max(top, bottom)))
      }
    return viewport.clamped(offset, totalHeight: geometry.totalHeight)
  }

  /// The height of the header that covers the top of the viewport when a row stands there.
  private func cover(ofRow row: Int) -> Double {
    guard let section = rows.numbering.section(ofRow: row), model.sections[section].isHeaderSticky,
      let header = rows.numbering.header(ofSection: section), header != row
    else { return 0 }
    return frame(ofRow: header)?.height ?? 0
  }
}
