public import LinecasterBase

/// A line under, through or over text (CSS Text Decoration 4).
///
///     var style = TextStyle()
///     style.decorations = [
///       TextDecoration(.underline, pattern: .wavy, thickness: 2), TextDecoration(.strikethrough),
///     ]
///     let layout = typesetter.prepare(Paragraph(string, style: style)).layout(width: 320)
public struct TextDecoration: Hashable, Sendable {
  /// The position of the line (CSS `text-decoration-line`).
  public enum Position: UInt8, Hashable, Sendable, CaseIterable {
    /// A line under the text: half of its thickness below the baseline, and at least a pixel.
    ///
    /// In vertical text, the line is on the left, or on the right in Japanese and Korean, as in
    /// browsers. Overlines in such text are on the left.
    case underline
    /// A line through lower-case letters; its middle is a third of the font's ascent above the
    /// baseline.
    case strikethrough
    /// A line at the top of the font's ascent.
    case overline
  }

  /// The style of the line (CSS `text-decoration-style`).
  public enum Pattern: UInt8, Hashable, Sendable, CaseIterable {
    /// One line.
    case solid
    /// Two lines with a gap of about one pixel between them.
    case double
    /// Dots, one thickness apart: squares up to a thickness of three pixels, and circles above.
    case dotted
    /// Dashes of two thicknesses, with gaps of about half a dash. Lines thinner than three pixels
    /// have dashes of three thicknesses.
    case dashed
    /// A wavy line.
    case wavy
  }

  /// Whether the line leaves gaps around letters that cross it (CSS `text-decoration-skip-ink`).
  public enum SkipInk: UInt8, Hashable, Sendable, CaseIterable {
    /// Leaves gaps around letters, but not around Chinese, Japanese and Korean characters, slashes
    /// and low lines, which would leave too little of the line.
    case auto
    /// Leaves no gaps.
    case none
    /// Leaves gaps around all characters.
    case all
  }

  /// The position of the line (CSS `text-decoration-line`).
  public var position: Position
  /// The style of the line (CSS `text-decoration-style`).
  public var pattern: Pattern
  /// The colour of the line in the light theme (CSS `text-decoration-color`); `nil` uses the text's
  /// colour. Setting it sets the colour of all themes.
  public var color: Color? {
    get { themeColor?.light }
    set { themeColor = newValue.map { ThemeColor($0) } }
  }
  /// The colour of the line in each theme; `nil` uses the text's colour.
  public var themeColor: ThemeColor?
  /// The thickness in layout points, rounded to whole pixels and at least one (CSS
  /// `text-decoration-thickness`); `nil` is a tenth of the em, rounded down to whole pixels.
  public var thickness: Double?
  /// The distance of an underline below the baseline, in layout points, or the extra distance from
  /// the letters in vertical text (CSS `text-underline-offset`); `nil` depends on the thickness.
  public var offset: Double?
  /// Whether the line leaves gaps around letters that cross it; ignored for lines through text.
  public var skipInk: SkipInk

  /// Creates a decoration. By default the line is solid, in the text's colour, and its thickness
  /// and offset follow the text's size.
  public init(
    _ position: Position, pattern: Pattern = .solid, color: Color? = nil, thickness: Double? = nil,
    offset: Double? = nil, skipInk: SkipInk = .auto
  ) {
    self.position = position
    self.pattern = pattern
    themeColor = color.map { ThemeColor($0) }
    self.thickness = thickness
    self.offset = offset
    self.skipInk = skipInk
  }
}

/// A decoration line of a layout, ready to draw.
public struct TextDecorationLine: Hashable, Sendable {
  /// The decoration to draw.
  public let decoration: TextDecoration
  /// The colour; the text's colour if the decoration has none.
  public let color: Color
  /// The frame of a solid line at one pixel per point, in layout points from the layout's top-left
  /// corner, y down, before snapping to pixels.
  ///
  /// The height is the thickness of one stroke; double and wavy lines extend further, see `bounds`.
  public internal(set) var frame: Rect
  /// The gaps where letters cross the line: ranges of x in layout points, in order and disjoint.
  var gaps: [Range<Double>] = []
  /// The anchor that positions the line on pixels.
  package let anchor: DecorationAnchor

  /// - Parameters:
  ///   - decoration: The decoration to draw.
  ///   - color: The colour.
  ///   - x: The left edge.
  ///   - width: The width.
  ///   - anchor: The anchor that positions the line.
  init(
    decoration: TextDecoration, color: Color, x: Double, width: Double, anchor: DecorationAnchor
  ) {
    self.decoration = decoration
    self.color = color
    self.anchor = anchor
    let metrics = DecorationMetrics(decoration, at: anchor, scale: .one)
    frame = Rect(
      x: x, y: anchor.y(metrics.top, metrics.thickness), width: width,
      height: metrics.thickness)
  }

  /// The bounds of the whole line at one pixel per point, in the coordinates of `frame`.
  public var bounds: Rect {
    guard decoration.pattern == .double || decoration.pattern == .wavy else { return frame }
    let extent = DecorationMetrics(decoration, at: anchor, scale: .one).extent
    let height = extent.upperBound - extent.lowerBound
    return Rect(
      x: frame.minX, y: anchor.y(extent.lowerBound, height), width: frame.width, height: height)
  }

  /// The ranges of x in which the line is drawn, between the gaps.
  ///
  /// - Complexity: O(gaps), on each access.
  public var stretches: [Range<Double>] {
    var stretches: [Range<Double>] = []
    var start = frame.minX
    for gap in gaps {
      if gap.lowerBound > start { stretches.append(start..<gap.lowerBound) }
      start = max(start, gap.upperBound)
    }
    if start < frame.maxX { stretches.append(start..<frame.maxX) }
    return stretches
  }

  /// Sorts and merges the gaps, and clips them to the line.
  mutating func settleGaps() {
    guard !gaps.isEmpty else { return }
    var settled: [Range<Double>] = []
    for gap in gaps.sorted(by: { $0.lowerBound < $1.lowerBound }) {
      let (start, end) = (max(gap.lowerBound, frame.minX), min(gap.upperBound, frame.maxX))
      guard start < end else { continue }
      if let last = settled.last, start <= last.upperBound {
        settled[settled.count - 1] = last.lowerBound..<max(last.upperBound, end)
      } else {
        settled.append(start..<end)
      }
    }
    gaps = settled
  }
}

/// A background colour of text in a layout.
public struct TextBackground: Hashable, Sendable {
  /// The colour.
  public let color: Color
  /// The rectangle to fill, in layout points from the layout's top-left corner, y down.
  ///
  /// It spans the ascent to the descent of the style's first face, regardless of the line height.
  public internal(set) var frame: Rect
}
