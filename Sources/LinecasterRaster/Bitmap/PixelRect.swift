import LinecasterBase

/// A rectangle of whole pixels, y down; right and bottom are the first pixels outside.
public struct PixelRect: Hashable, Sendable {
  /// The first column inside.
  public var left: Int
  /// The first row inside.
  public var top: Int
  /// The first column behind the last one inside.
  public var right: Int
  /// The first row below the last one inside.
  public var bottom: Int

  /// Makes a rectangle from its edges.
  public init(left: Int, top: Int, right: Int, bottom: Int) {
    self.left = left
    self.top = top
    self.right = right
    self.bottom = bottom
  }

  /// Makes a rectangle from its corner and extents; edges beyond `Int` move to its ends.
  public init(x: Int, y: Int, width: Int, height: Int) {
    self.init(
      left: x, top: y, right: x.adding(saturating: width), bottom: y.adding(saturating: height))
  }

  /// The number of columns; negative where the edges are the wrong way round.
  public var width: Int { right.subtracting(saturating: left) }
  /// The number of rows; negative where the edges are the wrong way round.
  public var height: Int { bottom.subtracting(saturating: top) }

  /// Whether no pixel is inside.
  public var isEmpty: Bool { right <= left || bottom <= top }

  /// The number of pixels inside.
  var area: Double { isEmpty ? 0 : Double(width) * Double(height) }

  /// The rectangle with a given number of pixels more on the left and right, and above and below.
  func widened(by margin: (x: Int, y: Int)) -> PixelRect {
    PixelRect(
      left: left.subtracting(saturating: margin.x), top: top.subtracting(saturating: margin.y),
      right: right.adding(saturating: margin.x), bottom: bottom.adding(saturating: margin.y))
  }

  /// The rectangle moved.
  func offset(x: Int, y: Int) -> PixelRect {
    PixelRect(
      left: left.adding(saturating: x), top: top.adding(saturating: y),
      right: right.adding(saturating: x), bottom: bottom.adding(saturating: y))
  }

  /// The pixels inside both; empty where there are none.
  func clipped(to other: PixelRect) -> PixelRect {
    PixelRect(
      left: max(left, other.left), top: max(top, other.top),
      right: min(right, other.right), bottom: min(bottom, other.bottom))
  }

  /// The smallest rectangle around both; an empty one adds nothing to the other.
  func union(_ other: PixelRect) -> PixelRect {
    if other.isEmpty { return self }
    if isEmpty { return other }
    return PixelRect(
      left: min(left, other.left), top: min(top, other.top),
      right: max(right, other.right), bottom: max(bottom, other.bottom))
  }
}

extension PixelRect {
  /// The rectangle without the pixels of another, as up to four rectangles: the rows above, those
  /// left and right, the rows below.
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

  /// The rectangle cut into tiles of at most a given number of pixels a side, row by row.
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
/// It grows only: rectangles are put together where that adds few pixels, and where there would be
/// too many, so that the region covers all that was put in and perhaps some pixels more.
struct PixelRegion: Hashable, Sendable {
  /// The rectangles, none empty, at most `maximumCount`.
  private(set) var rects: [PixelRect] = []
  private let limit: Int

  /// Makes a region without pixels.
  ///
  /// - Parameter limit: The most rectangles, at least one.
  init(limit: Int = Self.maximumCount) {
    self.limit = limit
  }

  /// As many as a host likes to upload or to draw one by one.
  static let maximumCount = 16
  /// Two become one where that has at most a given multiple of the pixels of both.
  private static let growth = 1.25

  var isEmpty: Bool { rects.isEmpty }

  /// The smallest rectangle around all.
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
        // What was too far away before may be near now.
        index = 0
      } else {
        index += 1
      }
    }
    rects.append(joined)
    if rects.count > limit { joinNearest() }
  }

  /// Puts the two rectangles together that add the fewest pixels.
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

/// Where a display list is drawn, in pixels of what it is drawn on.
///
/// The point moves to the nearest whole pixel, so that a list looks the same wherever it is.
struct ListPlace: Hashable, Sendable {
  /// The column of the list's left edge.
  let x: Int
  /// The row of the list's top edge.
  let y: Int
  /// The pixels that may change, counted from there.
  let clip: PixelRect

  /// Makes the place of a list of some size with its top-left corner at a point.
  ///
  /// - Parameter clip: The pixels that may change of what it is drawn on.
  init(_ point: Point, size: Size, scale: PixelScale, in clip: PixelRect) {
    let x = Self.pixel(point.x * scale.factor)
    let y = Self.pixel(point.y * scale.factor)
    let area = PixelRect(
      left: 0, top: 0, right: scale.pixels(size.width), bottom: scale.pixels(size.height))
    (self.x, self.y) = (x, y)
    self.clip = area.clipped(to: clip.offset(x: -x, y: -y))
  }

  /// The nearest pixel edge; 0 for what is no number, and never beyond what can be added up.
  private static func pixel(_ edge: Double) -> Int {
    guard !edge.isNaN else { return 0 }
    return Int(saturating: min(max((edge + 0.5).rounded(.down), -1e9), 1e9))
  }
}
