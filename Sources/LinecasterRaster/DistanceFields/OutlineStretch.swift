/// A straight stretch of an outline, put together from the edges of neighbouring pixels.
struct OutlineStretch {
  let start: SIMD2<Float>
  private(set) var end: SIMD2<Float>
  /// The directions from the start between which all ends so far are met closely enough.
  private var low = SIMD2<Float>.zero
  private var high = SIMD2<Float>.zero

  /// How many pixels of the coverage an edge may be away from the stretch it is a part of.
  private static let tolerance: Float = 0.1
  /// How near to its end an edge must begin, in both coordinates together.
  private static let gap: Float = 0.5
  /// Shorter edges have no direction to go on in.
  private static let leastLength: Float = 0.05

  /// Starts a stretch with an edge.
  @inline(__always)
  init(_ edge: LocatedEdge) {
    (start, end) = (edge.start, edge.end)
    let along = end - start
    let length = Self.length(along)
    guard length > 0 else { return }
    let aside = SIMD2(-along.y, along.x) * (Self.tolerance / length)
    (low, high) = (along - aside, along + aside)
  }

  /// Whether it has a direction to go on in.
  @inline(__always)
  var isOpen: Bool {
    let along = end - start
    return abs(along.x) + abs(along.y) > Self.leastLength
  }

  /// Goes on with an edge; false where that is not in line.
  @inline(__always)
  mutating func extend(with edge: LocatedEdge) -> Bool {
    guard abs(end.x - edge.start.x) + abs(end.y - edge.start.y) <= Self.gap else { return false }
    let along = edge.end - start
    let fromLow = low.x * along.y - low.y * along.x
    let toHigh = high.y * along.x - high.x * along.y
    guard (fromLow < toHigh ? fromLow : toHigh) >= 0 else { return false }
    // Only directions are left that meet this end closely enough.
    let share = Self.tolerance / Self.length(along)
    let aside = SIMD2(-along.y, along.x) * share
    if fromLow > share * (low.x * along.x + low.y * along.y) { low = along - aside }
    if toHigh > share * (high.x * along.x + high.y * along.y) { high = along + aside }
    end = edge.end
    return true
  }

  /// Goes on straight down by a pixel; false where it is not an upright line that ends above it.
  @inline(__always)
  mutating func extendDown(x: Float, from top: Float) -> Bool {
    guard start.x == x, end.x == x, end.y == top else { return false }
    end.y += 1
    // The directions as far aside as before, at an end that is further away.
    low.y += 1
    high.y += 1
    return true
  }

  /// The length along the axis that is nearer.
  @inline(__always)
  private static func length(_ along: SIMD2<Float>) -> Float {
    let (across, down) = (abs(along.x), abs(along.y))
    return across > down ? across : down
  }
}
