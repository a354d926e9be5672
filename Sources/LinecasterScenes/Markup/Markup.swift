public import LinecasterBase
import LinecasterText

/// Text with the marks people put into plain text, read by a subset of CommonMark 0.31.
///
/// Known are paragraphs, headings (`#` and underlined), block quotes, lists, fenced and indented
/// code, thematic breaks, images on a line of their own; and in text emphasis, strong emphasis,
/// `~~strike~~`, code, links `[text](address)`, `<https://…>`, backslash escapes and hard line
/// breaks. HTML, character references, link reference definitions and tables are text like any
/// other. Lists and quotes deeper than twelve levels are text too.
///
///     let markup = Markup("# नमस्ते\n\nShaped, *measured* and **painted**.")
///     let style = MarkupStyle(theme: .dark, size: 18)
///     let arrangement = try arranger.arrange(
///       markup.layout(style).padding(16), in: LayoutEnvironment(width: 360, theme: .dark))
///     let bitmap = try DisplayRasterizer().rasterize(
///       arrangement.displayList, background: .black)
///
/// Any string is good. An immutable value.
public struct Markup: Hashable, Sendable {
  /// What becomes of the end of a line inside a paragraph.
  public enum LineBreaks: Hashable, Sendable {
    /// It is a space, as CommonMark has it.
    case spaces
    /// It ends the line, as people see it in a letter or a poem.
    case kept
  }

  /// The blocks from top to bottom.
  public let blocks: [MarkupBlock]

  /// The most lists and quotes in each other.
  static let depthLimit = 12

  /// Reads a text.
  ///
  /// - Parameters:
  ///   - text: The text; its lines end in LF, CRLF or CR.
  ///   - lineBreaks: What becomes of the end of a line inside a paragraph.
  /// - Complexity: O(characters), whatever the text. May run on any thread.
  public init(_ text: String, lineBreaks: LineBreaks = .spaces) {
    blocks = WorkScope.finish { scope throws(CancellationError) in
      try Self.blocks(of: text, lineBreaks, scope)
    }
  }

  /// Reads a text, unless it is cancelled.
  ///
  /// - Parameters:
  ///   - text: The text; its lines end in LF, CRLF or CR.
  ///   - lineBreaks: What becomes of the end of a line inside a paragraph.
  ///   - isCancelled: Asked at once, and then, where the text is long, twice a millisecond or more
  ///     often; the calling thread is free within a millisecond after it has turned true.
  /// - Throws: `CancellationError` where `isCancelled` says so.
  /// - Complexity: O(characters), whatever the text. May run on any thread.
  public init(
    _ text: String, lineBreaks: LineBreaks = .spaces, isCancelled: () -> Bool
  ) throws(CancellationError) {
    blocks = try WorkScope.run(isCancelled, over: text.utf8.count) {
      scope throws(CancellationError) in
      try Self.blocks(of: text, lineBreaks, scope)
    }
  }

  /// Reads a text as far as a budget goes.
  ///
  ///     let markup = try Markup(text, budget: RenderBudget(textUnitCount: 100_000))
  ///
  /// What is made of it is counted again, with its nodes, by the `CellArranger` that lays it out.
  ///
  /// - Parameters:
  ///   - text: The text; its lines end in LF, CRLF or CR.
  ///   - lineBreaks: What becomes of the end of a line inside a paragraph.
  ///   - budget: How long the text may be, and reading may take.
  ///   - isCancelled: Asked as by `init(_:lineBreaks:isCancelled:)`.
  /// - Throws: `RenderBudget.Excess`; `CancellationError` where `isCancelled` says so.
  /// - Complexity: O(characters), whatever the text. May run on any thread.
  public init(
    _ text: String, lineBreaks: LineBreaks = .spaces, budget: RenderBudget,
    isCancelled: () -> Bool = { false }
  ) throws {
    if text.utf8.count > budget.textUnitCount {
      try budget.check(.textUnits, text.utf16.count, of: "text")
    }
    self = try WorkScope.run(by: Deadline(budget), of: "text", isCancelled: isCancelled) { scope in
      try Markup(text, lineBreaks: lineBreaks, isCancelled: { scope.isCancelled })
    }
  }

  private static func blocks(
    of text: String, _ lineBreaks: LineBreaks, _ scope: WorkScope
  ) throws(CancellationError) -> [MarkupBlock] {
    var reader = BlockReader(lineBreaks: lineBreaks, scope)
    return try reader.blocks(of: MarkupLine.lines(of: text, scope))
  }
}

/// A block of a marked-up text, for layouts of one's own.
///
///     let titles = markup.blocks.compactMap { block -> String? in
///       guard case .heading(let level, let spans) = block else { return nil }
///       return String(repeating: "  ", count: level - 1) + spans.map(\.text).joined()
///     }
public indirect enum MarkupBlock: Hashable, Sendable {
  /// A heading of level 1 to 6.
  case heading(level: Int, [MarkupSpan])
  /// Text between blank lines.
  case paragraph([MarkupSpan])
  /// Blocks that somebody else said.
  case quote([MarkupBlock])
  /// A list.
  case list(MarkupList)
  /// Text whose spaces and line ends stay; the language is the first word after the fence.
  case code(String, language: String?)
  /// An image on a line of its own: the path of its file, and words instead of it.
  case image(path: String, description: String)
  /// A line between blocks.
  case thematicBreak
}

extension MarkupBlock {
  /// Whether both say the same, texts by their bytes.
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

  /// Feeds what the block says to the hasher, texts by their bytes.
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

/// A list of a marked-up text.
public struct MarkupList: Hashable, Sendable {
  /// The number of the first item; nil for lists with bullets.
  public let start: Int?
  /// Whether items follow each other closely: no blank line is between them.
  public let isTight: Bool
  /// The blocks of each item.
  public let items: [[MarkupBlock]]
}

/// A stretch of text that looks the same, for layouts of one's own: its text and its traits.
public struct MarkupSpan: Hashable, Sendable {
  /// How a stretch differs from the text around it.
  public struct Traits: OptionSet, Hashable, Sendable {
    /// The traits as bits.
    public let rawValue: UInt8

    /// Makes traits from bits.
    public init(rawValue: UInt8) {
      self.rawValue = rawValue
    }

    /// Slanted, as by `*` or `_`.
    public static let emphasis = Traits(rawValue: 1)
    /// Bold, as by `**` or `__`.
    public static let strong = Traits(rawValue: 2)
    /// Struck out, as by `~~`.
    public static let strike = Traits(rawValue: 4)
    /// Of one width, as by backticks.
    public static let code = Traits(rawValue: 8)
    /// A link.
    public static let link = Traits(rawValue: 16)
  }

  /// The text; line ends that are kept are line feeds.
  @ExactText public internal(set) var text: String
  /// How it looks.
  public let traits: Traits
  /// The address of the link that it is part of; nil where it is of none.
  public var link: String? { exactLink?.string }

  private let exactLink: ExactText?

  init(_ text: String, _ traits: Traits = [], link: String? = nil) {
    self.text = text
    self.traits = traits
    exactLink = link.map { ExactText($0) }
  }

  /// Whether both have the same address, or none.
  func isInSameLink(as other: MarkupSpan) -> Bool { exactLink == other.exactLink }
}
