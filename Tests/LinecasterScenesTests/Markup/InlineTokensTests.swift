import LinecasterTestSupport
import Testing

@testable import LinecasterScenes

/// Examples of the specification of CommonMark 0.31, traits written as letters, spaces left out.
@Suite struct InlineTokensTests {
  @Test(arguments: [
    // Emphasis (§6.2).
    ("*foo bar*", "e{foo bar}"), ("a * foo bar*", "a * foo bar*"), ("a*\"foo\"*", "a*\"foo\"*"),
    ("foo*bar*", "foo e{bar}"), ("_foo_bar_baz_", "e{foo_bar_baz}"),
    ("пристаням_стремятся_", "пристаням_стремятся_"),
    ("**foo bar**", "s{foo bar}"), ("__foo, __bar__, baz__", "s{foo, bar, baz}"),
    ("*foo**bar**baz*", "e{foo} es{bar} e{baz}"), ("*foo**bar*", "e{foo**bar}"),
    ("***foo** bar*", "es{foo} e{ bar}"), ("*foo **bar***", "e{foo } es{bar}"),
    ("foo***bar***baz", "foo es{bar} baz"), ("foo******bar*********baz", "foo s{bar} ***baz"),
    ("** is not an empty emphasis", "** is not an empty emphasis"), ("foo *\\**", "foo e{*}"),
    ("**foo*", "* e{foo}"), ("*foo**", "e{foo} *"), ("***foo**", "* s{foo}"),
    ("__foo_", "_ e{foo}"),
    ("*(**foo**)*", "e{(} es{foo} e{)}"), ("*foo _bar* baz_", "e{foo _bar} baz_"),
    ("**a*b*c**", "s{a} es{b} s{c}"),
    ("*a `*`*", "e{a } ec{*}"), ("~~Hi~~ there ~x~", "x{Hi} there ~x~"), ("_a_~~b~~", "e{a} x{b}"),
    ("日本**語**です", "日本 s{語} です"),
    // Code (§6.1).
    ("`foo`", "c{foo}"), ("`` foo ` bar ``", "c{foo ` bar}"), ("` `` `", "c{``}"), ("` `", "c{ }"),
    ("`foo\\`bar`", "c{foo\\} bar`"), ("```foo``", "```foo``"), ("`foo``bar``", "`foo c{bar}"),
    ("`a\nb`", "c{a b}"),
    // Links (§6.3) and addresses (§6.5).
    ("[link](/uri \"title\")", "l{link}"), ("[link](</my uri>)", "l{link}"),
    ("[link](/my uri)", "[link](/my uri)"),
    ("[a](b(c)d)", "l{a}"), ("[a](b", "[a](b"), ("[a] (b)", "[a] (b)"),
    ("[a *b](c) d*", "l{a *b} d*"), ("[link [bar](/uri)](/uri)", "[link l{bar} ](/uri)"),
    ("*foo [bar](/u) baz*", "e{foo } el{bar} e{ baz}"), ("[foo`](/uri)`", "[foo c{](/uri)}"),
    ("![a](b) [![c](d)](e)", "a l{c}"), ("<https://a.b/c>", "l{https://a.b/c}"), ("<a b>", "<a b>"),
    ("<m:abc>", "<m:abc>"),
    // Escapes and line ends (§2.4, §6.7).
    ("\\*not\\* \\a \\\\", "*not* \\a \\"), ("foo  \nbar", "foo↵bar"), ("foo\\\nbar", "foo↵bar"),
    ("foo \nbar", "foo bar"),
  ])
  func textIsThatOfTheSpecification(text: String, expected: String) {
    #expect(outline(text).replacing(" ", with: "") == expected.replacing(" ", with: ""))
  }

  /// Examples of §6.1 in which spaces count.
  @Test(arguments: [
    ("`` foo ` bar ``", "foo ` bar"), ("` `` `", "``"), ("`  ``  `", " `` "), ("` a`", " a"),
    ("`\u{A0}b\u{A0}`", "\u{A0}b\u{A0}"), ("` `", " "), ("`  `", "  "),
    ("``\nfoo\nbar  \nbaz\n``", "foo bar   baz"), ("``\nfoo \n``", "foo "),
    ("`foo   bar \nbaz`", "foo   bar  baz"),
  ])
  func codeKeepsItsSpaces(text: String, code: String) {
    #expect(spans(text) == [MarkupSpan(code, .code)])
  }

  @Test func lineEndsMayStay() {
    guard case .paragraph(let spans) = Markup("a \nb", lineBreaks: .kept).blocks[0] else {
      Issue.record("no paragraph")
      return
    }
    #expect(spans.map(\.text) == ["a\nb"])
  }

  @Test(arguments: [
    "*", "_a", "**a *b", "[", "![", "[a](", "](", "[a](<b", "`", "a`b``", "<a:", "\\", "> ", "- ",
    "1. ", "*a_ ", "~~a",
    "[a](b \"", "* *\n", "> - ", "#", "\n- a\n ", "``` \n", "<a:b", "[a](b(", "*a **b ", "\ta\n",
    "a\n=\n",
  ])
  func hostileTextsTakeLinearTime(piece: String) {
    let small = milliseconds(String(repeating: piece, count: 4000 / piece.utf8.count))
    let large = milliseconds(String(repeating: piece, count: 32_000 / piece.utf8.count))
    // Eight times the text; a quadratic reader takes sixty-four times as long.
    #expect(large < max(small, 4) * 30, "\(small) and \(large)")
  }

  @Test func anyTextIsReadAndNothingButMarksIsLost() {
    var generator = SeededGenerator()
    let pieces = [
      "*", "**", "_", "~~", "`", "[", "](x)", "!", "\\", "<", ">", "a", "b ", " ", "\n", "- ",
      "1. ", "#", "é", "ש",
    ]
    for _ in 0..<500 {
      let text = (0..<40).map { _ in pieces.randomElement(using: &generator) ?? "" }.joined()
      // What follows a fence is the name of a language, and not shown.
      guard !text.contains("~~~"), !text.contains("```") else { continue }
      let read = letters("\(Markup(text))")
      #expect(
        read.count { $0 == "é" } == text.count { $0 == "é" }, "seed \(generator.seed): \(text)")
    }
  }

  private func letters(_ text: String) -> String { text.filter { $0 == "é" } }

  private func milliseconds(_ text: String) -> Double {
    (0..<3).map { _ in ThreadClock.milliseconds { _ = Markup(text) } }.min() ?? 0
  }

  private func spans(_ text: String) -> [MarkupSpan] {
    guard case .paragraph(let spans)? = Markup(text).blocks.first else { return [] }
    return spans
  }

  private func outline(_ text: String) -> String {
    spans(text).map { span in
      let letters: [(MarkupSpan.Traits, String)] = [
        (.emphasis, "e"), (.strong, "s"), (.strike, "x"), (.code, "c"), (.link, "l"),
      ]
      let marks = letters.filter { span.traits.contains($0.0) }.map(\.1).joined()
      let text = span.text.replacing("\n", with: "↵")
      return marks.isEmpty ? text : "\(marks){\(text)}"
    }.joined()
  }
}
