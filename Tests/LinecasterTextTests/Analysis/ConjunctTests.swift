import Foundation
import LinecasterBase
import LinecasterBundledFonts
import LinecasterFonts
import LinecasterTestSupport
import Testing

@testable import LinecasterText

/// Indic conjuncts, each of which is one grapheme (UAX 29, rule GB9c).
@Suite struct ConjunctTests {
  /// A word and the boundaries inside it.
  ///
  /// `graphemes.jsonl.gz` has random words of 25 Indic scripts with the boundaries that Chromium
  /// 156 finds. A page made the words of letters, viramas, marks and joiners from a seeded
  /// generator, and printed the indices of `new Intl.Segmenter("en", {granularity: "grapheme"})`.
  private struct Word: Decodable {
    let text: String
    let breaks: [Int]

    static func all() throws -> [Word] {
      try Recordings.data("graphemes.jsonl").split(separator: UInt8(ascii: "\n")).map {
        try JSONDecoder().decode(Word.self, from: $0)
      }
    }
  }

  private let typesetter: Typesetter

  init() throws {
    typesetter = Typesetter(fonts: try .bundled())
  }

  @Test func indicWordsHaveTheGraphemesOfABrowser() throws {
    let words = try Word.all()
    #expect(words.count == 10_000)
    for word in words {
      let boundaries = typesetter.prepare(Paragraph(word.text)).boundaries
      let places = boundaries.indices.dropFirst().dropLast()
        .filter { boundaries[$0].contains(.grapheme) }
      #expect(places == word.breaks, "\(word.text)")
      let finder = GraphemeFinder(Array(word.text.utf16))
      #expect(finder.all.dropFirst().dropLast() == word.breaks[...], "\(word.text)")
    }
  }

  private static let conjuncts = ["न्दी", "স্ত্র", "ક્ષ", "ସ୍ତ", "స్త్ర", "ക്ഷ", "က္က", "ក្រ", "ꦏ꧀ꦏ"]

  @Test(arguments: conjuncts)
  func deletionAndCaretsKeepThemWhole(text: String) {
    var input = TextInput("a" + text)
    let end = input.text.utf16.count
    input.perform(.select(anchor: end, head: end))
    input.perform(.delete(.step(.grapheme(.backward))))
    #expect(input.text == "a")
    let layout = typesetter.prepare(Paragraph(text)).layout(width: .infinity)
    #expect(layout.graphemes.count == 1)
  }

  @Test(arguments: conjuncts)
  func noLineAndNoEllipsisPartsThem(text: String) {
    for width in stride(from: 1.0, through: 40, by: 3) {
      let style = ParagraphStyle(overflowWrap: .anywhere)
      let layout = typesetter.prepare(Paragraph(text + text, paragraphStyle: style))
        .layout(width: width)
      let starts = layout.lines.map(\.utf16Range.lowerBound)
      #expect(starts.allSatisfy { [0, text.utf16.count].contains($0) }, "\(starts) at \(width)")
    }
  }
}
