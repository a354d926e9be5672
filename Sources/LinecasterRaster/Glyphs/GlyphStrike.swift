import LinecasterFonts

/// What the glyphs of a run have in common: the face, the size and the style.
struct GlyphStrike: Hashable, Sendable {
  private let face: UInt32
  private let style: GlyphStyle
  /// The em in 64ths of a device pixel.
  private let size: UInt32

  init(face: FontFace, size: UInt32, style: GlyphStyle = .plain) {
    self.face = face.identifier
    self.size = size
    self.style = style
  }
}
