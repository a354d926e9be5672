/// Part of a line that is from one run and one shaping: numbers only, so that walking a line counts
/// no references.
struct LineSegment: Sendable {
  /// The units it shows; empty for a mark, which stands behind the last of them.
  let units: Range<Int>
  /// Its glyphs in visual order, in the paragraph's array or in the line's own.
  var glyphs: Range<Int>
  /// Whether its glyphs are the line's own: shaped again, widened, or those of the mark.
  var hasOwnGlyphs = false
  /// Which of the paragraph's faces its glyphs are from; a mark has its own.
  let face: Int
  /// The size of the em, in layout points.
  let size: Double
  /// The factor from font units to layout points.
  let scale: Double
  /// The left edge, in layout points from the layout's; set once the line is in visual order.
  var x = 0.0
  /// The sum of the advances, in layout points.
  var width: Double
  /// The embedding level.
  var level: UInt8
  /// Which of the attributed text's styles its run starts in, or its mark is drawn in.
  let style: Int
  /// Whether it is a mark; its clusters are then none of the paragraph's.
  let isMark: Bool

  var isRightToLeft: Bool { level & 1 != 0 }
}

extension LineSegment {
  /// Part of a run of a paragraph.
  init(
    _ run: ShapedRun, _ units: Range<Int>, _ glyphs: Range<Int>, width: Double,
    of paragraph: ShapedParagraph
  ) {
    self.init(
      units: units, glyphs: glyphs, face: run.item.face,
      size: paragraph.styles[run.item.style].style.drawnSize, scale: run.scale,
      width: width, level: run.item.level, style: run.item.style, isMark: false)
  }

  /// A mark behind a unit.
  init(_ mark: LineMark, _ glyphs: Range<Int>, after unit: Int, level: UInt8) {
    self.init(
      units: unit..<unit, glyphs: glyphs, hasOwnGlyphs: true, face: 0, size: mark.size,
      scale: mark.scale, width: mark.width, level: level, style: mark.style, isMark: true)
  }
}
