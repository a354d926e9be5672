import LinecasterFonts

extension GlyphRun {
  /// Whether another run draws the same glyphs in the same places and colour, whatever their text.
  ///
  /// - Complexity: O(glyphs), without allocation.
  package func looksLike(_ other: GlyphRun) -> Bool {
    face == other.face && size == other.size && origin == other.origin && color == other.color
      && glyphs.count == other.glyphs.count
      && zip(glyphs, other.glyphs).allSatisfy { one, other in
        one.identifier == other.identifier && one.advance == other.advance
          && one.xOffset == other.xOffset && one.yOffset == other.yOffset
      }
  }
}
