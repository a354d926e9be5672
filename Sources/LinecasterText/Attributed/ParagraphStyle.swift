/// How the lines of a paragraph are made.
public struct ParagraphStyle: Hashable, Sendable {
  /// Which edge lines stand at.
  public var alignment: TextAlignment
  /// The direction the paragraph starts in.
  public var baseDirection: BaseDirection
  /// The height of the lines.
  public var lineHeight: LineHeight
  /// The most lines shown, the last of them ending in an ellipsis where text is left; nil for all.
  public var maximumLines: Int?

  /// Makes a style; what is left out is `start`, `automatic`, `normal` and no limit.
  public init(
    alignment: TextAlignment = .start, baseDirection: BaseDirection = .automatic,
    lineHeight: LineHeight = .normal, maximumLines: Int? = nil
  ) {
    self.alignment = alignment
    self.baseDirection = baseDirection
    self.lineHeight = lineHeight
    self.maximumLines = maximumLines
  }
}
