public import LinecasterBase

/// The shape of a glyph as closed contours of lines and curves.
///
/// Coordinates are in font units, x to the right and y up, from the glyph's origin on the baseline.
/// The fill rule is non-zero.
///
///     let outline = face.outline(of: glyph)
///     let scale = 16 / Double(outline.unitsPerEm)
///     print("<path d=\"\(outline.svgPath(scale: scale))\"/>")
public struct GlyphOutline: Hashable, Sendable {
  /// A step of the pen.
  public enum Segment: Hashable, Sendable {
    /// Starts a contour at a point.
    case move(to: Point)
    /// Draws a straight line to a point.
    case line(to: Point)
    /// Draws a quadratic curve to a point, as in TrueType.
    case quadratic(control: Point, to: Point)
    /// Draws a cubic curve to a point, as in CFF.
    case cubic(control1: Point, control2: Point, to: Point)
    /// Draws a straight line back to the start of the contour.
    case close
  }

  /// The steps of the pen. Every contour starts with a move and ends with a close.
  public let segments: [Segment]
  /// The number of font units per em. To get layout points, multiply coordinates by size ÷
  /// `unitsPerEm`.
  public let unitsPerEm: Int

  /// Creates an outline from the steps of the pen.
  public init(segments: [Segment], unitsPerEm: Int) {
    self.segments = segments
    self.unitsPerEm = unitsPerEm
  }

  /// Whether the outline draws nothing, for example for spaces and glyphs that are only images.
  public var isEmpty: Bool { segments.isEmpty }
}

extension GlyphOutline {
  /// Returns the outline as SVG path data (SVG 2 §9.3), y up as in the font.
  ///
  /// All commands are absolute, and one of M, L, Q, C and Z; numbers have at most three decimals.
  /// Every straight line back to the start of its contour becomes Z, even if the contour continues
  /// from there, as it does in some fonts.
  ///
  /// - Parameter scale: The factor of all coordinates; 1 keeps font units.
  /// - Complexity: O(segments).
  public func svgPath(scale: Double = 1) -> String {
    var writer = PathWriter(scale: scale)
    for segment in segments { writer.write(segment) }
    return writer.text
  }
}

/// Writes path data command by command.
private struct PathWriter {
  let scale: Double
  private(set) var text = ""
  private var start = Point.zero
  private var isClosed = false

  init(scale: Double) {
    self.scale = scale
  }

  mutating func write(_ segment: GlyphOutline.Segment) {
    let wasClosed = isClosed
    isClosed = segment == .close || segment == .line(to: start)
    switch segment {
    case .move(let point):
      start = point
      isClosed = false
      write("M", point)
    case _ where isClosed:
      if !wasClosed { write("Z") }
    case .line(let point): write("L", point)
    case .quadratic(let control, let point): write("Q", control, point)
    case .cubic(let control1, let control2, let point): write("C", control1, control2, point)
    case .close: break
    }
  }

  private mutating func write(_ command: String, _ points: Point...) {
    if !text.isEmpty { text += " " }
    text += command
    for (index, point) in points.enumerated() {
      if index > 0 { text += " " }
      text += "\(number(point.x)),\(number(point.y))"
    }
  }

  /// Returns a coordinate rounded to thousandths; whole numbers have no decimal point.
  private func number(_ value: Double) -> String {
    let rounded = (value * scale * 1000).rounded() / 1000
    return Int(exactly: rounded).map(String.init) ?? "\(rounded)"
  }
}
