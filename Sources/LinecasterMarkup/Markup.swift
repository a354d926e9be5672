/// Text with the marks people put into plain text, read by a subset of CommonMark 0.31.
///
/// Known are paragraphs, headings (`#` and underlined), block quotes, lists, fenced and indented
/// code, thematic breaks, images on a line of their own; and in text emphasis, strong emphasis,
/// `~~strike~~`, code, links `[text](address)`, `<https://…>`, backslash escapes and hard line
/// breaks. HTML, character references, link reference definitions and tables are text like any
/// other. Containers deeper than ``depthLimit`` are text too.
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
  public static let depthLimit = 12

  /// Reads a text.
  ///
  /// - Parameters:
  ///   - text: The text; its lines end in LF, CRLF or CR.
  ///   - lineBreaks: What becomes of the end of a line inside a paragraph.
  /// - Complexity: O(characters), whatever the text. May run on any thread.
  public init(_ text: String, lineBreaks: LineBreaks = .spaces) {
    var reader = BlockReader(lineBreaks: lineBreaks)
    blocks = reader.blocks(of: MarkupLine.lines(of: text))
  }
}
