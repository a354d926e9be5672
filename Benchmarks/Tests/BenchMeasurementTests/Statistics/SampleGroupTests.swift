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
