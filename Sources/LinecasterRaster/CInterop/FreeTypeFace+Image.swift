internal import CFreeType
import LinecasterFonts

extension FreeTypeFace {
  /// The most pixels along a side of an image in a font; emoji fonts have up to 256.
  private static let maximumImageSide = 2048

  /// The coloured image of a glyph, scaled to the key's size; nil where the font has none.
  ///
  /// The image's corner stays where the font puts it to the fraction of a pixel, so the outer
  /// rows and columns may be faint.
  ///
  /// - Parameters:
  ///   - region: The pixels wanted, counted from the glyph's origin, y down; nil for all of them,
  ///     or for none where they are too many to be kept.
  ///   - readsPalettes: Whether images with palettes are read here and not by FreeType.
  func image(
    of key: GlyphKey, in region: PixelRect?, readsPalettes: Bool = true
  ) -> GlyphBitmap? {
    let size = Double(key.size) / 64
    guard let strike = selectStrike(for: size),
      let slot = loadImage(key.index, linecaster_ft_load_color_metrics)
    else { return nil }
    let frame = ImageFrame(slot, scale: size / strike)
    guard frame.width > 0, frame.height > 0 else { return .empty }
    if readsPalettes, let image = paletteImage(of: key.index, pixelsPerEm: strike),
      image.width == frame.width, image.height == frame.height
    {
      return image.withRows { Self.scaled($0, frame, in: region) }
    }
    guard let slot = loadImage(key.index, linecaster_ft_load_color),
      let pixels = slot.pointee.bitmap.buffer,
      Int(slot.pointee.bitmap.pitch) >= frame.width * 4
    else { return nil }
    let rows = BytePixelRows(pixels, rowBytes: Int(slot.pointee.bitmap.pitch), format: .bgra)
    return Self.scaled(rows, frame, in: region)
  }

  /// Loads a glyph's image of the strike that is selected, or what it measures.
  private func loadImage(_ glyph: UInt32, _ flags: FT_Int32) -> FT_GlyphSlot? {
    guard FT_Load_Glyph(pointer, glyph, flags) == 0, let slot = pointer.pointee.glyph,
      slot.pointee.format == FT_GLYPH_FORMAT_BITMAP,
      FT_Pixel_Mode(UInt32(slot.pointee.bitmap.pixel_mode)) == FT_PIXEL_MODE_BGRA,
      slot.pointee.bitmap.width <= Self.maximumImageSide,
      slot.pointee.bitmap.rows <= Self.maximumImageSide
    else { return nil }
    return slot
  }

  /// The image of a strike, where it is of the kind that is read without FreeType.
  private func paletteImage(of glyph: UInt32, pixelsPerEm: Double) -> PaletteImage? {
    face.harfBuzz.withImage(of: glyph, pixelsPerEm: Int(pixelsPerEm)) { file in
      PaletteImage(file, maximumSide: Self.maximumImageSide, inflate: inflate)
    }
  }

  /// Unpacks data of zlib; nil unless it has just so many bytes.
  private func inflate(_ data: UnsafeRawBufferPointer, count: Int) -> [UInt8]? {
    var length = FT_ULong(count)
    var error: FT_Error = 0
    let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, initialized in
      error = FT_Gzip_Uncompress(
        pointer.pointee.memory, buffer.baseAddress, &length,
        data.baseAddress?.assumingMemoryBound(to: FT_Byte.self), FT_ULong(data.count))
      initialized = error == 0 ? Int(length) : 0
    }
    return bytes.count == count ? bytes : nil
  }

  private static func scaled<Pixels: PixelRows>(
    _ pixels: Pixels, _ frame: ImageFrame, in region: PixelRect?
  ) -> GlyphBitmap {
    let columns = region.map { frame.columns.clamped(to: $0.left..<$0.right) } ?? frame.columns
    let rows = region.map { frame.rows.clamped(to: $0.top..<$0.bottom) } ?? frame.rows
    guard !columns.isEmpty, !rows.isEmpty else { return .empty }
    guard region != nil || columns.count * rows.count * 4 <= GlyphBitmap.maximumPixels else {
      return .path
    }
    let bytes = resampled(
      Resampler(
        source: pixels,
        columns: AxisFilter(
          sourceCount: frame.width, origin: frame.left, scale: frame.scale, range: columns,
          edge: .transparent),
        rows: AxisFilter(
          sourceCount: frame.height, origin: frame.top, scale: frame.scale, range: rows,
          edge: .transparent)),
      width: columns.count, height: rows.count)
    return GlyphBitmap(
      content: .color, left: Int32(columns.lowerBound), top: -Int32(rows.lowerBound),
      width: Int32(columns.count), height: Int32(rows.count), bytes: bytes)
  }

  private static func resampled<Pixels: PixelRows>(
    _ source: consuming Resampler<Pixels>, width: Int, height: Int
  ) -> [UInt8] {
    let rowBytes = GlyphBitmap.rowBytes(.color, width: width)
    return [UInt8](unsafeUninitializedCapacity: height * rowBytes) { buffer, count in
      count = height * rowBytes
      buffer.initialize(repeating: 0)
      guard let target = buffer.baseAddress else { return }
      for row in 0..<height { source.write(row: row, to: target + row * rowBytes) }
    }
  }
}
