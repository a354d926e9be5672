public import LinecasterGeometry

/// The shape of a glyph as closed contours of lines and curves.
///
/// Coordinates are in font units, x to the right and y up, from the glyph's origin on the baseline.
/// The inside is what contours wind around (the non-zero rule).
public struct GlyphOutline: Hashable, Sendable {
  /// One step of the pen.
  public enum Segment: Hashable, Sendable {
    /// Starts a contour.
    case move(to: Point)
    /// A straight line.
    case line(to: Point)
    /// A curve of the second degree, as TrueType has them.
    case quadratic(control: Point, to: Point)
    /// A curve of the third degree, as CFF has them.
    case cubic(control1: Point, control2: Point, to: Point)
    /// A straight line back to where the contour started.
    case close
  }

  /// The steps of the pen; every contour starts with a move and ends with a close.
  public let segments: [Segment]
  /// Font units an em; the factor from the outline to layout points is size ÷ this.
  public let unitsPerEm: Int

  /// Makes an outline from the steps of the pen.
  public init(segments: [Segment], unitsPerEm: Int) {
    self.segments = segments
    self.unitsPerEm = unitsPerEm
  }

  /// Whether nothing is drawn, as for spaces and for glyphs that are images only.
  public var isEmpty: Bool { segments.isEmpty }
}
