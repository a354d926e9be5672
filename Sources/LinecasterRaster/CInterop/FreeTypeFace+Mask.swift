internal import CFreeType
import LinecasterFonts

extension FreeTypeFace {
  /// The coverage of an outline, moved right by the key's quarter pixels; nil where FreeType
  /// cannot load or draw it.
  func mask(of key: GlyphKey) -> GlyphBitmap? {
    guard isScalable, setOutlineSize(key.size),
      FT_Load_Glyph(pointer, key.index, linecaster_ft_load_outline) == 0,
      let slot = pointer.pointee.glyph, slot.pointee.format == FT_GLYPH_FORMAT_OUTLINE
    else { return nil }
    synthesize(&slot.pointee.outline, size: key.size)
    FT_Outline_Translate(&slot.pointee.outline, FT_Pos(key.bin * 64 / GlyphKey.bins), 0)
    guard FT_Render_Glyph(slot, FT_RENDER_MODE_NORMAL) == 0 else { return nil }
    return Self.mask(of: slot)
  }

  /// Makes an outline bolder and lets it lean, as far as the face asks for it.
  ///
  /// The outline grows on both sides alike and the advance stays, so that bold text is laid out as
  /// regular text is.
  private func synthesize(_ outline: inout FT_Outline, size: UInt32) {
    if synthesis.emboldens {
      let strength = FT_Pos((Double(size) * FontSynthesis.strength).rounded())
      FT_Outline_Embolden(&outline, strength)
      FT_Outline_Translate(&outline, -strength / 2, -strength / 2)
    }
    if synthesis.slants {
      var shear = FT_Matrix(
        xx: 0x10000, xy: FT_Fixed(FontSynthesis.lean * 65_536), yx: 0, yy: 0x10000)
      FT_Outline_Transform(&outline, &shear)
    }
  }

  /// Copies coverage out of FreeType's slot, rows padded with zeros.
  private static func mask(of slot: FT_GlyphSlot) -> GlyphBitmap {
    let bitmap = slot.pointee.bitmap
    let width = Int(bitmap.width)
    let height = Int(bitmap.rows)
    guard let source = bitmap.buffer, width > 0, height > 0 else { return .empty }
    let rowBytes = GlyphBitmap.rowBytes(.mask, width: width)
    let bytes = [UInt8](unsafeUninitializedCapacity: rowBytes * height) { buffer, count in
      count = rowBytes * height
      buffer.initialize(repeating: 0)
      for row in 0..<height {
        UnsafeMutableRawBufferPointer(
          rebasing: UnsafeMutableRawBufferPointer(buffer)[(row * rowBytes)...]
        )
        .copyMemory(
          from: UnsafeRawBufferPointer(start: source + row * Int(bitmap.pitch), count: width))
      }
    }
    return GlyphBitmap(
      content: .mask, left: slot.pointee.bitmap_left, top: slot.pointee.bitmap_top,
      width: Int32(width), height: Int32(height), bytes: bytes)
  }
}
