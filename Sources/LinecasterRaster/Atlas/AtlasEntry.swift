/// A part of a glyph in an atlas.
struct AtlasEntry: Hashable, Sendable {
  let page: Int32
  let kind: AtlasPageKind
  /// The shelf of the page, and what tells it from others that had the same number.
  let shelf: Int32
  let generation: UInt32
  /// The texels of the part.
  let x: UInt16
  let y: UInt16
  let width: UInt16
  let height: UInt16
  /// Pixels from the glyph's origin to the left column, to the right.
  let left: Int32
  /// Pixels from the baseline up to the top of the first row.
  let top: Int32
  /// The size of the whole glyph, of which this may be a part.
  let glyphWidth: Int32
  let glyphHeight: Int32

  /// Whether the glyph has other parts.
  @inline(__always)
  var isPart: Bool { Int32(width) != glyphWidth || Int32(height) != glyphHeight }
}
