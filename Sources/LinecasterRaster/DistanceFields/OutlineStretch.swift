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
  init(_ edge: OutlineEdge) {
    (start, end) = (edge.start, edge.end)
    narrow(to: end - start, always: true)
  }

  /// Whether it has a direction to go on in.
  @inline(__always)
  var isOpen: Bool {
    let along = end - start
    return abs(along.x) + abs(along.y) > Self.leastLength
  }

  /// Goes on with an edge; false where that is not in line.
  @inline(__always)
  mutating func extend(with edge: OutlineEdge) -> Bool {
    let (toStart, toEnd) = (Self.distance(end, edge.start), Self.distance(end, edge.end))
    guard (toStart < toEnd ? toStart : toEnd) <= Self.gap else { return false }
    let (near, far) = toStart <= toEnd ? (edge.start, edge.end) : (edge.end, edge.start)
    let along = far - start
    guard Self.cross(low, along) >= 0, Self.cross(high, along) <= 0,
      ((end - start) * (far - near)).sum() >= 0
    else { return false }
    narrow(to: along, always: false)
    end = far
    return true
  }

  /// Leaves only directions that meet an end closely enough.
  @inline(__always)
  private mutating func narrow(to along: SIMD2<Float>, always: Bool) {
    let (across, down) = (abs(along.x), abs(along.y))
    let length = across > down ? across : down
    guard length > 0 else { return }
    let aside = SIMD2(-along.y, along.x) * (Self.tolerance / length)
    if always || Self.cross(low, along - aside) > 0 { low = along - aside }
    if always || Self.cross(high, along + aside) < 0 { high = along + aside }
  }

  @inline(__always)
  private static func cross(_ one: SIMD2<Float>, _ other: SIMD2<Float>) -> Float {
    one.x * other.y - one.y * other.x
  }

  @inline(__always)
  private static func distance(_ one: SIMD2<Float>, _ other: SIMD2<Float>) -> Float {
    abs(one.x - other.x) + abs(one.y - other.y)
  }
}
