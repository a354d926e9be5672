import LinecasterFonts
import LinecasterGeometry
import LinecasterText

/// What painting glyphs of any face takes, for the time that pixels are lent.
struct GlyphPainting {
  let surface: Surface
  /// Device pixels a layout point.
  let factor: Double
  let rendering: GlyphRendering
  let style: GlyphStyle
  let source: GlyphSource
  let table: GlyphTable

  private let hasCurves: Bool

  init(
    surface: Surface, factor: Double, rendering: GlyphRendering, source: GlyphSource,
    table: GlyphTable
  ) {
    self.surface = surface
    self.factor = factor
    self.rendering = rendering
    self.source = source
    self.table = table
    style = GlyphStyle(rendering)
    hasCurves = rendering.contrast != 0 || rendering.gamma != 1
  }

  /// What coverage becomes for a colour; nil where it stays as it is.
  func curve(for color: Color) -> CoverageCurve? {
    guard hasCurves else { return nil }
    return CoverageCurve.Key(color, rendering).map { table.curve($0) }
  }

  /// A painter for a face, a size in layout points and a colour; nil where nothing would be seen.
  func painter(
    of face: FontFace, size: Double, color: Color
  ) throws(RasterError) -> GlyphPainter? {
    try GlyphPainter(face: face, size: size * factor, color: color, painting: self)
  }

  /// Paints glyphs of a layout, with the layout's top-left corner at a point in layout points.
  func paint(_ stretch: borrowing GlyphStretch, at origin: Point) throws(RasterError) {
    guard
      let painter = try painter(of: stretch.face, size: stretch.size, color: stretch.color)
    else { return }
    try stretch.forEachGlyph { glyph, x, y throws(RasterError) in
      try painter.paint(glyph, x: (origin.x + x) * factor, y: (origin.y + y) * factor)
    }
  }
}
