public import LinecasterBase
public import LinecasterFonts
public import LinecasterText

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

  /// Draws the coverage of a glyph without colours, as a canvas does with 256 levels of grey.
  ///
  /// Thread-safe. Bitmaps stay in ``cache`` and share their memory with the result. Few positions
  /// save drawing: canvases round x to quarters of a pixel, and y to whole ones.
  ///
  /// - Parameters:
  ///   - glyph: The glyph's number in the face.
  ///   - face: The face that has the glyph; synthesized bold and slant are drawn.
  ///   - size: The em size, in pixels.
  ///   - position: The glyph's origin on the baseline, in pixels, y down. It is rounded to 64ths of
  ///     a pixel; whole pixels only move the result.
  ///   - turn: The rotation around the origin, for glyphs of vertical lines.
  ///   - hinting: The fitting of the outline to the pixel grid. Rotated glyphs are never hinted,
  ///     and hinted ones belong on whole pixels of y.
  /// - Throws: `RasterError` with code `tooLarge` if the em is over 32,000 pixels or the glyph has
  ///   more than four million pixels, or `unusableFace` if FreeType cannot open the face.
  /// - Complexity: O(pixels + length of the outline), or O(1) if the glyph is in the cache.
  /// - Returns: The coverage, empty for a glyph without ink; `nil` for glyphs with colours, which
  ///   ``image(of:in:size:color:palette:)`` draws.
  public func coverage(
    of glyph: UInt32, in face: FontFace, size: Double, at position: Point = .zero,
    turn: GlyphTurn = .none, hinting: GlyphRendering.Hinting = .none
  ) throws(RasterError) -> GlyphCoverage? {
    guard !(size > GlyphPainter.maximumSize) else { throw Self.tooLarge(glyph, size) }
    let rounded = (size * 64).rounded()
    let x = Int(saturating: (position.x * 64).rounded())
    let y = Int(saturating: (position.y * 64).rounded())
    guard rounded >= 1 else { return GlyphCoverage(.empty, x: x >> 6, y: y >> 6) }
    let key = GlyphKey(
      face: face, glyph: glyph, size: UInt32(saturating: rounded), x: x, y: y,
      style: GlyphStyle(GlyphRendering(hinting: hinting)).turned(turn))
    let bitmap = try bitmap(for: key, of: face)
    switch bitmap.content {
    case .mask: return GlyphCoverage(bitmap, x: x >> 6, y: y >> 6)
    case .path: throw Self.tooLarge(glyph, size, pixels: GlyphBitmap.maximumPixels)
    case .color, .subpixels, .layers, .tinted: return nil
    }
  }

  private static func tooLarge(
    _ glyph: UInt32, _ size: Double, pixels: Int = GlyphBitmap.maximumPixels / 4
  ) -> RasterError {
    RasterError(
      code: .tooLarge, source: "glyph \(glyph) of \(size) pixels per em",
      reason: "the limits are an em of \(GlyphPainter.maximumSize) and \(pixels) pixels")
  }
}

/// The coverage of a glyph's pixels, for renderers that composite it themselves.
///
///     if let coverage = try source.coverage(of: glyph, in: face, size: 32) {
///       print(coverage.rect.width, coverage.rect.height, coverage.rowBytes)
///     }
public struct GlyphCoverage: Hashable, Sendable {
  /// The pixels of the bitmap, y down. With the origin at zero, `left` is the distance from the
  /// origin to the first column, and `-top` the distance from the baseline up to the first row.
  public let rect: PixelRect
  /// The number of bytes from one row to the next, at least the width.
  public let rowBytes: Int
  /// The coverage of each pixel, from 0 to 255, row by row from the top.
  public let bytes: [UInt8]

  fileprivate init(_ bitmap: GlyphBitmap, x: Int, y: Int) {
    let size = (width: Int(bitmap.width), height: Int(bitmap.height))
    rect = PixelRect(
      x: x + Int(bitmap.left), y: y - Int(bitmap.top), width: size.width, height: size.height)
    rowBytes = bitmap.rowBytes
    bytes = bitmap.bytes
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
