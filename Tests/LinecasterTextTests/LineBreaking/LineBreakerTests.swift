import LinecasterBase
import LinecasterBundledFonts
import LinecasterFonts
import LinecasterTestSupport
import Testing

@testable import LinecasterText

@Suite struct LineBreakerTests {
  private let typesetter: Typesetter

  init() throws {
    typesetter = Typesetter(fonts: try .bundled())
  }

  private func texts(_ salt: UInt64, count: Int, words: Int) -> [String] {
    var random = SeededGenerator(salt: salt)
    return (0..<count).map { index in
      index.isMultiple(of: 2)
        ? SampleText.mixed(&random, words: words) : SampleText.joined(&random, words: words)
    }
  }

  @Test func everyLineIsShapedAsIfAlone() {
    var random = SeededGenerator(salt: 33)
    for (index, text) in texts(30, count: 240, words: 9).enumerated() {
      let isStyled = index.isMultiple(of: 3)
      let prepared = typesetter.prepare(
        Paragraph(isStyled ? styled(text, &random) : AttributedText(text)))
      let witness = LineWitness(prepared)
      for width in [0, 9, 23, 41.5, 80, 133, .infinity] {
        let layout = prepared.layout(width: width)
        for line in layout.lines {
          let (glyphs, lineWidth) = witness.shape(line.utf16Range)
          let failure: Comment = "\(text) at \(width), \(line), seed \(TestSettings.seed)"
          #expect(sorted(layout.glyphs(of: line)) == sorted(glyphs), failure)
          #expect(abs(line.frame.width - lineWidth) < 1e-6, failure)
        }
      }
    }
  }

  /// The text with sizes that change inside words.
  private func styled(_ text: String, _ random: inout SeededGenerator) -> AttributedText {
    var styled = AttributedText()
    for character in text {
      let size = Double(Int.random(in: 0...3, using: &random) / 3 + 15)
      styled.append(String(character), style: TextStyle(size: size))
    }
    return styled
  }

  private func sorted(_ glyphs: [LineWitness.Glyph]) -> [LineWitness.Glyph] {
    // A canonical order: neutral text may have the opposite direction on a line of its own, which
    // reverses the glyphs of a cluster.
    glyphs.sorted { ($0.cluster, $0.identifier) < ($1.cluster, $1.identifier) }
  }

  @Test func linesAreAsLongAsTheyCanBe() {
    for text in texts(31, count: 160, words: 5) {
      let prepared = typesetter.prepare(Paragraph(text))
      let witness = LineWitness(prepared)
      for width in [0, 14, 37, 76.25, 120] {
        let found = prepared.layout(width: width).lines.map(\.utf16Range)
        let expected = witness.breakLines(width: width)
        #expect(found == expected, "\(text) at \(width), seed \(TestSettings.seed)")
      }
    }
  }

  @Test func measuresWhatItLaysOut() {
    for text in texts(32, count: 200, words: 12) {
      let prepared = typesetter.prepare(Paragraph(text))
      for width in [60.0, 100, 151] {
        let layout = prepared.layout(width: width)
        guard layout.size.width <= width else { continue }
        let again = prepared.layout(width: layout.size.width)
        #expect(again.lines.map(\.utf16Range) == layout.lines.map(\.utf16Range), "\(text)")
        #expect(again.size == layout.size)
      }
    }
  }

  @Test func hangsSpacesEvenAfterALetterThatDoesNotFit() {
    let lines = typesetter.prepare(Paragraph("a  b c")).layout(width: 0).lines
    #expect(lines.map(\.utf16Range) == [0..<3, 3..<5, 5..<6])
  }

