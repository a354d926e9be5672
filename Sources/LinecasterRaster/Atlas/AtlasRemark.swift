/// What is known of a glyph that has no texels of its own.
enum AtlasRemark: Hashable, Sendable {
  /// Nothing is drawn for it.
  case blank
  /// It is drawn as other glyphs in layers, from back to front.
  case layers([GlyphLayer])
  /// It is too large to be drawn whole.
  case path
  /// It is an image, or too large for a distance field.
  case noField
}
