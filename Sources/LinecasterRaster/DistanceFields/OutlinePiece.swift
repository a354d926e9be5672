/// A straight piece of an outline, in pixels, y down.
struct OutlinePiece {
  var start: SIMD2<Float>
  var end: SIMD2<Float>

  /// The axis of the scan lines that tell most of it: of those that it crosses more of.
  @inline(__always)
  var axis: ScanAxis {
    abs(end.y - start.y) >= abs(end.x - start.x) ? .level : .upright
  }

  /// The scan lines that it crosses, one through its first end included and one through its last
  /// end not.
  @inline(__always)
  func lines(along axis: ScanAxis) -> Range<Int> {
    let (one, other) = (start[axis.across], end[axis.across])
    let (low, high) = one < other ? (one, other) : (other, one)
    return Range(uncheckedBounds: (Self.line(behind: low), Self.line(behind: high)))
  }

  /// The first scan line at a place, which is positive, or behind it.
  @inline(__always)
  private static func line(behind place: Float) -> Int {
    let scaled = place * Float(ScanLines.perPixel)
    let line = Int32(scaled)
    return Int(Float(line) < scaled ? line &+ 1 : line)
  }

  /// Where it crosses a line of an axis, in pixels along the line.
  @inline(__always)
  func crossing(_ place: Float, _ axis: ScanAxis) -> Float {
    let share = (place - start[axis.across]) / (end[axis.across] - start[axis.across])
    return start[axis.along] + share * (end[axis.along] - start[axis.along])
  }

  /// The part between two lines of an axis.
  func part(from one: Float, to other: Float, _ axis: ScanAxis) -> OutlinePiece {
    var part = self
    (part.start[axis.across], part.start[axis.along]) = (one, crossing(one, axis))
    (part.end[axis.across], part.end[axis.along]) = (other, crossing(other, axis))
    return part
  }
}
