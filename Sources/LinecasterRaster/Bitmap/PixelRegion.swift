/// Pixels covered by a few rectangles, which may overlap.
///
/// It grows only: rectangles are put together where that adds few pixels, and where there would be
/// too many, so that the region covers all that was put in and perhaps some pixels more.
struct PixelRegion: Hashable, Sendable {
  /// The rectangles, none empty, at most `maximumCount`.
  private(set) var rects: [PixelRect] = []

  /// As many as a host likes to upload or to draw one by one.
  static let maximumCount = 16
  /// Two become one where that has at most so many times the pixels of both.
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
    if rects.count > Self.maximumCount { joinNearest() }
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
