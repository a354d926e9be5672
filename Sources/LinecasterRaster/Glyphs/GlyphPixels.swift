/// The pixels of a glyph, in memory that somebody else keeps alive.
struct GlyphPixels {
  /// Rows from the top, padded as `GlyphBitmap` says; nil where there is no ink.
  let base: UnsafePointer<UInt8>?
  /// Pixels from the glyph's origin to the left column, to the right.
  let left: Int32
  /// Pixels from the baseline up to the top of the first row.
  let top: Int32
  let width: Int32
  let height: Int32
  let content: GlyphBitmap.Content

  /// The bytes of a row, padding included.
  var rowBytes: Int { GlyphBitmap.rowBytes(content, width: Int(width)) }
}
