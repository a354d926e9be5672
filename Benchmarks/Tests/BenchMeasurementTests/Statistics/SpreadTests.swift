import Testing

@testable import BenchMeasurement

@Suite struct SpreadTests {
  @Test(
    arguments: [
      ([3.0], 3.0), ([1, 3], 2), ([5, 1, 3], 3), ([4, 1, 3, 2], 2.5), ([7, 7, 7, 1], 7),
    ] as [([Double], Double)]) func medianIsInTheMiddle(values: [Double], median: Double)
  {
    #expect(Spread(values)?.median == median)
    #expect(Spread(values)?.minimum == values.min())
    #expect(Spread(values)?.maximum == values.max())
    #expect(Spread(values)?.count == values.count)
  }

  @Test func nothingHasNoSpread() {
    #expect(Spread([]) == nil)
  }

  /// A second witness: half of the values are on either side, whatever their order.
  @Test(arguments: 0..<200) func halfOfTheValuesAreOnEitherSide(seed: UInt64) throws {
    var state = seed
    let values = (0..<1 + Int(seed % 30)).map { _ in
      // Few different values, so that some are equal (Knuth's multiplier and increment).
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Double(state >> 60)
    }
    let median = try #require(Spread(values)).median
    #expect(values.count { $0 < median } * 2 <= values.count, "seed \(seed): \(values)")
    #expect(values.count { $0 > median } * 2 <= values.count, "seed \(seed): \(values)")
  }

  @Test(
    arguments: [
      ([1.0, 2], [3.0, 4], false), ([1, 3], [2, 4], true), ([1, 2], [2, 3], true),
      ([1, 9], [4, 5], true),
    ] as [([Double], [Double], Bool)]) func overlapIsTheSameBothWaysRound(
      left: [Double], right: [Double], overlaps: Bool
    ) throws
  {
    let (left, right) = (try #require(Spread(left)), try #require(Spread(right)))
    #expect(left.overlaps(right) == overlaps)
    #expect(right.overlaps(left) == overlaps)
  }
}
