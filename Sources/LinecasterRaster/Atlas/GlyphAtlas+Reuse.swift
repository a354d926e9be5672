extension GlyphAtlas {
  /// Whether everything that a drawing of an earlier frame draws with is still there; if it is, the
  /// current frame uses it from now on, and it may be drawn again as it stands.
  ///
  /// Keep the drawings of rows that do not change: asking takes a few nanoseconds a shelf, whatever
  /// the number of glyphs. The drawing must be from this atlas and for the same place.
  public mutating func reuse(_ drawing: AtlasDrawing) -> Bool {
    for use in drawing.uses {
      let (page, shelf) = (Int(use.page), Int(use.shelf))
      guard pages.indices ~= page, pages[page].identifier == use.identifier,
        pages[page].packer.shelves.indices ~= shelf,
        pages[page].packer.shelves[shelf].generation == use.generation
      else { return false }
    }
    for use in drawing.uses { pages[Int(use.page)].packer.use(Int(use.shelf), frame: frame) }
    return true
  }
}
