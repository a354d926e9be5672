public import LinecasterBase
public import LinecasterFonts
import LinecasterText

/// The pixels of a colour glyph, for renderers that composite it themselves.
///
///     let source = GlyphSource()
///     if let image = try source.image(of: glyph, in: face, size: 32, color: .black) {
///       print(image.bitmap.width, image.bitmap.height, image.left, image.top)
///     }
public struct GlyphImage: Hashable, Sendable {
  /// The pixels of the glyph.
  public let bitmap: Bitmap
  /// The distance from the glyph's origin right to the first column, in pixels.
  public let left: Int
  /// The distance from the baseline up to the top of the first row, in pixels.
  public let top: Int
}

extension GlyphSource {
  /// Draws a colour glyph with its origin at a whole pixel, as a canvas does: the font's image at
  /// this size, or its layers or paints.
  ///
  /// Thread-safe. Results are not cached.
  ///
  /// - Parameters:
  ///   - glyph: The glyph's number in the face.
  ///   - face: The face that has the glyph.
  ///   - size: The em size, in pixels.
  ///   - color: The colour of the text, for the parts of the glyph that use it. The renderer
  ///     applies its opacity.
  ///   - palette: The number of the font's colour palette, from 0 to 255. If there is no such
  ///     palette, the first one is used.
  /// - Throws: `RasterError` with code `tooLarge` if the em is over 32,000 pixels or the glyph has
  ///   more than a million pixels, or `unusableFace` if FreeType cannot open the face.
  /// - Complexity: O(pixels × paints).
  /// - Returns: The image; `nil` for glyphs without colours, and for glyphs reported in `faults`.
  public func image(
    of glyph: UInt32, in face: FontFace, size: Double, color: Color = .black, palette: Int = 0
  ) throws(RasterError) -> GlyphImage? {
    guard !(size > GlyphPainter.maximumSize) else { throw Self.tooLarge(glyph, size) }
    let rounded = (size * 64).rounded()
    guard rounded >= 1 else { return nil }
    let key = GlyphKey(
      face: face, glyph: glyph, size: UInt32(saturating: rounded),
      style: GlyphStyle(GlyphRendering(palette: palette)), ink: color)
    guard let bitmap = try image(for: key, of: face) else { return nil }
    guard bitmap.content != .path else { throw Self.tooLarge(glyph, size) }
    return GlyphImage(
      bitmap: try Bitmap(
        width: Int(bitmap.width), height: Int(bitmap.height), pixels: bitmap.unpaddedBytes),
      left: Int(bitmap.left), top: Int(bitmap.top))
  }

  private static func tooLarge(_ glyph: UInt32, _ size: Double) -> RasterError {
    RasterError(
      code: .tooLarge, source: "glyph \(glyph) of \(size) pixels per em",
      reason: "the limits are an em of \(GlyphPainter.maximumSize) and "
        + "\(GlyphBitmap.maximumPixels / 4) pixels")
  }
}

extension GlyphBitmap {
  /// The pixels of an image, without row padding.
  fileprivate var unpaddedBytes: [UInt8] {
    (0..<Int(height)).flatMap { row in
      bytes[row * rowBytes..<row * rowBytes + Int(width) * 4]
    }
  }
}
