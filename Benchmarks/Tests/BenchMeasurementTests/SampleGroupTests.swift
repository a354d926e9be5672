import Testing

@testable import BenchMeasurement

@Suite struct SampleGroupTests {
  @Test func roundsAreGroupedInTheOrderOfTheirFirstSamples() {
    let samples = ["b", "a", "b", "a", "b"].enumerated().map { index, mode in
      Sample(
        peer: "p", mode: mode, corpus: "c", unit: "item", units: 2,
        nanoseconds: Double(index) * 10)
    }
    let groups = SampleGroup.groups(samples)
    #expect(groups.map(\.key.mode) == ["b", "a"])
    #expect(groups.map(\.time.count) == [3, 2])
    #expect(groups.map(\.time.median) == [10, 10])
  }

  @Test func peersAndUnitsAreKeptApart() {
    let one = Sample(peer: "p", mode: "m", corpus: "c", unit: "char", units: 1, nanoseconds: 1)
    var other = one
    other.unit = "item"
    var third = one
    third.peer = "q"
    #expect(SampleGroup.groups([one, other, third, one]).map(\.time.count) == [2, 1, 1])
  }
}

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

  /// A second witness: half of the values are on either side of the median, in any order.
  @Test(arguments: 0..<200) func halfOfTheValuesAreOnEitherSide(seed: UInt64) throws {
    var state = seed
    let values = (0..<1 + Int(seed % 30)).map { _ in
      // Few different values make some equal (Knuth's multiplier and increment).
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

@Suite struct PercentileTests {
  @Test(arguments: [(0.5, 50), (0.99, 99), (1.0, 100), (0.0, 1), (0.501, 51), (2.0, 100)])
  func percentileIsTheNearestRank(share: Double, expected: Int) {
    #expect(Array((1...100).reversed()).percentile(share) == expected)
  }

  @Test func nothingHasNoPercentile() {
    #expect([Int]().percentile(0.5) == 0)
    #expect([7].percentile(0.01) == 7)
  }
}
