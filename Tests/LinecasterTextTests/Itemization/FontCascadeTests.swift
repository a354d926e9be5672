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
    // Noto Sans Symbols2 has U+25B6 and follows the emoji font, which is not its default
    // presentation.
    let faces = typesetter.prepare(Paragraph("▶\u{FE0E}x▶x▶\u{FE0F}")).layout().glyphRuns
      .map(\.face.family)
    #expect(
      faces == [
        "Noto Sans Symbols2", "Noto Sans", "Noto Sans Symbols2", "Noto Sans", "Noto Color Emoji",
      ])
  }

  @Test func reportsWhatNoFontHas() {
    let missing = { (text: String) in typesetter.prepare(Paragraph(text)).missingCharacters }
    #expect(missing("abc ب 日本 😀\n\t\u{200B}\u{AD}\u{0}") == [])
    #expect(missing("a\u{E000}b\u{E000}") == ["\u{E000}", "\u{E000}"])
    #expect(missing("\u{F0000}") == ["\u{F0000}"])
    // A mark is also reported if the face of its grapheme misses it.
    #expect(missing("x\u{1E131}") == ["\u{1E131}"])
    #expect(typesetter.prepare(Paragraph("\u{E000}")).layout().glyphCount == 1)
  }

  @Test func neverSplitsAGrapheme() {
    var random = SeededGenerator(salt: 80)
    for _ in 0..<60 {
      let text = SampleText.mixed(&random, words: 15)
      let storage = typesetter.prepare(Paragraph(text))
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
        "Noto Sans Mono", "Noto Sans Thai", "Noto Sans CJK JP",
      ])
  }

  @Test func drawsKoreanFromAKoreanFaceOnly() throws {
    // Noto Sans CJK JP, which is earlier in the list, has these syllables too.
    let layout = typesetter.prepare(Paragraph("가나다")).layout()
    #expect(Set(layout.glyphRuns.map(\.face.family)) == ["Noto Sans CJK KR"])
  }
}

@Suite struct EmojiFallbackTests {
  private let fonts: FontCollection

  init() throws {
    fonts = try .bundled()
  }

  /// A typesetter whose text face has all characters of emoji sequences, named or not.
  private func typesetter(_ families: [String]) throws -> Typesetter {
    Typesetter(
      fonts: try FontCollection(
        faces: families.compactMap {
          fonts.face(family: $0, weight: .regular, slant: .upright)
        }))
  }

  /// The families and glyph counts of each line; each paragraph is a line.
  private func runs(_ texts: [String], _ typesetter: Typesetter) -> [[String]] {
    texts.map { text in
      typesetter.prepare(Paragraph(text)).layout().glyphRuns
        .map { "\($0.face.family) \($0.glyphs.count)" }
    }
  }

  @Test(
    .enabled(
      if: try TestTools.has("unicode-data", UnicodeFile.folder != nil),
      "the package unicode-data is not installed"))
  func everyTestSequenceIsOneGlyph() throws {
    let sequences = try UnicodeFile("emoji/emoji-test.txt").lines.map(\.textAndBreaks.text)
    #expect(sequences.count == 4733)
    let found = runs(sequences, try typesetter(["Noto Color Emoji"]))
    let wrong = zip(sequences, found).filter { $1 != ["Noto Color Emoji 1"] }
    print("emoji-test.txt: \(sequences.count - wrong.count) of 4,733 are one glyph")
    #expect(wrong.map(\.0) == [])
  }

  @Test(
    .enabled(
      if: try TestTools.has("unicode-data", UnicodeFile.folder != nil),
      "the package unicode-data is not installed"))
  func selectorsChooseTheFace() throws {
    let text = try typesetter(["Noto Sans", "Noto Sans Mono", "Noto Color Emoji"])
    let color = try typesetter(["Noto Color Emoji", "Noto Sans", "Noto Sans Mono"])
    let textFaces = ["Noto Sans", "Noto Sans Mono"].compactMap {
      fonts.face(family: $0, weight: .regular, slant: .upright)
    }
    var count = 0
    for line in try UnicodeFile("emoji/emoji-variation-sequences.txt").lines {
      let sequence = line.textAndBreaks.text
      let scalar = try #require(sequence.unicodeScalars.first)
      let hasTextFace = textFaces.contains { $0.covers(scalar) }
      let wantsEmoji = line.fields.contains("emoji")
      for typesetter in [text, color] {
        let faces = typesetter.prepare(Paragraph(sequence)).layout().glyphRuns.map(\.face)
        #expect(faces.count == 1, "\(line.number)")
        #expect(faces[0].hasColorBitmaps == (wantsEmoji || !hasTextFace), "\(line.number)")
      }
      count += 1
    }
    #expect(count == 708)
  }

