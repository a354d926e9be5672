import LinecasterFonts

/// Part of a line that is from one run and one shaping: a view on its glyphs.
struct LineSegment: Sendable {
  /// The units it shows; empty for a mark, which stands behind the last of them.
  let units: Range<Int>
  let face: FontFace
  /// The glyphs in visual order.
  var glyphs: ArraySlice<ShapedGlyph>
  /// The size of the em, in layout points.
  let size: Double
  /// The factor from font units to layout points.
  let scale: Double
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
    _ run: ShapedRun, _ units: Range<Int>, _ glyphs: ArraySlice<ShapedGlyph>, width: Double,
    of paragraph: ShapedParagraph
  ) {
    self.init(
      units: units, face: paragraph.faces[run.item.face], glyphs: glyphs,
      size: paragraph.styles[run.item.style].style.drawnSize, scale: run.scale,
      width: width, level: run.item.level, style: run.item.style, isMark: false)
  }

  /// A mark behind a unit.
  init(_ mark: LineMark, after unit: Int, level: UInt8) {
    self.init(
      units: unit..<unit, face: mark.face, glyphs: mark.glyphs[...], size: mark.size,
      scale: mark.scale, width: mark.width, level: level, style: mark.style, isMark: true)
  }
}
