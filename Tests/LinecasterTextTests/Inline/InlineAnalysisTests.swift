import LinecasterBase
import LinecasterBundledFonts
import LinecasterFonts
import Testing

@testable import LinecasterText

/// Line break opportunities at the edges of boxes; expected lines are those of Chromium 156.
@Suite struct InlineAnalysisTests {
  private let typesetter: Typesetter
  private let style = TextStyle(size: 16)

  init() throws {
    typesetter = Typesetter(fonts: try .bundled())
  }

  /// A paragraph of pieces, some in boxes with their own white space rules.
  private func paragraph(
    _ pieces: [(String, WhiteSpace?)], _ whiteSpace: WhiteSpace
  ) -> PreparedParagraph {
    var text = AttributedText("", style: style)
    for (string, rules) in pieces {
      if let rules {
        text.append(
          AttributedText(string, style: style), in: InlineBox(style: style, whiteSpace: rules))
      } else {
        text.append(string, style: style)
      }
    }
    let lines = ParagraphStyle(whiteSpace: whiteSpace, overflowWrap: .normal)
    return typesetter.prepare(Paragraph(text, style: lines))
  }

  /// The texts of the lines at width 0.
  private func lines(
    _ pieces: [(String, WhiteSpace?)], _ whiteSpace: WhiteSpace
  ) -> [String] {
    let units = Array(pieces.map(\.0).joined().utf16)
    return paragraph(pieces, whiteSpace).layout(width: 0).lines.map {
      String(decoding: units[$0.utf16Range], as: UTF16.self)
    }
  }

  @Test func theTextBeforeDecidesWhereWrappingChanges() {
    #expect(lines([("aa", nil), ("bb ", .normal), ("cc", nil)], .nowrap) == ["aabb ", "cc"])
    #expect(lines([("aa", nil), ("bb ", .nowrap), ("cc", nil)], .normal) == ["aabb cc"])
    #expect(
      lines([("漢字", nil), ("漢字", .normal), ("漢字", nil)], .nowrap) == ["漢字漢", "字", "漢字"])
    #expect(
      lines([("漢字", nil), ("漢字", .nowrap), ("漢字", nil)], .normal)
        == ["漢", "字", "漢字", "漢", "字"])
  }

  @Test func aBoxThatKeepsSpacesMayStartALineBehindASpace() {
    for parent in [WhiteSpace.preWrap, .preLine] {
      #expect(lines([("aaa ", nil), (" bbb", .pre)], parent) == ["aaa ", " bbb"])
      #expect(lines([("aaa", nil), (" bbb", .pre)], parent) == ["aaa bbb"])
    }
    #expect(lines([("aaa ", nil), (" bbb", .nowrap)], .preWrap) == ["aaa  ", "bbb"])
    #expect(lines([("aaa", nil), (" bbb", .nowrap)], .preWrap) == ["aaa bbb"])
  }

  /// An ideographic space counts as well, an em space does not.
  @Test func aBoxWithASpaceMayStartALineBehindAnIdeographicSpace() {
    #expect(lines([("aa\u{3000}", nil), (" bbb", .pre)], .normal) == ["aa\u{3000}", " bbb"])
    #expect(lines([("aa\u{3000}", nil), (" bbb", .nowrap)], .normal) == ["aa\u{3000} ", "bbb"])
    #expect(lines([("aa\u{2003}", nil), (" bbb", .pre)], .normal) == ["aa\u{2003} bbb"])
  }

  /// White space that wraps keeps its opportunity when it collapses behind a space that does not.
  @Test(arguments: [WhiteSpace.normal, .preLine])
  func collapsedSpacesKeepTheirOpportunities(whiteSpace: WhiteSpace) {
    #expect(lines([("aa ", .nowrap), (" bb", nil)], whiteSpace) == ["aa  ", "bb"])
    #expect(
      lines([("x ", nil), ("aa ", .nowrap), ("  ", nil), ("bb", .nowrap)], whiteSpace)
        == ["x ", "aa   ", "bb"])
    #expect(lines([("aa ", .nowrap), ("bb", nil)], whiteSpace) == ["aa bb"])
    #expect(lines([("aa ", .nowrap), (" ", nil)], whiteSpace) == ["aa  "])
    #expect(lines([("aa ", .nowrap), (" \u{2028}bb", nil)], whiteSpace) == ["aa  \u{2028}", "bb"])
  }

  @Test func aBoxThatWrapsLetsALineEndBeforeTheSpaceBehindIt() {
    #expect(lines([("aa ", nil), ("bb", .normal), (" cc", nil)], .nowrap) == ["aa bb ", "cc"])
    #expect(lines([("aa ", nil), ("bb", .normal), ("cc", nil)], .nowrap) == ["aa bbcc"])
  }

  /// A space that collapses at the start of a line takes no room behind preserved spaces.
  @Test func spacesCollapseBehindKeptOnes() throws {
    let prepared = paragraph([("abcdef   ", nil), (" Uzbek", .nowrap)], .breakSpaces)
    let word = paragraph([("Uzbek", nil)], .normal).maxContentWidth
    let lines = prepared.layout(width: 90).lines
    let last = try #require(lines.last)
    #expect(lines.count == 2 && abs(last.frame.width - word) < 0.01)
  }

  /// Lines break around combined upright text as around its characters.
  @Test(arguments: [
    ("12", "、漢", ["漢", "12、", "漢"]), ("12", "漢", ["漢", "12", "漢"]), ("A", "漢", ["漢", "A", "漢"]),
    ("!?", "漢", ["漢!?", "漢"]), ("（", "漢", ["漢", "（漢"]), ("）", "漢", ["漢）", "漢"]),
  ])
  func combinedTextBreaksLikeItsCharacters(combined: String, after: String, expected: [String]) {
    var text = AttributedText("漢", style: style)
    text.append(
      AttributedText(combined, style: style), in: InlineBox(style: style, combinesUpright: true))
    text.append(after, style: style)
    let lines = ParagraphStyle(
      writingMode: .verticalRightToLeft, whiteSpace: .normal, overflowWrap: .normal)
    let units = Array(("漢" + combined + after).utf16)
    let layout = typesetter.prepare(Paragraph(text, style: lines)).layout(width: 0)
    #expect(
      layout.lines.map { String(decoding: units[$0.utf16Range], as: UTF16.self) } == expected)
  }
}
