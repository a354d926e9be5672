public import LinecasterBase
public import LinecasterFonts
import LinecasterText

/// A coloured glyph as pixels, for renderers that put them on the page themselves.
///
///     let source = GlyphSource()
///     if let image = try source.image(of: glyph, in: face, size: 32, color: .black) {
///       print(image.bitmap.width, image.bitmap.height, image.left, image.top)
///     }
public struct GlyphImage: Hashable, Sendable {
  /// The pixels.
  public let bitmap: Bitmap
  /// Pixels from the glyph's origin to the left column, to the right.
  public let left: Int
  /// Pixels from the baseline up to the top of the first row.
  public let top: Int
}

extension GlyphSource {
  /// The pixels of a coloured glyph with its origin at a whole pixel, as a canvas draws them: an
  /// image of the font at this size, or what its layers or paints draw; nil for a glyph without
  /// colours, and for one that is told of in `faults`.
  ///
  /// Drawn anew each time; any thread.
  ///
  /// - Parameters:
  ///   - glyph: The glyph's number in the face.
  ///   - face: The face that has the glyph.
  ///   - size: The em in pixels.
  ///   - color: What is drawn in the colour of the text; its opacity is left to the renderer.
  ///   - palette: Which of the font's palettes gives the colours, 0 to 255; the first where there
  ///     is no such one.
  /// - Throws: `RasterError` with code `tooLarge` if the em is over 32,000 pixels or the glyph has
  ///   more than a million, or `unusableFace` if FreeType cannot open the face.
  /// - Complexity: O(pixels × paints).
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
      code: .tooLarge, source: "glyph \(glyph) of \(size) pixels an em",
      reason: "the limits are an em of \(GlyphPainter.maximumSize) and "
        + "\(GlyphBitmap.maximumPixels / 4) pixels")
  }
}

extension GlyphBitmap {
  /// The pixels of an image, rows one after the other.
  fileprivate var unpaddedBytes: [UInt8] {
    (0..<Int(height)).flatMap { row in
      bytes[row * rowBytes..<row * rowBytes + Int(width) * 4]
    }
  }
}
