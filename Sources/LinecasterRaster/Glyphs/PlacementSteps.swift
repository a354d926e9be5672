import LinecasterFonts

/// The places that glyphs may start at, in 64ths of a pixel.
struct PlacementSteps {
  /// Beyond any bitmap, and small enough for 64ths of a pixel to be counted.
  static let farthest = 1e9

  private let columnsPerPixel: Double
  private let columnShift: Int
  private let rowsPerPixel: Double
  private let rowShift: Int

  /// The steps for a face; those of pictures start at whole pixels, since scaling one takes too
  /// long to do it for parts of a pixel that a picture does not show.
  init(_ rendering: GlyphRendering, _ face: FontFace) {
    let isExact = rendering.placement == .exact
    columnShift = face.hasColorBitmaps ? 6 : isExact ? 0 : 4
    rowShift = face.hasColorBitmaps || !isExact || rendering.hinting != .none ? 6 : 0
    columnsPerPixel = Double(64 >> columnShift)
    rowsPerPixel = Double(64 >> rowShift)
  }

  /// The nearest column of glyphs, in 64ths of a pixel.
  @inline(__always)
  func column(_ x: Double) -> Int { Self.floor(x * columnsPerPixel + 0.5) &<< columnShift }

  /// The nearest row of glyphs, in 64ths of a pixel.
  @inline(__always)
  func row(_ y: Double) -> Int { Self.floor(y * rowsPerPixel + 0.5) &<< rowShift }

  /// The largest whole number that is not above a small one, without a call.
  @inline(__always)
  private static func floor(_ number: Double) -> Int {
    let whole = Int(number)
    return Double(whole) > number ? whole &- 1 : whole
  }
}
