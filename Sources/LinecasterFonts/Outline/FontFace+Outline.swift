extension FontFace {
  /// The outline of a glyph, with the face's place on its axes, unhinted and in font units.
  ///
  /// It is empty for glyphs that have none: spaces, images, and numbers that the face lacks. A
  /// contour of TrueType whose first point is off the curve starts with the curve around that
  /// point. Any thread may ask; nothing is kept.
  ///
  /// - Complexity: O(segments).
  public func outline(of glyph: UInt32) -> GlyphOutline {
    GlyphOutline(
      segments: OutlineReader.segments(of: glyph, in: harfBuzz, prefersCFF: isNamedCFF),
      unitsPerEm: metrics.unitsPerEm)
  }

  /// Whether the header of the face says that its outlines are of CFF (`OTTO`, OpenType 1.9).
  private var isNamedCFF: Bool {
    let isCollection = data.bytes.number(at: 0) == FontTag("ttcf").rawValue
    let header = isCollection ? data.bytes.number(at: 12 + 4 * index).map(Int.init) : 0
    return header.flatMap { data.bytes.number(at: $0) } == FontTag("OTTO").rawValue
  }
}

extension UnsafeRawBufferPointer {
  /// The big-endian number of four bytes at an offset; nil where they are not all there.
  fileprivate func number(at offset: Int) -> UInt32? {
    guard offset >= 0, offset <= count - 4 else { return nil }
    return self[offset..<offset + 4].reduce(0) { $0 << 8 | UInt32($1) }
  }
}
