internal import CFreeType
import LinecasterGeometry

extension FreeTypeFace {
  /// The colour number that stands for the colour of the text (OpenType, table COLR).
  private static let textColor: UInt32 = 0xFFFF
  /// More layers than this are left out; emoji have tens.
  private static let maximumLayers = 1000

  /// The layers of a coloured glyph, from back to front (COLR version 0); nil where it has none.
  func layers(of key: GlyphKey) -> GlyphBitmap? {
    var bytes: [UInt8] = []
    var count = 0
    var iterator = FT_LayerIterator()
    var glyph: FT_UInt = 0
    var color: FT_UInt = 0
    let palette = palette(key.style.palette)
    while count < Self.maximumLayers,
      FT_Get_Color_Glyph_Layer(pointer, key.index, &glyph, &color, &iterator) != 0
    {
      // A colour that the palette does not have is drawn as nothing.
      let entry = palette.indices ~= Int(color) ? palette[Int(color)] : .clear
      let layer = GlyphLayer(glyph: glyph, color: color == Self.textColor ? nil : entry)
      bytes += layer.bytes
      count += 1
    }
    guard count > 0 else { return nil }
    return GlyphBitmap(
      content: .layers, left: 0, top: 0, width: Int32(count), height: 1, bytes: bytes)
  }

  /// The colours of a palette, or of the first where there is no such one.
  private func palette(_ index: Int) -> [Color] {
    var data = FT_Palette_Data()
    guard FT_Palette_Data_Get(pointer, &data) == 0, data.num_palettes > 0 else { return [] }
    let number = index < Int(data.num_palettes) ? index : 0
    var colors: UnsafeMutablePointer<FT_Color>?
    guard FT_Palette_Select(pointer, FT_UShort(number), &colors) == 0, let colors else {
      return []
    }
    return UnsafeBufferPointer(start: colors, count: Int(data.num_palette_entries)).map {
      Color(red: $0.red, green: $0.green, blue: $0.blue, alpha: $0.alpha)
    }
  }
}
