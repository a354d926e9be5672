/// The additions to CommonMark that a parser accepts.
///
///     let markup = Markup("~~old~~ `new`", extensions: .commonMark)
public struct MarkupExtensions: OptionSet, Hashable, Sendable {
  /// The extensions as bits.
  public let rawValue: UInt8

  /// Creates extensions from bits.
  public init(rawValue: UInt8) {
    self.rawValue = rawValue
  }

  /// Tables with a delimiter row (GFM §4.10).
  public static let tables = MarkupExtensions(rawValue: 1)
  /// Check boxes at the start of list items (GFM §5.3).
  public static let taskLists = MarkupExtensions(rawValue: 2)
  /// Struck-through text between `~` or `~~` (GFM §6.5).
  public static let strikethrough = MarkupExtensions(rawValue: 4)
  /// Links from bare web and mail addresses (GFM §6.9).
  public static let autolinks = MarkupExtensions(rawValue: 8)
  /// Footnotes: `[^label]` and `[^label]: text`.
  public static let footnotes = MarkupExtensions(rawValue: 16)
  /// Emphasis beside Chinese, Japanese and Korean text: punctuation next to it opens and closes
  /// emphasis like a letter.
  public static let cjkFriendly = MarkupExtensions(rawValue: 32)

  /// No extensions: CommonMark 0.31.2.
  public static let commonMark: MarkupExtensions = []
  /// The extensions of GitHub Flavored Markdown, with footnotes.
  public static let gitHub: MarkupExtensions = [
    .tables, .taskLists, .strikethrough, .autolinks, .footnotes,
  ]
}
