import Foundation
public import LinecasterBase
public import LinecasterDisplay

/// The rendering options of glyphs; they do not affect text layout.
///
/// Glyph images, for example emoji, look the same with all options.
///
///     let rendering = GlyphRendering(hinting: .light, antialiasing: .rgb, contrast: 0.5)
///     let rasterizer = DisplayRasterizer(rendering: rendering)
///     let bitmap = try rasterizer.rasterize(list, background: .white)
public struct GlyphRendering: Hashable, Sendable {
  /// The fitting of outlines to the pixel grid.
  public enum Hinting: UInt8, Hashable, Sendable, CaseIterable {
    /// Does not change outlines; letters have the shapes of the design at every size.
    case none
    /// Aligns horizontal strokes with pixel rows, and keeps widths.
    case light
    /// Runs the font's own hinting instructions.
    case full
  }

  /// The unit in which the coverage of pixels is measured: whole pixels or subpixels.
  public enum Antialiasing: UInt8, Hashable, Sendable, CaseIterable {
    /// Measures the coverage of whole pixels.
    case grey
    /// Measures the coverage of subpixels, from left to right: red, green, blue.
    case rgb
    /// Measures the coverage of subpixels, from left to right: blue, green, red.
    case bgr
    /// Measures the coverage of subpixels, from top to bottom: red, green, blue.
    case verticalRGB
    /// Measures the coverage of subpixels, from top to bottom: blue, green, red.
    case verticalBGR
  }

  /// The allowed positions of glyphs relative to the pixel grid. On vertical lines, x and y are
  /// swapped.
  public enum Placement: UInt8, Hashable, Sendable, CaseIterable {
    /// Quarters of a pixel along x and whole pixels along y, so cached glyphs are reused.
    case quarter
    /// 64ths of a pixel along x, and also along y if outlines are not hinted. Cached glyphs are
    /// then rarely reused.
    case exact
  }

  /// The fitting of outlines to the pixel grid.
  public var hinting: Hinting
  /// The unit in which the coverage of pixels is measured. Subpixels require opaque backgrounds; on
  /// other backgrounds, alpha uses their mean.
  public var antialiasing: Antialiasing
  /// Whether subpixel coverage is spread over two neighbours on either side, with FreeType's
  /// default weights, to reduce colour fringes.
  public var smoothsSubpixels: Bool
  /// The allowed positions of glyphs relative to the pixel grid.
  public var placement: Placement
  /// The contrast enhancement, from 0 to 1. It raises the coverage most for dark text, and not at
  /// all for white text.
  public var contrast: Double
  /// The gamma of blending, from 1 to 4. At 1, the coverage is the fraction of the text's colour,
  /// without correction.
  public var gamma: Double
  /// The palette for the layers of colour glyphs, from 0 to 255; the first one if the font does not
  /// have it.
  public var palette: Int

  /// Creates a rendering; by default, plain coverage of unhinted outlines.
  public init(
    hinting: Hinting = .none, antialiasing: Antialiasing = .grey, smoothsSubpixels: Bool = true,
    placement: Placement = .quarter, contrast: Double = 0, gamma: Double = 1,
    palette: Int = 0
  ) {
    self.hinting = hinting
    self.antialiasing = antialiasing
    self.smoothsSubpixels = smoothsSubpixels
    self.placement = placement
    self.contrast = contrast
    self.gamma = gamma
    self.palette = palette
  }

  /// Plain coverage of unhinted outlines at quarters of a pixel, for small pixels: two or more per
  /// point.
  public static let plain = GlyphRendering()

  /// A rendering for large screen pixels, fewer than two per point.
  ///
  /// Horizontal strokes are sharper, and light text on dark looks as heavy as dark text on light.
  /// Contrast and gamma are those of Chromium and Skia on Linux.
  ///
  ///     let scale = PixelScale(1.25)
  ///     let rasterizer = DisplayRasterizer(rendering: .preset(.screen, for: scale))
  public static let screen = GlyphRendering(hinting: .light, contrast: 0.2, gamma: 1.2)

  /// Returns the rendering for a choice and a scale. For `automatic`, the scale decides.
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

/// The correction of coverage before blending, for text of one luminance.
///
/// Coverage is a share of light, but pixel values are not: blending them makes dark text heavy and
/// light text thin, or the reverse. The curve assumes that the background is the text's opposite,
/// as is most common, and changes coverage so that plain blending gives the result of blending
/// light.
struct CoverageCurve: Hashable, Sendable {
  /// The parameters of a curve.
  struct Key: Hashable, Sendable {
    /// The luminance of the text, 0 to 255.
    let luminance: UInt8
    let contrast: Double
    let gamma: Double

    /// Creates the key for a colour; `nil` if coverage stays unchanged.
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

  /// The new coverage for each of the 256 values.
  let levels: [UInt8]

  init(_ key: Key) {
    let text = Double(key.luminance) / 255
    let (textLight, backLight) = (pow(text, key.gamma), pow(1 - text, key.gamma))
    levels = (0...255).map { coverage in
      let plain = Double(coverage) / 255
      let share = plain + (1 - plain) * plain * key.contrast * backLight
      // The text is as light as its opposite: there is nothing to correct.
      guard abs(2 * text - 1) > 1 / 128.0 else { return UInt8(saturating: (share * 255).rounded()) }
      let mixed = pow(textLight * share + backLight * (1 - share), 1 / key.gamma)
      let level = (mixed - (1 - text)) / (2 * text - 1)
      return UInt8(saturating: min(max(level * 255, 0), 255).rounded())
    }
  }
}

/// The allowed positions of glyphs, in 64ths of a pixel.
struct PlacementSteps {
  /// The maximum position: beyond any bitmap, and small enough to count 64ths of a pixel.
  private static let farthest = 1e9

  private let columnsPerPixel: Double
  private let columnShift: Int
  private let rowsPerPixel: Double
  private let rowShift: Int

  /// Creates the steps for a face.
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

  /// Returns the nearest column of glyphs, in 64ths of a pixel; `nil` beyond any bitmap.
  @inline(__always)
  func column(_ x: Double) -> Int? {
    guard abs(x) < Self.farthest else { return nil }
    return Self.floor(x * columnsPerPixel + 0.5) &<< columnShift
  }

  /// Returns the nearest row of glyphs, in 64ths of a pixel; `nil` beyond any bitmap.
  @inline(__always)
  func row(_ y: Double) -> Int? {
    guard abs(y) < Self.farthest else { return nil }
    return Self.floor(y * rowsPerPixel + 0.5) &<< rowShift
  }

  /// Returns the floor of a number below 2⁵¹, without a call.
  ///
  /// A sum with so large a number has no bits left for fractions.
  @inline(__always)
  private static func floor(_ number: Double) -> Int {
    let sum = number + unit
    let whole = Int(truncatingIfNeeded: sum.bitPattern &- unit.bitPattern)
    return sum - unit > number ? whole &- 1 : whole
  }

  private static let unit = 0x1.8p52
}
