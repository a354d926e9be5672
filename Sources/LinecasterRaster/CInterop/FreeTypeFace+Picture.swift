internal import CFreeType

extension FreeTypeFace {
  /// The most pixels along a side of a picture in a font; emoji fonts have up to 256.
  private static let maximumPictureSide = 2048

  /// The coloured picture of a glyph, scaled to the key's size; nil where the font has none.
  ///
  /// The picture's corner stays where the font puts it to the fraction of a pixel, so the outer
  /// rows and columns may be faint.
  ///
  /// - Parameter region: The pixels wanted, counted from the glyph's origin, y down; nil for all of
  ///   them, or for none where they are too many to be kept.
  func picture(of key: GlyphKey, in region: PixelRect?) -> GlyphBitmap? {
    let size = Double(key.size) / 64
    guard let strike = selectStrike(for: size),
      FT_Load_Glyph(pointer, key.index, linecaster_ft_load_color) == 0,
      let slot = pointer.pointee.glyph, slot.pointee.format == FT_GLYPH_FORMAT_BITMAP,
      FT_Pixel_Mode(UInt32(slot.pointee.bitmap.pixel_mode)) == FT_PIXEL_MODE_BGRA,
      slot.pointee.bitmap.width <= Self.maximumPictureSide,
      slot.pointee.bitmap.rows <= Self.maximumPictureSide
    else { return nil }
    return Self.scaled(slot, by: size / strike, in: region)
  }

  private static func scaled(
    _ slot: FT_GlyphSlot, by scale: Double, in region: PixelRect?
  ) -> GlyphBitmap {
    let width = Int(slot.pointee.bitmap.width)
    let height = Int(slot.pointee.bitmap.rows)
    guard width > 0, height > 0 else { return .empty }
    let left = Double(slot.pointee.bitmap_left) * scale
    let top = -Double(slot.pointee.bitmap_top) * scale
    let across = pixels(from: left, to: left + Double(width) * scale)
    let down = pixels(from: top, to: top + Double(height) * scale)
    let columns = region.map { across.clamped(to: $0.left..<$0.right) } ?? across
    let rows = region.map { down.clamped(to: $0.top..<$0.bottom) } ?? down
    guard !columns.isEmpty, !rows.isEmpty else { return .empty }
    guard region != nil || columns.count * rows.count * 4 <= GlyphBitmap.maximumPixels else {
      return .path
    }
    let pitch = Int(slot.pointee.bitmap.pitch)
    guard let pixels = slot.pointee.bitmap.buffer, pitch >= width * 4 else { return .empty }
    let bytes = resampled(
      Resampler(
        source: UnsafeRawBufferPointer(start: pixels, count: pitch * height), rowBytes: pitch,
        format: .bgra,
        columns: AxisFilter(
          sourceCount: width, origin: left, scale: scale, range: columns, edge: .transparent),
        rows: AxisFilter(
          sourceCount: height, origin: top, scale: scale, range: rows, edge: .transparent)),
      width: columns.count, height: rows.count)
    return GlyphBitmap(
      content: .color, left: Int32(columns.lowerBound), top: -Int32(rows.lowerBound),
      width: Int32(columns.count), height: Int32(rows.count), bytes: bytes)
  }

  private static func pixels(from start: Double, to end: Double) -> Range<Int> {
    let first = Int(start.rounded(.down))
    return first..<max(first + 1, Int(end.rounded(.up)))
  }

  private static func resampled(
    _ source: consuming Resampler, width: Int, height: Int
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
