import LinecasterTestSupport
import Testing

@testable import LinecasterScenes

/// Examples of CommonMark 0.31 with letters for traits, and without spaces.
@Suite struct InlineParserTests {
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
    ("*a `*`*", "e{a } ec{*}"), ("~~Hi~~ there ~x~ ~~~y~~~ ~z~~", "x{Hi} there x{x} ~~~y~~~ ~z~~"),
    ("_a_~~b~~", "e{a} x{b}"), ("~~a b~ c~~", "x{a b~ c}"), ("~a ~~b~ c~~", "~a x{b~ c}"),
    ("~~a *b~ c*", "~~a e{b~ c}"), ("~~a ~b~~", "~~a ~b~~"),
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
    ("![a](b) [![c](d)](e)", "i{a} il{c}"), ("<https://a.b/c>", "l{https://a.b/c}"),
    ("x<a b>", "x<a b>"),
    ("<m:abc>", "<m:abc>"),
    // Bare addresses in text (GFM §6.9).
    ("see www.a.b/c.", "see l{www.a.b/c}."), ("(http://a.b/(c))", "(l{http://a.b/(c)})"),
    ("m@a.b, m@a", "l{m@a.b}, m@a"), ("[x http://a.b](c)", "l{x http://a.b}"),
    ("awww.a.b", "awww.a.b"), ("http://a_b.c", "http://a_b.c"),
    ("http://a.b&lt;", "l{http://a.b}<"),
    // References, raw HTML and definitions (§2.5, §6.6, §4.7).
    ("&amp;&copy;&#x41;&#0;&nope;&ngE;", "&©A\u{FFFD}&nope;≧̸"), ("a<b c='d'>e", "a<b c='d'>e"),
    ("*a <b c='*'>", "*a <b c='*'>"), ("[ẞ]\n\n[SS]: /u", "l{ẞ}"),
    ("[a][b]\n\n[b]: <c d> (e)", "l{a}"), ("[a][ ]\n\n[a]: /u", "l{a} [ ]"),
    ("[a *b*][]\n\n[A *B*]: c", "l{a} el{b}"), ("a[^n]\n\n[^n]: b", "an{1}"),
    ("a ![*b* `c`](d) e", "a i{b c} e"), ("[![a](b)](c)", "il{a}"),
    // Escapes and line ends (§2.4, §6.7).
    ("\\*not\\* \\a \\\\", "*not* \\a \\"), ("foo  \nbar", "foo↵bar"), ("foo\\\nbar", "foo↵bar"),
    ("foo \nbar", "foo bar"),
  ])
  func textIsThatOfTheSpecification(text: String, expected: String) {
    #expect(outline(text).replacing(" ", with: "") == expected.replacing(" ", with: ""))
  }

  /// Examples of §6.1 with significant spaces.
  @Test(arguments: [
    ("`` foo ` bar ``", "foo ` bar"), ("` `` `", "``"), ("`  ``  `", " `` "), ("` a`", " a"),
    ("`\u{A0}b\u{A0}`", "\u{A0}b\u{A0}"), ("` `", " "), ("`  `", "  "),
    ("``\nfoo\nbar  \nbaz\n``", "foo bar   baz"), ("``\nfoo \n``", "foo "),
    ("`foo   bar \nbaz`", "foo   bar  baz"),
  ])
  func codeKeepsItsSpaces(text: String, code: String) {
    #expect(spans(text) == [MarkupSpan(code, .code)])
  }

  /// Punctuation beside CJK text opens and closes emphasis as letters do, if enabled.
  @Test(arguments: [
    ("**「重点」**内容", "**「重点」**内容", "s{「重点」} 内容"),
    ("内容**（注）**です", "内容**（注）**です", "内容 s{（注）} です"),
    ("这是**“重点”**。", "这是**“重点”**。", "这是 s{“重点”} 。"),
    ("한국어*(주석)*입니다", "한국어*(주석)*입니다", "한국어 e{(주석)} 입니다"),
    ("a**\"b\"**c", "a**\"b\"**c", "a**\"b\"**c"), ("日本*語*", "日本 e{語}", "日本 e{語}"),
  ])
  func emphasisMayKnowCJK(text: String, plain: String, friendly: String) {
    let extensions = MarkupExtensions.gitHub.union(.cjkFriendly)
    #expect(outline(text).replacing(" ", with: "") == plain.replacing(" ", with: ""))
    let read = MarkupOutline.text(spans(text, extensions)).replacing(" ", with: "")
    #expect(read == friendly.replacing(" ", with: ""))
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
    "a\n=\n", "<!--", "<?", "<a b=\"", "&", "[a]: b\n", "[^a]", "[^a]: b\n", "[a][b]", "|", "| a\n",
    "a|b\n-|-\n", "www.a_", "www.a.b ", "http://a(", "a@", "a@b.c ", "~~a", "**a", "![", "x\n",
  ])
  func hostileTextsTakeLinearTime(piece: String) {
    let small = milliseconds(String(repeating: piece, count: 4000 / piece.utf8.count))
    let large = milliseconds(String(repeating: piece, count: 32_000 / piece.utf8.count))
    // Eight times the text; a quadratic reader would take sixty-four times as long.
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
      // The info string of a fence names the language and is not shown.
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

  private func spans(
    _ text: String, _ extensions: MarkupExtensions = .gitHub
  ) -> [MarkupSpan] {
    guard case .paragraph(let spans)? = Markup(text, extensions: extensions).blocks.first else {
      return []
    }
    return spans
  }

  private func outline(_ text: String) -> String { MarkupOutline.text(spans(text)) }
}
