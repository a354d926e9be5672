public import LinecasterGeometry

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
    /// Under the text, where its font says. On lines that run downwards beside the letters: at
    /// their left, in Japanese and Korean at their right, as in browsers, where an overline is at
    /// the left.
    case underline
    /// Through the middle of lower-case letters.
    case strikethrough
    /// At the top of the font's ascent.
    case overline
  }

  /// How the line is drawn.
  public enum Pattern: UInt8, Hashable, Sendable, CaseIterable {
    /// One line.
    case solid
    /// Two lines, one thickness apart.
    case double
    /// Round dots.
    case dotted
    /// Short strokes.
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
  /// The thickness in layout points; nil for what the font asks for.
  public var thickness: Double?
  /// Whether the line leaves room where letters cross it; lines through text never do.
  public var skipInk: SkipInk

  /// Makes a decoration; what is left out is solid, in the text's colour and the font's thickness.
  public init(
    _ position: Position, pattern: Pattern = .solid, color: Color? = nil, thickness: Double? = nil,
    skipInk: SkipInk = .auto
  ) {
    self.position = position
    self.pattern = pattern
    self.color = color
    self.thickness = thickness
    self.skipInk = skipInk
  }
}

/// A line under, through or over text of a layout, ready to be drawn.
public struct TextDecorationLine: Hashable, Sendable {
  /// What is drawn.
  public let decoration: TextDecoration
  /// The colour, that of the text where the decoration has none.
  public let color: Color
  /// The room of a solid line, in layout points from the layout's top-left corner, y down.
  ///
  /// Its height is the thickness of one stroke; double and wavy lines reach further, see `bounds`.
  public internal(set) var frame: Rect
  /// Where the line is left out because letters cross it: stretches of x in layout points, from
  /// left to right, none of which meets another.
  var gaps: [Range<Double>] = []
  /// Whether it is on the side of the text where y is less, and so grows there.
  var isAbove: Bool

  init(
    decoration: TextDecoration, color: Color, frame: Rect, isAbove: Bool? = nil
  ) {
    self.decoration = decoration
    self.color = color
    self.frame = frame
    self.isAbove = isAbove ?? (decoration.position == .overline)
  }

  /// The room of the whole line.
  ///
  /// The two strokes of a double line are a thickness apart, and a wave is as high as they are
  /// together. Both grow away from the text, and to both sides where they run through it.
  public var bounds: Rect {
    guard decoration.pattern == .double || decoration.pattern == .wavy else { return frame }
    let above = decoration.position == .strikethrough ? 1.0 : isAbove ? 2.0 : 0.0
    return Rect(
      x: frame.minX, y: frame.minY - above * frame.height, width: frame.width,
      height: 3 * frame.height)
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
