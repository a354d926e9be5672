public import LinecasterFonts

extension GlyphSource {
  /// The distances of pixels to the outline of a glyph, made again each time; nil for glyphs
  /// without an outline, such as spaces, and those that have colours.
  ///
  /// The outline is unhinted and starts at a whole pixel. Every pixel of the field takes the
  /// distance to the nearest of its pieces that have the inside on one side only, exact but for
  /// how curves are cut up and bytes rounded: within an eighth of a pixel, mostly a hundredth. What
  /// is narrower than that may be left out. Any thread.
  ///
  /// - Parameters:
  ///   - glyph: The glyph's number in the face.
  ///   - face: The face that has the glyph.
  ///   - size: The em in pixels of the field, at most `DistanceField.maximumSize`.
  ///   - spread: The distance in pixels at which bytes stop to change, moved into
  ///     `DistanceField.spreads`.
  /// - Throws: `RasterError` with code `tooLarge` if the em or the glyph is, or `unusableFace` if
  ///   FreeType cannot open the face.
  /// - Complexity: O(pixels + length of the outline × spread²).
  public func distanceField(
    of glyph: UInt32, in face: FontFace, size: Double, spread: Int = 4
  ) throws(RasterError) -> DistanceField? {
    guard !(size > DistanceField.maximumSize) else { throw DistanceField.tooLarge(size) }
    let rounded = (size * 64).rounded()
    guard rounded >= 1 else { return nil }
    let key = GlyphKey(face: face, glyph: glyph, size: UInt32(rounded))
    switch try field(of: key, of: face, spread: spread) {
    case .field(let field): return field
    case .blank, .layers, .image: return nil
    case .tooLarge: throw DistanceField.tooLarge(size)
    }
  }
}

extension DistanceField {
  fileprivate static func tooLarge(_ size: Double) -> RasterError {
    RasterError(
      code: .tooLarge, source: "distance field of \(size) pixels an em",
      reason: "the limits are an em of \(maximumSize), \(maximumTexels) pixels, and outlines that "
        + "go from pixel to pixel \(ScanLines.maximumCrossings / ScanLines.perPixel) times")
  }
}
