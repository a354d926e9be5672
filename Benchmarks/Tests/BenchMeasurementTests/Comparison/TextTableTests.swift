import Testing

@testable import BenchMeasurement

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
      lines[1].split(separator: " ") == ["first", "c", "char", "cpu", "20.0", "10.0", "30.0", "3"])
  }

  @Test func ratesAreOfTheMedian() throws {
    let samples = [2000.0, 1000, 8000].map {
      Sample(
        peer: "p", mode: "draw", corpus: "c", unit: "item", units: 4, nanoseconds: $0,
        facts: [.init("pixels", 6000), .init("glyphs", 2)])
    }
    let lines = try #require(TextTable.rates(samples)).description.split(separator: "\n")
    #expect(lines.count == 2)
    #expect(lines[1].split(separator: " ") == ["draw", "c", "2000000", "1000000", "3000"])
    #expect(TextTable.rates(samples.map(\.withoutFacts))?.description == nil)
  }
}

extension Sample {
  fileprivate var withoutFacts: Sample {
    var sample = self
    sample.facts = []
    return sample
  }
}
