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

  /// The glyphs that are paints of COLR version 1, which are not drawn; from the table itself,
  /// since FreeType may be built without them.
  static func paints(of face: FT_Face) -> Set<UInt32> {
    let table = colorTable(of: face)
    guard table.count >= 18, number(table, at: 0, bytes: 2) >= 1 else { return [] }
    let list = number(table, at: 14, bytes: 4)
    guard list > 0, list + 4 <= table.count else { return [] }
    let count = min(number(table, at: list, bytes: 4), (table.count - list - 4) / 6)
    return Set((0..<count).map { UInt32(number(table, at: list + 4 + $0 * 6, bytes: 2)) })
  }

  /// The bytes of the table COLR; none where there is no such table.
  private static func colorTable(of face: FT_Face) -> [UInt8] {
    let tag: FT_ULong = 0x434F_4C52
    var length: FT_ULong = 0
    guard FT_Load_Sfnt_Table(face, tag, 0, nil, &length) == 0,
      length > 0, length <= maximumTableBytes
    else { return [] }
    var bytes = [UInt8](repeating: 0, count: Int(length))
    return FT_Load_Sfnt_Table(face, tag, 0, &bytes, &length) == 0 ? bytes : []
  }

  /// Tables are some hundred kilobytes; one that claims more is not read.
  private static let maximumTableBytes: FT_ULong = 16 << 20

  /// A number of the table, the most significant byte first.
  private static func number(_ table: [UInt8], at start: Int, bytes count: Int) -> Int {
    table[start..<start + count].reduce(0) { $0 << 8 | Int($1) }
  }
}
