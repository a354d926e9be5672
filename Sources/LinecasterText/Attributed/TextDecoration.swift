public import LinecasterGeometry

/// A line under, through or over text (CSS Text Decoration 4).
public struct TextDecoration: Hashable, Sendable {
  /// Where the line runs.
  public enum Position: UInt8, Hashable, Sendable, CaseIterable {
    /// Under the text, where its font says.
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
