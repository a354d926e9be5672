import Testing

@testable import BenchMeasurement

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
