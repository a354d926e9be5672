import LinecasterBundledFonts
import LinecasterTestSupport
import Testing

@testable import LinecasterFonts

@Suite struct FontMatchTests {
  private let fonts: FontCollection
  private let base: FontFace

  init() throws {
    base = try FontFace(path: FontFixtures.variable)
    fonts = try FontCollection(faces: [base] + FontCollection.bundled().faces)
  }

  private func place(_ request: FontRequest) -> [Double]? {
    var request = request
    request.families = ["linecaster variable"]
    return fonts.face(for: request)?.variations.map(\.value)
  }

  @Test func movesVariableFacesToWhatIsWanted() {
    #expect(place(FontRequest()) == [400, 100, 0, 12, 0])
    #expect(fonts.face(for: FontRequest(families: ["Linecaster Variable"])) === base)
    #expect(place(FontRequest(weight: .bold)) == [700, 100, 0, 12, 0])
    #expect(place(FontRequest(weight: FontWeight(1000))) == [900, 100, 0, 12, 0])
    #expect(place(FontRequest(width: .condensed)) == [400, 75, 0, 12, 0])
    #expect(place(FontRequest(slant: .italic)) == [400, 100, -12, 12, 0])
    #expect(place(FontRequest(slant: .oblique)) == [400, 100, -12, 12, 0])
  }

  @Test func takesTheSizeAsOpticalSize() {
    #expect(place(FontRequest(size: 20)) == [400, 100, 0, 20, 0])
    #expect(place(FontRequest(size: 3)) == [400, 100, 0, 8, 0])
    #expect(place(FontRequest(size: .nan)) == [400, 100, 0, 12, 0])
    #expect(
      place(FontRequest(variations: [FontVariation("opsz", 40)], size: 20))
        == [400, 100, 0, 40, 0])
  }

  @Test func variationsOutweighAllElse() {
    let request = FontRequest(
      weight: .bold, variations: [FontVariation("wght", 250), FontVariation("HIDE", 0.5)])
    #expect(place(request) == [250, 100, 0, 12, 0.5])
  }

  @Test func synthesizesWhatAFamilyLacks() throws {
    let synthesis = { (family: String, weight: Int, slant: FontSlant) in
      fonts.face(family: family, weight: FontWeight(weight), slant: slant)?.synthesis
    }
    let bold = FontSynthesis(emboldens: true)
    #expect(synthesis("NanumGothic", 700, .upright) == bold)
    #expect(synthesis("NanumGothic", 600, .upright) == bold)
    #expect(synthesis("NanumGothic", 599, .upright) == FontSynthesis.none)
    #expect(synthesis("NanumGothic", 900, .italic) == FontSynthesis(emboldens: true, slants: true))
    #expect(synthesis("Noto Sans Hebrew", 900, .oblique) == FontSynthesis(slants: true))
    #expect(synthesis("Noto Sans", 900, .italic) == FontSynthesis.none)
    #expect(synthesis("Noto Sans", 400, .oblique) == FontSynthesis.none)
    #expect(synthesis("Noto Color Emoji", 900, .italic) == FontSynthesis.none)
    #expect(synthesis("Linecaster Variable", 900, .italic) == FontSynthesis.none)
  }

  /// Faces that always lean stand as upright as they can; italics are not slanted on top.
  @Test func leansAsFarAsIsWanted() {
    let places = { (face: FontDescription, slant: FontSlant) in
      FontMatch(face, FontRequest(slant: slant)).variations
    }
    let leaning = FontDescription.sample(slant: .oblique, axes: [.sample("slnt", -20, -9, -6)])
    #expect(places(leaning, .upright) == [FontVariation("slnt", 0)])
    #expect(places(leaning, .italic) == [FontVariation("slnt", -14)])
    let both = FontDescription.sample(
      axes: [.sample("slnt", -15, 0, 0), .sample("ital", 0, 0, 1)])
    #expect(places(both, .italic) == [FontVariation("ital", 1)])
    #expect(places(both, .oblique) == [FontVariation("ital", 0), FontVariation("slnt", -14)])
  }

  /// Table of what Blink and Skia do: wanted at least 600 and the face lighter by 200 or more.
  @Test(arguments: [
    (600, 400, true), (600, 401, false), (700, 500, true), (700, 501, false), (900, 599, true),
    (900, 600, false), (500, 100, false), (1000, 300, true),
  ])
  func emboldensWhereItShows(wanted: Int, heaviest: Int, expected: Bool) {
    let face = FontDescription.sample(weights: min(100, heaviest)...heaviest)
    let match = FontMatch(face, FontRequest(weight: FontWeight(wanted)))
    #expect(match.synthesis.emboldens == expected)
  }

  @Test func offersFacesAtAPlaceOfTheirOwnThereOnly() throws {
    let black = base.instance(variations: [FontVariation("wght", 900)])
    let two = try FontCollection(faces: [
      base.instance(variations: [FontVariation("wght", 300)]), black,
    ])
    #expect(two.face(family: "Linecaster Variable", weight: .bold, slant: .upright) === black)
    #expect(two.descriptions.map(\.axes.isEmpty) == [true, true])
  }
}
