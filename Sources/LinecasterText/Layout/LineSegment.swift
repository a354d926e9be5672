import LinecasterFonts

/// Part of a line that is from one run and one shaping: a view on its glyphs.
struct LineSegment: Sendable {
  let face: FontFace
  /// The glyphs in visual order.
  let glyphs: ArraySlice<ShapedGlyph>
  /// The size of the em, in layout points.
  let size: Double
  /// The factor from font units to layout points.
  let scale: Double
  /// The sum of the advances, in layout points.
  let width: Double
  /// The embedding level.
  let level: UInt8
  /// Which of the attributed text's styles its run starts in, or its ellipsis is drawn in.
  let style: Int
  /// Whether it stands for text not shown; its clusters are then none of the paragraph's.
  let isEllipsis: Bool
  let box: LineBox
}