  @Test func endsLinesWhereItMust() {
    let terminators = ["\n", "\r", "\r\n", "\u{B}", "\u{C}", "\u{85}", "\u{2028}", "\u{2029}"]
    for terminator in terminators {
      let length = terminator.utf16.count
      let layout = typesetter.prepare(Paragraph("ab\(terminator)\(terminator)c")).layout()
      #expect(
        layout.lines.map(\.utf16Range) == [
          0..<2 + length, 2 + length..<2 + 2 * length, 2 + 2 * length..<3 + 2 * length,
        ])
      #expect(layout.lines[1].frame.width == 0 && layout.lines[1].frame.height > 0)
      #expect(layout.glyphCount == 3)
      let single = typesetter.prepare(Paragraph("ab\(terminator)")).layout()
      #expect(single.lines.map(\.utf16Range) == [0..<2 + length])
    }
  }

  /// Letters keep the forms in which they join when a break separates them (CSS Text 3 §5.1), those
  /// of two sizes too.
  @Test func lettersJoinAcrossBreaks() throws {
    var text = AttributedText("ب", style: TextStyle(size: 20))
    text.append("ب", style: TextStyle(size: 21))
    let prepared = typesetter.prepare(Paragraph(text))
    let alone = typesetter.prepare(Paragraph("ب")).layout().glyphRuns[0].glyphs.map(\.identifier)
    let joined = prepared.layout().glyphRuns.map { $0.glyphs.map(\.identifier) }
    #expect(joined.allSatisfy { $0 != alone })
    let parted = prepared.layout(width: 1)
    #expect(parted.lines.count == 2)
    // On one line, the second letter is left of the first one.
    #expect(parted.glyphRuns.map { $0.glyphs.map(\.identifier) } == joined.reversed())
  }

  /// The lines of a joined word in Chromium 156, and their widths in Noto Sans Arabic.
  @Test(
    arguments: [
      (20, [0, 1, 4, 6, 8, 10, 12, 15], [12.5, 16.8, 13.8, 12.1, 19.6, 16.2, 14.9, 19.8]),
      (30, [0, 4, 8, 11, 15], [29.3, 25.8, 27.4, 23.3, 19.8]),
      (40, [0, 5, 10, 15], [35.3, 39.4, 31.1, 19.8]),
    ] as [(Double, [Int], [Double])])
  func partsOfAWordAreThoseOfTheBrowser(width: Double, starts: [Int], widths: [Double]) {
    let text = AttributedText("سلافيةكنسيةميانمار", style: TextStyle(size: 16))
    let layout = typesetter.prepare(Paragraph(text)).layout(width: width)
    #expect(layout.lines.map(\.utf16Range.lowerBound) == starts)
    for (line, expected) in zip(layout.lines, widths) {
      #expect(abs(line.frame.width - expected) < 0.1)
    }
  }
}

/// Lines without wrapping, and words that are wider than a line.
@Suite struct OverflowTests {
  private let typesetter: Typesetter

  init() throws {
    typesetter = Typesetter(fonts: try .bundled())
  }

  private func layout(_ text: String, _ style: ParagraphStyle, width: Double) -> TextLayout {
    typesetter.prepare(Paragraph(text, paragraphStyle: style)).layout(width: width)
  }

  @Test(arguments: [WhiteSpace.nowrap, .pre])
  func linesThatDoNotWrapOverflow(_ whiteSpace: WhiteSpace) {
    let layout = layout("many words that do not fit", .init(whiteSpace: whiteSpace), width: 50)
    #expect(layout.lines.count == 1 && layout.size.width > 100 && !layout.isTruncated)
  }

  @Test func eachLineThatIsTooWideEndsInAnEllipsis() throws {
    let style = ParagraphStyle(whiteSpace: .pre, truncatesOverflow: true)
    let layout = layout("short\na line that is too wide\nlast", style, width: 80)
    #expect(layout.lines.map(\.isTruncated) == [false, true, false])
    #expect(layout.lines.allSatisfy { $0.frame.width <= 80 + LineBreaker.tolerance })
    let hidden = try #require(layout.lines[1].hiddenUTF16Range)
    #expect(hidden.lowerBound == layout.lines[1].utf16Range.upperBound)
    #expect(hidden.upperBound == layout.lines[2].utf16Range.lowerBound)
    #expect(layout.hiddenUTF16Range == hidden)
  }

  @Test func wordsStayWholeWhereTheyMayNotBeBroken() {
    let word = "Donaudampfschifffahrt"
    let text = "a \(word) b"
    let layout = layout(text, .init(overflowWrap: .normal), width: 60)
    #expect(layout.lines.map(\.utf16Range) == [0..<2, 2..<24, 24..<25])
    let whole = typesetter.prepare(Paragraph(word)).maxContentWidth
    #expect(abs(layout.size.width - whole) < 1e-6)
  }

  @Test func minimumWidthKnowsWhetherWordsBreak() {
    let minimum = { (wrap: OverflowWrap) in
      typesetter.prepare(Paragraph("wide words", paragraphStyle: .init(overflowWrap: wrap)))
        .minContentWidth
    }
    let word = typesetter.prepare(Paragraph("words")).maxContentWidth
    let letter = typesetter.prepare(Paragraph("w")).maxContentWidth
    #expect(abs(minimum(.normal) - word) < 1e-6 && abs(minimum(.breakWord) - word) < 1e-6)
    #expect(abs(minimum(.anywhere) - letter) < 1e-6)
  }

