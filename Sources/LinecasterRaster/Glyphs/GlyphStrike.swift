import LinecasterFonts

/// What the glyphs of a run have in common: the face, the size and the style.
struct GlyphStrike: Hashable, Sendable {
  /// From the lowest bit: 24 for the em in 64ths of a device pixel, 8 for the style, the face's
  /// identifier.
  private let bits: UInt64

  init(face: FontFace, size: UInt32, style: GlyphStyle = .plain) {
    bits = UInt64(face.identifier) << 32 | UInt64(style.bits) << 24 | UInt64(size & 0xFF_FFFF)
  }
}
