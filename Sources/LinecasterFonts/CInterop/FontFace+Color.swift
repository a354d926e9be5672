internal import CHarfBuzz
public import LinecasterBase

extension FontFace {
  /// Returns the paints or layers of a colour glyph at the face's axis values (OpenType `COLR`,
  /// version 1 before version 0); `nil` if the glyph has no paints.
  ///
  /// Thread-safe. Results are not cached. Use `embeddedImage(of:pixelsPerEm:)` for images. The
  /// `SVG` table is not supported.
  ///
  /// - Parameters:
  ///   - glyph: The glyph's number in the face.
  ///   - palette: The palette's number; the first palette if out of range.
  /// - Throws: `FontError` with code `malformed` if the paints are broken, recursive or more than a
  ///   few thousand; draw the outline instead.
  /// - Complexity: O(paints + log(glyphs)).
  public func colorGlyph(of glyph: UInt32, palette: Int = 0) throws(FontError) -> ColorGlyph? {
    guard glyph < UInt32(UInt16.max) else { return nil }
    let place = harfBuzz.normalizedPlace
    let colors = base.harfBuzz.palette(palette)
    let result = base.harfBuzz.withTable("COLR") { bytes -> Result<ColorGlyph?, ColorFault> in
      guard let table = ColorTable(bytes) else { return .success(nil) }
      var reader = ColorPaintReader(table, palette: colors, place: place)
      return Result { () throws(ColorFault) in
        try reader.paint(of: Int(glyph)).map {
          ColorGlyph(
            paint: $0, unitsPerEm: metrics.unitsPerEm, usesTextColor: reader.usesTextColor)
        }
      }
    }
    do {
      return try result.get()
    } catch {
      throw FontError(
        code: .malformed, source: data.source, reason: "glyph \(glyph) \(error.reason)")
    }
  }

  /// Whether the face has glyphs of coloured outlines (OpenType `COLR`).
  package var hasColorOutlines: Bool { base.harfBuzz.hasColorOutlines }

  /// The number of colour palettes (OpenType `CPAL`).
  public var paletteCount: Int { base.harfBuzz.paletteCount }

  /// Returns the embedded image of a glyph, as in emoji fonts (OpenType `CBDT`, `sbix`); `nil` if
  /// the glyph has no image.
  ///
  /// Thread-safe. Results are not cached.
  ///
  /// - Parameters:
  ///   - glyph: The glyph's number in the face.
  ///   - pixelsPerEm: The size in pixels per em. The image is from the smallest strike that is at
  ///     least as large, or else from the largest strike.
  /// - Complexity: O(bytes of the image).
  public func embeddedImage(of glyph: UInt32, pixelsPerEm: Int) -> EmbeddedImage? {
    guard hasColorBitmaps else { return nil }
    let png = harfBuzz.withImage(of: glyph, pixelsPerEm: pixelsPerEm) { [UInt8]($0) }
    guard !png.isEmpty, let frame = harfBuzz.imageFrame(of: glyph, pixelsPerEm: pixelsPerEm) else {
      return nil
    }
    return EmbeddedImage(png: png, frame: frame)
  }
}

/// A glyph's embedded image, for renderers that decode it themselves.
///
///     if let image = face.embeddedImage(of: glyph, pixelsPerEm: 64) {
///       let scale = 64 / Double(face.metrics.unitsPerEm)
///       print(image.png.count, image.frame.width * scale, image.frame.maxY * scale)
///     }
public struct EmbeddedImage: Hashable, Sendable {
  /// The bytes of the image's PNG file.
  public let png: [UInt8]
  /// The image's rectangle in font units, y up. Its origin is the lower-left corner, relative to
  /// the glyph's origin on the baseline.
  public let frame: Rect
}

extension HarfBuzzFont {
  /// The normalized coordinate on each axis (2.14 fixed point); empty at the defaults.
  var normalizedPlace: [Int32] {
    var count: UInt32 = 0
    guard let places = hb_font_get_var_coords_normalized(pointer, &count) else { return [] }
    return Array(UnsafeBufferPointer(start: places, count: Int(count)))
  }

  /// Returns the rectangle of a glyph's image in font units, y up.
  func imageFrame(of glyph: UInt32, pixelsPerEm: Int) -> Rect? {
    let sized = hb_font_create_sub_font(pointer)
    defer { hb_font_destroy(sized) }
    hb_font_set_ppem(sized, UInt32(clamping: pixelsPerEm), UInt32(clamping: pixelsPerEm))
    var box = hb_glyph_extents_t()
    guard hb_font_get_glyph_extents(sized, glyph, &box) != 0 else { return nil }
    return Rect(
      x: Double(box.x_bearing), y: Double(box.y_bearing) + Double(box.height),
      width: Double(box.width), height: -Double(box.height))
  }
}

extension HarfBuzzFace {
  /// Whether the table COLR has glyphs.
  var hasColorOutlines: Bool {
    withTable("COLR") { ColorTable($0)?.isEmpty == false }
  }

  var paletteCount: Int { Int(hb_ot_color_palette_get_count(pointer)) }

  /// Returns the colours of a palette, or of the first one if out of range.
  func palette(_ index: Int) -> [Color] {
    let palettes = paletteCount
    guard palettes > 0 else { return [] }
    let number = UInt32(0..<palettes ~= index ? index : 0)
    var count = hb_ot_color_palette_get_colors(pointer, number, 0, nil, nil)
    guard count > 0 else { return [] }
    let colors = [hb_color_t](unsafeUninitializedCapacity: Int(count)) { buffer, filled in
      buffer.initialize(repeating: 0)
      _ = hb_ot_color_palette_get_colors(pointer, number, 0, &count, buffer.baseAddress)
      filled = min(Int(count), buffer.count)
    }
    return colors.map { color in
      // From the most significant byte: blue, green, red, alpha.
      Color(
        red: UInt8(truncatingIfNeeded: color >> 8), green: UInt8(truncatingIfNeeded: color >> 16),
        blue: UInt8(truncatingIfNeeded: color >> 24), alpha: UInt8(truncatingIfNeeded: color))
    }
  }

  /// Calls `body` with the bytes of a table, which are empty if the font has no such table.
  func withTable<Result>(
    _ tag: FontTag, _ body: (UnsafeRawBufferPointer) -> Result
  ) -> Result {
    let table = hb_face_reference_table(pointer, tag.rawValue)
    defer { hb_blob_destroy(table) }
    var length: UInt32 = 0
    let bytes = hb_blob_get_data(table, &length)
    return body(UnsafeRawBufferPointer(start: bytes, count: bytes == nil ? 0 : Int(length)))
  }
}