  /// The end of the text is considered wherever trimming may make a line narrower.
  @Test(arguments: ["あいうえおか）", "abcdef）", "abcdef。", "abcde」）"])
  func noLineIsWiderThanItsLimitWherePunctuationIsTrimmed(text: String) {
    for trim in [TextSpacingTrim.trimStart, .spaceFirst] {
      let style = ParagraphStyle(spacingTrim: trim, overflowWrap: .anywhere)
      let prepared = typesetter.prepare(Paragraph(text, paragraphStyle: style))
      let last = prepared.layout().graphemes.last?.width ?? 0
      for width in [prepared.maxContentWidth - last, prepared.maxContentWidth - 0.9 * last] {
        let lines = prepared.layout(width: width).lines
        #expect(lines.allSatisfy { $0.frame.width <= width + 0.01 }, "\(text) at \(width)")
      }
    }
  }
}

@Suite struct SoftHyphenTests {
  private let typesetter: Typesetter

  init() throws {
    typesetter = Typesetter(fonts: try .bundled())
  }

  private func width(_ text: String) -> Double {
    typesetter.prepare(Paragraph(text)).maxContentWidth
  }

  @Test func showsAHyphenWhereALineEndsAtOne() throws {
    let layout = typesetter.prepare(Paragraph("extra\u{AD}ordinary")).layout(width: 60)
    #expect(layout.lines.map(\.utf16Range) == [0..<6, 6..<14])
    #expect(abs(layout.lines[0].frame.width - width("extra") - width("\u{2010}")) < 1e-6)
    let mark = try #require(layout.glyphRuns(ofLine: 0).last)
    let hyphen = typesetter.prepare(Paragraph("\u{2010}")).layout().glyphRuns[0].glyphs.first
    #expect(mark.isToken && mark.glyphs.map(\.identifier) == [hyphen?.identifier])
    #expect(layout.glyphRuns(ofLine: 1).allSatisfy { !$0.isToken })
  }

  @Test func isInvisibleInsideALine() {
    let layout = typesetter.prepare(Paragraph("extra\u{AD}ordinary")).layout(width: 300)
    #expect(layout.lines.count == 1 && layout.glyphRuns.allSatisfy { !$0.isToken })
    #expect(abs(layout.size.width - width("extraordinary")) < 1e-6)
  }

  @Test func needsRoomForTheHyphen() {
    // The first part of the word fits alone but not with its hyphen, so the whole word moves on.
    let room = width("an extra") + width("\u{2010}") / 2
    let layout = typesetter.prepare(Paragraph("an extra\u{AD}ordinary")).layout(width: room)
    #expect(layout.lines[0].utf16Range == 0..<3)
  }

  @Test func isThatOfTheScript() throws {
    let layout = typesetter.prepare(Paragraph("հայերեն\u{AD}հայերեն")).layout(width: 70)
    let mark = try #require(layout.glyphRuns(ofLine: 0).last)
    let hyphen = typesetter.prepare(Paragraph("\u{58A}")).layout().glyphRuns[0]
    #expect(mark.isToken && mark.face === hyphen.face)
    #expect(mark.glyphs.first?.identifier == hyphen.glyphs.first?.identifier)
  }

  @Test func countsInTheMinimumContentWidth() {
    let minimum = typesetter.prepare(Paragraph("extra\u{AD}ord")).minContentWidth
    #expect(abs(minimum - width("extra") - width("\u{2010}")) < 1e-6)
  }

  @Test func standsAtTheLeftOfRightToLeftText() throws {
    // Hebrew would not do, because no line ends after its hyphens (UAX 14, rule LB21a).
    let layout = typesetter.prepare(Paragraph("سلام\u{AD}سلام")).layout(width: 50)
    let first = try #require(layout.glyphRuns(ofLine: 0).first)
    #expect(layout.lines.map(\.utf16Range) == [0..<5, 5..<9] && first.isToken)
  }

  /// Only white space is between the soft hyphen and the end of the line.
  @Test func showsAHyphenBeforeASpace() throws {
    let layout = typesetter.prepare(Paragraph("ab\u{AD} abcdefghi")).layout(width: 75)
    #expect(layout.lines.map(\.utf16Range) == [0..<4, 4..<13])
    #expect(abs(layout.lines[0].frame.width - width("ab\u{2010}")) < 1e-6)
    #expect(layout.glyphRuns(ofLine: 0).last?.isToken == true)
    let whole = typesetter.prepare(Paragraph("ab\u{AD} c")).layout(width: 50)
    #expect(whole.glyphRuns.allSatisfy { !$0.isToken })
  }
}
