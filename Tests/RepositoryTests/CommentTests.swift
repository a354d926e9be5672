import Foundation
import Testing

/// The words of comments, which Quick Help shows without the code around them.
@Suite struct CommentTests {
  private static let questionWords: Set<Substring> = [
    "What", "Which", "Where", "When", "Who", "Whose", "How", "Why",
  ]

  private let files = Repository.shared.swiftFiles.filter { !$0.path.hasPrefix("Tests/") }

  @Test func commentsBeginWithWhatTheyName() {
    let offences = files.flatMap(Self.questions)
    #expect(offences.isEmpty, "\(offences.report)")
  }

  @Test func commentsUseTheWordsOfTheField() {
    let offences = files.flatMap(Self.coined)
    #expect(offences.isEmpty, "\(offences.report)")
  }

  /// Doc comments that begin with a question word.
  private static func questions(in file: SourceFile) -> [Offence] {
    file.lines.indices.compactMap { index in
      guard let text = comment(file.lines[index]),
        index == 0 || comment(file.lines[index - 1]) == nil,
        let first = text.split(separator: " ").first, questionWords.contains(first)
      else { return nil }
      return Offence(path: file.path, line: index + 1, reason: "begins with \(first)")
    }
  }

  /// Doc comments, their samples left out, with a coined word.
  private static func coined(in file: SourceFile) -> [Offence] {
    // Code is indented and comes after an empty line; else it is a parameter that goes on.
    var (isAfterGap, isSample) = (false, false)
    return file.lines.indices.flatMap { index -> [Offence] in
      guard let text = comment(file.lines[index]) else {
        (isAfterGap, isSample) = (false, false)
        return []
      }
      isSample = text.hasPrefix("    ") && (isAfterGap || isSample)
      isAfterGap = text.isEmpty
      if isSample { return [] }
      return CoinedPhrases.found(in: String(text)).map {
        Offence(path: file.path, line: index + 1, reason: "has '\($0.phrase)'")
      }
    }
  }

  /// The text of a line of a doc comment; nil for other lines.
  static func comment(_ line: Substring) -> Substring? {
    let line = line.drop { $0 == " " }
    guard line.hasPrefix("///") else { return nil }
    return line.dropFirst(line.hasPrefix("/// ") ? 4 : 3)
  }

  @Test func publicCommentsHaveShortSentences() {
    let others = Repository.shared.swiftFiles(below: [
      "Server/Sources", "Integrations/Access/Sources", "Integrations/Previews/Sources",
    ])
    let sentences = (files + others).flatMap(PublicSentence.all)
    let long = sentences.filter(\.isLong)
    #expect(sentences.count > 5_000)
    #expect(
      long.count * 100 < sentences.count * 2,
      "\(long.count) of \(sentences.count) sentences are long: \(long.map(\.offence).report)")
  }

  @Test func catchesLongSentencesOfPublicComments() {
    let long = String(repeating: "word ", count: PublicSentence.limit) + "end."
    let text = """
      /// Short. \(long)
      ///
      ///     \(long)
      ///
      /// - Parameters:
      ///   - a: \(long)
      @inlinable
      public func f(a: Int) {}
      /// \(long)
      func g() {}
      public enum A {
        /// \(long) And
        /// short.
        case b
      }
      public protocol C {
        /// \(long)
        var d: Int { get }
      }
      enum E {
        /// \(long)
        case f
      }
      """
    let file = SourceFile(path: "Sources/A/A.swift", text: text)
    let sentences = PublicSentence.all(in: file)
    #expect(sentences.filter(\.isLong).map(\.offence.line) == [1, 1, 12, 17])
    #expect(sentences.count == 7)
  }

  @Test func catchesQuestionsAndCoinedWords() {
    let text = """
      /// What it is.
      let a = 1
      /// Its size.
      /// Where it is said.
      let b = 2
      /// Work that is called off, black.
      ///
      ///     nobody()
      ///     somebody()
      ///
      /// - Parameters:
      ///   - c: Counted, then
      ///     told.
      let c = 3
      """
    let file = SourceFile(path: "Sources/A/A.swift", text: text)
    #expect(Self.questions(in: file).map(\.line) == [1])
    #expect(Self.coined(in: file).map(\.line) == [6, 13])
  }
}
