import LinecasterBundledFonts
import LinecasterFonts
import LinecasterGeometry
import LinecasterTestSupport
import Testing

@testable import LinecasterText

/// What holds whatever a paragraph's style says, odd numbers included.
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

  /// Lines follow each other without a gap, what an ellipsis hides included.
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
