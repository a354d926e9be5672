import LinecasterBase
import LinecasterTestSupport
import Testing

@Suite struct ExactTextTests {
  private struct Note: Hashable {
    @ExactText var text: String
  }

  @Test func isTheSameWhereTheBytesAre() {
    #expect(ExactText("é") == ExactText("é"))
    #expect("\u{E9}" == "e\u{301}")
    #expect(ExactText("\u{E9}") != ExactText("e\u{301}"))
    #expect(Note(text: "\u{E9}") != Note(text: "e\u{301}"))
    #expect(Set(["\u{E9}", "e\u{301}", "é", ""].map { ExactText($0) }).count == 3)
    #expect([ExactText("a"), "b"] != ["ab", ""])
    #expect("\(ExactText("ü"))" == "ü")
  }

  /// The bytes, compared as arrays, are the witness.
  @Test func agreesWithTheBytes() {
    var generator = SeededGenerator()
    let pieces = ["a", "b", "e\u{301}", "\u{E9}", "\u{323}", "漢", "👨‍👩‍👧", "0123456789abcdef", ""]
    let texts = (0..<300).map { _ in
      (0..<generator.next() % 4).map { _ in pieces.randomElement(using: &generator) ?? "" }.joined()
    }
    for (left, right) in zip(texts, texts.shuffled(using: &generator)) {
      let bytes = (Array(left.utf8), Array(right.utf8))
      let (left, right) = (ExactText(left), ExactText(right))
      #expect((left == right) == (bytes.0 == bytes.1), "seed \(generator.seed)")
      #expect(
        (left < right) == bytes.0.lexicographicallyPrecedes(bytes.1), "seed \(generator.seed)")
      if left == right { #expect(left.hashValue == right.hashValue, "seed \(generator.seed)") }
    }
  }

  @Test func takesTimeInProportion() {
    let growth = AlternatingMarks.growth { byteCount in
      let texts = ["x", "y"].map {
        ExactText(AlternatingMarks.text(byteCount: byteCount, end: $0))
      }
      return { #expect(texts[0] != texts[1] && texts[0].hashValue != texts[1].hashValue) }
    }
    #expect(growth.isProportional, "\(growth)")
  }
}
