import Testing

@testable import LinecasterText

/// Brackets inside more than 255 open ones are neutral characters like any other (UAX 9, BD16
/// itself stops at 63), so that ICU's work stays in proportion to the text.
@Suite struct BracketLimitTests {
  /// The levels of text in a right-to-left paragraph.
  private func levels(_ text: String) -> [UInt8] {
    let style = ParagraphStyle(baseDirection: .rightToLeft)
    let source = SourceText(AttributedText(text), whiteSpace: .pre)
    let analysis = TextAnalyzer(unicode: UnicodeAnalyzer()).analyze(source, style: style)
    return analysis.levelList
  }

  /// The closing bracket of a pair around a Latin letter that another one precedes.
  private func closing(after open: String) -> UInt8? { levels(open + "א a(b)").last }

  @Test func pairsCountUpToTheLimit() {
    #expect(closing(after: "") == 2)
    #expect(closing(after: String(repeating: "(", count: 254)) == 2)
    #expect(closing(after: String(repeating: "(", count: 255)) == 1)
    #expect(closing(after: String(repeating: "{[", count: 40_000)) == 1)
  }

  @Test func closedBracketsDoNotCount() {
    #expect(closing(after: String(repeating: "(x)", count: 2000)) == 2)
    #expect(
      closing(after: String(repeating: "(", count: 300) + String(repeating: ")", count: 300)) == 2)
    // U+2329 pairs with U+3009.
    #expect(closing(after: String(repeating: "\u{2329}x\u{3009}", count: 2000)) == 2)
  }

  @Test func paragraphsCountForThemselves() {
    #expect(closing(after: String(repeating: "(", count: 300) + "\n") == 2)
    #expect(closing(after: String(repeating: "(", count: 300) + "\u{2029}") == 2)
  }
}
