/// A glyph of a line: where it stands, and its shape as the data of an SVG path.
///
/// All in layout points from the start of the first baseline, x to the right and y up; the path
/// starts at the glyph's own origin.
struct PlacedOutline: Encodable, Equatable {
  let x: Double
  let y: Double
  let d: String
}
