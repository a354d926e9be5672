import LinecasterBundledFonts
import LinecasterFonts
import LinecasterTestSupport
import Testing

@testable import LinecasterText

/// Texts compare by bytes, which takes linear time for thousands of combining marks.
@Suite(.serialized) struct ExactIdentityTests {
  private func growth(_ make: @escaping (String) -> some Hashable) -> AlternatingMarks.Growth {
    AlternatingMarks.growth { byteCount in
      let values = ["x", "y"].map {
        make(AlternatingMarks.text(byteCount: byteCount, end: $0))
      }
      return { #expect(values[0] != values[1] && values[0].hashValue != values[1].hashValue) }
    }
  }

  @Test func stylesAndTextsAreComparedInProportion() {
    let growths = [
      growth { TextStyle(families: [$0]) }, growth { TextStyle(language: $0) },
      growth { AttributedText($0) }, growth { Paragraph($0) },
      growth { FontPreference(families: [$0]) }, growth { FontRequest(families: [$0]) },
      growth { FontRequest(language: $0) }, growth { ShapingOptions(TextStyle(language: $0)) },
    ]
    for (index, growth) in growths.enumerated() {
      #expect(growth.isProportional, "\(index): \(growth)")
    }
  }

  @Test func textOfStrangeFamiliesAndLanguagesIsPreparedInProportion() throws {
    let fonts = try FontCollection.bundled()
    let growth = AlternatingMarks.growth { byteCount in
      let text = AlternatingMarks.text(byteCount: byteCount)
      let styles = [
        TextStyle(families: [text]), TextStyle(language: text), TextStyle(language: "zh-" + text),
      ]
      return {
        let typesetter = Typesetter(fonts: fonts)
        for style in styles { _ = typesetter.prepare(Paragraph("漢字 a", style: style)) }
      }
    }
    #expect(growth.isProportional, "\(growth)")
  }

  @Test func familiesAndLanguagesComeBackAsTheyWere() {
    var style = TextStyle(families: ["\u{E9}", "e\u{301}"], language: "de")
    #expect(style.families.map { Array($0.utf8) } == [[0xC3, 0xA9], Array("e\u{301}".utf8)])
    #expect(style.language == "de")
    style.language = nil
    style.families.append("Noto Sans")
    #expect(style.language == nil && style.families.count == 3)
    #expect(TextStyle(families: ["\u{E9}"]) != TextStyle(families: ["e\u{301}"]))
    var request = FontRequest(families: ["a"], language: "ja")
    request.families += ["b"]
    request.language = nil
    #expect(request == FontRequest(families: ["a", "b"]))
  }
}
