import LinecasterBase
import LinecasterCells
import LinecasterDiff
import LinecasterTestSupport
import Testing

@testable import LinecasterList

@Suite struct TableSnapshotTests {
  @Test func numbersRowsAndCopiesAsReadingDoes() {
    let seed = TestSettings.seed
    var generator = RowModelGenerator(seed: seed)
    var model = generator.model()
    for round in 0..<300 {
      let snapshot = TableSnapshot(model)
      let rows = reading(model)
      #expect(snapshot.rowCount == rows.count)
      for (row, (path, identity, item)) in rows.enumerated() {
        guard snapshot.path(ofRow: row) == path, snapshot.row(at: path) == row,
          snapshot.identity(ofRow: row) == identity, snapshot.item(atRow: row) == item
        else {
          Issue.record("LINECASTER_SEED=\(seed), round \(round): row \(row), \(identity)")
          return
        }
      }
      for row in [-1, rows.count] {
        #expect(snapshot.path(ofRow: row) == nil)
        #expect(snapshot.item(atRow: row) == nil)
        #expect(snapshot.frame(ofRow: row) == nil)
      }
      model = generator.successor(of: model)
    }
  }

  /// The rows of a model in reading order, from the top.
  private func reading(_ model: TableModel) -> [(RowPath, RowIdentity, TableItem)] {
    var copies: [RowIdentity: Int] = [:]
    var sections: [ItemIdentifier: Int] = [:]
    var rows: [(RowPath, RowIdentity, TableItem)] = []
    for (index, section) in model.sections.enumerated() {
      let copy = sections[section.identifier, default: 0]
      sections[section.identifier] = copy + 1
      if let header = section.header {
        let identity = RowIdentity(section.identifier, kind: .header, occurrence: copy)
        rows.append((RowPath(section: index, part: .header), identity, header))
      }
      for (item, element) in section.items.enumerated() {
        let first = RowIdentity(element.identifier)
        let identity = RowIdentity(element.identifier, occurrence: copies[first, default: 0])
        copies[first, default: 0] += 1
        rows.append((RowPath(section: index, part: .item(item)), identity, element))
      }
      if let footer = section.footer {
        let identity = RowIdentity(section.identifier, kind: .footer, occurrence: copy)
        rows.append((RowPath(section: index, part: .footer), identity, footer))
      }
    }
    return rows
  }

  @Test func hasNoRowsWhereThePathLeadsNowhere() {
    let snapshot = TableSnapshot(TableModel(items: [TableItem("a", cell: BoxCell())]))
    for path in [
      RowPath(section: -1, part: .header), RowPath(section: 1, part: .item(0)),
      RowPath(section: 0, part: .item(-1)), RowPath(section: 0, part: .item(1)),
      RowPath(section: 0, part: .header), RowPath(section: 0, part: .footer),
    ] {
      #expect(snapshot.row(at: path) == nil)
      #expect(snapshot.item(at: path) == nil)
      #expect(snapshot.identity(at: path) == nil)
    }
  }

  @Test func keepsRowsAtTheirMinimumHeight() {
    let items = (0..<3).map { TableItem(.number($0), cell: BoxCell()) }
    var snapshot = TableSnapshot(
      TableModel(items: items), metrics: RowMetrics(minimumHeight: 44),
      estimates: RowEstimates(all: 20))
    #expect(snapshot.geometry.totalHeight == 132)
    snapshot.setCellHeight(30, ofRow: 0)
    snapshot.setCellHeight(50, ofRow: 1)
    snapshot.setCellHeight(.nan, ofRow: 2)
    snapshot.setCellHeight(50, ofRow: 3)
    #expect((0..<3).map(snapshot.geometry.height(ofRow:)) == [44, 50, 44])
    #expect(snapshot.geometry.measuredCount == 3)
  }

  @Test func takesNoTimeForRowsThatAreNotSeen() {
    let item = TableItem("row", cell: BoxCell())
    let model = TableModel(items: Array(repeating: item, count: 1_000_000))
    let snapshot = TableSnapshot(
      generation: 1,
      rows: TableRows(model, in: LayoutEnvironment(width: 100), metrics: RowMetrics()),
      carried: nil, estimates: { _ in RowEstimates(all: 20) })
    #expect(snapshot.geometry.totalHeight == 20_000_000)
    // All full blocks share one memory, so no row was visited.
    let places = Set(
      snapshot.geometry.blocks.map {
        unsafe $0.entries.withUnsafeBufferPointer { UInt(bitPattern: $0.baseAddress) }
      })
    #expect(places.count == 2)
  }
}

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
    // 301 points beside the insets, 101 of them free: 50.5 on each side, rounded to a whole pixel.
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

  /// Two sticky sections with a header and three rows of 10 points, and insets of 4 points below.
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
    // Over the inset below the rows no header sticks.
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
