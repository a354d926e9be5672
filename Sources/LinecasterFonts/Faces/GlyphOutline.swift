public import LinecasterBase

/// The shape of a glyph as closed contours of lines and curves.
///
/// Coordinates are in font units, x to the right and y up, from the glyph's origin on the baseline.
/// The inside is what contours wind around (the non-zero rule).
///
///     let outline = face.outline(of: glyph)
///     let scale = 16 / Double(outline.unitsPerEm)
///     print("<path d=\"\(outline.svgPath(scale: scale))\"/>")
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

extension GlyphOutline {
  /// The outline as the data of an SVG path (SVG 2 §9.3), y up as in the font.
  ///
  /// Commands are absolute and one of M, L, Q, C and Z; numbers have at most three decimals. Every
  /// straight line back to the start of its contour is written as Z, also where, as in some fonts,
  /// the contour goes on from there.
  ///
  /// - Parameter scale: What coordinates are multiplied with; 1 leaves them in font units.
  public func svgPath(scale: Double = 1) -> String {
    var writer = PathWriter(scale: scale)
    for segment in segments { writer.write(segment) }
    return writer.text
  }
}

/// Writes path data, one command after the other.
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

  /// A coordinate in thousandths, whole numbers without a decimal point.
  private func number(_ value: Double) -> String {
    let rounded = (value * scale * 1000).rounded() / 1000
    return Int(exactly: rounded).map(String.init) ?? "\(rounded)"
  }
}
