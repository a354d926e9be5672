import LinecasterBase

/// A rectangle of whole pixels, y down. The right and bottom edges are exclusive.
public struct PixelRect: Hashable, Sendable {
  /// The first column inside.
  public var left: Int
  /// The first row inside.
  public var top: Int
  /// The first column to the right of the rectangle.
  public var right: Int
  /// The first row below the rectangle.
  public var bottom: Int

  /// Creates a rectangle from its edges.
  public init(left: Int, top: Int, right: Int, bottom: Int) {
    self.left = left
    self.top = top
    self.right = right
    self.bottom = bottom
  }

  /// Creates a rectangle from its top-left corner and size; edges saturate to the range of `Int`.
  public init(x: Int, y: Int, width: Int, height: Int) {
    self.init(
      left: x, top: y, right: x.adding(saturating: width), bottom: y.adding(saturating: height))
  }

  /// The number of columns; negative if the edges are reversed.
  public var width: Int { right.subtracting(saturating: left) }
  /// The number of rows; negative if the edges are reversed.
  public var height: Int { bottom.subtracting(saturating: top) }

  /// Whether the rectangle contains no pixel.
  public var isEmpty: Bool { right <= left || bottom <= top }

  /// The number of pixels inside.
  var area: Double { isEmpty ? 0 : Double(width) * Double(height) }

  /// Returns the rectangle widened by a number of pixels on each side.
  func widened(by margin: (x: Int, y: Int)) -> PixelRect {
    PixelRect(
      left: left.subtracting(saturating: margin.x), top: top.subtracting(saturating: margin.y),
      right: right.adding(saturating: margin.x), bottom: bottom.adding(saturating: margin.y))
  }

  /// Returns the rectangle moved by an offset.
  func offset(x: Int, y: Int) -> PixelRect {
    PixelRect(
      left: left.adding(saturating: x), top: top.adding(saturating: y),
      right: right.adding(saturating: x), bottom: bottom.adding(saturating: y))
  }

  /// Returns the intersection, which may be empty.
  func clipped(to other: PixelRect) -> PixelRect {
    PixelRect(
      left: max(left, other.left), top: max(top, other.top),
      right: min(right, other.right), bottom: min(bottom, other.bottom))
  }

  /// Returns the smallest rectangle around both; ignores an empty one.
  func union(_ other: PixelRect) -> PixelRect {
    if other.isEmpty { return self }
    if isEmpty { return other }
    return PixelRect(
      left: min(left, other.left), top: min(top, other.top),
      right: max(right, other.right), bottom: max(bottom, other.bottom))
  }
}

extension PixelRect {
  /// Returns the rectangle without the pixels of another, as up to four rectangles: the rows above,
  /// the left and right parts, the rows below.
  func around(_ hole: PixelRect) -> [PixelRect] {
    let hole = hole.clipped(to: self)
    if hole.isEmpty { return isEmpty ? [] : [self] }
    return [
      PixelRect(left: left, top: top, right: right, bottom: hole.top),
      PixelRect(left: left, top: hole.top, right: hole.left, bottom: hole.bottom),
      PixelRect(left: hole.right, top: hole.top, right: right, bottom: hole.bottom),
      PixelRect(left: left, top: hole.bottom, right: right, bottom: bottom),
    ].filter { !$0.isEmpty }
  }

  /// Returns the rectangle cut into tiles with a maximum side, row by row.
  func tiles(side: Int) -> [PixelRect] {
    guard !isEmpty else { return [] }
    return stride(from: top, to: bottom, by: side).flatMap { y in
      stride(from: left, to: right, by: side).map { x in
        PixelRect(left: x, top: y, right: min(right, x + side), bottom: min(bottom, y + side))
      }
    }
  }
}

/// Pixels covered by a few rectangles, which may overlap.
///
/// It only grows: rectangles are merged if that adds few pixels or if there are too many. The
/// region covers everything inserted, and possibly some more pixels.
struct PixelRegion: Hashable, Sendable {
  /// The rectangles, none empty, at most `maximumCount`.
  private(set) var rects: [PixelRect] = []
  private let limit: Int

  /// Creates an empty region.
  ///
  /// - Parameter limit: The maximum number of rectangles, at least one.
  init(limit: Int = Self.maximumCount) {
    self.limit = limit
  }

  /// The default maximum, suitable for separate uploads or drawing by a host.
  static let maximumCount = 16
  /// The maximum growth, as a multiple of the pixels of both, up to which two rectangles are
  /// merged.
  private static let growth = 1.25

  var isEmpty: Bool { rects.isEmpty }

  /// The bounding box.
  var bounds: PixelRect {
    rects.reduce(PixelRect(left: 0, top: 0, right: 0, bottom: 0)) { $0.union($1) }
  }

  /// Adds the pixels of a rectangle.
  ///
  /// - Complexity: O(`maximumCount`²) at most.
  mutating func insert(_ rect: PixelRect) {
    guard !rect.isEmpty else { return }
    var joined = rect
    var index = 0
    while index < rects.count {
      let union = rects[index].union(joined)
      if union.area <= (rects[index].area + joined.area) * Self.growth {
        joined = union
        rects.remove(at: index)
        // Rectangles that were too far away may now be near.
        index = 0
      } else {
        index += 1
      }
    }
    rects.append(joined)
    if rects.count > limit { joinNearest() }
  }

  /// Merges the two rectangles that add the fewest pixels.
  private mutating func joinNearest() {
    var best = (first: 0, second: 1, added: Double.infinity)
    for second in rects.indices {
      for first in 0..<second {
        let added = rects[first].union(rects[second]).area - rects[first].area - rects[second].area
        if added < best.added { best = (first, second, added) }
      }
    }
    let joined = rects[best.first].union(rects.remove(at: best.second))
    rects.remove(at: best.first)
    insert(joined)
  }
}

/// The position of a display list, in pixels of its target.
///
/// The point is rounded to the nearest whole pixel, so a list looks the same anywhere.
struct ListPlace: Hashable, Sendable {
  /// The column of the list's left edge.
  let x: Int
  /// The row of the list's top edge.
  let y: Int
  /// The pixels that may change, relative to the list's corner.
  let clip: PixelRect

  /// Creates the position of a list of a size with its top-left corner at a point.
  ///
  /// - Parameter clip: The pixels of the target that may change.
  init(_ point: Point, size: Size, scale: PixelScale, in clip: PixelRect) {
    let x = Self.pixel(point.x * scale.factor)
    let y = Self.pixel(point.y * scale.factor)
    let area = PixelRect(
      left: 0, top: 0, right: scale.pixels(size.width), bottom: scale.pixels(size.height))
    (self.x, self.y) = (x, y)
    self.clip = area.clipped(to: clip.offset(x: -x, y: -y))
  }

  /// Creates the position of a list at the origin that draws on given pixels.
  init(clip: PixelRect) {
    (x, y) = (0, 0)
    self.clip = clip
  }

  /// Returns the nearest pixel edge; 0 for NaN, and clamped so that sums do not overflow.
  private static func pixel(_ edge: Double) -> Int {
    guard !edge.isNaN else { return 0 }
    return Int(saturating: min(max((edge + 0.5).rounded(.down), -1e9), 1e9))
  }
}
