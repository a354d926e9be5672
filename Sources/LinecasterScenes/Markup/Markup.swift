public import LinecasterBase
import LinecasterText

/// Text in Markdown: CommonMark 0.31.2 with the extensions of GitHub.
///
/// The extensions are tables, task lists, strikethrough, autolinks and footnotes; see
/// ``MarkupExtensions``. Raw HTML is kept and shown as text. Lists and quotes beyond a hundred
/// levels are read as plain text.
///
///     let markup = Markup("# नमस्ते\n\nShaped, *measured* and **painted**.")
///     let style = MarkupStyle(theme: .dark, size: 18)
///     let arrangement = try arranger.arrange(
///       markup.layout(style).padding(16), in: LayoutEnvironment(width: 360, theme: .dark))
///     let bitmap = try DisplayRasterizer().rasterize(
///       arrangement.displayList, background: .black)
///
/// Every string is valid input. The parsed text is an immutable value.
public struct Markup: Hashable, Sendable {
  /// The treatment of line ends inside a paragraph.
  public enum LineBreaks: Hashable, Sendable {
    /// Line ends become spaces, as in CommonMark.
    case spaces
    /// Line ends stay, as in a letter or a poem.
    case kept
  }

  /// The blocks from top to bottom.
  public let blocks: [MarkupBlock]

  /// The maximum nesting of lists, quotes and footnotes.
  static let depthLimit = 100

  /// Parses marked-up text.
  ///
  /// - Parameters:
  ///   - text: The text; its lines end in LF, CRLF or CR.
  ///   - extensions: The additions to CommonMark.
  ///   - lineBreaks: The treatment of line ends inside a paragraph.
  /// - Complexity: O(characters) for any text. May run on any thread.
  public init(
    _ text: String, extensions: MarkupExtensions = .gitHub, lineBreaks: LineBreaks = .spaces
  ) {
    blocks = WorkScope.finish { scope throws(CancellationError) in
      try Self.blocks(of: text, extensions, lineBreaks, scope)
    }
  }

  /// Parses marked-up text, unless cancelled.
  ///
  /// - Parameters:
  ///   - text: The text; its lines end in LF, CRLF or CR.
  ///   - extensions: The additions to CommonMark.
  ///   - lineBreaks: The treatment of line ends inside a paragraph.
  ///   - isCancelled: Called at once and, for long texts, twice a millisecond or more often. The
  ///     call returns within a millisecond after it returns true.
  /// - Throws: `CancellationError` if `isCancelled` returns true.
  /// - Complexity: O(characters) for any text. May run on any thread.
  public init(
    _ text: String, extensions: MarkupExtensions = .gitHub, lineBreaks: LineBreaks = .spaces,
    isCancelled: () -> Bool
  ) throws(CancellationError) {
    self = try WorkScope.run(isCancelled) { scope throws(CancellationError) in
      try Markup(text, extensions, lineBreaks, scope)
    }
  }

  /// Parses marked-up text within a budget.
  ///
  ///     let markup = try Markup(text, budget: RenderBudget(textUnitCount: 100_000))
  ///
  /// The `CellArranger` that lays out the result counts its text and nodes again.
  ///
  /// - Parameters:
  ///   - text: The text; its lines end in LF, CRLF or CR.
  ///   - extensions: The additions to CommonMark.
  ///   - lineBreaks: The treatment of line ends inside a paragraph.
  ///   - budget: The limits of the text's length and the parsing time.
  ///   - isCancelled: Called as by `init(_:extensions:lineBreaks:isCancelled:)`.
  /// - Throws: `RenderBudget.Excess` if the text exceeds the budget; `CancellationError` if
  ///   `isCancelled` returns true.
  /// - Complexity: O(characters) for any text. May run on any thread.
  public init(
    _ text: String, extensions: MarkupExtensions = .gitHub, lineBreaks: LineBreaks = .spaces,
    budget: RenderBudget, isCancelled: () -> Bool = { false }
  ) throws {
    self = try WorkScope.run(by: Deadline(budget), of: "text", isCancelled: isCancelled) { scope in
      try Markup(
        text, extensions: extensions, lineBreaks: lineBreaks, budget: budget, scope)
    }
  }

  /// Parses marked-up text within a budget, whose time is that of the scope.
  ///
  /// - Throws: As `init(_:extensions:lineBreaks:budget:isCancelled:)`.
  init(
    _ text: String, extensions: MarkupExtensions = .gitHub, lineBreaks: LineBreaks,
    budget: RenderBudget, _ scope: WorkScope
  ) throws {
    if text.utf8.count > budget.textUnitCount {
      try budget.check(.textUnits, text.utf16.count, of: "text")
    }
    try self.init(text, extensions, lineBreaks, scope)
  }

  private init(
    _ text: String, _ extensions: MarkupExtensions, _ lineBreaks: LineBreaks, _ scope: WorkScope
  ) throws(CancellationError) {
    blocks = try scope.run(over: text.utf8.count) { scope throws(CancellationError) in
      try Self.blocks(of: text, extensions, lineBreaks, scope)
    }
  }

  private static func blocks(
    of text: String, _ extensions: MarkupExtensions, _ lineBreaks: LineBreaks, _ scope: WorkScope
  ) throws(CancellationError) -> [MarkupBlock] {
    try MarkupTree(text, extensions, scope).blocks(keepsLineBreaks: lineBreaks == .kept)
  }
}

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
