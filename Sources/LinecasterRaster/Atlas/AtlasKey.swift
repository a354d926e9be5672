import LinecasterBase
import LinecasterFonts
import LinecasterText

/// What a part of an atlas is found by: a glyph and which part of it.
struct AtlasKey: Hashable, Sendable {
  let glyph: GlyphKey
  /// The column of the part in the low half, its row in the high half.
  private let tile: UInt64
  let kind: Kind

  /// What of a glyph is kept.
  enum Kind: UInt8, Sendable {
    /// The glyph, or a part of it counted from its top-left corner.
    case bitmap
    /// A part of a glyph too large to be drawn whole, counted from the glyph's origin.
    case path
    /// A square in which such a glyph is drawn, counted from the glyph's origin.
    case square
    /// The distances to its outline.
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
  /// The shelf of the page, and what tells it from others that had the same number.
  let shelf: Int32
  let generation: UInt32
  /// The texels of the part.
  let x: UInt16
  let y: UInt16
  let width: UInt16
  let height: UInt16
  /// Pixels from the glyph's origin to the left column, to the right.
  let left: Int32
  /// Pixels from the baseline up to the top of the first row.
  let top: Int32
  /// The size of the whole glyph, of which this may be a part.
  let glyphWidth: Int32
  let glyphHeight: Int32

  /// Whether the glyph has other parts.
  @inline(__always)
  var isPart: Bool { Int32(width) != glyphWidth || Int32(height) != glyphHeight }
}

/// What is known of a glyph that has no texels of its own.
enum AtlasRemark: Hashable, Sendable {
  /// Nothing is drawn for it.
  case blank
  /// It is drawn as other glyphs in layers, from back to front.
  case layers([GlyphLayer])
  /// It has paints in the colour of the text, and is drawn for each.
  case tinted
  /// It is too large to be drawn whole.
  case path
  /// It is an image, or too large for a distance field.
  case noField
}

/// What the glyphs of a run have in common when they are drawn with an atlas.
struct AtlasStrike {
  let face: FontFace
  let size: UInt32
  private(set) var style: GlyphStyle
  let steps: PlacementSteps
  private(set) var color: Color
  /// The colour that glyphs are drawn with; nil but for those with paints in it.
  private var ink: Color?

  /// Makes a strike; nil where nothing would be seen.
  ///
  /// - Parameter color: A colour in place of the text's own.
  /// - Throws: `RasterError` with code `tooLarge` if the size is over the limit of the canvas.
  init?(
    _ run: GlyphRun, scale: PixelScale, color: Color? = nil, rendering: GlyphRendering
  ) throws(RasterError) {
    let size = run.size * scale.factor
    let color = color ?? run.color
    guard size <= GlyphPainter.maximumSize else {
      throw RasterError(
        code: .tooLarge, source: "text of \(size) pixels an em",
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

  /// The same for the layers of a glyph that have a colour.
  func ofLayers(in color: Color) -> AtlasStrike {
    var strike = self
    strike.style = style.ofLayers
    strike.color = color
    return strike
  }

  /// The same for a glyph with paints in the colour of the text.
  var tinted: AtlasStrike {
    var strike = self
    strike.ink = color
    return strike
  }

  /// What a glyph at a place in 64ths of a pixel is found by.
  @inline(__always)
  func key(_ glyph: UInt32, column: Int, row: Int) -> GlyphKey {
    GlyphKey(face: face, glyph: glyph, size: size, x: column, y: row, style: style, ink: ink)
  }
}
