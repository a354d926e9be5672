import LinecasterFonts
import LinecasterGeometry

/// A glyph that is drawn: which one, where and in which colour.
struct GlyphMark: Hashable {
  let face: FontFace
  let key: GlyphKey
  /// The pixel that its origin is in, from the list's corner.
  let x: Int
  let y: Int
  let color: Color

  func hash(into hasher: inout Hasher) {
    hasher.combine(key.mixed ^ UInt64(truncatingIfNeeded: x &<< 32 ^ y))
  }
}
