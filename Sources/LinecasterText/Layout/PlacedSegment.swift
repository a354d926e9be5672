/// A segment and where it starts on its line.
struct PlacedSegment {
  let segment: LineSegment
  /// The left edge, in layout points from the layout's.
  let x: Double
}
