import Testing

@testable import BenchMeasurement

@Suite struct ComparisonTests {
  private func samples(
    _ times: [Double], mode: String = "m", unit: String = "item", peer: String = "p"
  ) -> [Sample] {
    times.map {
      Sample(peer: peer, mode: mode, corpus: "c", unit: unit, units: 10, nanoseconds: $0)
    }
  }

  @Test(
    arguments: [
      ([10.0, 11, 12], [20.0, 21, 22], "faster"), ([30, 31], [20, 21], "slower"),
      ([10, 21], [20, 30], "noise"), ([10], [20, 21], "too few rounds"),
      ([10, 11], [20], "too few rounds"),
    ] as [([Double], [Double], String)]) func verdictNeedsRoundsThatDoNotOverlap(
      now: [Double], then: [Double], verdict: String
    ) throws
  {
    let comparison = try #require(Comparison.all(samples(now), to: samples(then)).first)
    #expect(comparison.verdict.rawValue == verdict)
  }

  @Test func ratioIsThatOfMediansAndTheRangeHoldsEveryPairOfRounds() throws {
    let (now, then) = ([10.0, 12, 17], [20.0, 24, 40])
    let comparison = try #require(Comparison.all(samples(now), to: samples(then)).first)
    #expect(comparison.ratio == 0.5)
    let ratios = now.flatMap { now in then.map { now / $0 } }
    #expect(comparison.range.lowerBound == ratios.min())
    #expect(comparison.range.upperBound == ratios.max())
  }

  @Test func onlyTheSameModeAndUnitAreCompared() {
    let now = samples([1, 2])
    #expect(Comparison.all(now, to: samples([1], mode: "n")).isEmpty)
    #expect(Comparison.all(now, to: samples([1], unit: "char")).isEmpty)
    #expect(Comparison.all(now, to: samples([0, 1])).isEmpty, "no ratio to nothing")
    let peers = samples([1], peer: "a") + samples([2], peer: "b")
    #expect(Comparison.all(now, to: peers).map(\.base.key.peer) == ["a", "b"])
  }
}

@Suite struct TextTableTests {
  @Test func columnsAreAsWideAsTheirWidestText() {
    var table = TextTable(header: ["mode", "ns"], leading: 1)
    table.append(["a", "1.00"])
    table.append(["longer", "12345"])
    #expect(table.description == "mode       ns\na        1.00\nlonger  12345")
  }

  @Test(arguments: [(0.1234, "0.123"), (1.234, "1.23"), (12.34, "12.3"), (1234.5, "1234")])
  func numbersHaveThreeDigits(number: Double, text: String) {
    #expect(TextTable.number(number) == text)
  }

  @Test func medianOfEachModeIsShown() {
    let samples = [30.0, 10, 20].map {
      Sample(peer: "p", mode: "first", corpus: "c", unit: "char", units: 1, nanoseconds: $0)
    }
    let lines = TextTable.medians(samples).description.split(separator: "\n")
    #expect(lines.count == 2)
    #expect(
      lines[1].split(separator: " ") == [
        "first", "c", "char", "cpu", "20.0", "10.0", "30.0", "50000000", "3",
      ])
  }

  @Test func ratesAreOfTheMedian() throws {
    let samples = [2000.0, 1000, 8000].map {
      Sample(
        peer: "p", mode: "draw", corpus: "c", unit: "item", units: 4, nanoseconds: $0,
        facts: [.init("pixels", 6000), .init("glyphs", 2)])
    }
    let lines = try #require(TextTable.rates(samples)).description.split(separator: "\n")
    #expect(lines.count == 2)
    #expect(lines[1].split(separator: " ") == ["draw", "c", "1000000", "3000"])
    #expect(TextTable.rates(samples.map(\.withoutFacts))?.description == nil)
  }

  @Test func blankRowsAreThoseOfAllRounds() throws {
    let samples = [3, 0].map { blank in
      Sample(
        peer: "p", mode: "fast", corpus: "c", unit: "frame", units: 180, nanoseconds: 1,
        facts: [
          .init("neighbours", 1), .init("late_frames", 2), .init("row_frames", 1_000),
          .init("blank_rows", blank), .init("blank_frames", blank / 2),
        ])
    }
    let lines = try #require(TextTable.blanks(samples)).description.split(separator: "\n")
    #expect(lines.count == 2)
    #expect(
      lines[1].split(separator: " ") == ["fast", "c", "1", "2000", "3", "0.150", "1", "4"])
    #expect(TextTable.blanks(samples.map(\.withoutFacts))?.description == nil)
  }
}

extension Sample {
  fileprivate var withoutFacts: Sample {
    var sample = self
    sample.facts = []
    return sample
  }
}
