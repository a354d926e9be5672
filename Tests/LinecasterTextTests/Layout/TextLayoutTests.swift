import Foundation
import LinecasterBase
import LinecasterBundledFonts
import LinecasterFonts
import LinecasterTestSupport
import Testing

@testable import LinecasterText

@Suite struct TextLayoutTests {
  private let typesetter: Typesetter

  init() throws {
    typesetter = Typesetter(fonts: try .bundled())
  }

  @Test func holdsItsInvariantsForRandomText() {
    var random = SeededGenerator(salt: 70)
    for _ in 0..<200 {
      let text = SampleText.mixed(&random, words: 14)
      let prepared = typesetter.prepare(Paragraph(text))
      for width in [0, 33, 90, 200, .infinity] {
        let faults = prepared.layout(width: width).faults(of: prepared, width: width)
        #expect(faults == [], "\(text) at \(width), seed \(TestSettings.seed)")
      }
    }
  }

  @Test(arguments: [
    "", "\0", "\u{FFFF}", "\u{1}\u{2}\u{7F}", "\u{FEFF}", "\u{200D}\u{200D}", "\u{301}", "\n\n\n",
    "\r\r\n\n", "\t\t\t", "   ", "a\0b", "\u{10FFFF}", "\u{202E}abc", "\u{2066}\u{2067}\u{2069}",
    "\u{600}\u{600}", " \u{308} x", "\u{E0061}", "\u{1F1E6}", "\u{FE0F}", "\u{115F}\u{1160}",
    "\u{E33}\u{E33}", "\u{94D}\u{94D}", "\u{17D2}\u{17D2}", "\u{2028}\u{2029}",
  ])
  func laysOutOddText(_ text: String) {
    for direction in [BaseDirection.automatic, .rightToLeft] {
      let paragraph = Paragraph(text, paragraphStyle: ParagraphStyle(baseDirection: direction))
      let prepared = typesetter.prepare(paragraph)
      for width in [0, 20, .infinity, .nan, -5] {
        let layout = prepared.layout(width: width)
        #expect(layout.faults(of: prepared, width: width) == [])
        #expect(layout.size.height > 0)
      }
    }
  }

  @Test(
    .enabled(
      if: SharedFiles.mayRun(with: "conformance/text/naughty-strings.json"),
      "no shared naughty strings here"))
  func laysOutNaughtyStrings() throws {
    let path = try #require(SharedFiles.path("conformance/text/naughty-strings.json"))
    let data = try Data(contentsOf: URL(fileURLWithPath: path))
    let texts = try JSONDecoder().decode([String].self, from: data)
    #expect(texts.count > 500)
    for text in texts {
      let prepared = typesetter.prepare(Paragraph(text))
      for width in [30, 200] as [Double] {
        #expect(prepared.layout(width: width).faults(of: prepared, width: width) == [], "\(text)")
      }
    }
  }

  @Test func alignsLines() {
    let lefts = { (alignment: TextAlignment, text: String, width: Double) -> Double in
      let style = ParagraphStyle(alignment: alignment)
      return typesetter.prepare(Paragraph(text, paragraphStyle: style)).layout(width: width)
        .lines[0].frame.minX
    }
    for (text, isRightToLeft) in [("word", false), ("מילה", true)] {
      let free = 100 - typesetter.prepare(Paragraph(text)).maxContentWidth
      #expect(lefts(.left, text, 100) == 0)
      #expect(lefts(.right, text, 100) == free)
      #expect(lefts(.center, text, 100) == free / 2)
      #expect(lefts(.start, text, 100) == (isRightToLeft ? free : 0))
      #expect(lefts(.end, text, 100) == (isRightToLeft ? 0 : free))
      #expect(lefts(.right, text, .infinity) == 0)
    }
    // A letter wider than the layout overflows at the end of its line.
    for alignment in [TextAlignment.left, .right, .center, .start, .end] {
      #expect(lefts(alignment, "W", 1) == 0)
      #expect(lefts(alignment, "ש", 1) < 0)
    }
  }

