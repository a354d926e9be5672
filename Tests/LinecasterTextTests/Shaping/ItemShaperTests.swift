import Foundation
import LinecasterBundledFonts
import LinecasterFonts
import LinecasterTestSupport
import Testing

@testable import LinecasterText

/// Text shaped word by word must be the text shaped whole, break flags and all.
@Suite struct ItemShaperTests {
  private static let debian = "/usr/share/fonts"

  /// A typesetter of fonts of Debian packages; nil, and said so, where they are not installed.
  private func typesetters(_ paths: [String]) throws -> (with: Typesetter, without: Typesetter)? {
    let paths = paths.map { "\(Self.debian)/\($0)" }
    guard paths.allSatisfy(FileManager.default.fileExists) else {
      print("skipped: \(paths) not installed")
      return nil
    }
    let fonts = try FontCollection(paths: paths)
    return (
      Typesetter(fonts: fonts, paragraphCacheBytes: 0),
      Typesetter(fonts: fonts, shapeCacheBytes: 0, paragraphCacheBytes: 0)
    )
  }

  private func faults(
    _ texts: [String], _ style: TextStyle, _ typesetters: (with: Typesetter, without: Typesetter)
  ) -> [String] {
    texts.flatMap { text in
      let paragraph = Paragraph(text, style: style)
      let whole = typesetters.without.prepare(paragraph).storage
      // Twice, so that words are found as well as made.
      return [0, 1].compactMap { _ in
        let storage = typesetters.with.prepare(paragraph).storage
        let isEqual =
          storage.glyphs == whole.glyphs && storage.boundaries == whole.boundaries
          && storage.positions == whole.positions
        return isEqual ? nil : "\(text): \(difference(storage, whole))"
      }
    }
  }

  private func difference(_ left: ShapedParagraph, _ right: ShapedParagraph) -> String {
    for (first, second) in zip(left.glyphs, right.glyphs) where first != second {
      return "\(first) for \(second)"
    }
    return "\(left.glyphs.count) glyphs for \(right.glyphs.count)"
  }

  @Test func givesTheSameForMixedText() throws {
    let fonts = try FontCollection.bundled()
    let typesetters = (
      Typesetter(fonts: fonts, paragraphCacheBytes: 0),
      Typesetter(fonts: fonts, shapeCacheBytes: 0, paragraphCacheBytes: 0)
    )
    var random = SeededGenerator(salt: 300)
    let texts = (0..<300).map { _ in SampleText.mixed(&random, words: 20) }
    #expect(faults(texts, TextStyle(), typesetters) == [], "seed \(TestSettings.seed)")
    #expect(typesetters.0.statistics.wordHits > 500)
    #expect(typesetters.1.statistics.wordHits == 0)
  }

  @Test(arguments: [
    "english", "german", "russian", "arabic", "hebrew", "hindi", "thai", "japanese", "chinese",
    "korean", "bidi", "emoji",
  ])
  func givesTheSameForTheCorpus(_ name: String) throws {
    guard let path = SharedFiles.path("corpus/\(name).txt"),
      let corpus = try? String(contentsOfFile: path, encoding: .utf8)
    else { return }
    let fonts = try FontCollection.bundled()
    let typesetters = (
      Typesetter(fonts: fonts, paragraphCacheBytes: 0),
      Typesetter(fonts: fonts, shapeCacheBytes: 0, paragraphCacheBytes: 0)
    )
    let lines = corpus.split(separator: "\n").map(String.init)
    #expect(faults(Array(lines.prefix(60)), TextStyle(), typesetters) == [])
  }

  /// Fonts whose rules see the space, each in its own way.
  @Test(arguments: [
    ("truetype/roboto/unhinted/RobotoTTF/Roboto-Regular.ttf", "english"),
    ("opentype/fonts-hosny-amiri/Amiri-Regular.ttf", "arabic"),
    ("truetype/noto/NotoNastaliqUrdu-Regular.ttf", "arabic"),
    ("truetype/dejavu/DejaVuSans.ttf", "russian"),
    ("opentype/noto/NotoSansCJK-Regular.ttc", "japanese"),
    ("opentype/noto/NotoSansCJK-Regular.ttc", "korean"),
    ("truetype/noto/NotoSansDevanagari-Regular.ttf", "hindi"),
  ])
  func givesTheSameInOtherFonts(_ font: String, _ corpus: String) throws {
    guard let typesetters = try typesetters([font]),
      let path = SharedFiles.path("corpus/\(corpus).txt"),
      let text = try? String(contentsOfFile: path, encoding: .utf8)
    else { return }
    let lines = text.split(separator: "\n").map(String.init)
    #expect(faults(Array(lines.prefix(60)), TextStyle(), typesetters) == [])
    var random = SeededGenerator(salt: 301)
    let texts = (0..<60).map { _ in SampleText.mixed(&random, words: 20) }
    #expect(faults(texts, TextStyle(), typesetters) == [], "seed \(TestSettings.seed)")
  }
}
