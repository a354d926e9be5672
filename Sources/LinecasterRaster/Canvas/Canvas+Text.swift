import LinecasterDisplay
public import LinecasterFonts
public import LinecasterGeometry
public import LinecasterText

extension Canvas {
  /// Draws a text layout with its top-left corner at a point.
  ///
  /// The colours behind the text come first, then the lines under and over it, the glyphs, and the
  /// lines through them.
  ///
  /// - Parameters:
  ///   - layout: The lines to draw.
  ///   - origin: Where the layout's top-left corner is.
  ///   - isCancelled: Asked before each run of glyphs.
  /// - Throws: `RasterError`, as `drawGlyph` does, or with code `cancelled`.
  /// - Complexity: O(glyphs + pixels covered) once the glyphs are in the cache.
  public mutating func draw(
    _ layout: TextLayout, at origin: Point, isCancelled: () -> Bool = { false }
  ) throws(RasterError) {
    for background in layout.backgrounds {
      fill(DisplayShape(background.frame.offset(x: origin.x, y: origin.y)), with: background.color)
    }
    let lines = layout.decorationLines
    for line in lines where line.decoration.position != .strikethrough { draw(line, at: origin) }
    for run in layout.glyphRuns {
      try Self.check(isCancelled)
      try draw(run, at: origin)
    }
    for line in lines where line.decoration.position == .strikethrough { draw(line, at: origin) }
  }

  /// Draws one glyph with its origin at a point on the baseline.
  ///
  /// Outlines start at the nearest quarter pixel along x and pictures, such as emoji, at the
  /// nearest whole one; along y it is the nearest whole pixel for both. Of the colour, pictures
  /// take the opacity only. A glyph that the font does not have or cannot draw leaves no trace.
  ///
  /// - Parameters:
  ///   - glyph: The glyph's number in the face.
  ///   - face: The face that has the glyph.
  ///   - size: The em in layout points.
  ///   - color: The colour of outlines.
  ///   - baseline: Where the glyph's origin is.
  /// - Throws: `RasterError` with code `tooLarge` if the em is over 4096 device pixels, or
  ///   `unusableFace` if FreeType cannot open the face.
  public mutating func drawGlyph(
    _ glyph: UInt32, of face: FontFace, size: Double, color: Color, at baseline: Point
  ) throws(RasterError) {
    try paintGlyphs(of: face, size: size, color: color) { paint in
      paint(glyph, baseline.x, baseline.y)
    }
  }

  private mutating func draw(_ run: GlyphRun, at origin: Point) throws(RasterError) {
    try paintGlyphs(of: run.face, size: run.size, color: run.color) { paint in
      run.forEachGlyph { glyph, x, y in paint(glyph, origin.x + x, origin.y + y) }
    }
  }

  /// Lends `body` a function that paints a glyph with its origin at a place in layout points.
  ///
  /// After a first error nothing more is painted, and the error is thrown at the end.
  mutating func paintGlyphs(
    of face: FontFace, size: Double, color: Color,
    _ body: ((_ glyph: UInt32, _ x: Double, _ y: Double) -> Void) -> Void
  ) throws(RasterError) {
    let factor = scale.factor
    let painter = try GlyphPainter(
      face: face, size: size * factor, color: color, source: glyphs)
    guard let painter else { return }
    var failure: RasterError?
    bitmap.withSurface(originX: originX, originY: originY, clip: clip) { surface in
      body { glyph, x, y in
        guard failure == nil else { return }
        do throws(RasterError) {
          try painter.paint(glyph, x: x * factor, y: y * factor, on: surface)
        } catch {
          failure = error
        }
      }
    }
    if let failure { throw failure }
  }
}
