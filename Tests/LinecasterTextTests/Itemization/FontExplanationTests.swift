import LinecasterBundledFonts
import LinecasterFonts
import LinecasterTestSupport
import Testing

@testable import LinecasterText

@Suite struct FontExplanationTests {
  private let typesetter: Typesetter

  init() throws {
    typesetter = Typesetter(fonts: try .bundled())
  }

  @Test func tellsTheStoryOfAText() {
    let style = TextStyle(
      families: ["Nowhere", "Noto Sans Thai", "Noto Sans Mono"], weight: .bold, language: "ko")
    let story = typesetter.explainFonts(of: "ab日▶\u{FE0F}", style: style)
    let start = [
      #""a" U+0061"#, "  Nowhere (named): no such family",
      "  Noto Sans Thai Bold (named): misses U+0061", "  Noto Sans Mono Bold (named): taken",
      "  drawn from Noto Sans Mono Bold", #""b" U+0062"#,
    ]
    let lines = story.description.split(separator: "\n").map(String.init)
    #expect(Array(lines.prefix(start.count)) == start)
    #expect(story.graphemes.map(\.text) == ["a", "b", "日", "▶\u{FE0F}"])
    #expect(story.graphemes.map(\.utf16Range) == [0..<1, 1..<2, 2..<3, 3..<5])
    let korean = story.graphemes[2]
    #expect(korean.face.family == "Noto Sans CJK KR" && korean.face.weight == .bold)
    #expect(korean.trials.last?.outcome == .taken && korean.trials.last?.affinity == .designed)
    #expect(korean.trials[1].outcome == .misses(["日"]) && korean.trials[1].isNamed)
    #expect(
      story.graphemes[3].trials.prefix(3).map(\.outcome) == [
        .unknownFamily, .drawsNoColor, .drawsNoColor,
      ])
    #expect(story.graphemes[3].face.family == "Noto Color Emoji")
  }

  @Test func tellsWhatIsMissing() {
    let story = typesetter.explainFonts(of: "\u{E000}x\u{1E131}")
    #expect(story.graphemes.map(\.missing) == [["\u{E000}"], ["\u{1E131}"]])
    #expect(story.graphemes.allSatisfy { $0.trials.allSatisfy { $0.outcome != .taken } })
    #expect(story.description.contains("missing: U+E000"))
    #expect(typesetter.explainFonts(of: "").graphemes.isEmpty)
  }

  /// A cached choice equals that of a search without a cache.
  @Test func agreesWithWhatIsDrawn() {
    var random = SeededGenerator(salt: 81)
    let styles = [
      TextStyle(), TextStyle(families: ["Noto Sans Mono"], weight: .bold, language: "zh-TW"),
      TextStyle(families: ["Noto Color Emoji", "Noto Sans Arabic"], slant: .italic),
    ]
    for style in styles {
      let faces = FallbackCache(cascade: FontCascade(fonts: typesetter.fonts, style: style))
      for _ in 0..<40 {
        let text = SampleText.mixed(&random, words: 12)
        let story = typesetter.explainFonts(of: text, style: style)
        let source = SourceText(AttributedText(text, style: style), whiteSpace: .preWrap)
        let units = source.units
        let analysis = TextAnalyzer(unicode: UnicodeAnalyzer())
          .analyze(source, style: ParagraphStyle())
        for grapheme in story.graphemes {
          let face = units.withUnsafeBufferPointer { units in
            withExtendedLifetime(analysis) {
              let cluster = FontCluster(
                text: units, range: grapheme.utf16Range, properties: .init(analysis.properties))
              return faces.face(for: cluster).map { faces.faces[$0] }
                ?? faces.face(forPartOf: cluster)
            }
          }
          #expect(face == grapheme.face, "\(grapheme.text), seed \(TestSettings.seed)")
        }
      }
    }
  }

  @Test func takesEquivalentForms() throws {
    // Noto Sans has é, so no face is searched for its parts; the composed letter draws the mark
    // even in a font that misses it.
    let story = typesetter.explainFonts(of: "e\u{301}\u{212B}")
    #expect(story.graphemes.allSatisfy { $0.face.family == "Noto Sans" && $0.missing.isEmpty })
    #expect(CanonicalForms.composed(0x65, 0x301) == 0xE9)
    #expect(CanonicalForms.composed(0x65, 0x65) == nil)
    #expect(CanonicalForms.decomposed(0x212B)?.first == 0xC5)
    #expect(CanonicalForms.decomposed(0x65) == nil)
  }
}
