import LinecasterBase
import LinecasterBundledFonts
import LinecasterFonts
import Testing

@testable import LinecasterText

/// Expected values are those of Chromium 156.
@Suite struct IdeographSpacingTests {
  private let typesetter: Typesetter
  private let size = 16.0

  init() throws {
    typesetter = Typesetter(fonts: try .bundled())
  }

  /// The `text-autospace` behind each grapheme, in eighths of an em. Boxes are in braces.
  private func gaps(_ text: String, language: String? = nil) -> [Int] {
    let style = TextStyle(size: size, language: language)
    var rich = AttributedText("", style: style)
    for (index, part) in text.split(separator: "{", omittingEmptySubsequences: false).enumerated() {
      let ends = part.split(separator: "}", maxSplits: 1, omittingEmptySubsequences: false)
      if index > 0 {
        rich.append(AttributedText(String(ends[0]), style: style), in: InlineBox(style: style))
      }
      rich.append(String(index > 0 ? ends[1] : part), style: style)
    }
    let widths = [true, false].map { spaces in
      typesetter.prepare(Paragraph(rich, style: ParagraphStyle(autospaces: spaces)))
        .layout().graphemes.map(\.width)
    }
    return zip(widths[0], widths[1]).map { Int(saturating: (($0 - $1) / (size / 8)).rounded()) }
  }

  @Test(arguments: [
    "가", "ᄀ", "ꀀ", "ㄅ", "ㆍ", "ぁ", "ゟ", "ァ", "ー", "ㇰ", "々", "〇", "〓", "㐀", "漢", "豈",
  ])
  func ideographsStandApartFromLettersInAnyLanguage(character: String) {
    for language in [nil, "ja", "ko", "zh"] {
      #expect(gaps("\(character)A\(character)1", language: language) == [1, 1, 1, 0])
    }
  }

  @Test(arguments: ["⺀", "⼀", "㇀", "・", "、", "A", "ｱ", "Ａ"])
  func otherCharactersDoNot(character: String) {
    #expect(gaps("\(character)A\(character)").allSatisfy { $0 == 0 })
  }

  @Test func chineseSetsNarrowPunctuationApart() {
    for language in ["zh", "zh-Hant-HK", "yue", "wuu"] {
      #expect(gaps("漢50%漢", language: language) == [1, 0, 0, 1, 0])
      #expect(gaps("漢!漢‰漢", language: language) == [1, 1, 1, 1, 0])
    }
    for language in [nil, "ja", "ko", "en"] {
      #expect(gaps("漢50%漢", language: language) == [1, 0, 0, 0, 0])
    }
    for mark in ["\"", "'", "*", "/", "·", "†", "‡", "…", "-", "(", "+"] {
      #expect(gaps("漢\(mark)漢", language: "zh") == [0, 0, 0])
    }
  }

  /// The space belongs to the text before the edge of a box, unless only earlier text has any.
  @Test func boxesTakeTheRoomBeforeThem() {
    #expect(gaps("漢{A}") == [1, 0])
    #expect(gaps("漢A{漢}{A}") == [1, 1, 1, 0])
    #expect(gaps("漢A、{漢}{A}") == [1, 0, 0, 0, 1])
    #expect(gaps("漢{A}漢A漢{A}{漢}A") == [1, 1, 1, 1, 1, 1, 1, 0])
  }

  /// Quotes that are not wide trim the half of wide punctuation beside them, but have none.
  @Test(arguments: [
    ("“（あ", 1, true), ("‘（あ", 1, true), ("“「あ", 1, true), ("あ」”あ", 1, true), ("」’あ", 0, true),
    ("（“あ", 0, false), ("”（あ", 1, false),
  ])
  func narrowQuotesTrimTheirNeighbours(text: String, place: Int, isHalf: Bool) {
    let style = TextStyle(size: size, language: "ja")
    let layout = typesetter.prepare(
      Paragraph(text, style: style, paragraphStyle: ParagraphStyle(spacingTrim: .normal))
    ).layout()
    #expect(layout.graphemes[place].width == (isHalf ? size / 2 : size))
  }
}
