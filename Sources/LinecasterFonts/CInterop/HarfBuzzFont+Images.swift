internal import CHarfBuzz

extension HarfBuzzFont {
  /// Lends `body` the file of PNG that is a glyph's image in the set of a size (`CBDT`, `sbix`);
  /// empty where there is none.
  ///
  /// - Parameter pixelsPerEm: The size of a set; for others the next larger one is taken, or else
  ///   the largest.
  package func withImage<Result>(
    of glyph: UInt32, pixelsPerEm: Int, _ body: (UnsafeRawBufferPointer) -> Result
  ) -> Result {
    let sized = hb_font_create_sub_font(pointer)
    defer { hb_font_destroy(sized) }
    hb_font_set_ppem(sized, UInt32(clamping: pixelsPerEm), UInt32(clamping: pixelsPerEm))
    let file = hb_ot_color_glyph_reference_png(sized, glyph)
    defer { hb_blob_destroy(file) }
    var count: UInt32 = 0
    let bytes = hb_blob_get_data(file, &count)
    return body(UnsafeRawBufferPointer(start: bytes, count: bytes == nil ? 0 : Int(count)))
  }
}
