import LinecasterGeometry

/// Glyphs of one face, size and style that stand side by side on a line, while the line is walked.
struct PlacedStretch {
  let segment: LineSegment
  /// Its glyphs in visual order, where those of the segment are.
  let glyphs: Range<Int>
  /// Which of the attributed text's styles it has.
  let style: Int
  /// Where it starts on its baseline, in layout points from the layout's top-left corner.
  let origin: Point
  /// The distance to its end, in layout points.
  let width: Double
}
