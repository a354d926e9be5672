import LinecasterBase
import LinecasterFonts
import LinecasterText

/// The key of an atlas entry: a glyph and a part of it.
struct AtlasKey: Hashable, Sendable {
  let glyph: GlyphKey
  /// The part's column in the low half, its row in the high half.
  private let tile: UInt64
  let kind: Kind

  /// The kind of a cached part.
  enum Kind: UInt8, Sendable {
    /// The glyph, or a tile of it relative to its top-left corner.
    case bitmap
    /// A tile of a glyph too large to be drawn whole, relative to the glyph's origin.
    case path
    /// A square in which such a glyph is drawn, relative to the glyph's origin.
    case square
    /// The distance field of the outline.
    case distance
  }

  init(_ glyph: GlyphKey, column: Int = 0, row: Int = 0, kind: Kind = .bitmap) {
    self.glyph = glyph
    self.kind = kind
    tile =
      UInt64(UInt32(truncatingIfNeeded: column))
      | UInt64(UInt32(truncatingIfNeeded: row)) << 32
  }

  func hash(into hasher: inout Hasher) {
    hasher.combine(glyph.mixed ^ tile &* 0xD134_2543_DE82_EF95 ^ UInt64(kind.rawValue))
  }
}

/// A part of a glyph in an atlas.
struct AtlasEntry: Hashable, Sendable {
  let page: Int32
  let kind: AtlasPageKind
  /// The shelf of the page, and the generation that identifies it among shelves with this number.
  let shelf: Int32
  let generation: UInt32
  /// The texels of the part.
  let x: UInt16
  let y: UInt16
  let width: UInt16
  let height: UInt16
  /// The offset from the glyph's origin right to the left column, in pixels.
  let left: Int32
  /// The offset from the baseline up to the top of the first row, in pixels.
  let top: Int32
  /// The size of the whole glyph, which may be larger than this part.
  let glyphWidth: Int32
  let glyphHeight: Int32

  /// Whether the glyph has other parts.
  @inline(__always)
  var isPart: Bool { Int32(width) != glyphWidth || Int32(height) != glyphHeight }
}

/// The cached result for a glyph without texels of its own.
enum AtlasRemark: Hashable, Sendable {
  /// The glyph draws nothing.
  case blank
  /// The glyph consists of layers of other glyphs, from back to front.
  case layers([GlyphLayer])
  /// The glyph has paints in the text's colour, and is drawn for each colour.
  case tinted
  /// The glyph is too large to be drawn whole.
  case path
  /// The glyph is an image, or too large for a distance field.
  case noField
}

/// The common properties of a run's glyphs when drawn with an atlas.
struct AtlasStrike {
  let face: FontFace
  let size: UInt32
  private(set) var style: GlyphStyle
  let steps: PlacementSteps
  private(set) var color: Color
  /// The text's colour; `nil` except for glyphs with paints in it.
  private var ink: Color?

  /// Creates a strike; `nil` if nothing would be visible.
  ///
  /// - Parameter color: The colour that replaces the text's own.
  /// - Throws: `RasterError` with code `tooLarge` if the size exceeds the limit of the canvas.
  init?(
    _ run: GlyphRun, scale: PixelScale, color: Color? = nil, rendering: GlyphRendering
  ) throws(RasterError) {
    let size = run.size * scale.factor
    let color = color ?? run.color
    guard size <= GlyphPainter.maximumSize else {
      throw RasterError(
        code: .tooLarge, source: "text of \(size) pixels per em",
        reason: "the limit is \(GlyphPainter.maximumSize)")
    }
    let rounded = (size * 64).rounded()
    guard rounded >= 1, color.alpha > 0 else { return nil }
    face = run.face
    self.size = UInt32(saturating: rounded)
    self.color = color
    style = GlyphStyle(rendering).turned(run.turn)
    steps = PlacementSteps(
      rendering, drawsImages: run.face.hasColorBitmaps, isUpDown: !run.axes.isHorizontal)
  }

  /// Returns the strike for the layers of a glyph in a colour.
  func ofLayers(in color: Color) -> AtlasStrike {
    var strike = self
    strike.style = style.ofLayers
    strike.color = color
    return strike
  }

  /// The strike for a glyph with paints in the text's colour.
  var tinted: AtlasStrike {
    var strike = self
    strike.ink = color
    return strike
  }

  /// Returns the key of a glyph at a position in 64ths of a pixel.
  @inline(__always)
  func key(_ glyph: UInt32, column: Int, row: Int) -> GlyphKey {
    GlyphKey(face: face, glyph: glyph, size: size, x: column, y: row, style: style, ink: ink)
  }
}
