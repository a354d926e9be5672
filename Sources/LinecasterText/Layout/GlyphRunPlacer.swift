/// Makes the glyph runs of lines.
struct GlyphRunPlacer {
  private(set) var runs: [GlyphRun] = []
  private let paragraph: ShapedParagraph
  private var walker: StretchWalker

  init(paragraph: ShapedParagraph) {
    self.paragraph = paragraph
    walker = StretchWalker(paragraph)
  }

  /// Adds the runs of a line in visual order.
  mutating func place(_ line: Line) {
    walker.walk(line) { stretch, line in
      let segment = stretch.segment
      runs.append(
        GlyphRun(
          face: line.face(of: segment), size: segment.size, origin: stretch.origin,
          width: stretch.width, isRightToLeft: segment.isRightToLeft, isMark: segment.isMark,
          units: segment.units, sourceMap: paragraph.sourceMap, styles: paragraph.styles,
          styleIndex: stretch.style, glyphs: line.glyphs(of: segment)[stretch.glyphs]))
    }
  }
}
