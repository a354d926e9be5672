import LinecasterBase
import LinecasterBundledFonts
import LinecasterTestSupport
import Testing

@testable import LinecasterFonts

@Suite struct FontIssueTests {
  private func told(_ request: FontRequest, _ fonts: FontCollection? = nil) throws -> [String] {
    let fonts = try fonts ?? .bundled()
    return FontMatcher(fonts: fonts, request: request).issues.map(fonts.completed)
      .map(\.description)
  }

  @Test(arguments: [
    (FontRequest(), []), (FontRequest(weight: .bold, slant: .italic), []),
    (FontRequest(weight: .semibold), ["Noto Sans has no weight 600; 700 is used"]),
    (FontRequest(weight: FontWeight(500)), ["Noto Sans has no weight 500; 400 is used"]),
    (FontRequest(width: .condensed), ["Noto Sans has no width of 75 %; 100 % is used"]),
    (
      FontRequest(slant: .oblique),
      ["Noto Sans has no oblique style; italic is used"]
    ),
    (
      FontRequest(families: ["Noto Sans Hebrew"], slant: .italic),
      ["Noto Sans Hebrew has no italic style; upright is used, with synthesized slant"]
    ),
    (
      FontRequest(families: ["Noto Sans Syriac"], weight: .bold),
      ["Noto Sans Syriac has no weight 700; 400 is used, with synthesized bold"]
    ),
    (
      FontRequest(families: ["Nowhere", "noto sans mno"]),
      [
        "no font family is named 'Nowhere'",
        "no font family is named 'noto sans mno'; did you mean 'Noto Sans Mono'?",
      ]
    ),
    (
      FontRequest(variations: [FontVariation(.weightAxis, 600)]), ["Noto Sans has no axis 'wght'"]
    ),
    // Bitmap glyphs have no weight or slant to report.
    (FontRequest(families: ["Noto Color Emoji"], weight: .bold, slant: .italic), []),
  ])
  func whatFontsLackIsTold(request: FontRequest, expected: [String]) throws {
    #expect(try told(request) == expected)
  }

  /// Axes reach weights and widths between designs, which then are no issue.
  @Test func variableFontsLackWhatTheirAxesDoNotReach() throws {
    let fonts = try FontCollection(paths: [FontFixtures.variable])
    #expect(try told(FontRequest(weight: FontWeight(650)), fonts).isEmpty)
    let heavy = try told(FontRequest(weight: FontWeight(1000)), fonts)
    #expect(heavy.count == 1 && heavy[0].hasSuffix("has no weight 1000; 900 is used"))
    let placed = FontRequest(
      weight: FontWeight(1000), variations: [FontVariation(.weightAxis, 900)])
    #expect(try told(placed, fonts).isEmpty)
  }

  /// For a family that fallback chose, only synthesized styles are reported.
  @Test func fallbackTellsOfWhatIsMade() throws {
    let fonts = try FontCollection.bundled()
    func made(_ request: FontRequest, _ family: String) throws -> [Bool] {
      let matcher = FontMatcher(fonts: fonts, request: request)
      let number = try #require(
        fonts.descriptions.indices.first {
          fonts.descriptions[$0].family == family
            && fonts.index.nearest(to: request, among: fonts.index.faces(named: family)) == $0
        })
      let face = try #require(matcher.face(number))
      return matcher.issues(of: face).map(\.isSynthesized)
    }
    #expect(try made(FontRequest(weight: .semibold), "Noto Sans Thai").isEmpty)
    #expect(try made(FontRequest(weight: .bold, slant: .italic), "Noto Sans Thai") == [true])
    #expect(
      try made(FontRequest(weight: .bold, slant: .italic), "Noto Sans Syriac") == [true, true])
  }

  @Test func longNamesAreCut() throws {
    let name = String(repeating: "é", count: 100_000)
    let told = try told(FontRequest(families: [name]))
    #expect(told.count == 1 && told[0].count < 200)
  }
}
