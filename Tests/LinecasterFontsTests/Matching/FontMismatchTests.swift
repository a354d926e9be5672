import LinecasterTestSupport
import Testing

@testable import LinecasterFonts

@Suite struct FontMismatchTests {
  /// The weights in the order in which CSS Fonts 4 §5.2 (step 4, font-weight) says to look for
  /// them, written down search by search.
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

  /// The same for widths in tenths of a percent.
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

  /// A face with a range is as good as the whole range of single faces, tried one by one.
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
    #expect(slanted.offers(.upright) && slanted.offers(.oblique) && !slanted.offers(.italic))
    let italic = FontDescription.sample(axes: [.sample("ital", 0, 0, 1)])
    #expect(italic.offers(.upright) && italic.offers(.italic) && !italic.offers(.oblique))
    let always = FontDescription.sample(slant: .oblique, axes: [.sample("slnt", -12, -9, -6)])
    #expect(!always.offers(.upright) && always.offers(.oblique))
  }
}
