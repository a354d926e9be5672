/// How the lines of a paragraph are made.
public struct ParagraphStyle: Hashable, Sendable {
  /// Which edge lines stand at.
  public var alignment: TextAlignment
  /// The direction the paragraph is written in.
  public var baseDirection: BaseDirection
  /// The height of the lines.
  public var lineHeight: LineHeight
  /// Room under each line that a line terminator ends, in layout points; what is below 0 counts
  /// as 0.
  public var paragraphSpacing: Double
  /// Room before the first line's text, in layout points; negative lets it stand out.
  public var firstLineIndent: Double
  /// The distance between tab stops, in advances of the space.
  public var tabSize: Double
  /// What becomes of white space, and whether lines wrap.
  public var whiteSpace: WhiteSpace
  /// Which rules say where lines may end.
  public var lineBreakRules: LineBreakRules
  /// How strict those rules are.
  public var lineBreakStrictness: LineBreakStrictness
  /// Where lines may end between letters.
  public var wordBreak: WordBreak
  /// What becomes of a word that is wider than a line.
  public var overflowWrap: OverflowWrap
  /// The most lines shown, the last of them ending in an ellipsis where text is left; nil for all,
  /// and less than 1 counts as 1.
  public var maximumLines: Int?
  /// Whether a line that is too wide for the layout ends in an ellipsis.
  ///
  /// It may be so where lines do not wrap; the last of `maximumLines` has one in any case.
  public var truncatesOverflow: Bool

  /// Makes a style; what is left out keeps white space, wraps lines and breaks words that are too
  /// wide.
  public init(
    alignment: TextAlignment = .start, baseDirection: BaseDirection = .automatic,
    lineHeight: LineHeight = .normal, paragraphSpacing: Double = 0, firstLineIndent: Double = 0,
    tabSize: Double = 8, whiteSpace: WhiteSpace = .preWrap, lineBreakRules: LineBreakRules = .css,
    lineBreakStrictness: LineBreakStrictness = .automatic, wordBreak: WordBreak = .normal,
    overflowWrap: OverflowWrap = .breakWord, maximumLines: Int? = nil,
    truncatesOverflow: Bool = false
  ) {
    self.alignment = alignment
    self.baseDirection = baseDirection
    self.lineHeight = lineHeight
    self.paragraphSpacing = paragraphSpacing
    self.firstLineIndent = firstLineIndent
    self.tabSize = tabSize
    self.whiteSpace = whiteSpace
    self.lineBreakRules = lineBreakRules
    self.lineBreakStrictness = lineBreakStrictness
    self.wordBreak = wordBreak
    self.overflowWrap = overflowWrap
    self.maximumLines = maximumLines
    self.truncatesOverflow = truncatesOverflow
  }
}
