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
    #expect(synthesis("Noto Sans Syriac", 700, .upright) == bold)
    #expect(synthesis("Noto Sans Syriac", 600, .upright) == bold)
    #expect(synthesis("Noto Sans Syriac", 599, .upright) == FontSynthesis.none)
    #expect(
      synthesis("Noto Sans Syriac", 900, .italic) == FontSynthesis(emboldens: true, slants: true))
    #expect(synthesis("Noto Sans Hebrew", 900, .oblique) == FontSynthesis(slants: true))
    #expect(synthesis("Noto Sans", 900, .italic) == FontSynthesis.none)
    #expect(synthesis("Noto Sans", 400, .oblique) == FontSynthesis.none)
    #expect(synthesis("Noto Color Emoji", 900, .italic) == FontSynthesis.none)
    #expect(synthesis("Linecaster Variable", 900, .italic) == FontSynthesis.none)
  }

  /// Faces with a slant axis stay as upright as they can; italics are not slanted further.
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

  /// The rule of Blink and Skia: at least 600 is requested, and the face is lighter by 200 or more.
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

@Suite struct FontMismatchTests {
  /// The search order of weights in CSS Fonts 4 §5.2 (step 4, font-weight), written down search by
  /// search.
  private func weightOrder(_ desired: Int) -> [Int] {
    let below = Array((1..<desired).reversed())
    if desired >= 400, desired <= 500 {
      // "weights greater than or equal to the target weight are checked in ascending order until
      // 500 is hit and checked, followed by weights less than the target weight in descending
      // order, followed by weights greater than 500"
      return Array(desired...500) + below + Array(501...1000)
    }
    if desired < 400 { return [desired] + below + Array((desired + 1)...1000) }
    return Array(desired...1000) + below
  }

  /// The search order of widths, in tenths of a percent.
  private func widthOrder(_ desired: Int) -> [Int] {
    let narrower = Array((500..<desired).reversed())
    let wider = desired < 2000 ? Array((desired + 1)...2000) : []
    return [desired] + (desired <= 1000 ? narrower + wider : wider + narrower)
  }

  private func sorted(
    _ faces: [FontDescription], _ request: FontRequest
  ) -> [FontDescription] {
    faces.sorted { FontMismatch($0, request) < FontMismatch($1, request) }
  }

  @Test(arguments: [1, 100, 399, 400, 401, 430, 450, 499, 500, 501, 600, 999])
  func looksForWeightsInTheStandardsOrder(_ desired: Int) {
    let faces = (1...1000).map { FontDescription.sample(weights: $0...$0) }
    let found = sorted(faces, FontRequest(weight: FontWeight(desired)))
    #expect(found.map(\.weights.lowerBound.value) == weightOrder(desired))
  }

  @Test(arguments: [500, 750, 1000, 1001, 1250, 2000])
  func looksForWidthsInTheStandardsOrder(_ desired: Int) {
    let faces = (500...2000).map {
      FontDescription.sample(widths: Double($0) / 10...Double($0) / 10)
    }
    let found = sorted(faces, FontRequest(width: FontWidth(percent: Double(desired) / 10)))
    #expect(found.map { Int(($0.widths.lowerBound.percent * 10).rounded()) } == widthOrder(desired))
  }

  /// The orders of the standard's paragraph on font-style.
  @Test func looksForSlantsInTheStandardsOrder() {
    let order: [FontSlant: [FontSlant]] = [
      .upright: [.upright, .oblique, .italic], .italic: [.italic, .oblique, .upright],
      .oblique: [.oblique, .italic, .upright],
    ]
    for (wanted, slants) in order {
      let faces = [FontSlant.italic, .upright, .oblique].map { FontDescription.sample(slant: $0) }
      #expect(sorted(faces, FontRequest(slant: wanted)).map(\.slant) == slants)
    }
  }

  /// A face with a range matches as well as the best of single faces at each value of the range.
  @Test func aRangeIsAsNearAsItsNearestPlace() {
    var random = SeededGenerator(salt: 31)
    for _ in 0..<300 {
      let request = FontRequest(
        weight: FontWeight(.random(in: 1...1000, using: &random)),
        width: FontWidth(percent: Double(Int.random(in: 50...200, using: &random))))
      let weights = [0, 1].map { _ in Int.random(in: 1...1000, using: &random) }.sorted()
      let widths = [0, 1].map { _ in Int.random(in: 50...200, using: &random) }.sorted()
      let single = (widths[0]...widths[1]).flatMap { width in
        stride(from: weights[0], through: weights[1], by: 1).map { weight in
          FontMismatch(
            .sample(weights: weight...weight, widths: Double(width)...Double(width)), request)
        }
      }
      .min()
      let variable = FontMismatch(
        .sample(
          weights: weights[0]...weights[1], widths: Double(widths[0])...Double(widths[1])), request)
      #expect(variable == single, "seed \(TestSettings.seed)")
    }
  }

  @Test func widthOutweighsSlantAndSlantWeight() {
    let request = FontRequest(weight: FontWeight(1), slant: .italic)
    let narrow = FontDescription.sample(weights: 1...1, widths: 75...75, slant: .italic)
    let upright = FontDescription.sample(weights: 1...1)
    let black = FontDescription.sample(weights: 1000...1000, slant: .italic)
    #expect(sorted([narrow, upright, black], request) == [black, upright, narrow])
  }

  @Test func variableFacesOfferWhatTheirAxesReach() {
    let slanted = FontDescription.sample(axes: [.sample("slnt", -10, 0, 0)])
    #expect(slanted.supports(.upright) && slanted.supports(.oblique) && !slanted.supports(.italic))
    let italic = FontDescription.sample(axes: [.sample("ital", 0, 0, 1)])
    #expect(italic.supports(.upright) && italic.supports(.italic) && !italic.supports(.oblique))
    let always = FontDescription.sample(slant: .oblique, axes: [.sample("slnt", -12, -9, -6)])
    #expect(!always.supports(.upright) && always.supports(.oblique))
  }
}

extension FontDescription {
  /// A face without a file, for matching.
  static func sample(
    _ family: String = "Sample", weights: ClosedRange<Int> = 400...400,
    widths: ClosedRange<Double> = 100...100, slant: FontSlant = .upright,
    axes: [FontAxis] = [], hasColorBitmaps: Bool = false
  ) -> FontDescription {
    FontDescription(
      source: "memory", index: 0, family: family, otherFamilyNames: [], styleName: "",
      weights: FontWeight(weights.lowerBound)...FontWeight(weights.upperBound),
      widths: FontWidth(percent: widths.lowerBound)...FontWidth(percent: widths.upperBound),
      slant: slant, axes: axes, hasColorBitmaps: hasColorBitmaps, hasColorOutlines: false,
      designLanguages: [])
  }
}

extension FontAxis {
  static func sample(_ tag: FontTag, _ minimum: Double, _ start: Double, _ maximum: Double)
    -> FontAxis
  {
    FontAxis(
      tag: tag, name: tag.name, minimum: minimum, defaultValue: start, maximum: maximum,
      isHidden: false)
  }
}
