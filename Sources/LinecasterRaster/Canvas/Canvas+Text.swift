public import LinecasterBase
import LinecasterDisplay
public import LinecasterFonts
public import LinecasterText

extension Canvas {
  /// Draws a text layout with its top-left corner at a point.
  ///
  /// The order is: boxes and attachments, backgrounds, lines under and over the text, glyphs, and
  /// lines through the text.
  ///
  /// - Parameters:
  ///   - layout: The text layout to draw.
  ///   - origin: The position of the layout's top-left corner on the page.
  ///   - scope: Checked before each run of glyphs.
  /// - Throws: The errors of `drawGlyph`; `CancellationError` if the scope is cancelled.
  /// - Complexity: O(glyphs + pixels covered) once the glyphs are cached.
  public mutating func draw(
    _ layout: TextLayout, at origin: Point, in scope: WorkScope = .unlimited
  ) throws {
    let decorations = try layout.decorations(scope)
    try drawBoxes(layout.inlineCommands(at: origin, scale: scale), scope)
    try draw(
      layout, at: origin, lines: 0..<layout.lineCount, decorations, scope)
  }

  /// Draws the part of a text layout in the clip; its ink is known.
  mutating func draw(
    _ layout: TextLayout, at origin: Point, _ ink: TextInk, _ scope: WorkScope
  ) throws {
    try drawBoxes(ink.beneath, scope)
    try draw(
      layout, at: origin, lines: ink.lines(from: clip.top, to: clip.bottom), ink.decorations,
      scope)
  }

  /// Draws the boxes and attachments of a text, without knowledge of its backdrop.
  private mutating func drawBoxes(
    _ commands: [DisplayCommand], _ scope: WorkScope
  ) throws {
    let backdrops = Backdrops(commands, scale: scale, in: extent)
    try draw(backdrops, on: nil, scope) { canvas in
      for command in commands { try canvas.draw(command, scope) }
    }
  }

  /// Draws the glyphs of some lines, and everything behind, under and over the text.
  private mutating func draw(
    _ layout: TextLayout, at origin: Point, lines shown: Range<Int>,
    _ decorations: (backgrounds: [TextBackground], lines: [TextDecorationLine]),
    _ scope: WorkScope
  ) throws {
    let (backgrounds, lines) = decorations
    drawBeneath(layout, at: origin, backgrounds, lines)
    try withPainting { painting in
      try layout.forEachGlyphRun(ofLines: shown) { run in
        try scope.checkCancellation()
        try painting.paint(run, at: origin)
      }
    }
    drawAbove(layout, at: origin, lines)
  }

  /// Draws the parts of a text behind its glyphs: backgrounds and all lines except line-through.
  mutating func drawBeneath(
    _ layout: TextLayout, at origin: Point, _ backgrounds: [TextBackground],
    _ lines: [TextDecorationLine]
  ) {
    let axes = layout.axes
    for background in backgrounds {
      let frame = axes.page(background.frame).offset(x: origin.x, y: origin.y)
      fill(DisplayShape(frame), with: background.color)
    }
    for line in lines where line.decoration.position != .strikethrough {
      draw(line, axes, at: origin)
    }
  }

  /// Draws the lines through a text.
  mutating func drawAbove(
    _ layout: TextLayout, at origin: Point, _ lines: [TextDecorationLine]
  ) {
    for line in lines where line.decoration.position == .strikethrough {
      draw(line, layout.axes, at: origin)
    }
  }

  /// Draws one glyph with its origin at a point on the baseline.
  ///
  /// Outlines start at the positions that `rendering` allows, and images, for example emoji, at the
  /// nearest whole pixel. Images use only the opacity of the colour. If the em is larger than about
  /// 2,000 pixels, only the visible part is drawn, without caching. A glyph that the font does not
  /// have, or that cannot be drawn, is skipped.
  ///
  /// - Parameters:
  ///   - glyph: The glyph's number in the face.
  ///   - face: The face that has the glyph.
  ///   - size: The em size, in layout points.
  ///   - color: The colour of outlines.
  ///   - baseline: The position of the glyph's origin.
  /// - Throws: `RasterError` with code `tooLarge` if the em is over 32,000 device pixels, or
  ///   `unusableFace` if FreeType cannot open the face.
  /// - Complexity: O(pixels covered) once the glyph is cached.
  public mutating func drawGlyph(
    _ glyph: UInt32, of face: FontFace, size: Double, color: Color, at baseline: Point
  ) throws(RasterError) {
    try withPainting { painting throws(RasterError) in
      try painting.paint(glyph, of: face, size: size, color: color, at: baseline)
    }
  }
}

extension Canvas {
  /// Draws a text decoration line, with the layout's top-left corner at a point.
  ///
  /// Its position and thickness snap to whole pixels. Dashes and dots are spaced so that the line
  /// starts and ends with one; they are cut at letters that cross the line.
  ///
  /// - Complexity: O(pixels covered + gaps).
  mutating func draw(_ line: TextDecorationLine, _ axes: LineAxes, at origin: Point) {
    draw(line, axes, at: origin, in: line.color)
  }

  /// Draws a decoration line in another colour.
  mutating func draw(
    _ line: TextDecorationLine, _ axes: LineAxes, at origin: Point, in color: Color
  ) {
    let drawing = DecorationDrawing(line, axes, at: origin, scale: scale, clip: clip)
    guard let drawing, color.alpha > 0 else { return }
    for stroke in drawing.strokes { fill(stroke, with: color) }
    for dot in drawing.dots {
      if dot.isWhole {
        fill(dot.box, with: color)
      } else {
        let polygon = dot.polygon.map { drawing.page($0) }
        paint(color, in: dot.box.touched(in: clip), polygons: { $0.add(polygon) })
      }
    }
    for line in drawing.waves {
      let wave = line.map { drawing.page($0) }
      paint(color, in: drawing.pixels(of: wave), polygons: { $0.add(wave) })
    }
  }
}
