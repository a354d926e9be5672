public import LinecasterBase

/// A line under, through or over text (CSS Text Decoration 4).
///
///     var style = TextStyle()
///     style.decorations = [
///       TextDecoration(.underline, pattern: .wavy, thickness: 2), TextDecoration(.strikethrough),
///     ]
///     let layout = typesetter.prepare(Paragraph(string, style: style)).layout(width: 320)
public struct TextDecoration: Hashable, Sendable {
  /// Where the line runs.
  public enum Position: UInt8, Hashable, Sendable, CaseIterable {
    /// Under the text, half of its thickness below the baseline and at least a pixel. On lines that
    /// run downwards beside the letters: at their left, in Japanese and Korean at their right, as
    /// in browsers, where an overline is at the left.
    case underline
    /// Through lower-case letters: its middle two thirds of the font's ascent from the top.
    case strikethrough
    /// On top of the font's ascent.
    case overline
  }

  /// How the line is drawn.
  public enum Pattern: UInt8, Hashable, Sendable, CaseIterable {
    /// One line.
    case solid
    /// Two lines, about a pixel more than a thickness from one to the other.
    case double
    /// Dots a thickness apart: squares up to three pixels, and round above.
    case dotted
    /// Strokes of two thicknesses, or three under three pixels, and gaps of about half of that.
    case dashed
    /// A wave.
    case wavy
  }

  /// Whether a line leaves room where letters cross it (CSS Text Decoration 4 §2.11).
  public enum SkipInk: UInt8, Hashable, Sendable, CaseIterable {
    /// Around letters, but not around ideographs and other characters of Chinese, Japanese and
    /// Korean, nor around slashes and low lines, which would leave too little of the line.
    case auto
    /// Nowhere.
    case none
    /// Around all characters.
    case all
  }

  /// Where the line runs.
  public var position: Position
  /// How the line is drawn.
  public var pattern: Pattern
  /// The colour of the line; nil for that of the text.
  public var color: Color?
  /// The thickness in layout points, drawn as the nearest number of whole pixels and at least as
  /// one; nil for a tenth of the em, rounded down to whole pixels.
  public var thickness: Double?
  /// How far an underline is below the baseline, in layout points, or on lines that run downwards
  /// how much farther it is from the letters; nil for what goes with its thickness.
  public var offset: Double?
  /// Whether the line leaves room where letters cross it; lines through text never do.
  public var skipInk: SkipInk

  /// Makes a decoration; what is left out is solid, in the text's colour, and as thick and as far
  /// from the text as goes with the text's size.
  public init(
    _ position: Position, pattern: Pattern = .solid, color: Color? = nil, thickness: Double? = nil,
    offset: Double? = nil, skipInk: SkipInk = .auto
  ) {
    self.position = position
    self.pattern = pattern
    self.color = color
    self.thickness = thickness
    self.offset = offset
    self.skipInk = skipInk
  }
}

/// A line under, through or over text of a layout, ready to be drawn.
public struct TextDecorationLine: Hashable, Sendable {
  /// What is drawn.
  public let decoration: TextDecoration
  /// The colour, that of the text where the decoration has none.
  public let color: Color
  /// The room of a solid line at one pixel a point, in layout points from the layout's top-left
  /// corner, y down, before it is moved to whole pixels.
  ///
  /// Its height is the thickness of one stroke; double and wavy lines reach further, see `bounds`.
  public internal(set) var frame: Rect
  /// Where the line is left out because letters cross it: stretches of x in layout points, from
  /// left to right, none of which meets another.
  var gaps: [Range<Double>] = []
  /// What its place on pixels follows from.
  package let anchor: DecorationAnchor

  /// - Parameters:
  ///   - decoration: What is drawn.
  ///   - color: In which colour.
  ///   - x: Where it starts.
  ///   - width: How long it is.
  ///   - anchor: What its place follows from.
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

  /// The room of the whole line at one pixel a point, as that of a solid line is.
  public var bounds: Rect {
    guard decoration.pattern == .double || decoration.pattern == .wavy else { return frame }
    let extent = DecorationMetrics(decoration, at: anchor, scale: .one).extent
    let height = extent.upperBound - extent.lowerBound
    return Rect(
      x: frame.minX, y: anchor.y(extent.lowerBound, height), width: frame.width, height: height)
  }

  /// The stretches of x between the gaps.
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

  /// Puts the gaps in order, and those that meet together; what is out of the line is left out.
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

/// A colour behind text of a layout.
public struct TextBackground: Hashable, Sendable {
  /// The colour.
  public let color: Color
  /// The room it fills, in layout points from the layout's top-left corner, y down.
  ///
  /// It reaches from the ascent to the descent of the style's first face, whatever the line height.
  public internal(set) var frame: Rect
}
