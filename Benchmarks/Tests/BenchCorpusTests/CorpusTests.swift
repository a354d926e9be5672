import Foundation
import LinecasterFeed
import Testing

@testable import BenchCorpus

@Suite struct CorpusTests {
  private let corpus = Corpus(rows: 600, lines: 40, seed: 7)

  @Test func theSameSeedGivesTheSameBytes() {
    #expect(corpus.feed == Corpus(rows: 600, lines: 40, seed: 7).feed)
    #expect(corpus.feed != Corpus(rows: 600, lines: 40, seed: 8).feed)
    for language in CorpusLanguage.all {
      let text = corpus.text(language)
      #expect(text == Corpus(rows: 1, lines: 40, seed: 7).text(language))
      #expect(text != Corpus(rows: 1, lines: 40, seed: 8).text(language))
    }
  }

  /// Known bytes: changed words or random choices would change every measured figure.
  @Test func bytesAreThoseOfTheStandardCorpus() {
    let bytes = Corpus.standard.feed.joined(separator: "\n").utf8
    let hash = bytes.reduce(0xCBF2_9CE4_8422_2325 as UInt64) {
      ($0 ^ UInt64($1)) &* 0x100_0000_01B3
    }
    #expect(Corpus.standard.feed.count == 2_000)
    #expect(String(hash, radix: 16) == "7197d91efc514c74")
  }

  @Test func feedsAreRead() {
    let lines = corpus.feed.joined(separator: "\n")
    let content = FeedReader(imageFolder: "").read(Data(lines.utf8), source: "corpus")
    #expect(content.errors.isEmpty && content.items.count == 600)
    #expect(Set(content.items.map(\.identifier)).count == 600)
    #expect(content.items.allSatisfy { !$0.author.isEmpty && !$0.body.isEmpty })
  }

  /// Messages of every script are among any few hundred.
  @Test(arguments: CorpusTests.scripts.sorted { $0.key < $1.key })
  func everyScriptIsInTheFeed(language: String, ranges: [ClosedRange<UInt32>]) {
    let count = corpus.feed.count { line in
      line.unicodeScalars.contains { scalar in ranges.contains { $0.contains(scalar.value) } }
    }
    #expect(count >= 15, "\(language)")
  }

  /// Most letters of a text belong to its script.
  @Test(arguments: CorpusTests.scripts.sorted { $0.key < $1.key })
  func textsAreOfTheirScripts(name: String, ranges: [ClosedRange<UInt32>]) throws {
    let language = try #require(CorpusLanguage.all.first { $0.name == name })
    let text = corpus.text(language)
    #expect(text.count == 40 && text.allSatisfy { !$0.isEmpty && !$0.contains("\n") })
    let letters = text.joined().unicodeScalars.filter {
      $0.properties.isAlphabetic || $0.properties.isEmojiPresentation
    }
    let own = letters.count { letter in ranges.contains { $0.contains(letter.value) } }
    #expect(own * 100 >= letters.count * (name == "emoji" ? 10 : 90))
  }

  @Test func mixedTextsHaveBothDirectionsInALine() throws {
    let bidi = try #require(CorpusLanguage.all.first { $0.name == "bidi" })
    let mixed = corpus.text(bidi).count { line in
      line.contains { $0.isASCII && $0.isLetter }
        && line.unicodeScalars.contains { (0x590...0x6FF).contains($0.value) }
    }
    #expect(mixed >= 35)
  }

  @Test func writesItsFiles() throws {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("linecaster-corpus-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    try Corpus(rows: 3, lines: 2, seed: 1).write(to: folder)
    let paths = try FileManager.default.subpathsOfDirectory(atPath: folder.path)
      .filter { $0.contains(".") }
    #expect(
      Set(paths)
        == Set(
          ["feed.jsonl"] + CorpusLanguage.all.map { "text/\($0.name).txt" }
            + BoxTreeText.all.map { "flex/\($0.name).txt" }))
    let thai = try String(
      contentsOf: folder.appending(path: "text/thai.txt"), encoding: .utf8)
    #expect(thai.split(separator: "\n").count == 2 && thai.hasSuffix("\n"))
  }

  static let scripts: [String: [ClosedRange<UInt32>]] = [
    "english": [0x41...0x24F], "german": [0x41...0x24F], "russian": [0x400...0x4FF],
    "arabic": [0x600...0x6FF], "hebrew": [0x590...0x5FF], "hindi": [0x900...0x97F],
    "thai": [0xE00...0xE7F], "chinese": [0x4E00...0x9FFF],
    "japanese": [0x3040...0x30FF, 0x4E00...0x9FFF], "korean": [0xAC00...0xD7AF],
    "emoji": [0x1F000...0x1FAFF],
  ]
}
