/// Coined phrases, for which the field has words: cancel, untrusted, report, release, miss.
enum CoinedPhrases {
  private static let all = [
    "called off", "calls off", "call off", "somebody", "nobody", "whoever", "strangers", "told",
    "becomes of", "become of", "let go", "lets go", "lack", "lacks", "lacked", "is none",
  ].map { $0.split(separator: " ") }

  /// Returns the phrases of a text, in any case, with the lines on which they begin.
  static func found(in text: String) -> [(phrase: String, line: Int)] {
    let lines = text.lowercased().split(separator: "\n", omittingEmptySubsequences: false)
    let words = lines.enumerated().flatMap { index, line in
      line.split { !$0.isLetter }.map { (text: $0, line: index) }
    }
    return all.flatMap { phrase in
      words.indices.filter { start in
        words[start].text == phrase[0]
          && words[start...].prefix(phrase.count).map(\.text) == phrase
      }.map { (phrase.joined(separator: " "), words[$0].line) }
    }
  }
}
