import LinecasterFonts
import LinecasterGeometry
import LinecasterText

/// What painting glyphs of any face takes, for the time that pixels are lent.
///
/// Not to be copied: there is one for each drawing, and copies would count its references.
struct GlyphPainting: ~Copyable {
  let surface: Surface
  /// Device pixels a layout point.
  let factor: Double
  let rendering: GlyphRendering
  let style: GlyphStyle
  let source: GlyphSource
  let table: GlyphTable

  /// The table's room for places; the table lives as long as this does.
  private let places: UnsafeMutableBufferPointer<GlyphPlace>
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
    places = table.places
    style = GlyphStyle(rendering)
    hasCurves = rendering.contrast != 0 || rendering.gamma != 1
  }

  /// What coverage becomes for a colour; nil where it stays as it is.
  func curve(for color: Color) -> CoverageCurve? {
    guard hasCurves else { return nil }
    return CoverageCurve.Key(color, rendering).map { table.curve($0) }
  }

  /// Paints glyphs of a layout, with the layout's top-left corner at a point in layout points.
  ///
  /// - Parameter color: A colour in place of the text's own.
  func paint(
    _ stretch: borrowing GlyphStretch, at origin: Point, in color: Color? = nil
  ) throws(RasterError) {
    let painter = try GlyphPainter(
      face: stretch.face, size: stretch.size * factor, color: color ?? stretch.color, for: self)
    guard let painter else { return }
    var start = GlyphPlace.Start()
    while let places = stretch.next(&start, into: places) {
      try painter.paint(places, from: origin, in: self)
    }
  }

  /// Paints one glyph with its origin at a point in layout points.
  func paint(
    _ glyph: UInt32, of face: FontFace, size: Double, color: Color, at baseline: Point
  ) throws(RasterError) {
    let painter = try GlyphPainter(face: face, size: size * factor, color: color, for: self)
    let origin = Point(x: baseline.x * factor, y: baseline.y * factor)
    try painter?.paint(glyph, at: origin, in: self)
  }
}
