import LinecasterFonts

/// What the glyphs of a run have in common: the face and the size.
struct GlyphStrike: Hashable, Sendable {
  /// The face's identifier in the high half, the em in 64ths of a device pixel in the low one.
  let bits: UInt64

  init(face: FontFace, size: UInt32) {
    bits = UInt64(face.identifier) << 32 | UInt64(size)
  }
}
