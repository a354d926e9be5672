import LinecasterBase
import LinecasterFonts
import LinecasterText

/// Everything that determines a glyph's pixels; the colour only if the glyph's paints use it.
struct GlyphKey: Hashable, Sendable {
  /// The glyph and the face's identifier.
  let glyph: UInt64
  /// From the lowest bit: six for x, six for y, those of the style, the size.
  private let drawing: UInt64
  /// The text's colour, for glyphs with paints in it; 0 for all others.
  private let inkBits: UInt32

  /// Creates a key.
  ///
  /// - Parameters:
  ///   - size: The em in 64ths of a device pixel.
  ///   - x: The origin's distance from a whole pixel in 64ths, to the right; its low six bits.
  ///   - y: The origin's distance from a whole pixel in 64ths, downwards.
  ///   - style: The style of drawing.
  ///   - ink: The text's colour, for glyphs with paints in it; its opacity is ignored.
  init(
    face: FontFace, glyph: UInt32, size: UInt32, x: Int = 0, y: Int = 0,
    style: GlyphStyle = .plain, ink: Color? = nil
  ) {
    inkBits = ink?.inkBits ?? 0
    self.glyph = UInt64(face.identifier) << 32 | UInt64(glyph)
    drawing =
      UInt64(size) << Self.sizeShift | UInt64(style.bits) << Self.styleShift
      | UInt64(truncatingIfNeeded: y & 63) << 6 | UInt64(truncatingIfNeeded: x & 63)
  }

  /// The index of the glyph in its face.
  var index: UInt32 { UInt32(truncatingIfNeeded: glyph) }
  /// The em in 64ths of a device pixel.
  var size: UInt32 { UInt32(truncatingIfNeeded: drawing >> Self.sizeShift) }
  /// The horizontal subpixel position, in 64ths of a pixel.
  var x: Int { Int(drawing & 63) }
  /// The vertical subpixel position, in 64ths of a pixel, downwards.
  var y: Int { Int(drawing >> 6 & 63) }
  /// The text's colour, opaque; `nil` for glyphs that do not use it.
  var ink: Color? { inkBits == 0 ? nil : Color(rgb: inkBits & 0xFF_FFFF) }
  /// The style of drawing.
  var style: GlyphStyle { GlyphStyle(bits: UInt32(truncatingIfNeeded: drawing >> Self.styleShift)) }

  private static let styleShift = 12
  private static let sizeShift = 12 + GlyphStyle.width

  /// A hash; its high bits are the best.
  var mixed: UInt64 {
    let ink = UInt64(inkBits) &* 0xD134_2543_DE82_EF95
    let product = (glyph ^ ink ^ drawing &* 0x9E37_79B9_7F4A_7C15) &* 0xD6E8_FEB8_6659_FD93
    return product ^ product &>> 32
  }
}

extension Color {
  /// Red, green and blue, and a byte that distinguishes black from no colour.
  fileprivate var inkBits: UInt32 {
    0xFF00_0000 | UInt32(red) << 16 | UInt32(green) << 8 | UInt32(blue)
  }
}

/// The common properties of a run's glyphs: the face, the size, the style and the curve.
struct GlyphStrike: Hashable, Sendable {
  private let face: UInt32
  private let style: GlyphStyle
  /// The em in 64ths of a device pixel.
  private let size: UInt32
  /// The text's colour, for glyphs with paints in it; 0 for all others.
  private let inkBits: UInt32
  /// The number of the curve applied to cached coverage; 0 for none.
  private let curve: UInt16

  init(
    face: FontFace, size: UInt32, style: GlyphStyle = .plain, ink: Color? = nil, curve: UInt16 = 0
  ) {
    inkBits = ink?.inkBits ?? 0
    self.curve = curve
    self.face = face.identifier
    self.size = size
    self.style = style
  }
}

/// The properties of a rendering that determine a glyph's pixels, and its rotation, in 17 bits.
struct GlyphStyle: Hashable, Sendable {
  let bits: UInt32

  /// Plain coverage of unhinted outlines, colours from the first palette.
  static let plain = GlyphStyle(bits: 0)
  /// The number of bits.
  static let width = 17

  init(bits: UInt32) {
    self.bits = bits & 0x1_FFFF
  }

  init(_ rendering: GlyphRendering) {
    let smooths = rendering.antialiasing != .grey && rendering.smoothsSubpixels
    self.init(
      bits: UInt32(rendering.hinting.rawValue) | UInt32(rendering.antialiasing.rawValue) << 2
        | (smooths ? Self.smooth : 0) | UInt32(UInt8(clamping: rendering.palette)) << 6)
  }

  var hinting: GlyphRendering.Hinting {
    GlyphRendering.Hinting(rawValue: UInt8(bits & 3)) ?? .none
  }

  var antialiasing: GlyphRendering.Antialiasing {
    GlyphRendering.Antialiasing(rawValue: UInt8(bits >> 2 & 7)) ?? .grey
  }

  var smoothsSubpixels: Bool { bits & Self.smooth != 0 }

  /// The palette of the layers.
  var palette: Int { Int(bits >> 6 & 255) }

  /// Whether only the outline is drawn, as for the layers of a colour glyph.
  var isLayer: Bool { bits & Self.layer != 0 }

  /// The style for the layers of a glyph.
  var ofLayers: GlyphStyle { GlyphStyle(bits: bits | Self.layer) }

  /// The style without hinting and smoothing, which determines a distance field.
  var ofFields: GlyphStyle {
    GlyphStyle(bits: bits & (Self.layer | Self.palettes))
  }

  /// The rotation of the glyph on the page.
  var turn: GlyphTurn { GlyphTurn(rawValue: UInt8(bits >> 15 & 3)) ?? .none }

  /// Returns the style for rotated glyphs, unhinted because hints apply to rows of pixels.
  func turned(_ turn: GlyphTurn) -> GlyphStyle {
    guard turn != .none else { return self }
    return GlyphStyle(bits: bits & ~3 | UInt32(turn.rawValue) << 15)
  }

  private static let palettes: UInt32 = 255 << 6
  private static let smooth: UInt32 = 1 << 5
  private static let layer: UInt32 = 1 << 14
}
