/// How glyphs are turned into pixels; the layout of text does not depend on it.
///
/// Images of glyphs, such as emoji, are drawn the same way with all of these.
public struct GlyphRendering: Hashable, Sendable {
  /// How far outlines are fitted to the pixels.
  public enum Hinting: UInt8, Hashable, Sendable, CaseIterable {
    /// Not at all: every size has the shapes of the design.
    case none
    /// Horizontal strokes move to rows of pixels; widths stay.
    case light
    /// As the font's own program asks for.
    case full
  }

  /// What coverage is counted for.
  public enum Antialiasing: UInt8, Hashable, Sendable, CaseIterable {
    /// Whole pixels.
    case grey
    /// The stripes of a screen's pixels from left to right: red, green, blue.
    case rgb
    /// Stripes from left to right: blue, green, red.
    case bgr
    /// Stripes from top to bottom: red, green, blue.
    case verticalRGB
    /// Stripes from top to bottom: blue, green, red.
    case verticalBGR
  }

  /// Where glyphs may start.
  public enum Placement: UInt8, Hashable, Sendable, CaseIterable {
    /// At quarters of a pixel along x and at whole pixels along y, so that glyphs are drawn once
    /// and used again.
    case quarter
    /// At 64ths of a pixel along x, and along y too where outlines are not hinted. The cache is of
    /// little use then.
    case exact
  }

  /// How far outlines are fitted to the pixels.
  public var hinting: Hinting
  /// What coverage is counted for. Stripes are for opaque backgrounds: on others the alpha becomes
  /// that of the mean.
  public var antialiasing: Antialiasing
  /// Whether coverage of stripes is spread over two neighbours on either side, by FreeType's
  /// default weights, so that edges have less colour.
  public var smoothsStripes: Bool
  /// Where glyphs may start.
  public var placement: Placement
  /// How much coverage is raised, 0 to 1: most for dark text, not at all for white.
  public var contrast: Double
  /// The exponent of the light that blending is done in, 1 to 4; at 1 coverage is the share of the
  /// text's colour, as in other arithmetic on pixels.
  public var gamma: Double
  /// Which of a font's palettes the layers of coloured glyphs take their colours from, 0 to 255;
  /// the first where the font has no such one.
  public var palette: Int

  /// Makes a rendering; what is left out is plain coverage of unhinted outlines.
  public init(
    hinting: Hinting = .none, antialiasing: Antialiasing = .grey, smoothsStripes: Bool = true,
    placement: Placement = .quarter, contrast: Double = 0, gamma: Double = 1,
    palette: Int = 0
  ) {
    self.hinting = hinting
    self.antialiasing = antialiasing
    self.smoothsStripes = smoothsStripes
    self.placement = placement
    self.contrast = contrast
    self.gamma = gamma
    self.palette = palette
  }

  /// Plain coverage of unhinted outlines at quarters of a pixel.
  public static let plain = GlyphRendering()
}
