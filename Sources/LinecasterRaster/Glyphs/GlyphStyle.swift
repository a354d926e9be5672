/// What of a rendering decides the pixels of a glyph, in six bits.
struct GlyphStyle: Hashable, Sendable {
  let bits: UInt8

  /// Plain coverage of unhinted outlines.
  static let plain = GlyphStyle(bits: 0)

  init(bits: UInt8) {
    self.bits = bits & 63
  }

  init(_ rendering: GlyphRendering) {
    let smooths = rendering.antialiasing != .grey && rendering.smoothsStripes
    self.init(
      bits: rendering.hinting.rawValue | rendering.antialiasing.rawValue << 2
        | (smooths ? 32 : 0))
  }

  var hinting: GlyphRendering.Hinting { GlyphRendering.Hinting(rawValue: bits & 3) ?? .none }

  var antialiasing: GlyphRendering.Antialiasing {
    GlyphRendering.Antialiasing(rawValue: bits >> 2 & 7) ?? .grey
  }

  var smoothsStripes: Bool { bits & 32 != 0 }
}
