import LinecasterCells
import LinecasterGeometry
import LinecasterTestSupport
import Testing

@testable import LinecasterList

@Suite struct TableSnapshotFramesTests {
  private let row = TableItem("row", cell: BoxCell())

  @Test func stacksRowsWithTheInsetsOfTheirSections() {
    let seed = TestSettings.seed
    var generator = RowModelGenerator(seed: seed)
    var model = generator.model()
    for round in 0..<200 {
      var snapshot = TableSnapshot(model)
      snapshot.measure(oneIn: 2, using: &generator.random)
      var y = 0.0
      for (index, section) in model.sections.enumerated() {
        let rows = snapshot.rows.numbering.rows(ofSection: index)
        for row in rows {
          if row == rows.lowerBound { y += section.insets.top }
          let frame = snapshot.frame(ofRow: row)
          let width = 100 - section.insets.horizontal
          let isRight =
            frame?.minY == y && frame?.minX == section.insets.left && frame?.width == width
            && snapshot.environment(ofRow: row) == LayoutEnvironment(width: width)
          guard isRight, let frame else {
            Issue.record("LINECASTER_SEED=\(seed), round \(round): row \(row)")
            return
          }
          y = frame.maxY
          if row == rows.upperBound - 1 { y += section.insets.bottom }
        }
      }
      #expect(snapshot.geometry.totalHeight == y)
      model = generator.successor(of: model)
    }
  }

  @Test func centresRowsInListsThatAreWider() {
    let section = TableSection("main", insets: Insets(left: 10, right: 20), items: [row])
    let snapshot = TableSnapshot(
      TableModel(sections: [section]), width: 331, metrics: RowMetrics(maximumContentWidth: 200))
    // 301 points beside the insets, 101 of them free: 50.5 on each side, to the next whole pixel.
    #expect(snapshot.frame(ofRow: 0) == Rect(x: 61, y: 0, width: 200, height: 10))
    #expect(snapshot.environment(ofRow: 0).width == 200)
  }

  @Test func leavesRowsNoWidthWhereInsetsTakeItAll() {
    let insets = Insets(top: -5, left: 80, bottom: .nan, right: 80)
    let section = TableSection("main", insets: insets, items: [row])
    let snapshot = TableSnapshot(TableModel(sections: [section]))
    #expect(snapshot.frame(ofRow: 0) == Rect(x: 80, y: 0, width: 0, height: 10))
  }

  @Test func emptySectionsTakeNoRoom() {
    let empty = TableSection("empty", insets: Insets(all: 30), items: [])
    let snapshot = TableSnapshot(
      TableModel(sections: [empty, TableSection("main", items: [row]), empty]))
    #expect(snapshot.geometry.totalHeight == 10)
    #expect(snapshot.frame(ofRow: 0) == Rect(x: 0, y: 0, width: 100, height: 10))
  }

  /// Two sticky sections of a header and three rows of 10 points, with 4 points below each.
  @Test func headersStickUntilTheirSectionEnds() {
    let sections = ["a", "b"].map { (name: ItemIdentifier) in
      TableSection(
        name, header: row, isHeaderSticky: true, insets: Insets(bottom: 4),
        items: [row, row, row])
    }
    let snapshot = TableSnapshot(TableModel(sections: sections))
    func top(_ offset: Double) -> Double? { snapshot.stickyHeader(at: offset)?.frame.minY }
    #expect(top(-1) == nil)
    #expect(top(0) == 0)
    #expect(top(17) == 17)
    #expect(top(30) == 30)
    // The end of the section, at 40, pushes the header up.
    #expect(top(33) == 30)
    #expect(top(39.5) == 30)
    // In the inset below the rows there is none.
    #expect(top(40) == nil)
    #expect(top(43) == nil)
    #expect(snapshot.stickyHeader(at: 44)?.row == 4)
    #expect(top(60) == 60)
    #expect(top(83) == 74)
    #expect(top(87) == nil)
    #expect(top(88) == nil)
  }

  @Test func headersStickOnlyWhereTheyShould() {
    let plain = TableSection("plain", header: row, items: [row])
    let headless = TableSection("headless", isHeaderSticky: true, items: [row])
    let inset = TableSection(
      "inset", header: row, isHeaderSticky: true, insets: Insets(top: 8), items: [row])
    let snapshot = TableSnapshot(TableModel(sections: [plain, headless, inset]))
    #expect(snapshot.stickyHeader(at: 5) == nil)
    #expect(snapshot.stickyHeader(at: 25) == nil)
    #expect(snapshot.stickyHeader(at: 37) == nil)
    #expect(snapshot.stickyHeader(at: 38)?.frame.minY == 38)
  }
}
