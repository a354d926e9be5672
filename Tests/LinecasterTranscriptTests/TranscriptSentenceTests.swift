import LinecasterBase
import LinecasterList
import LinecasterScenes
import LinecasterTestSupport
import Testing

@testable import LinecasterTranscript

/// Messages as they are read out, sentence by sentence.
@Suite(.timeLimit(.minutes(60))) @MainActor struct TranscriptSentenceTests {
  private static let text = """
    # Scripts

    Arabic العربية joins its *letters*. Devanagari देवनागरी has **conjuncts**, and `code` is 3.14
    wide! A [link](https://example.com) ends

    1. one
    2. two

    ```swift
    let words = ["a", "b"]

    print(words)
    ```

    | a | b |
    |---|---|
    | 1 | 2 |

    > 日本語の文章。二つ目。

    The end[^1].

    [^1]: A note.
    """
  private static let sentences = [
    "Scripts", "Arabic العربية joins its letters.",
    "Devanagari देवनागरी has conjuncts, and code is 3.14 wide!", "A link ends", "one", "two",
    "let words = [\"a\", \"b\"]", "print(words)", "a, b", "1, 2", "日本語の文章。", "二つ目。",
    "The end.", "A note.",
  ]

  private func bench(_ heard: Heard) throws -> TranscriptBench {
    let bench = try TranscriptBench()
    bench.transcript.onSentence { message, sentence in
      heard.sentences.append(sentence)
      heard.messages.append(message)
    }
    bench.show()
    return bench
  }

  @MainActor private final class Heard {
    var sentences: [String] = []
    var messages: [ItemIdentifier] = []
  }

  /// Each sentence comes once and in order, however the text is cut into pieces.
  @Test(arguments: [1, 2, 5, 31, 10_000]) func sentencesComeOnce(_ size: Int) throws {
    let heard = Heard()
    let bench = try bench(heard)
    bench.transcript.begin(1, from: "Ada")
    let bytes = Array(Self.text.utf8)
    for start in stride(from: 0, to: bytes.count, by: size) {
      bench.transcript.append(bytes: bytes[start..<min(start + size, bytes.count)], to: 1)
      bench.machine.run()
    }
    #expect(heard.sentences == Array(Self.sentences.prefix(heard.sentences.count)))
    // The note comes behind the last paragraph, once the text is complete.
    #expect(heard.sentences.count >= 10 && !heard.sentences.contains("A note."))
    bench.transcript.finish(1)
    bench.machine.run()
    #expect(heard.sentences == Self.sentences)
    #expect(heard.messages.allSatisfy { $0 == 1 })
  }

  @Test func aSentenceIsCompleteWhenTheNextBegins() throws {
    let heard = Heard()
    let bench = try bench(heard)
    bench.transcript.begin("answer", from: "Assistant")
    for (piece, count) in [
      ("It is 3.", 0), ("14, ", 0), ("**about", 0), ("**.", 0), (" ", 0), ("Or", 1), (" so.\n", 1),
      ("\n", 1), ("# Next", 2),
    ] {
      bench.transcript.append(piece, to: "answer")
      bench.machine.run()
      #expect(
        heard.sentences == Array(["It is 3.14, about.", "Or so."].prefix(count)), "after \(piece)")
    }
  }

  @Test func whatFailsOrIsOlderOrGrowsUnheard() throws {
    let heard = Heard()
    let bench = try TranscriptBench()
    bench.transcript.begin(1, from: "Ada")
    bench.show()
    bench.transcript.onSentence { _, sentence in heard.sentences.append(sentence) }
    bench.transcript.append("Begun before. Not read.", to: 1)
    bench.transcript.insertAtStart([Transcript.Message(0, from: "Bo", "Older. Not read.")])
    bench.transcript.begin(2, from: "Ada")
    bench.transcript.append("Some text", to: 2)
    bench.machine.run()
    #expect(heard.sentences == [])
    bench.transcript.fail(2, "No network")
    bench.machine.run()
    #expect(heard.sentences == ["Some text", "No network"])
    bench.transcript.replaceText(of: 2, with: "New text. ")
    bench.transcript.finish(2)
    bench.machine.run()
    #expect(heard.sentences == ["Some text", "No network", "New text."])
    bench.transcript.onSentence(nil)
    bench.transcript.add(3, from: "Bo", "Not read.")
    bench.machine.run()
    #expect(heard.sentences.count == 3)
  }

  /// A reference to a note is not read, and neither is a mark that looks like one lost.
  @Test func referencesAreNotRead() throws {
    let heard = Heard()
    let bench = try bench(heard)
    bench.transcript.add(1, from: "Ada", "A[^1] b[^ c] d[^] e[^f `[^g]` h[^i]")
    bench.machine.run()
    #expect(heard.sentences == ["A b[^ c] d[^] e[^f [^g] h"])
  }

  /// Nothing of a random text is lost, however it grows: each of its sentences is heard, whole or
  /// in parts that follow each other.
  @Test func randomTextsAreReadWhole() {
    var random = SeededGenerator(seed: TestSettings.seed)
    let parts = [
      "One. ", "two", "Three! ", "\n", "\n\n", "- ", "# ", "> ", "`c` ", "**b** ", "あ。い", "3.1 ",
      "\n    x", "\n```\n", "![i](p) ", "[a](b. C) ", "é\u{301} ", "\n\n1. ", "\n---\n", "  ",
    ]
    for round in 0..<300 {
      let text = (0..<Int.random(in: 0..<30, using: &random)).map { _ in
        parts.randomElement(using: &random) ?? ""
      }.joined()
      var stream = MarkupStream()
      var reader = SentenceReader()
      var heard: [String] = []
      for byte in text.utf8 {
        stream.append(bytes: [byte])
        if Bool.random(using: &random) {
          heard += reader.read(stream.updatePreview(), isEnded: false)
        }
      }
      stream.finish()
      heard += reader.read(stream.updatePreview(), isEnded: true)
      var whole = MarkupStream()
      whole.append(text)
      whole.finish()
      var once = SentenceReader()
      let all = heard.joined().filter { !$0.isWhitespace }
      for sentence in once.read(whole.update(), isEnded: true) {
        #expect(
          all.contains(sentence.filter { !$0.isWhitespace }),
          "LINECASTER_SEED=\(TestSettings.seed), round \(round): \(text.debugDescription): \(heard)"
        )
      }
    }
  }
}
