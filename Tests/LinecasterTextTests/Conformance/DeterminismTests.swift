import LinecasterBundledFonts
import LinecasterFonts
import LinecasterTestSupport
import Testing

@testable import LinecasterText

/// A layout depends only on its text, style and width, not on earlier or concurrent work.
@Suite struct DeterminismTests {
  private let fonts: FontCollection
  private let texts: [String]

  /// The number of texts of each corpus in the quick suite.
  private static let quickCount = 6

  init() throws {
    fonts = try .bundled()
    texts =
      try Corpus.names.flatMap {
        ConformanceSettings.sample(try Corpus.paragraphs($0), Self.quickCount)
      } + ConformanceSettings.sample(try Corpus.feedBodies(), Self.quickCount * 5)
  }

  /// The digests of a text at two widths; some texts are truncated, justified or letter-spaced.
  private func digests(_ index: Int, _ typesetter: Typesetter) -> [LayoutDigest] {
    var style = TextStyle(size: 15, language: index.isMultiple(of: 5) ? "ja" : nil)
    if index % 4 == 3 { style.letterSpacing = 0.5 }
    let paragraph = Paragraph(
      texts[index], style: style,
      paragraphStyle: ParagraphStyle(
        alignment: index.isMultiple(of: 2) ? .start : .justify,
        whiteSpace: index.isMultiple(of: 7) ? .normal : .preWrap,
        maximumLines: index.isMultiple(of: 3) ? 2 : nil))
    let prepared = typesetter.prepare(paragraph)
    return [320, 97.5].map { LayoutDigest(prepared.layout(width: $0)) }
  }

  private func digests(
    _ typesetter: Typesetter, order: [Int]
  ) -> [Int: [LayoutDigest]] {
    Dictionary(uniqueKeysWithValues: order.map { ($0, digests($0, typesetter)) })
  }

  @Test func layoutsDependOnNothingElse() {
    let indices = Array(texts.indices)
    let typesetter = Typesetter(fonts: fonts)
    let cold = digests(typesetter, order: indices)
    #expect(Set(cold.values).count > texts.count / 2)
    #expect(digests(typesetter, order: indices) == cold, "warm caches")
    var random = SeededGenerator(salt: 71)
    #expect(
      digests(Typesetter(fonts: fonts), order: indices.shuffled(using: &random)) == cold,
      "shuffled, seed \(TestSettings.seed)")
    for bytes in [0, 20_000, 1 << 28] {
      let cached = Typesetter(
        fonts: fonts, shapeCacheBytes: bytes, paragraphCacheBytes: bytes)
      #expect(digests(cached, order: indices) == cold, "a cache of \(bytes) bytes")
      #expect(digests(cached, order: indices.reversed()) == cold, "warm, of \(bytes) bytes")
    }
    print("determinism: \(texts.count) texts, digest \(LayoutDigest.sum(cold))")
  }

  @Test func threadsChangeNothing() {
    let expected = digests(Typesetter(fonts: fonts), order: Array(texts.indices))
    let shared = Typesetter(fonts: fonts)
    let team = ThreadTeam(count: 8)
    let results = team.run { number in
      // Each thread takes all texts, from another start.
      let start = number * texts.count / team.count
      return digests(shared, order: Array(start..<texts.count) + Array(0..<start))
    }
    #expect(results.count == 8)
    #expect(results.allSatisfy { $0 == expected })
  }
}
