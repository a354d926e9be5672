import Foundation
public import LinecasterBase
public import LinecasterDisplay

/// How glyphs are turned into pixels; the layout of text does not depend on it.
///
/// Images of glyphs, such as emoji, are drawn the same way with all of these.
///
///     let rendering = GlyphRendering(hinting: .light, antialiasing: .rgb, contrast: 0.5)
///     let rasterizer = DisplayRasterizer(rendering: rendering)
///     let bitmap = try rasterizer.rasterize(list, background: .white)
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

  /// Where glyphs may start; on lines that run along y, x and y are the other way round.
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

  /// Plain coverage of unhinted outlines at quarters of a pixel: what small pixels, of two and more
  /// a point, show best.
  public static let plain = GlyphRendering()

  /// Sharper horizontal strokes, and light text on dark as heavy as dark text on light: for the
  /// large pixels of screens of less than two a point.
  ///
  /// Contrast and gamma are those of Chromium and Skia on Linux.
  ///
  ///     let scale = PixelScale(1.25)
  ///     let rasterizer = DisplayRasterizer(rendering: .preset(.screen, for: scale))
  public static let screen = GlyphRendering(hinting: .light, contrast: 0.2, gamma: 1.2)

  /// The rendering that a choice means at a scale; without a choice, what looks right there.
  public static func preset(
    _ choice: TextRendering = .automatic, for scale: PixelScale
  ) -> GlyphRendering {
    switch choice {
    case .automatic: scale.factor <= 1.5 ? .screen : .plain
    case .plain: .plain
    case .screen: .screen
    }
  }
}

/// What coverage becomes before a colour is blended through it, for text of one luminance.
///
/// Coverage is a share of light, and numbers of pixels are not: blending them makes dark text heavy
/// and light text thin, or the reverse. The background is taken to be the text's opposite, as it
/// most often is, and coverage is changed so that plain blending gives what blending light would.
struct CoverageCurve: Hashable, Sendable {
  /// What decides a curve.
  struct Key: Hashable, Sendable {
    /// The luminance of the text, 0 to 255.
    let luminance: UInt8
    let contrast: Double
    let gamma: Double

    /// The key for a colour, or nil where coverage stays as it is.
    init?(_ color: Color, _ rendering: GlyphRendering) {
      contrast = Self.clamped(rendering.contrast, to: 0...1)
      gamma = Self.clamped(rendering.gamma, to: 1...4)
      guard contrast > 0 || gamma > 1 else { return nil }
      // The weights of red, green and blue in light, by ITU-R BT.709, in 256ths.
      let sum = 54 * Int(color.red) + 183 * Int(color.green) + 19 * Int(color.blue)
      luminance = UInt8((sum + 128) >> 8)
    }

    private static func clamped(_ number: Double, to range: ClosedRange<Double>) -> Double {
      number.isNaN ? range.lowerBound : min(max(number, range.lowerBound), range.upperBound)
    }
  }

  /// The new coverage for each of the 256 there are.
  let levels: [UInt8]

  init(_ key: Key) {
    let text = Double(key.luminance) / 255
    let (textLight, backLight) = (pow(text, key.gamma), pow(1 - text, key.gamma))
    levels = (0...255).map { coverage in
      let plain = Double(coverage) / 255
      let share = plain + (1 - plain) * plain * key.contrast * backLight
      // Text as light as its opposite: there is nothing to tell apart.
      guard abs(2 * text - 1) > 1 / 128.0 else { return UInt8(saturating: (share * 255).rounded()) }
      let mixed = pow(textLight * share + backLight * (1 - share), 1 / key.gamma)
      let level = (mixed - (1 - text)) / (2 * text - 1)
      return UInt8(saturating: min(max(level * 255, 0), 255).rounded())
    }
  }
}

/// The places that glyphs may start at, in 64ths of a pixel.
struct PlacementSteps {
  /// Beyond any bitmap, and small enough for 64ths of a pixel to be counted.
  private static let farthest = 1e9

  private let columnsPerPixel: Double
  private let columnShift: Int
  private let rowsPerPixel: Double
  private let rowShift: Int

  /// The steps for a face.
  ///
  /// - Parameters:
  ///   - drawsImages: Whether its glyphs are images: they start at whole pixels, since scaling one
  ///     takes too long to do it for parts of a pixel that an image does not show.
  ///   - isUpDown: Whether lines run along y, which then has the finer steps.
  init(_ rendering: GlyphRendering, drawsImages: Bool, isUpDown: Bool = false) {
    let isExact = rendering.placement == .exact
    let along = drawsImages ? 6 : isExact ? 0 : 4
    let across = drawsImages || !isExact || rendering.hinting != .none ? 6 : 0
    columnShift = isUpDown ? across : along
    rowShift = isUpDown ? along : across
    columnsPerPixel = Double(64 >> columnShift)
    rowsPerPixel = Double(64 >> rowShift)
  }

  /// The nearest column of glyphs, in 64ths of a pixel; nil for a place beyond any bitmap.
  @inline(__always)
  func column(_ x: Double) -> Int? {
    guard abs(x) < Self.farthest else { return nil }
    return Self.floor(x * columnsPerPixel + 0.5) &<< columnShift
  }

  /// The nearest row of glyphs, in 64ths of a pixel; nil for a place beyond any bitmap.
  @inline(__always)
  func row(_ y: Double) -> Int? {
    guard abs(y) < Self.farthest else { return nil }
    return Self.floor(y * rowsPerPixel + 0.5) &<< rowShift
  }

  /// The largest whole number that is not above one of less than 2⁵¹, without a call.
  ///
  /// Beside so large a number a sum has no bits for fractions, and counts in units of one.
  @inline(__always)
  private static func floor(_ number: Double) -> Int {
    let sum = number + unit
    let whole = Int(truncatingIfNeeded: sum.bitPattern &- unit.bitPattern)
    return sum - unit > number ? whole &- 1 : whole
  }

  private static let unit = 0x1.8p52
}
