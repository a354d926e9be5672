import Foundation
import LinecasterBundledFonts
import LinecasterFonts
import LinecasterTestSupport
import Testing

@testable import LinecasterText

/// Text shaped word by word equals the text shaped whole, break flags included.
@Suite struct ItemShaperTests {
  /// Fonts of Debian packages with rules for the space, each in its own way, and texts for them.
  private static let otherFonts = [
    ("truetype/roboto/unhinted/RobotoTTF/Roboto-Regular.ttf", "english"),
    ("opentype/fonts-hosny-amiri/Amiri-Regular.ttf", "arabic"),
    ("truetype/noto/NotoNastaliqUrdu-Regular.ttf", "arabic"),
    ("truetype/dejavu/DejaVuSans.ttf", "russian"),
    ("opentype/noto/NotoSansCJK-Regular.ttc", "japanese"),
    ("opentype/noto/NotoSansCJK-Regular.ttc", "korean"),
    ("truetype/noto/NotoSansDevanagari-Regular.ttf", "hindi"),
  ].map { ("/usr/share/fonts/\($0)", $1) }
  private static let installedFonts = otherFonts.filter {
    FileManager.default.fileExists(atPath: $0.0)
  }
  private static let missingFonts = otherFonts.map(\.0).filter {
    !FileManager.default.fileExists(atPath: $0)
  }

  /// Typesetters with and without a word cache.
  private func typesetters(_ fonts: FontCollection) -> (with: Typesetter, without: Typesetter) {
    (
      Typesetter(fonts: fonts, paragraphCacheBytes: 0),
      Typesetter(fonts: fonts, shapeCacheBytes: 0, paragraphCacheBytes: 0)
    )
  }

  private func faults(
    _ texts: [String], _ style: TextStyle, _ typesetters: (with: Typesetter, without: Typesetter)
  ) -> [String] {
    texts.flatMap { text in
      let paragraph = Paragraph(text, style: style)
      let whole = typesetters.without.prepare(paragraph)
      // Twice, to test words from the cache too.
      return [0, 1].compactMap { _ in
        let storage = typesetters.with.prepare(paragraph)
        let isEqual =
          storage.glyphs == whole.glyphs && storage.boundaries == whole.boundaries
          && storage.positions == whole.positions
        return isEqual ? nil : "\(text): \(difference(storage, whole))"
      }
    }
  }

  private func difference(_ left: PreparedParagraph, _ right: PreparedParagraph) -> String {
    for (first, second) in zip(left.glyphs, right.glyphs) where first != second {
      return "\(first) for \(second)"
    }
    return "\(left.glyphs.count) glyphs for \(right.glyphs.count)"
  }

  @Test func givesTheSameForMixedText() throws {
    let typesetters = self.typesetters(try .bundled())
    var random = SeededGenerator(salt: 300)
    let texts = (0..<300).map { _ in SampleText.mixed(&random, words: 20) }
    #expect(faults(texts, TextStyle(), typesetters) == [], "seed \(TestSettings.seed)")
    #expect(typesetters.0.statistics.wordHits > 500)
    #expect(typesetters.1.statistics.wordHits == 0)
  }

  @Test(arguments: Corpus.names)
  func givesTheSameForTheCorpus(_ name: String) throws {
    let typesetters = self.typesetters(try .bundled())
    let texts = try Corpus.paragraphs(name).prefix(60)
    #expect(faults(Array(texts), TextStyle(), typesetters) == [])
  }

  /// Characters with glyphs that are looked up one by one, in both directions: brackets in
  /// right-to-left text are mirrored.
  @Test(arguments: ["\u{202D}", "\u{202E}"])
  func givesTheSameForEveryCharacterLookedUp(_ override: String) throws {
    let typesetters = self.typesetters(try .bundled())
    let blocks: [ClosedRange<UInt32>] = [
      0x3000...0x30FF, 0x3105...0x312F, 0x31F0...0x31FF, 0x4E00...0x4E7F, 0xAC00...0xAC7F,
      0xFF01...0xFF60,
    ]
    let texts = blocks.joined().compactMap(Unicode.Scalar.init)
      .map { "\(override)漢\($0)字\u{202C}" }
    #expect(faults(texts, TextStyle(), typesetters) == [])
  }

  /// Kana that the font kerns, with marks that join them to other glyphs, and among ideographs.
  @Test(arguments: ["かきけこさトへヘノーャ", "かきけトへー\u{3099}\u{309A}漢字。「」ａ가 a"])
  func givesTheSameForRandomKana(_ letters: String) throws {
    let typesetters = self.typesetters(try .bundled())
    var random = SeededGenerator(salt: 302)
    let scalars = Array(letters.unicodeScalars)
    let texts = (0..<300).map { _ in
      let word = (0..<Int.random(in: 1...9, using: &random)).map { _ in
        scalars[Int.random(in: scalars.indices, using: &random)]
      }
      return String(String.UnicodeScalarView(word))
    }
    #expect(faults(texts, TextStyle(), typesetters) == [], "seed \(TestSettings.seed)")
  }

