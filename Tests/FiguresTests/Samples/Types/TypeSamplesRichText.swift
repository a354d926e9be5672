import Foundation
import LinecasterBase
import LinecasterBundledFonts
import LinecasterFonts
import LinecasterTestSupport
import LinecasterText
import Testing

/// The samples in the comments of LinecasterText on boxes and hyphenation.
@Suite struct TypeSamplesRichText {
  private static let germanPath = "/usr/share/hyphen/hyph_de_DE.dic"
  private static var hasEnglish: Bool {
    FileManager.default.fileExists(atPath: "/usr/share/hyphen/hyph_en_GB.dic")
  }
  private static var hasGerman: Bool { FileManager.default.fileExists(atPath: germanPath) }

  @Test func putsTextIntoABox() {
    var text = AttributedText("See ", style: TextStyle(size: 17))
    var link = InlineBox(style: TextStyle(size: 17, color: Color(rgb: 0x1A5FB4)))
    link.padding = Insets(horizontal: 2)
    text.append(AttributedText("the manual", style: link.style), in: link)
    #expect(text.string == "See the manual" && text.styledRanges.count == 2)
  }

  @Test func putsRubyBesideText() throws {
    let body = TextStyle(size: 18, language: "ja")
    var text = AttributedText("", style: body)
    text.append(AttributedText("漢字", style: body), with: Ruby("かんじ", beside: body))
    let typesetter = Typesetter(fonts: try .bundled())
    let layout = typesetter.prepare(Paragraph(text)).layout(width: 320)
    for place in layout.annotationPlaces {
      print("beside \(place.utf16Range): \(place.frame)")
    }
    #expect(layout.annotationPlaces.map(\.utf16Range) == [0..<2])
  }

  @Test func enlargesTheFirstLetter() throws {
    var style = ParagraphStyle()
    style.initialLetter = InitialLetter(size: 3)
    let paragraph = Paragraph(AttributedText("Once upon a time"), style: style)
    let runs = Typesetter(fonts: try .bundled()).prepare(paragraph).layout(width: 90).glyphRuns
    let large = runs.filter { $0.size > 3 * TextStyle().size }
    #expect(large.map(\.glyphCount) == [1])
  }

  @Test(.enabled(if: try TestTools.has("hyphen-en-gb", hasEnglish), "without hyphen-en-gb"))
  func limitsHyphens() throws {
    var style = ParagraphStyle(alignment: .justify)
    style.hyphenationLimits = HyphenationLimits(lettersOfWord: 6, lettersAfter: 3)
    style.hyphenationLimits.linesInARow = 2
    var letters = TextStyle(language: "en-GB")
    letters.hyphenation = .automatic
    let typesetter = Typesetter(fonts: try .bundled())
    func lines(_ words: String) -> Int {
      typesetter.prepare(Paragraph(words, style: letters, paragraphStyle: style))
        .layout(width: 75).lines.count
    }
    style.overflowWrap = .normal
    #expect(lines("hyphenation") == 2)
    style.hyphenationLimits.lettersOfWord = 12
    #expect(lines("hyphenation") == 1)
  }

  @Test(.enabled(if: try TestTools.has("hyphen-en-gb", hasEnglish), "without hyphen-en-gb"))
  func findsDictionaries() throws {
    let dictionaries = HyphenationDictionaries.system
    let english = try dictionaries.dictionary(for: "en-GB")
    print(english.breaks(in: "hyphenation"))
    #expect(!english.breaks(in: "hyphenation").isEmpty)
  }

  @Test(.enabled(if: try TestTools.has("hyphen-de", hasGerman), "without hyphen-de"))
  func readsADictionary() throws {
    let german = try HyphenationDictionary(path: "/usr/share/hyphen/hyph_de_DE.dic")
    print(german.breaks(in: "Silbentrennung"))  // [3, 6, 10]
    #expect(german.breaks(in: "Silbentrennung") == [3, 6, 10])
  }
}
