import LinecasterFonts
import LinecasterGeometry

/// What the glyphs of a run have in common when they are drawn with an atlas.
struct AtlasStrike {
  let face: FontFace
  let size: UInt32
  private(set) var style: GlyphStyle
  let steps: PlacementSteps
  private(set) var color: Color

  /// Makes a strike; nil where nothing would be seen.
  ///
  /// - Parameter size: The em in device pixels.
  /// - Throws: `RasterError` with code `tooLarge` if the size is over the limit of the canvas.
  init?(
    face: FontFace, size: Double, color: Color, rendering: GlyphRendering
  ) throws(RasterError) {
    guard size <= GlyphPainter.maximumSize else {
      throw RasterError(
        code: .tooLarge, source: "text of \(size) pixels an em",
        reason: "the limit is \(GlyphPainter.maximumSize)")
    }
    let rounded = (size * 64).rounded()
    guard rounded >= 1, color.alpha > 0 else { return nil }
    self.face = face
    self.size = UInt32(rounded)
    self.color = color
    style = GlyphStyle(rendering)
    steps = PlacementSteps(rendering, drawsImages: face.hasColorBitmaps)
  }

  /// The same for the layers of a glyph that have a colour.
  func ofLayers(in color: Color) -> AtlasStrike {
    var strike = self
    strike.style = style.ofLayers
    strike.color = color
    return strike
  }

  /// What a glyph at a place in 64ths of a pixel is found by.
  @inline(__always)
  func key(_ glyph: UInt32, column: Int, row: Int) -> GlyphKey {
    GlyphKey(face: face, glyph: glyph, size: size, x: column, y: row, style: style)
  }
}
