import Foundation
@testable import LinecasterConformance
import LinecasterTestSupport
import LinecasterScenes
import Testing

/// Random documents as cmark-gfm reads them.
///
/// Debian's cmark-gfm follows CommonMark 0.29. What later specifications changed, and its known
/// faults, are left out of the documents:
///
/// - symbols count as punctuation since 0.31 (😀), declarations may begin with a small letter,
///   and `<!---` begins a comment;
/// - a run of backticks that ends nothing does not keep shorter ones behind it from doing so;
/// - a title with text behind it is no title of a definition;
/// - a blank line below `---` makes a list loose, too;
/// - HTML of the last kind may not interrupt a paragraph, also not in a block that goes on lazily,
///   so tags never begin a line;
/// - spaces at the start of a line are no text, also not after a backslash, in lazy lines or below
///   a definition;
/// - an address in parentheses has balanced ones;
/// - `---` below a definition is a heading there, though no paragraph is left;
/// - a tilde beside an asterisk is a punctuation mark like others;
/// - blank brackets behind a label are no label;
/// - the second blank line of an item ends it, also if it is indented;
/// - a run of marks that closes nothing does not keep a later one of another kind from closing;
/// - in a paragraph directly above a table, `\|` in code loses its backslash, as if it were in a
///   cell.
@Suite(
  .timeLimit(.minutes(60)),
  .enabled(if: try TestTools.hasProgram("cmark-gfm"), "cmark-gfm is not installed"))
struct MarkupWitnessTests {
  private static let commonMark = [
    "*", "**", "_", "__", "`", "``", "[", "]", "](x)", "](<y> \"t\")", "![", "!", "\\", "<", ">",
    "a", "b ", "word", " ", "\n", "\n", "\n\n", "- ", "1. ", "2) ", "# ", "## ", "    ", "\t",
    "> ", "```\n", "~~~\n", "---\n", "===\n", "é", "字", "」", "“", "&amp;", "&#65;", "a<b>",
    "a</b>", "<!-- c -->", "<div>\n", "[a]: /u\n", "[a]", "[b]: <v> 't'\n", "[b][]", "[ ] ",
    "<http://a.b/c>", "<m@a.b>", "  \n", "\\\n", "+ ", "* ", "   ", ".", ",", "(", ")", "\r\n",
  ]

  private static let gitHub = [
    "~~", "~", "a", "b ", "|", " | ", "\n", "\n\n", "| a | b |\n", "|---|---|\n", "|:--|--:|\n",
    "-|-\n", "`", "*", "**", "\\|", "字", "word ", "\n- ", "http://a.b/c ", "www.a.b ",
    "(", ")", ".", "é ", "&amp;",
  ]

  /// Whether the two readers agree on all that a document has.
  private static func isComparable(_ text: String) -> Bool {
    // Two characters that are one for patterns.
    let document = text.replacing("\r\n", with: "\n")
    let isNested = document.contains(/(?:^|\n)[ >]*(?:[-+*>]|\d[.)])/)
    let hasLateLine =
      document.contains("`") && document.contains(isNested ? /\n[ \t]/ : /\n(?:    | *\t)/)
    let hasBlankItem = document.contains(/(?:[-+*]|\d[.)])[ \t]*\n[ \t]+\n/)
    let hasRuleOfThree =
      document.contains(/\*\*|__/) && document.contains(/[^\w\s][*_][^\w\s]/)
    let hasPipeAboveTable =
      document.contains("`")
      && document.contains(/\\\|[^\n]*\n(?:[^\n]+\n)+[ |:\-]*-[ |:\-]*(?:\n|$)/)
    return !hasLateLine && !hasBlankItem && !hasRuleOfThree && !hasPipeAboveTable
      && !document.contains(/\\\n[ \t]|\]:[^\n]*\n(?:[ \t]|>*---)|\]\([^\n)]*\(/)
      && !document.contains(/\]\[[ \t]+\]|<!---|<![a-z]|~\*|\*~/)
      && !document.contains(/\]:[^\n]*\n *[(\x22']|(?:[-+*]|\d[.)]) +---[^\n]*\n[ \t]*\n/)
      && !(document.contains("``") && document.contains(/(?:^|[^`])`(?:[^`]|$)/))
  }

  private func compare(
    _ pieces: [String], salt: UInt64, _ dialect: MarkdownDialect, _ arguments: [String]
  ) throws {
    let witness = try #require(OtherProgram("cmark-gfm"))
    let file = FileManager.default.temporaryDirectory
      .appendingPathComponent("witness-\(UUID().uuidString).md")
    defer { try? FileManager.default.removeItem(at: file) }
    var random = RandomMarkdown(salt: salt)
    var count = 0
    while count < (TestSettings.isLong ? 50_000 : 250) {
      let document = random.document(pieces)
      guard Self.isComparable(document) else { continue }
      count += 1
      try Data(document.utf8).write(to: file)
      let output = try witness.output(["--unsafe"] + arguments + [file.path])
      let expected = CommonMarkTests.normal(String(decoding: output, as: UTF8.self))
      let html = CommonMarkTests.normal(dialect.html(of: document))
      #expect(html == expected, "\(document.debugDescription), seed \(TestSettings.seed)")
    }
  }

  @Test func readsCommonMarkAsTheWitness() throws {
    try compare(Self.commonMark, salt: 4911, MarkdownDialect(), [])
  }

  @Test func readsTablesAndStrikethroughAsTheWitness() throws {
    var dialect = MarkdownDialect()
    dialect.extensions = [.tables, .strikethrough, .autolinks]
    try compare(
      Self.gitHub, salt: 4912, dialect,
      ["-e", "table", "-e", "strikethrough", "-e", "autolink"])
  }
}
