/// What stands for a glyph where distance fields are drawn.
enum GlyphField {
  case field(DistanceField)
  /// Nothing: a space, or a glyph that the font cannot draw.
  case blank
  /// Other glyphs in colours, from back to front.
  case layers([GlyphLayer])
  /// An image, which has no outline.
  case image
  /// An outline of too many pixels, or too long for them.
  case tooLarge
}
