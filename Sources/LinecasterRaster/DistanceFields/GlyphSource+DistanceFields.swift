public import LinecasterFonts

extension GlyphSource {
  /// The distances of pixels to the outline of a glyph, made anew each time; nil for glyphs without
  /// an outline, such as spaces, and those that have colours.
  ///
  /// The outline is unhinted and starts at a whole pixel. Its coverage is drawn five times as
  /// large, an edge is found in each of its pixels that is partly covered, and every pixel of the
  /// field takes the distance to the nearest edge. Any thread.
  ///
  /// - Parameters:
  ///   - glyph: The glyph's number in the face.
  ///   - face: The face that has the glyph.
  ///   - size: The em in pixels of the field, at most `DistanceField.maximumSize`.
  ///   - spread: The distance in pixels at which bytes stop to change, moved into
  ///     `DistanceField.spreads`.
  /// - Throws: `RasterError` with code `tooLarge` if the em is, or `unusableFace` if FreeType
  ///   cannot open the face.
  /// - Complexity: O(pixels + length of the outline × spread²).
  public func distanceField(
    of glyph: UInt32, in face: FontFace, size: Double, spread: Int = 4
  ) throws(RasterError) -> DistanceField? {
    guard !(size > DistanceField.maximumSize) else { throw DistanceField.tooLarge(size) }
    let rounded = (size * 64).rounded()
    guard rounded >= 1 else { return nil }
    let key = GlyphKey(face: face, glyph: glyph, size: UInt32(rounded))
    let coverage = try fieldCoverage(of: key, of: face)
    guard coverage.content != .path else { throw DistanceField.tooLarge(size) }
    guard coverage.content == .mask, !coverage.bytes.isEmpty else { return nil }
    return DistanceField(coverage: coverage, spread: spread)
  }

  /// What a field is made from, or what tells that there is none: the coverage of a glyph drawn
  /// `DistanceField.oversampling` times as large as the key says, or its picture or layers.
  func fieldCoverage(of key: GlyphKey, of face: FontFace) throws(RasterError) -> GlyphBitmap {
    let samples = key.size * UInt32(DistanceField.oversampling)
    let large = GlyphKey(face: face, glyph: key.index, size: samples, style: key.style)
    return try part(of: large, of: face, in: nil)
  }
}

extension DistanceField {
  fileprivate static func tooLarge(_ size: Double) -> RasterError {
    RasterError(
      code: .tooLarge, source: "distance field of \(size) pixels an em",
      reason: "the limits are \(maximumSize) and \(GlyphBitmap.maximumPixels) pixels drawn")
  }
}
