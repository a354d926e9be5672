/// The part of an outline that goes through one pixel: a straight line, in pixels, y down.
struct OutlineEdge {
  /// The upper end, or the left one.
  let start: SIMD2<Float>
  let end: SIMD2<Float>

  /// Finds the edge from the coverage of a pixel and the direction in which coverage grows around.
  ///
  /// The line is taken to be straight and at right angles to that direction, at the distance from
  /// the pixel's middle at which it leaves as much of the pixel covered as there is: S. Gustavson
  /// and R. Strand, Anti-aliased Euclidean distance transform, Pattern Recognition Letters 32
  /// (2011), section 3.
  ///
  /// - Parameters:
  ///   - coverage: The share of the pixel, 0 to 1.
  ///   - gradient: Where coverage grows; may be 0, and the edge is a point then.
  ///   - middle: The middle of the pixel.
  @inline(__always)
  init(coverage: Float, gradient: SIMD2<Float>, middle: SIMD2<Float>) {
    guard gradient.x != 0, gradient.y != 0 else {
      (start, end) = Self.upright(0.5 - coverage, gradient, middle)
      return
    }
    let normal = gradient / (gradient * gradient).sum().squareRoot()
    let foot = normal * Self.offset(coverage, normal)
    let direction = SIMD2(-normal.y, normal.x)
    let (first, last) = Self.range(of: foot, direction)
    let one = middle + foot + direction * first
    let other = middle + foot + direction * max(first, last)
    (start, end) = one.y <= other.y ? (one, other) : (other, one)
  }

  private init(start: SIMD2<Float>, end: SIMD2<Float>) {
    (self.start, self.end) = (start, end)
  }

  /// The edge so far to the right, and longer by so much.
  @inline(__always)
  func moved(by right: Float, lengthenedBy length: Float) -> OutlineEdge {
    OutlineEdge(
      start: start + SIMD2(right, 0), end: end + SIMD2(right + length, 0))
  }

  /// A line along an axis, so far from the middle.
  @inline(__always)
  private static func upright(
    _ offset: Float, _ gradient: SIMD2<Float>, _ middle: SIMD2<Float>
  ) -> (SIMD2<Float>, SIMD2<Float>) {
    if gradient.x != 0 {
      let x = middle.x + (gradient.x > 0 ? offset : -offset)
      return (SIMD2(x, middle.y - 0.5), SIMD2(x, middle.y + 0.5))
    }
    guard gradient.y != 0 else { return (middle, middle) }
    let y = middle.y + (gradient.y > 0 ? offset : -offset)
    return (SIMD2(middle.x - 0.5, y), SIMD2(middle.x + 0.5, y))
  }

  /// How far a line is from the middle of a pixel that it leaves so much of covered.
  @inline(__always)
  private static func offset(_ coverage: Float, _ normal: SIMD2<Float>) -> Float {
    let (across, down) = (abs(normal.x), abs(normal.y))
    let (long, short) = across > down ? (across, down) : (down, across)
    // Lines that cut a corner off take another formula than those from side to side.
    let corner = 0.5 * short / long
    if coverage < corner {
      return 0.5 * (long + short) - (2 * long * short * coverage).squareRoot()
    }
    if coverage <= 1 - corner { return (0.5 - coverage) * long }
    return (2 * long * short * (1 - coverage)).squareRoot() - 0.5 * (long + short)
  }

  /// From where to where a line through a point, along no axis, is inside of the pixel around the
  /// origin.
  @inline(__always)
  private static func range(
    of point: SIMD2<Float>, _ direction: SIMD2<Float>
  ) -> (start: Float, end: Float) {
    let (stepX, stepY) = (1 / direction.x, 1 / direction.y)
    let (middleX, reachX) = (-point.x * stepX, 0.5 * abs(stepX))
    let (middleY, reachY) = (-point.y * stepY, 0.5 * abs(stepY))
    let start = middleX - reachX > middleY - reachY ? middleX - reachX : middleY - reachY
    let end = middleX + reachX < middleY + reachY ? middleX + reachX : middleY + reachY
    return (start, end)
  }
}