  @Test func emptyTextHasALine() {
    for direction in [BaseDirection.leftToRight, .rightToLeft] {
      let style = ParagraphStyle(baseDirection: direction)
      let layout = typesetter.prepare(Paragraph("", paragraphStyle: style)).layout(width: 50)
      #expect(layout.lines.count == 1 && layout.lines[0].utf16Range == 0..<0)
      #expect(layout.size == Size(width: 0, height: 20))
      #expect(layout.lines[0].frame.minX == (direction == .rightToLeft ? 50 : 0))
    }
  }

  @Test func makesLinesAsHighAsAsked() {
    let height = { (height: LineHeight) -> Double in
      let style = ParagraphStyle(lineHeight: height)
      return typesetter.prepare(Paragraph("a\nb", paragraphStyle: style)).layout().size.height
    }
    // Noto Sans at 15: ascent 16.035 and descent 4.395, rounded to 16 and 4.
    #expect(height(.normal) == 40)
    #expect(height(.multiple(2)) == 60)
    #expect(height(.points(31.5)) == 63)
    #expect(height(.points(3)) == 6)
    for none in [-1, .nan, -.infinity] as [Double] { #expect(height(.points(none)) == 0) }
    #expect(height(.points(.infinity)).isFinite && height(.multiple(1e300)).isFinite)
  }

  @Test func tabsLeadToTheNextStop() {
    func width(_ text: String, tabSize: Double = 8, indent: Double = 0) -> Double {
      let style = ParagraphStyle(firstLineIndent: indent, tabSize: tabSize)
      return typesetter.prepare(Paragraph(text, paragraphStyle: style)).maxContentWidth
    }
    let space = width(" a") - width("a")
    let letter = width("b")
    #expect(abs(width("a\tb") - (8 * space + letter)) < 1e-6)
    #expect(abs(width("a\t\tb") - (16 * space + letter)) < 1e-6)
    #expect(
      abs(
        width("aaaa\tb", tabSize: 4)
          - ((width("aaaa") / (4 * space)).rounded(.up) * 4 * space + letter)) < 1e-6)
    #expect(abs(width("a\tb", indent: 5) - (8 * space + letter)) < 1e-6)
    // Less than half a space before a stop, a tab moves to the next stop.
    let close = 8 * space - 0.4 * space - width("a")
    #expect(abs(width("a\tb", indent: close) - (16 * space + letter)) < 1e-6)
    for none in [0, -4, .nan, .infinity] as [Double] {
      #expect(abs(width("a\tb", tabSize: none) - width("a") - letter) < 1e-6)
    }
  }

  /// Of consecutive right-to-left tabs, the last one extends to the next stop.
  @Test func tabsThatRunRightToLeftTakeTurns() {
    func advances(_ text: String) -> [Double] {
      typesetter.prepare(Paragraph(text)).layout().graphemes
        .filter { (1...2).contains($0.utf16Range.lowerBound) }.map(\.width)
    }
    let forth = advances("a\t\tb")
    #expect(forth[0] < forth[1])
    let back = advances("\u{5D0}\t\t\u{5D1}")
    #expect(back[0] > back[1] && abs(back[0] - forth[1]) < 1e-6)
  }

  /// Consecutive tabs lead to one stop each, and a line may end between them.
  @Test func tabsInARowWrap() {
    let style = ParagraphStyle(tabSize: 8, whiteSpace: .breakSpaces)
    let prepared = typesetter.prepare(
      Paragraph(String(repeating: "\t", count: 100), paragraphStyle: style))
    #expect(prepared.runs.count == 1)
    let distance = prepared.tabs.distance
    let layout = prepared.layout(width: 20.5 * distance)
    #expect(layout.lines.map(\.utf16Range.count) == [20, 20, 20, 20, 20])
    for place in layout.graphemes {
      #expect(abs(place.x - Double(place.utf16Range.lowerBound % 20) * distance) < 1e-6)
      #expect(abs(place.width - distance) < 1e-6)
    }
  }

