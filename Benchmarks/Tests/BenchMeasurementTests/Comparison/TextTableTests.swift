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
}
