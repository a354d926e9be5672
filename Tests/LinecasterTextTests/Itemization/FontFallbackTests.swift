import LinecasterBundledFonts
import LinecasterFonts
import LinecasterTestSupport
import Testing

@testable import LinecasterText

@Suite struct FontFallbackTests {
  private let typesetter: Typesetter

  init() throws {
    typesetter = Typesetter(fonts: try .bundled())
  }

  private func runs(_ text: String) -> [String] {
    typesetter.prepare(Paragraph(text)).layout().glyphRuns
      .map { "\($0.face.family) \($0.glyphs.count)" }
  }

  @Test func drawsEverySequenceAsOneEmoji() {
    let sequences = [
      "😀", "❤\u{FE0F}", "👍🏽", "👩‍👩‍👧‍👦", "🇩🇪", "1\u{FE0F}\u{20E3}", "#\u{FE0F}\u{20E3}",
      "🏴󠁧󠁢󠁥󠁮󠁧󠁿", "🏳\u{FE0F}‍🌈", "☝🏿", "©\u{FE0F}",
    ]
    for emoji in sequences { #expect(runs(emoji) == ["Noto Color Emoji 1"], "\(emoji)") }
    #expect(runs("🇩🇪🇫🇷") == ["Noto Color Emoji 2"])
    #expect(runs("a😀b") == ["Noto Sans 1", "Noto Color Emoji 1", "Noto Sans 1"])
  }

  @Test func drawsTextAsText() {
    for text in ["1", "#", "©", "1\u{FE0E}", "©\u{FE0E}"] {
      let families = typesetter.prepare(Paragraph(text)).layout().glyphRuns.map(\.face.family)
      #expect(families == ["Noto Sans"], "\(text)")
    }
    // Noto Sans Mono has U+25B6 and comes after the emoji, in whose colours it is not by default.
    let faces = typesetter.prepare(Paragraph("▶\u{FE0E}x▶x▶\u{FE0F}")).layout().glyphRuns
      .map(\.face.family)
    #expect(
      faces == [
        "Noto Sans Mono", "Noto Sans", "Noto Sans Mono", "Noto Sans", "Noto Color Emoji",
      ])
  }

  @Test func reportsWhatNoFontHas() {
    let missing = { (text: String) in typesetter.prepare(Paragraph(text)).missingCharacters }
    #expect(missing("abc ب 日本 😀\n\t\u{200B}\u{AD}\u{0}") == [])
    #expect(missing("a\u{E000}b\u{E000}") == ["\u{E000}", "\u{E000}"])
    #expect(missing("\u{F0000}") == ["\u{F0000}"])
    // A mark is reported too where the face of its grapheme lacks it.
    #expect(missing("x\u{1E131}") == ["\u{1E131}"])
    #expect(typesetter.prepare(Paragraph("\u{E000}")).layout().glyphCount == 1)
  }

  @Test func neverSplitsAGrapheme() {
    var random = SeededGenerator(salt: 80)
    for _ in 0..<60 {
      let text = SampleText.mixed(&random, words: 15)
      let storage = typesetter.prepare(Paragraph(text)).storage
      #expect(
        storage.runs.allSatisfy { storage.boundaries[$0.start].contains(.grapheme) },
        "\(text), seed \(TestSettings.seed)")
    }
  }

  @Test func followsTheNamedFamilies() {
    let style = TextStyle(families: ["nothing", "Noto Sans Mono", "Noto Sans Thai"])
    let layout = typesetter.prepare(Paragraph("aก日", style: style)).layout()
    #expect(
      layout.glyphRuns.map(\.face.family) == [
        "Noto Sans Mono", "Noto Sans Thai", "Droid Sans Fallback",
      ])
  }

  @Test func drawsKoreanFromAKoreanFaceOnly() throws {
    // Droid Sans Fallback, which comes first, has the first of these syllables.
    let layout = typesetter.prepare(Paragraph("가나다")).layout()
    #expect(Set(layout.glyphRuns.map(\.face.family)) == ["NanumGothic"])
  }
}