  @Test func takesAnySize() {
    for size in [0, -1, .nan, .infinity, 1e-300, 1e300, 7] as [Double] {
      let layout = typesetter.prepare(Paragraph("abc", style: TextStyle(size: size))).layout()
      #expect(layout.size.width.isFinite && layout.size.height.isFinite)
      if size == 7 { #expect(layout.glyphRuns[0].size == 7) }
    }
  }

  @Test func colorsNeverShapeAgain() throws {
    let typesetter = Typesetter(fonts: try .bundled(), shapeCacheBytes: 0)
    for word in ["coloured", "ببלבשל", "שלוםעולם"] {
      let before = typesetter.statistics.shapeCalls
      let plain = typesetter.prepare(Paragraph(word)).layout()
      let calls = typesetter.statistics.shapeCalls - before
      var text = AttributedText()
      for (index, character) in word.enumerated() {
        text.append(String(character), style: TextStyle(color: Color(rgb: UInt32(index + 1))))
      }
      let colored = typesetter.prepare(Paragraph(text)).layout()
      #expect(typesetter.statistics.shapeCalls - before == 2 * calls)
      #expect(colored.glyphRuns.flatMap(\.glyphs) == plain.glyphRuns.flatMap(\.glyphs))
      for run in colored.glyphRuns {
        let colors = run.glyphs.map { Color(rgb: $0.cluster + 1) }
        #expect(colors.allSatisfy { $0 == run.color })
      }
      #expect(colored.places == plain.places)
      #expect(
        typesetter.prepare(Paragraph(text)).layout(width: 20).places
          == typesetter.prepare(Paragraph(word)).layout(width: 20).places)
    }
  }
}

extension TextLayout {
  /// The position of each glyph, to a thousandth of a point.
  fileprivate var places: [[Int]] {
    var places: [[Int]] = []
    for run in glyphRuns {
      run.forEachGlyph { glyph, x, y in
        places.append([
          Int(glyph), Int(saturating: (x * 1000).rounded()), Int(saturating: (y * 1000).rounded()),
        ])
      }
    }
    return places
  }
}

/// Invariants of layouts in random styles with extreme numbers.
@Suite struct StyleCombinationTests {
  private let typesetter: Typesetter

  init() throws {
    typesetter = Typesetter(fonts: try .bundled())
  }

  private static let numbers = [0, 1, -1, 2.5, 12, -30, 1e9, -1e9, .nan, .infinity, -.infinity]

  private func number(_ random: inout SeededGenerator) -> Double {
    Bool.random(using: &random)
      ? Double.random(in: -3...20, using: &random)
      : Self.numbers.randomElement(using: &random) ?? 0
  }

  private func paragraphStyle(_ random: inout SeededGenerator) -> ParagraphStyle {
    let alignments: [TextAlignment] = [.start, .end, .left, .right, .center, .justify]
    let heights: [LineHeight] = [
      .normal, .multiple(number(&random)), .points(number(&random)), .atLeast(number(&random)),
    ]
    let directions: [BaseDirection] = [.automatic, .leftToRight, .rightToLeft]
    return ParagraphStyle(
      alignment: alignments.randomElement(using: &random) ?? .start,
      baseDirection: directions.randomElement(using: &random) ?? .automatic,
      lineHeight: heights.randomElement(using: &random) ?? .normal,
      paragraphSpacing: number(&random), firstLineIndent: number(&random),
      tabSize: number(&random),
      whiteSpace: WhiteSpace.allCases.randomElement(using: &random) ?? .normal,
      lineBreakRules: LineBreakRules.allCases.randomElement(using: &random) ?? .css,
      lineBreakStrictness: LineBreakStrictness.allCases.randomElement(using: &random) ?? .normal,
      wordBreak: WordBreak.allCases.randomElement(using: &random) ?? .normal,
      overflowWrap: OverflowWrap.allCases.randomElement(using: &random) ?? .normal,
      maximumLines: Bool.random(using: &random) ? Int.random(in: -1...4, using: &random) : nil,
      truncatesOverflow: Bool.random(using: &random))
  }

