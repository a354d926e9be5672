public import LinecasterBase
import LinecasterText

/// Lightly marked-up text in a subset of CommonMark 0.31.
///
/// The supported blocks are paragraphs, headings (`#` and underlined), block quotes, lists, fenced
/// and indented code, thematic breaks, and images on a line of their own. Text may have emphasis,
/// strong emphasis, `~~strike~~`, code, links `[text](address)`, `<https://…>`, backslash escapes
/// and hard line breaks. HTML, character references, link reference definitions, tables, and lists
/// and quotes beyond twelve levels are read as plain text.
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

  /// The maximum nesting of lists and quotes.
  static let depthLimit = 12

  /// Parses marked-up text.
  ///
  /// - Parameters:
  ///   - text: The text; its lines end in LF, CRLF or CR.
  ///   - lineBreaks: The treatment of line ends inside a paragraph.
  /// - Complexity: O(characters) for any text. May run on any thread.
  public init(_ text: String, lineBreaks: LineBreaks = .spaces) {
    blocks = WorkScope.finish { scope throws(CancellationError) in
      try Self.blocks(of: text, lineBreaks, scope)
    }
  }

  /// Parses marked-up text, unless cancelled.
  ///
  /// - Parameters:
  ///   - text: The text; its lines end in LF, CRLF or CR.
  ///   - lineBreaks: The treatment of line ends inside a paragraph.
  ///   - isCancelled: Called at once and, for long texts, twice a millisecond or more often. The
  ///     call returns within a millisecond after it returns true.
  /// - Throws: `CancellationError` if `isCancelled` returns true.
  /// - Complexity: O(characters) for any text. May run on any thread.
  public init(
    _ text: String, lineBreaks: LineBreaks = .spaces, isCancelled: () -> Bool
  ) throws(CancellationError) {
    self = try WorkScope.run(isCancelled) { scope throws(CancellationError) in
      try Markup(text, lineBreaks: lineBreaks, scope)
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
  ///   - lineBreaks: The treatment of line ends inside a paragraph.
  ///   - budget: The limits of the text's length and the parsing time.
  ///   - isCancelled: Called as by `init(_:lineBreaks:isCancelled:)`.
  /// - Throws: `RenderBudget.Excess` if the text exceeds the budget; `CancellationError` if
  ///   `isCancelled` returns true.
  /// - Complexity: O(characters) for any text. May run on any thread.
  public init(
    _ text: String, lineBreaks: LineBreaks = .spaces, budget: RenderBudget,
    isCancelled: () -> Bool = { false }
  ) throws {
    self = try WorkScope.run(by: Deadline(budget), of: "text", isCancelled: isCancelled) { scope in
      try Markup(text, lineBreaks: lineBreaks, budget: budget, scope)
    }
  }

  /// Parses marked-up text within a budget, whose time is that of the scope.
  ///
  /// - Throws: As `init(_:lineBreaks:budget:isCancelled:)`.
  init(
    _ text: String, lineBreaks: LineBreaks, budget: RenderBudget, _ scope: WorkScope
  ) throws {
    if text.utf8.count > budget.textUnitCount {
      try budget.check(.textUnits, text.utf16.count, of: "text")
    }
    try self.init(text, lineBreaks: lineBreaks, scope)
  }

  private init(
    _ text: String, lineBreaks: LineBreaks, _ scope: WorkScope
  ) throws(CancellationError) {
    blocks = try scope.run(over: text.utf8.count) { scope throws(CancellationError) in
      try Self.blocks(of: text, lineBreaks, scope)
    }
  }

  private static func blocks(
    of text: String, _ lineBreaks: LineBreaks, _ scope: WorkScope
  ) throws(CancellationError) -> [MarkupBlock] {
    var reader = BlockReader(lineBreaks: lineBreaks, scope)
    return try reader.blocks(of: MarkupLine.lines(of: text, scope))
  }
}

/// A block of marked-up text, for custom layouts.
///
///     let titles = markup.blocks.compactMap { block -> String? in
///       guard case .heading(let level, let spans) = block else { return nil }
///       return String(repeating: "  ", count: level - 1) + spans.map(\.text).joined()
///     }
public indirect enum MarkupBlock: Hashable, Sendable {
  /// A heading of level 1 to 6.
  case heading(level: Int, [MarkupSpan])
  /// A paragraph: text between blank lines.
  case paragraph([MarkupSpan])
  /// A block quote.
  case quote([MarkupBlock])
  /// A list, numbered or with bullets.
  case list(MarkupList)
  /// Code, with its spaces and line ends; the language is the first word after the fence.
  case code(String, language: String?)
  /// An image on a line of its own: the path of its file, and a description.
  case image(path: String, description: String)
  /// A thematic break (HTML `hr`).
  case thematicBreak
}

extension MarkupBlock {
  /// Returns whether two blocks are equal. Texts are compared by their bytes.
  ///
  /// - Complexity: O(bytes).
  public static func == (left: MarkupBlock, right: MarkupBlock) -> Bool {
    switch (left, right) {
    case (.heading(let level, let spans), .heading(let otherLevel, let otherSpans)):
      level == otherLevel && spans == otherSpans
    case (.paragraph(let left), .paragraph(let right)): left == right
    case (.quote(let left), .quote(let right)): left == right
    case (.list(let left), .list(let right)): left == right
    case (.code(let code, let language), .code(let otherCode, let otherLanguage)):
      ExactText(code) == ExactText(otherCode)
        && language.map { ExactText($0) } == otherLanguage.map { ExactText($0) }
    case (.image(let path, let words), .image(let otherPath, let otherWords)):
      ExactText(path) == ExactText(otherPath) && ExactText(words) == ExactText(otherWords)
    case (.thematicBreak, .thematicBreak): true
    default: false
    }
  }

  /// Feeds the block to the hasher; texts by their bytes.
  ///
  /// - Complexity: O(bytes).
  public func hash(into hasher: inout Hasher) {
    switch self {
    case .heading(let level, let spans):
      hasher.combine(level)
      hasher.combine(spans)
    case .paragraph(let spans): hasher.combine(spans)
    case .quote(let blocks):
      hasher.combine(-1)
      hasher.combine(blocks)
    case .list(let list): hasher.combine(list)
    case .code(let code, let language):
      hasher.combine(ExactText(code))
      hasher.combine(language.map { ExactText($0) })
    case .image(let path, let words):
      hasher.combine(ExactText(path))
      hasher.combine(ExactText(words))
    case .thematicBreak: hasher.combine(-2)
    }
  }
}

/// A list in marked-up text.
public struct MarkupList: Hashable, Sendable {
  /// The number of the first item; `nil` for lists with bullets.
  public let start: Int?
  /// Whether the items are tight: no blank line separates them.
  public let isTight: Bool
  /// The blocks of each item.
  public let items: [[MarkupBlock]]
}

/// A span of text with uniform traits, for custom layouts.
public struct MarkupSpan: Hashable, Sendable {
  /// The differences between a span and the text around it.
  public struct Traits: OptionSet, Hashable, Sendable {
    /// The traits as bits.
    public let rawValue: UInt8

    /// Creates traits from bits.
    public init(rawValue: UInt8) {
      self.rawValue = rawValue
    }

    /// Slanted text, marked by `*` or `_`.
    public static let emphasis = Traits(rawValue: 1)
    /// Bold text, marked by `**` or `__`.
    public static let strong = Traits(rawValue: 2)
    /// Struck-through text, marked by `~~`.
    public static let strike = Traits(rawValue: 4)
    /// Monospaced text, marked by backticks.
    public static let code = Traits(rawValue: 8)
    /// The text of a link.
    public static let link = Traits(rawValue: 16)
  }

  /// The text of the span; line ends that are kept are line feeds.
  @ExactText public internal(set) var text: String
  /// The traits of the span.
  public let traits: Traits
  /// The address of the span's link; `nil` outside links.
  public var link: String? { exactLink?.string }

  private let exactLink: ExactText?

  init(_ text: String, _ traits: Traits = [], link: String? = nil) {
    self.text = text
    self.traits = traits
    exactLink = link.map { ExactText($0) }
  }

  /// Whether both have the same address, or neither has one.
  func isInSameLink(as other: MarkupSpan) -> Bool { exactLink == other.exactLink }
}
