import LinecasterTestSupport
import LinecasterText
import Testing

/// Searches in texts.
@Suite struct TextQueryTests {
  private func found(_ query: String, _ text: String, matchesCase: Bool = false) -> [String] {
    TextQuery(query, matchesCase: matchesCase).ranges(in: text).map { range in
      String(decoding: Array(text.utf16)[range], as: UTF16.self)
    }
  }

  @Test func comparesLettersAsPeopleDo() {
    #expect(found("straße", "STRASSE, Straße") == ["STRASSE", "Straße"])
    #expect(found("e\u{301}té", "Été été") == ["Été", "été"])
    #expect(found("e", "é e\u{301} e") == ["e"])
    #expect(found("ΣΟΦΟΣ", "σοφος σοφός") == ["σοφος"])
    #expect(found("σοφος", "ΣΟΦΟΣ") == ["ΣΟΦΟΣ"])
    #expect(found("a b", "a \n\t b a\u{A0}b") == ["a \n\t b", "a\u{A0}b"])
    #expect(found("hyphen", "hy\u{AD}phen") == ["hy\u{AD}phen"])
    #expect(found("❤", "❤️ ❤") == ["❤️", "❤"])
    #expect(found("👩", "👩‍👩‍👧 👩") == ["👩"])
    #expect(found("山川", "山川海") == ["山川"])
    #expect(found("שלום", "ab שלום\u{200F} cd") == ["שלום"])
    #expect(found("Case", "case Case", matchesCase: true) == ["Case"])
    #expect(found("aa", "aaaaa") == ["aa", "aa"])
    #expect(found("s", "ß").isEmpty && found("ss", "sß") == ["ß"])
    #expect(found("", "abc").isEmpty && found("\u{200B}", "a\u{200B}").isEmpty)
    #expect(TextQuery("\u{AD}").isEmpty && !TextQuery(" ").isEmpty)
    #expect(TextQuery("é") != TextQuery("e\u{301}"))
  }

  /// The characters of a text as they are compared, folded as whole strings.
  private func folded(_ text: Substring) -> String {
    var result = ""
    for character in text where !isIgnored(character) {
      if character.isWhitespace {
        if result.last != " " { result += " " }
      } else {
        result += String(character).uppercased().lowercased()
      }
    }
    return result
  }

  private func isIgnored(_ character: Character) -> Bool {
    character == "\u{AD}" || character == "\u{2060}"
  }

  /// The expected matches, by comparing all parts of the text.
  private func expected(_ query: String, _ text: String) -> [Range<Int>] {
    let pattern = folded(query[...])
    guard !pattern.isEmpty else { return [] }
    let places = Array(text.indices) + [text.endIndex]
    func isStart(_ place: Int) -> Bool {
      let character = text[places[place]]
      guard character.isWhitespace else { return !isIgnored(character) }
      return text[..<places[place]].last { !isIgnored($0) }?.isWhitespace != true
    }
    var (ranges, last) = ([Range<Int>](), 0)
    for end in places.indices {
      let start = (last..<max(last, end)).first {
        isStart($0) && folded(text[places[$0]..<places[end]]) == pattern
      }
      guard let start else { continue }
      ranges.append(
        places[start].utf16Offset(in: text)..<places[end].utf16Offset(in: text))
      last = end
    }
    return ranges
  }

  @Test func findsWhatComparingAllPartsFinds() {
    let letters = [
      "a", "A", "b", "s", "S", "ß", "é", "e\u{301}", "e", "σ", "ς", "Σ", " ", "\n", "\r\n",
      "\u{A0}", "\u{AD}", "\u{2060}", "👩‍👧", "山", "ﬁ", "f", "i", "İ",
    ]
    var random = SeededGenerator()
    var count = 0
    for _ in 0..<4_000 {
      // Few different letters make matches likely.
      let some = (0..<Int.random(in: 1...5, using: &random)).map { _ in
        letters[Int.random(in: 0..<letters.count, using: &random)]
      }
      func text(_ length: Int) -> String {
        (0..<length).map { _ in some[Int.random(in: 0..<some.count, using: &random)] }.joined()
      }
      let query = text(Int.random(in: 1...4, using: &random))
      let text = text(Int.random(in: 0...18, using: &random))
      let ranges = TextQuery(query).ranges(in: text)
      count += ranges.count
      #expect(
        ranges == expected(query, text),
        "seed \(random.seed): \(query.debugDescription) in \(text.debugDescription)")
    }
    #expect(count > 4_000)
  }

  @Test func longQueriesInLongTextsAreLinear() {
    // A search that restarts at each letter would take ten billion steps.
    let text = String(repeating: "a", count: 200_000)
    let query = TextQuery(String(repeating: "a", count: 50_000) + "b")
    #expect(query.ranges(in: text).isEmpty)
    #expect(query.ranges(in: text + "B").map(\.count) == [50_001])
  }
}
