/// The places that glyphs may start at, in 64ths of a pixel.
struct PlacementSteps {
  /// Beyond any bitmap, and small enough for 64ths of a pixel to be counted.
  private static let farthest = 1e9

  private let columnsPerPixel: Double
  private let columnShift: Int
  private let rowsPerPixel: Double
  private let rowShift: Int

  /// The steps for a face.
  ///
  /// - Parameter drawsImages: Whether its glyphs are images: they start at whole pixels, since
  ///   scaling one takes too long to do it for parts of a pixel that an image does not show.
  init(_ rendering: GlyphRendering, drawsImages: Bool) {
    let isExact = rendering.placement == .exact
    columnShift = drawsImages ? 6 : isExact ? 0 : 4
    rowShift = drawsImages || !isExact || rendering.hinting != .none ? 6 : 0
    columnsPerPixel = Double(64 >> columnShift)
    rowsPerPixel = Double(64 >> rowShift)
  }

  /// The nearest column of glyphs, in 64ths of a pixel; nil for a place beyond any bitmap.
  @inline(__always)
  func column(_ x: Double) -> Int? {
    guard abs(x) < Self.farthest else { return nil }
    return Self.floor(x * columnsPerPixel + 0.5) &<< columnShift
  }

  /// The nearest row of glyphs, in 64ths of a pixel; nil for a place beyond any bitmap.
  @inline(__always)
  func row(_ y: Double) -> Int? {
    guard abs(y) < Self.farthest else { return nil }
    return Self.floor(y * rowsPerPixel + 0.5) &<< rowShift
  }

  /// The largest whole number that is not above one of less than 2⁵¹, without a call.
  ///
  /// Beside so large a number a sum has no bits for fractions, and counts in units of one.
  @inline(__always)
  private static func floor(_ number: Double) -> Int {
    let sum = number + unit
    let whole = Int(truncatingIfNeeded: sum.bitPattern &- unit.bitPattern)
    return sum - unit > number ? whole &- 1 : whole
  }

  private static let unit = 0x1.8p52
}
