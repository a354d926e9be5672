import LinecasterFonts

/// Everything that decides the pixels of a glyph, its colour apart.
struct GlyphKey: Hashable, Sendable {
  /// Quarter pixels that a glyph may start at.
  static let bins = 4

  /// The glyph and the face's identifier.
  let glyph: UInt64
  /// The em in 64ths of a device pixel, and the bin in the lowest two bits.
  let sizeAndBin: UInt64

  /// Makes a key.
  ///
  /// - Parameters:
  ///   - size: The em in 64ths of a device pixel.
  ///   - bin: How many quarter pixels right of a whole pixel the glyph's origin is, 0 to 3.
  init(face: FontFace, glyph: UInt32, size: UInt32, bin: Int) {
    self.glyph = UInt64(face.identifier) << 32 | UInt64(glyph)
    sizeAndBin = UInt64(size) << 2 | UInt64(bin & 3)
  }

  /// The number of the glyph in its face.
  var index: UInt32 { UInt32(truncatingIfNeeded: glyph) }
  /// The em in 64ths of a device pixel.
  var size: UInt32 { UInt32(truncatingIfNeeded: sizeAndBin >> 2) }
  /// The quarter pixel, 0 to 3.
  var bin: Int { Int(sizeAndBin & 3) }

  /// A well-mixed number; the high bits are the best.
  var mixed: UInt64 {
    let product = (glyph ^ sizeAndBin &* 0x9E37_79B9_7F4A_7C15) &* 0xD6E8_FEB8_6659_FD93
    return product ^ product &>> 32
  }
}