  /// Words that differ only in the order of their kana share the shapes of their pairs.
  @Test func shapesPairsOfKanaOnce() throws {
    let typesetter = Typesetter(fonts: try .bundled(), paragraphCacheBytes: 0)
    let letters = ["と", "へ", "き"]
    let words = (0..<81).map { number in
      [1, 3, 9, 27].map { letters[number / $0 % 3] }.joined()
    }
    let kerned = words.filter { word in
      let glyphs = typesetter.prepare(Paragraph(word)).glyphs
      return glyphs.contains { $0.advance != 1_000 }
    }
    // The font kerns some pairs, and there are nine; a few calls belong to its rules and the line.
    #expect(!kerned.isEmpty)
    #expect(typesetter.statistics.shapeCalls < 30)
  }

  /// Brackets in right-to-left text are mirrored (UAX 9, L4), with and without the word cache: the
  /// second one is drawn first, with the shape of the first.
  @Test(arguments: [0, 1 << 20])
  func mirrorsBracketsReadFromTheRight(_ bytes: Int) throws {
    let typesetter = Typesetter(fonts: try .bundled(), shapeCacheBytes: bytes)
    func glyphs(_ direction: BaseDirection) -> [UInt16] {
      typesetter.prepare(
        Paragraph("漢「」", paragraphStyle: ParagraphStyle(baseDirection: direction))
      ).glyphs.map(\.identifier)
    }
    let upright = glyphs(.leftToRight)
    try #require(upright.count == 3 && upright[1] != upright[2])
    // The glyphs of a run are in drawing order.
    #expect(glyphs(.rightToLeft) == upright)
  }

  @Test(
    .enabled(if: !installedFonts.isEmpty, "none of the fonts is installed"),
    arguments: installedFonts)
  func givesTheSameInOtherFonts(_ font: String, _ corpus: String) throws {
    let fonts = try FontCollection(paths: [font])
    let typesetters = self.typesetters(fonts)
    let paragraphs = try Corpus.paragraphs(corpus).prefix(60)
    #expect(faults(Array(paragraphs), TextStyle(), typesetters) == [])
    var random = SeededGenerator(salt: 301)
    let texts = (0..<60).map { _ in SampleText.mixed(&random, words: 20) }
    #expect(faults(texts, TextStyle(), typesetters) == [], "seed \(TestSettings.seed)")
  }

  /// Fails or is skipped with the names of missing fonts, which the test above passes over.
  @Test(
    .enabled(
      if: try TestTools.has("\(missingFonts)", missingFonts.isEmpty),
      "not installed: \(missingFonts)"))
  func everyOtherFontIsThere() {
    #expect(Self.installedFonts.count == Self.otherFonts.count)
  }
}

/// Kana and ideographs share a run; each is shaped by the rules of its own script.
@Suite struct ScriptStretchTests {
  private static let text = "漢字かなカナ。漢「字」ひア"
  private static let han: UInt32 = 0x4861_6E69
  private static let kana: UInt32 = 0x4869_7261
  /// The scripts of the text by hand: brackets and stops belong to the text before them.
  private static let stretches: [(units: Range<Int>, script: UInt32)] = [
    (0..<2, han), (2..<7, kana), (7..<11, han), (11..<13, kana),
  ]

  private func paragraph(_ fonts: FontCollection) -> PreparedParagraph {
    Typesetter(fonts: fonts).prepare(Paragraph(Self.text))
  }

  @Test func remembersWhereScriptsChange() throws {
    let paragraph = paragraph(try .bundled())
    #expect(paragraph.runs.count == 1)
    let found = paragraph.scriptStretches(of: 0..<paragraph.count, in: paragraph.runs[0])
    #expect(found.map(\.units) == Self.stretches.map(\.units))
    #expect(found.map(\.script.tag) == Self.stretches.map(\.script))
  }

  @Test func dividesPartsOfRunsAsTheWhole() throws {
    let paragraph = paragraph(try .bundled())
    for start in 0..<paragraph.count {
      for end in start + 1...paragraph.count {
        let found = paragraph.scriptStretches(of: start..<end, in: paragraph.runs[0])
        let wanted = Self.stretches.filter { $0.units.overlaps(start..<end) }
        #expect(found.map(\.units) == wanted.map { $0.units.clamped(to: start..<end) })
        #expect(found.map(\.script.tag) == wanted.map(\.script))
      }
    }
  }

  /// With a font that has rules for kana, the run equals stretches that HarfBuzz shapes one by one.
  @Test(
    .enabled(
      if: try TestTools.has("Noto Sans CJK", SystemFont.cjk.isInstalled),
      "Noto Sans CJK is not installed"))
  func shapesEachStretchByItsOwnScript() throws {
    let face = try SystemFont.cjk.face()
    let paragraph = paragraph(try FontCollection(faces: [face]))
    let shaper = PlainShaper(face: face)
    let units = Array(Self.text.utf16)
    let wanted = Self.stretches.flatMap {
      shaper.shape(units[...], part: $0.units, script: $0.script, isRightToLeft: false)
    }
    #expect(paragraph.glyphs.map { Int($0.cluster) } == wanted.map(\.cluster))
    #expect(paragraph.glyphs.map { UInt32($0.identifier) } == wanted.map(\.identifier))
    #expect(paragraph.glyphs.map { Int($0.advance) } == wanted.map(\.advance))
  }
}