  /// A font of coloured outlines draws emoji, and letters of other fonts stay unchanged.
  @Test func outlinesInColoursAreColour() throws {
    let paints = try FontFace(path: FontFixtures.paints)
    let faces = try FontCollection.bundled().faces
    let typesetter = Typesetter(
      fonts: try FontCollection(faces: faces.prefix(1) + [paints] + faces))
    for emoji in ["\u{1F600}", "\u{1F600}\u{FE0F}"] {
      let runs = typesetter.prepare(Paragraph(emoji)).layout().glyphRuns
      #expect(runs.map(\.face) == [paints])
    }
    let other = typesetter.prepare(Paragraph("a\u{1F601}")).layout().glyphRuns.map(\.face.family)
    #expect(other == ["Noto Sans", "Noto Color Emoji"])
  }

  /// As in browsers, the list of families outweighs Unicode's default emoji presentation.
  @Test func namedFamiliesDrawEmojiThatNoSelectorFollows() throws {
    let watch = "\u{231A}"
    let mono = TextStyle(families: ["Noto Sans Mono", "Noto Color Emoji"])
    let emoji = TextStyle(families: ["Noto Color Emoji", "Noto Sans Mono"])
    let family = { (text: String, style: TextStyle) in
      Typesetter(fonts: self.fonts).prepare(Paragraph(text, style: style)).layout()
        .glyphRuns.map(\.face.family)
    }
    let arrow = "\u{25B6}"
    #expect(family(watch, emoji) == ["Noto Color Emoji"])
    #expect(family(arrow, mono) == ["Noto Sans Mono"])
    #expect(family(arrow + "\u{FE0F}", mono) == ["Noto Color Emoji"])
    #expect(family(arrow + "\u{FE0E}", emoji) == ["Noto Sans Mono"])
  }
}

@Suite struct LanguageFallbackTests {
  private func families(_ text: String, _ language: String?, _ fonts: FontCollection) -> [String] {
    Typesetter(fonts: fonts)
      .prepare(Paragraph(text, style: TextStyle(language: language))).layout()
      .glyphRuns.map(\.face.family)
  }

  /// Noto Sans and the faces of the collection in the given order.
  private func fonts(_ order: [Int]) throws -> FontCollection {
    let latin = try #require(try FontCollection.bundled().faces.first)
    let path = FontFixtures.chineseJapaneseKorean
    return try FontCollection(
      faces: [latin] + order.map { try FontFace(path: path, index: $0) })
  }

  /// The faces have the same characters and code pages; only their regional forms differ.
  @Test(arguments: [[0, 1, 2, 3, 4], [4, 3, 2, 1, 0], [2, 0, 4, 1, 3]])
  func theLanguageChoosesTheFormsOfHan(_ order: [Int]) throws {
    let fonts = try fonts(order)
    let expected = [
      "ja": "JP", "ja-JP": "JP", "ko": "KR", "ko-KR": "KR", "zh": "SC", "zh-CN": "SC",
      "zh-Hans": "SC", "zh_SG": "SC", "zh-Hans-HK": "SC", "zh-TW": "TC", "zh-Hant": "TC",
      "ZH-hant-tw": "TC", "zh-HK": "HK", "zh-Hant-HK": "HK", "zh-MO": "HK", "yue": "HK",
    ]
    for (language, face) in expected {
      #expect(families("\u{76F4}", language, fonts) == ["Noto Sans CJK \(face)"], "\(language)")
    }
    let first = fonts.faces[1].family
    #expect(families("\u{76F4}", nil, fonts) == [first])
    #expect(families("\u{76F4}", "en", fonts) == [first])
    #expect(families("한", nil, fonts) == ["Noto Sans CJK KR"])
    #expect(families("あ", nil, fonts) == ["Noto Sans CJK JP"])
    #expect(families("ㄅ", nil, fonts) == ["Noto Sans CJK TC"])
    #expect(families("한", "ja", fonts) == ["Noto Sans CJK KR"])
  }

  @Test func aNeighbourStandsInForAMissingLanguage() throws {
    #expect(families("\u{76F4}", "zh-HK", try fonts([0, 2, 3])) == ["Noto Sans CJK TC"])
    #expect(families("\u{76F4}", "zh-TW", try fonts([0, 2, 4])) == ["Noto Sans CJK HK"])
    #expect(families("\u{76F4}", "zh-TW", try fonts([0, 2])) == ["Noto Sans CJK JP"])
  }
}
