/// A glyph in the table of a thread: where its pixels are and how they lie around the origin.
struct GlyphEntry {
  /// What the entry is found by; 0 where there is none.
  let key: UInt64
  let pixels: GlyphPixels

  /// A free slot.
  static var none: GlyphEntry { GlyphEntry(key: 0, pixels: .none) }
}

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

  /// No ink.
  static var none: GlyphPixels {
    GlyphPixels(base: nil, left: 0, top: 0, width: 0, height: 0, content: .mask)
  }

  /// The bytes of a row, padding included.
  @inline(__always)
  var rowBytes: Int { GlyphBitmap.rowBytes(content, width: Int(width)) }
}
