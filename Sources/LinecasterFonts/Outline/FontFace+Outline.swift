extension FontFace {
  /// The outline of a glyph, with the face's place on its axes, unhinted and in font units.
  ///
  /// It is empty for glyphs that have none: spaces, pictures, and numbers that the face lacks.
  /// Any thread may ask; nothing is kept.
  ///
  /// - Complexity: O(segments).
  public func outline(of glyph: UInt32) -> GlyphOutline {
    GlyphOutline(
      segments: OutlineReader.segments(of: glyph, in: harfBuzz), unitsPerEm: metrics.unitsPerEm)
  }
}
