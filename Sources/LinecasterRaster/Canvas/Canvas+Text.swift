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
  /// - Throws: `RasterError`, as `drawGlyph` does, or `CancellationError` if `isCancelled` says so.
  /// - Complexity: O(glyphs + pixels covered) once the glyphs are in the cache.
  public mutating func draw(
    _ layout: TextLayout, at origin: Point, isCancelled: () -> Bool = { false }
  ) throws {
    let (backgrounds, lines) = try layout.decorations(isCancelled: isCancelled)
    for background in backgrounds {
      fill(DisplayShape(background.frame.offset(x: origin.x, y: origin.y)), with: background.color)
    }
    for line in lines where line.decoration.position != .strikethrough { draw(line, at: origin) }
    try withPainting { painting in
      try layout.forEachGlyphRun { run in
        try Self.check(isCancelled)
        try painting.paint(run, at: origin)
      }
    }
    for line in lines where line.decoration.position == .strikethrough { draw(line, at: origin) }
  }

  /// Draws one glyph with its origin at a point on the baseline.
  ///
  /// Outlines start where `rendering` says, and images, such as emoji, at the nearest whole
  /// pixel. Of the colour, images take the opacity only. Of glyphs with an em of more than some
  /// 2,000 pixels only what is seen is drawn, each time again. A glyph that the font does not have
  /// or cannot draw leaves no trace.
  ///
  /// - Parameters:
  ///   - glyph: The glyph's number in the face.
  ///   - face: The face that has the glyph.
  ///   - size: The em in layout points.
  ///   - color: The colour of outlines.
  ///   - baseline: Where the glyph's origin is.
  /// - Throws: `RasterError` with code `tooLarge` if the em is over 32,000 device pixels, or
  ///   `unusableFace` if FreeType cannot open the face.
  public mutating func drawGlyph(
    _ glyph: UInt32, of face: FontFace, size: Double, color: Color, at baseline: Point
  ) throws(RasterError) {
    try withPainting { painting throws(RasterError) in
      try painting.paint(glyph, of: face, size: size, color: color, at: baseline)
    }
  }
}
