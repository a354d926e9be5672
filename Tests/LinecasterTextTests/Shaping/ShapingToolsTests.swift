import LinecasterBundledFonts
import LinecasterFonts
import Testing

@testable import LinecasterText

@Suite struct ShapingOptionsTests {
  @Test func takesTheLastFeatureOfATag() {
    let features = [FontFeature("smcp"), FontFeature("liga", 0), FontFeature("smcp", 0)]
    let options = ShapingOptions(language: nil, features: features)
    #expect(options.features == [FontFeature("liga", 0), FontFeature("smcp", 0)])
    let other = ShapingOptions(language: nil, features: [features[2], features[1]])
    #expect(options == other)
  }

  @Test func turnsLigaturesOffBetweenSpacedLetters() {
    let spaced = ShapingOptions(TextStyle(letterSpacing: 1))
    #expect(spaced.features == [FontFeature("clig", 0), FontFeature("liga", 0)])
    let wanted = TextStyle(features: [FontFeature("liga")], letterSpacing: 1)
    #expect(
      ShapingOptions(wanted).features == [FontFeature("clig", 0), FontFeature("liga")])
  }

  /// A feature on part of a word changes only that part, and letters join across its edge.
  @Test func featuresApplyInsideWords() throws {
    let typesetter = Typesetter(fonts: try .bundled())
    var text = AttributedText()
    text.append("of", style: TextStyle())
    text.append("fi", style: TextStyle(features: [FontFeature("liga", 0)]))
    text.append("fi", style: TextStyle())
    let storage = typesetter.prepare(Paragraph(text))
    #expect(storage.runs.map(\.start) == [0, 2, 4])
    let plain = typesetter.prepare(Paragraph("fi"))
    #expect(plain.glyphs.count == 1)
    #expect(storage.glyphs[storage.runs[1].glyphs].count == 2)
    #expect(
      storage.glyphs[storage.runs[2].glyphs].map(\.identifier) == [plain.glyphs[0].identifier])

    var arabic = AttributedText()
    arabic.append("بب", style: TextStyle())
    arabic.append("بب", style: TextStyle(features: [FontFeature("liga", 0)]))
    let joined = typesetter.prepare(Paragraph(arabic))
    let whole = typesetter.prepare(Paragraph("بببب"))
    #expect(
      joined.glyphs.sorted { $0.cluster < $1.cluster }.map(\.identifier)
        == whole.glyphs.sorted { $0.cluster < $1.cluster }.map(\.identifier))
  }

  @Test func tellsTheLanguage() throws {
    let typesetter = Typesetter(fonts: try .bundled())
    let glyphs = { (language: String?) in
      typesetter.prepare(Paragraph("ş", style: TextStyle(language: language))).glyphs
    }
    #expect(glyphs("ro").map(\.identifier) != glyphs(nil).map(\.identifier))
    #expect(glyphs("ro") == glyphs("ro"))
  }
}
