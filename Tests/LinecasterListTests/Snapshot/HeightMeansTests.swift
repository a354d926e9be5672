import LinecasterCells
import Testing

@testable import LinecasterList

@Suite struct HeightMeansTests {
  private let box = TableItem("box", cell: BoxCell())
  private let words = TableItem("words", cell: WordsCell(words: "a"))

  @Test func estimatesByTheMeanOfAKind() {
    var means = HeightMeans(initial: 44)
    #expect(means.estimate(of: "tall") == 44)
    for height in [10.0, 20, 60] { means.add(height, of: "tall") }
    #expect(means.estimate(of: "tall") == 30)
    #expect(means.estimate(of: "unknown") == 30)
    means.add(2, of: "flat")
    #expect(means.estimate(of: "flat") == 2)
    #expect(means.estimate(of: "tall") == 30)
    #expect(means.estimate(of: "unknown") == 23)
  }

  @Test func takesInWhatOthersMeasured() {
    var one = HeightMeans()
    #expect(one.isEmpty)
    for height in [10.0, 20] { one.add(height, of: "tall") }
    var other = HeightMeans()
    other.add(60, of: "tall")
    other.add(2, of: "flat")
    one.add(other)
    #expect(!one.isEmpty)
    #expect(one.estimate(of: "tall") == 30)
    #expect(one.estimate(of: "flat") == 2)
    #expect(one.estimate(of: "unknown") == 23)
  }

  @Test func leavesOutWhatIsNoHeight() {
    var means = HeightMeans(initial: 7)
    for height in [-1, .nan, .infinity, 0] { means.add(height, of: "tall") }
    #expect(means.estimate(of: "tall") == 7)
  }

  @Test func estimatesSectionsByTheKindsOfTheirRows() {
    var means = HeightMeans()
    means.add(100, of: box.cell.reuseKind)
    means.add(20, of: words.cell.reuseKind)
    let mixed = TableSection(
      "mixed", header: words, items: (0..<1000).map { $0 < 750 ? box : words })
    #expect(
      means.estimates(for: mixed) == RowEstimates(header: 20, item: 80, footer: 0))
    let plain = TableSection("plain", footer: box, items: [words])
    #expect(means.estimates(for: plain) == RowEstimates(header: 0, item: 20, footer: 100))
    #expect(means.estimates(for: TableSection("empty", items: [])).item == 60)
  }
}
