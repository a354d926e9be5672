import LinecasterBundledFonts
import LinecasterFonts
import Testing

@testable import LinecasterText

/// Unique texts use no more memory than the limits of the caches.
@Suite(.serialized) struct CacheMemoryTests {
  /// The limits in bytes for words and for paragraphs.
  private static let limits = [(16 << 20, 8 << 20), (16 << 20, 0), (0, 8 << 20)]

  /// Prepares and lays out distinct strings on two threads.
  private func layOut(_ numbers: Range<Int>, _ typesetter: Typesetter) {
    let team = ThreadTeam(count: 2)
    _ = team.run { part in
      for number in numbers where number % team.count == part {
        let text = "Message \(number) of \(number &* 2_654_435_761 % 1_000_003)"
        _ = typesetter.prepare(Paragraph(text)).layout(width: 320)
      }
    }
  }

  private func typesetter(words: Int, paragraphs: Int) throws -> Typesetter {
    Typesetter(
      fonts: try .bundled(), shapeCacheBytes: words, paragraphCacheBytes: paragraphs)
  }

  @Test func cachesCountNoMoreThanTheirLimits() throws {
    let typesetter = try typesetter(words: 100_000, paragraphs: 200_000)
    layOut(0..<3_000, typesetter)
    let statistics = typesetter.statistics
    #expect((20_000...100_000).contains(statistics.wordBytes))
    #expect((50_000...200_000).contains(statistics.paragraphBytes))
  }

  @Test(
    .enabled(if: ConformanceSettings.takesAll, "only where LINECASTER_TEXT is all"),
    arguments: limits)
  func aMillionStringsTakeNoMoreThanTheCaches(words: Int, paragraphs: Int) throws {
    // Memory outside the caches, for example pages of fonts, is allocated before measuring.
    layOut(0..<10_000, try typesetter(words: 1, paragraphs: 1))
    let typesetter = try typesetter(words: words, paragraphs: paragraphs)
    let meter = MemoryMeter()
    layOut(0..<1_000_000, typesetter)
    let limit = Double(words + paragraphs) / 1_048_576
    print(
      "memory: a million strings took \(Int(meter.mebibytes)) MiB of \(Int(limit)),",
      "\(typesetter.statistics)")
    #expect(meter.mebibytes <= limit * 1.1)
  }
}
