/// What a part of an atlas is found by: a glyph and which part of it.
struct AtlasKey: Hashable, Sendable {
  let glyph: GlyphKey
  /// The column of the part in the low half, its row in the high half.
  private let tile: UInt64
  let kind: Kind

  /// What of a glyph is kept.
  enum Kind: UInt8, Sendable {
    /// The glyph, or a part of it counted from its top-left corner.
    case bitmap
    /// A part of a glyph too large to be drawn whole, counted from the glyph's origin.
    case path
    /// A square in which such a glyph is drawn, counted from the glyph's origin.
    case square
    /// The distances to its outline.
    case distance
  }

  init(_ glyph: GlyphKey, column: Int = 0, row: Int = 0, kind: Kind = .bitmap) {
    self.glyph = glyph
    self.kind = kind
    tile =
      UInt64(UInt32(truncatingIfNeeded: column))
      | UInt64(UInt32(truncatingIfNeeded: row)) << 32
  }

  func hash(into hasher: inout Hasher) {
    hasher.combine(glyph.mixed ^ tile &* 0xD134_2543_DE82_EF95 ^ UInt64(kind.rawValue))
  }
}