  private func textStyle(_ random: inout SeededGenerator) -> TextStyle {
    let isPlain = Int.random(in: 0...2, using: &random) > 0
    return TextStyle(
      size: isPlain ? 15 : number(&random), weight: FontWeight(Int.random(in: 1...1000)),
      slant: [.upright, .italic, .oblique].randomElement(using: &random) ?? .upright,
      variations: isPlain ? [] : [FontVariation("wght", number(&random))],
      features: isPlain ? [] : [FontFeature("smcp"), FontFeature("kern", 0)],
      language: [nil, "ja", "ar", "zh-TW", "??"].randomElement(using: &random) ?? nil,
      letterSpacing: isPlain ? 0 : number(&random), wordSpacing: isPlain ? 0 : number(&random),
      baselineShift: isPlain ? 0 : number(&random), background: isPlain ? nil : .black,
      decorations: [TextDecoration(.underline, pattern: .wavy, thickness: number(&random))])
  }

  private func attributed(_ random: inout SeededGenerator) -> AttributedText {
    var text = AttributedText("", style: textStyle(&random))
    for _ in 0..<Int.random(in: 1...4, using: &random) {
      text.append(SampleText.mixed(&random, words: 3), style: textStyle(&random))
    }
    return text
  }

  @Test func everyLayoutIsWhole() {
    var random = SeededGenerator(salt: 76)
    for _ in 0..<400 {
      let style = paragraphStyle(&random)
      let text = attributed(&random)
      let width = [number(&random), 60, 150, .infinity].randomElement(using: &random) ?? 60
      let prepared = typesetter.prepare(Paragraph(text, style: style))
      let layout = prepared.layout(width: width)
      let note: Comment = "\(text) \(style) at \(width), seed \(TestSettings.seed)"
      #expect(covers(layout, text.string.utf16.count), note)
      #expect(isFinite(layout), note)
      #expect(prepared.minContentWidth.isFinite && prepared.maxContentWidth.isFinite, note)
      #expect(layout.graphemes.allSatisfy { $0.x.isFinite && $0.width.isFinite }, note)
    }
  }

  /// Whether lines and the text hidden by an ellipsis are contiguous.
  private func covers(_ layout: TextLayout, _ count: Int) -> Bool {
    var end = 0
    for line in layout.lines {
      guard line.utf16Range.lowerBound == end else { return false }
      end = line.hiddenUTF16Range?.upperBound ?? line.utf16Range.upperBound
    }
    return end == count
  }

  private func isFinite(_ layout: TextLayout) -> Bool {
    var numbers = [layout.size.width, layout.size.height]
    for line in layout.lines {
      let frame = line.frame
      numbers += [frame.minX, frame.minY, frame.width, frame.height, line.baseline]
    }
    for run in layout.glyphRuns {
      run.forEachGlyph { numbers += [$1, $2] }
    }
    for line in layout.decorationLines { numbers += [line.frame.minY, line.frame.height] }
    for background in layout.backgrounds { numbers += [background.frame.width] }
    return numbers.allSatisfy(\.isFinite) && layout.size.width >= 0 && layout.size.height >= 0
  }
}

@Suite struct TextLayoutRangesTests {
  @Test func areThoseOfTheString() throws {
    let typesetter = Typesetter(fonts: try .bundled())
    var random = SeededGenerator(salt: 74)
    for _ in 0..<40 {
      let text = SampleText.mixed(&random, words: 10)
      let layout = typesetter.prepare(Paragraph(text)).layout(width: 80)
      let ranges = layout.ranges(in: text)
      let utf8 = layout.utf8Ranges(in: text)
      let note: Comment = "\(text), seed \(TestSettings.seed)"
      #expect(ranges.count == layout.lines.count && utf8.count == layout.lines.count)
      for (index, line) in layout.lines.enumerated() {
        let units = Array(text.utf16)[line.utf16Range]
        #expect(Array(text[ranges[index]].utf16) == Array(units), note)
        #expect(
          String(decoding: Array(text.utf8)[utf8[index]], as: UTF8.self).utf16.elementsEqual(units),
          note)
      }
    }
  }

  @Test func endWithAShorterString() throws {
    let layout = try Typesetter(fonts: .bundled()).prepare(Paragraph("one two")).layout(width: 30)
    let other = "on"
    #expect(layout.ranges(in: other).allSatisfy { $0.upperBound <= other.endIndex })
    #expect(layout.utf8Ranges(in: "") == layout.lines.map { _ in 0..<0 })
  }
}
