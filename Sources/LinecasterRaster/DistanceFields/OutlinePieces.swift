import LinecasterBase

/// An outline as straight pieces, contour by contour: lines and flattened curves.
///
/// Contours are closed, and each piece starts at the end of the previous one unless it is the first
/// of a contour.
struct OutlinePieces: ~Copyable {
  private(set) var count = 0
  /// The pieces, in memory owned by this outline and valid while it is alive.
  private(set) var base = UnsafeMutablePointer<OutlinePiece>.allocate(capacity: 256)
  private var capacity = 256

  private var start = SIMD2<Float>.zero
  private var pen = SIMD2<Float>.zero
  private var low = SIMD2<Float>(repeating: .infinity)
  private var high = SIMD2<Float>(repeating: -.infinity)

  /// The maximum distance between pieces and a curve, in pixels: at a sharp crossing of contours,
  /// the intersection moves by many times as much.
  private static let tolerance: Float = 0.005
  /// The maximum number of pieces per curve, enough for a quarter circle of 400 pixels.
  private static let maximumPieces = 128
  /// The maximum number of pieces; further ones are left out. Real glyphs have some thousands.
  private static let maximumCount = 1 << 18

  deinit { base.deallocate() }

  /// Whether pieces may be missing.
  var isFull: Bool { count == Self.maximumCount }

  /// The pixels that contain the outline; empty for an empty outline.
  var pixels: PixelRect {
    guard count > 0 else { return PixelRect(left: 0, top: 0, right: 0, bottom: 0) }
    return PixelRect(
      left: Int(saturating: low.x.rounded(.down)), top: Int(saturating: low.y.rounded(.down)),
      right: Int(saturating: high.x.rounded(.up)), bottom: Int(saturating: high.y.rounded(.up)))
  }

  /// Ends the current contour and starts another one.
  mutating func move(to point: SIMD2<Float>) {
    close()
    (start, pen) = (point, point)
  }

  /// Ends the current contour.
  mutating func close() { line(to: start) }

  mutating func line(to point: SIMD2<Float>) {
    guard point != pen, !isFull else { return }
    if count == capacity { grow() }
    (base + count).initialize(to: OutlinePiece(start: pen, end: point))
    count += 1
    low = low.replacing(with: point, where: point .< low)
    high = high.replacing(with: point, where: high .< point)
    pen = point
  }

  /// Adds a quadratic curve.
  ///
  /// A curve deviates from a chord by at most an eighth of its second derivative times the square
  /// of the step.
  mutating func curve(_ control: SIMD2<Float>, to end: SIMD2<Float>) {
    let bend = pen - control - (control - end)
    let pieces = Self.pieces(Self.length(bend) * (0.25 / Self.tolerance))
    let (origin, direction) = (pen, (control - pen) * 2)
    for piece in 1..<pieces {
      let place = Float(piece) / Float(pieces)
      line(to: origin + (direction + bend * place) * place)
    }
    line(to: end)
  }

  /// Adds a cubic curve; its second derivative is largest at one of its ends.
  mutating func curve(
    _ control1: SIMD2<Float>, _ control2: SIMD2<Float>, to end: SIMD2<Float>
  ) {
    let bend = pen - control1 - (control1 - control2)
    let endBend = control1 - control2 - (control2 - end)
    let largest = max(Self.length(bend), Self.length(endBend))
    let pieces = Self.pieces(largest * (0.75 / Self.tolerance))
    let (origin, direction) = (pen, (control1 - pen) * 3)
    let (second, third) = (bend * 3, endBend - bend)
    for piece in 1..<pieces {
      let place = Float(piece) / Float(pieces)
      line(to: origin + (direction + (second + third * place) * place) * place)
    }
    line(to: end)
  }

  /// Moves all pieces.
  mutating func move(by offset: SIMD2<Float>) {
    for index in 0..<count {
      base[index].start += offset
      base[index].end += offset
    }
    (start, pen, low, high) = (start + offset, pen + offset, low + offset, high + offset)
  }

  /// Calls `body` with the pieces of each contour.
  @inline(__always)
  func forEachContour(_ body: (Range<Int>) -> Void) {
    var first = 0
    while first < count {
      var end = first + 1
      while end < count, base[end].start == base[end - 1].end { end += 1 }
      body(first..<end)
      first = end
    }
  }

  /// Returns the number of pieces of a curve, from the square of the exact value.
  @inline(__always)
  private static func pieces(_ squared: Float) -> Int {
    squared <= 1 ? 1 : min(Int(saturating: squared.squareRoot()) + 1, maximumPieces)
  }

  @inline(__always)
  private static func length(_ vector: SIMD2<Float>) -> Float {
    (vector.x * vector.x + vector.y * vector.y).squareRoot()
  }

  private mutating func grow() {
    let larger = UnsafeMutablePointer<OutlinePiece>.allocate(capacity: 2 * capacity)
    larger.moveInitialize(from: base, count: count)
    base.deallocate()
    (base, capacity) = (larger, 2 * capacity)
  }
}

/// A straight piece of an outline, in pixels, y down.
struct OutlinePiece {
  var start: SIMD2<Float>
  var end: SIMD2<Float>

  /// The axis of the scan lines that cross the piece most often.
  @inline(__always)
  var axis: ScanAxis {
    abs(end.y - start.y) >= abs(end.x - start.x) ? .level : .upright
  }

  /// Returns the scan lines that it crosses, including one through its first end and excluding one
  /// through its last.
  @inline(__always)
  func lines(along axis: ScanAxis) -> Range<Int> {
    let (one, other) = (start[axis.across], end[axis.across])
    let (low, high) = one < other ? (one, other) : (other, one)
    return Range(uncheckedBounds: (Self.line(behind: low), Self.line(behind: high)))
  }

  /// Returns the first scan line at or after a positive position.
  @inline(__always)
  private static func line(behind place: Float) -> Int {
    let scaled = place * Float(ScanLines.perPixel)
    let line = Int32(saturating: scaled)
    return Int(Float(line) < scaled ? line &+ 1 : line)
  }

  /// Returns the intersection with a scan line, in pixels along the line.
  @inline(__always)
  func crossing(_ place: Float, _ axis: ScanAxis) -> Float {
    let share = (place - start[axis.across]) / (end[axis.across] - start[axis.across])
    return start[axis.along] + share * (end[axis.along] - start[axis.along])
  }

  /// Returns the part between two scan lines.
  func part(from one: Float, to other: Float, _ axis: ScanAxis) -> OutlinePiece {
    var part = self
    (part.start[axis.across], part.start[axis.along]) = (one, crossing(one, axis))
    (part.end[axis.across], part.end[axis.along]) = (other, crossing(other, axis))
    return part
  }
}

/// The direction of scan lines.
enum ScanAxis {
  /// From left to right; lines follow each other downwards.
  case level
  /// Downwards; lines follow each other from left to right.
  case upright

  /// The index of the coordinate that is constant along a line.
  @inline(__always)
  var across: Int { self == .level ? 1 : 0 }

  /// The index of the coordinate that increases along a line.
  @inline(__always)
  var along: Int { 1 - across }
}
