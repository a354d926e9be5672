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

  /// Paints the glyphs of a run, with the layout's top-left corner at a point in layout points.
  ///
  /// After a first error nothing more is painted, and the error is thrown at the end.
  func paint(_ run: GlyphRun, at origin: Point) throws(RasterError) {
    let painter = try painter(of: run.face, size: run.size, color: run.color)
    guard let painter else { return }
    var failure: RasterError?
    run.forEachGlyph { glyph, x, y in
      guard failure == nil else { return }
      do throws(RasterError) {
        try painter.paint(glyph, x: (origin.x + x) * factor, y: (origin.y + y) * factor)
      } catch {
        failure = error
      }
    }
    if let failure { throw failure }
  }
}
