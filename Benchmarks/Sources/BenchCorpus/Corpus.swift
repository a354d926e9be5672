public import Foundation

/// The input of the benchmarks, generated from a seed: a feed, texts and trees.
///
/// The same seed gives the same bytes on every machine.
public struct Corpus: Sendable {
  /// The number of messages in the feed.
  public let rows: Int
  /// The number of paragraphs in each text.
  public let lines: Int
  /// The seed of the generator.
  public let seed: UInt64

  /// The corpus with which the figures in the README are measured.
  public static let standard = Corpus(rows: 2_000, lines: 300, seed: 1)

  /// Creates a corpus with a number of messages, and a number of paragraphs for each language.
  public init(rows: Int, lines: Int, seed: UInt64) {
    self.rows = rows
    self.lines = lines
    self.seed = seed
  }

  /// Writes `feed.jsonl`, `text/LANGUAGE.txt` and `flex/TREE.txt`, and replaces existing files.
  ///
  /// - Complexity: O(bytes).
  public func write(to folder: URL) throws {
    try write(feed, to: folder.appending(path: "feed.jsonl"))
    for language in CorpusLanguage.all {
      try write(text(language), to: folder.appending(path: "text/\(language.name).txt"))
    }
    for tree in BoxTreeText.all {
      try write(tree.lines, to: folder.appending(path: "flex/\(tree.name).txt"))
    }
  }

  private func write(_ lines: [String], to file: URL) throws {
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data((lines.joined(separator: "\n") + "\n").utf8).write(to: file)
  }

  /// Returns the paragraphs of a language.
  ///
  /// - Complexity: O(bytes).
  public func text(_ language: CorpusLanguage) -> [String] {
    var random = SeededGenerator(seed: seed ^ Self.hash(language.name))
    return (0..<lines).map { _ in language.paragraph(using: &random) }
  }

  /// FNV-1a, because Swift's own hashes differ from run to run.
  private static func hash(_ name: String) -> UInt64 {
    name.utf8.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
  }
}

// MARK: - Feed

extension Corpus {
  private struct Message: Encodable {
    let id: Int
    let author: String
    let time: Int
    let body: String
    let avatar: String?
  }

  /// The messages in all languages, one JSON object per line.
  ///
  /// - Complexity: O(bytes), on each access.
  public var feed: [String] {
    var random = SeededGenerator(seed: seed)
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    var time = 1_700_000_000
    return (0..<rows).compactMap { row in
      time += Int.random(in: 5...600, using: &random)
      let message = message(row, time, using: &random)
      return (try? encoder.encode(message)).map { String(decoding: $0, as: UTF8.self) }
    }
  }

  private func message(
    _ row: Int, _ time: Int, using random: inout SeededGenerator
  ) -> Message {
    // English comes twice as often as each other language.
    let index = Int.random(in: -1..<CorpusLanguage.all.count, using: &random)
    let language = CorpusLanguage.all[max(0, index)]
    var body = language.paragraph(using: &random)
    switch Int.random(in: 0..<20, using: &random) {
    case 0, 1: body += " \(random.pick(CorpusLanguage.emojis))"
    case 2: body += " https://example.org/\(String(random.next(), radix: 36))"
    case 3: body = "@\(random.pick(language.authors)) \(body)"
    case 4: body += "\n\(language.sentence(using: &random))"
    default: break
    }
    let hasAvatar = Int.random(in: 0..<8, using: &random) == 0
    let avatar = Int.random(in: 0..<0x100_0000, using: &random)
    return Message(
      id: row, author: random.pick(language.authors), time: time, body: body,
      avatar: hasAvatar ? String(format: "#%06X", avatar) : nil)
  }
}
