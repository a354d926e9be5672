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
/// - symbols count as punctuation since 0.31 (😀), and declarations may begin with a small letter;
/// - HTML of the last kind may not interrupt a paragraph, also not in a block that goes on lazily,
///   so tags never begin a line;
/// - spaces at the start of a line are no text, also not after a backslash, in lazy lines or below a
///   definition;
/// - an address in parentheses has balanced ones;
/// - `---` below a definition is a heading there, though no paragraph is left;
/// - a tilde beside an asterisk is a punctuation mark like others;
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
  private static func isComparable(_ document: String) -> Bool {
    let hasLateLine = document.contains(/\n(?:    | *\t)/) && document.contains("`")
    let hasPipeAboveTable =
      document.contains("`")
      && document.contains(/\\\|[^\n]*\n(?:[^\n]+\n)+[ |:\-]*-[ |:\-]*(?:\n|$)/)
    return !hasLateLine && !hasPipeAboveTable
      && !document.contains(/\\\r?\n[ \t]|\]:[^\n]*\n(?:[ \t]|---)|\]\([^ \n)]*\(|<![a-z]|~\*|\*~/)
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
