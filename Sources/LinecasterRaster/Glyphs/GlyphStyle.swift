/// What of a rendering decides the pixels of a glyph, in 15 bits.
struct GlyphStyle: Hashable, Sendable {
  let bits: UInt16

  /// Plain coverage of unhinted outlines, colours from the first palette.
  static let plain = GlyphStyle(bits: 0)
  /// The bits there are.
  static let width = 15

  init(bits: UInt16) {
    self.bits = bits & 0x7FFF
  }

  init(_ rendering: GlyphRendering) {
    let smooths = rendering.antialiasing != .grey && rendering.smoothsStripes
    self.init(
      bits: UInt16(rendering.hinting.rawValue) | UInt16(rendering.antialiasing.rawValue) << 2
        | (smooths ? Self.smooth : 0) | UInt16(UInt8(clamping: rendering.palette)) << 6)
  }

  var hinting: GlyphRendering.Hinting {
    GlyphRendering.Hinting(rawValue: UInt8(bits & 3)) ?? .none
  }

  var antialiasing: GlyphRendering.Antialiasing {
    GlyphRendering.Antialiasing(rawValue: UInt8(bits >> 2 & 7)) ?? .grey
  }

  var smoothsStripes: Bool { bits & Self.smooth != 0 }

  /// The number of the palette that layers take their colours from.
  var palette: Int { Int(bits >> 6 & 255) }

  /// Whether only the outline is wanted, as for the layers of a coloured glyph.
  var isLayer: Bool { bits & Self.layer != 0 }

  /// The same for the layers of a glyph.
  var ofLayers: GlyphStyle { GlyphStyle(bits: bits | Self.layer) }

  /// The same but for how outlines are fitted and smoothed: what decides a distance field.
  var ofFields: GlyphStyle {
    GlyphStyle(bits: bits & (Self.layer | Self.palettes))
  }

  private static let palettes: UInt16 = 255 << 6
  private static let smooth: UInt16 = 1 << 5
  private static let layer: UInt16 = 1 << 14
}
