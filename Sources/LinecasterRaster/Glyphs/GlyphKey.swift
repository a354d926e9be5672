import LinecasterFonts

/// Everything that decides the pixels of a glyph, its colour apart.
struct GlyphKey: Hashable, Sendable {
  /// The glyph and the face's identifier.
  let glyph: UInt64
  /// From the lowest bit: six for the place along x, six along y, those of the style, the size.
  private let drawing: UInt64

  /// Makes a key.
  ///
  /// - Parameters:
  ///   - size: The em in 64ths of a device pixel.
  ///   - x: How many 64ths of a pixel right of a whole one the glyph's origin is; its low six bits.
  ///   - y: The same downwards.
  ///   - style: How the glyph is drawn.
  init(
    face: FontFace, glyph: UInt32, size: UInt32, x: Int = 0, y: Int = 0,
    style: GlyphStyle = .plain
  ) {
    self.glyph = UInt64(face.identifier) << 32 | UInt64(glyph)
    drawing =
      UInt64(size) << Self.sizeShift | UInt64(style.bits) << Self.styleShift
      | UInt64(truncatingIfNeeded: y & 63) << 6 | UInt64(truncatingIfNeeded: x & 63)
  }

  /// The number of the glyph in its face.
  var index: UInt32 { UInt32(truncatingIfNeeded: glyph) }
  /// The em in 64ths of a device pixel.
  var size: UInt32 { UInt32(truncatingIfNeeded: drawing >> Self.sizeShift) }
  /// The place along x in 64ths of a pixel.
  var x: Int { Int(drawing & 63) }
  /// The place along y in 64ths of a pixel, downwards.
  var y: Int { Int(drawing >> 6 & 63) }
  /// How the glyph is drawn.
  var style: GlyphStyle { GlyphStyle(bits: UInt16(truncatingIfNeeded: drawing >> Self.styleShift)) }

  private static let styleShift = 12
  private static let sizeShift = 12 + GlyphStyle.width

  /// A well-mixed number; the high bits are the best.
  var mixed: UInt64 {
    let product = (glyph ^ drawing &* 0x9E37_79B9_7F4A_7C15) &* 0xD6E8_FEB8_6659_FD93
    return product ^ product &>> 32
  }
}
