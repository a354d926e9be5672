import LinecasterBase
import LinecasterCells
import LinecasterDisplay
import LinecasterListSupport
import LinecasterRaster
import LinecasterTestSupport
import Testing

@testable import LinecasterList

/// Lists, rows and viewports with extreme numbers; a trap would end the test process.
@Suite(.timeLimit(.minutes(60))) struct ExtremeNumbersTests {
  @Test func rowsMayHaveAnyHeight() {
    var random = SeededGenerator(salt: 171)
    for _ in 0..<60 {
      let heights = (0..<Int.random(in: 0...700, using: &random)).map { _ in random.extreme() }
      var geometry = RowGeometry(heights: heights)
      for _ in 0..<40 {
        let (row, offset) = (random.extremeInteger(), random.extreme())
        geometry.setHeight(random.extreme(), ofRow: row, isMeasured: random.oneIn(2))
        #expect(geometry.height(ofRow: row).isFinite && geometry.offset(ofRow: row).isFinite)
        #expect(geometry.row(at: offset).map(heights.indices.contains) ?? true)
        let end = random.extreme()
        if offset <= end {
          let rows = geometry.rows(in: offset..<end)
          #expect(rows.isEmpty || rows.upperBound <= heights.count)
        }
      }
      #expect(geometry.totalHeight.isFinite, "seed \(TestSettings.seed)")
    }
    for count in ExtremeNumbers.integers {
      let geometry = RowGeometry(estimate: .greatestFiniteMagnitude, count: count)
      #expect(geometry.totalHeight.isFinite && geometry.measuredCount == 0)
    }
  }

  @Test @MainActor func viewsOfProgramsAreKeptAsManyAsThereMayBe() throws {
    let host = RecordingHost()
    let bench = try SimulatedBench(host, seed: 173)
    bench.list.update(with: TableModel(items: [TableItem(.number(1), cell: PlateCell())]))
    bench.settle()
    for spareLimit in ExtremeNumbers.integers {
      let views = HostedViews<Int, Int>(
        spareLimit: spareLimit, kind: { _ in 1 }, make: { $0 }, update: { _, _ in },
        release: { _ in })
      for bound in ExtremeNumbers.integers {
        let rows = min(0, bound)..<max(0, bound)
        #expect(views.places(in: bench.list.snapshot, rows: rows).isEmpty && views.count == 0)
      }
    }
  }

  @Test func viewportsMayBeAnywhere() {
    var random = SeededGenerator(salt: 172)
    let rows = RowGeometry(heights: [10, 30, 0, 20])
    for _ in 0..<4_000 {
      var viewport = Viewport(
        offset: random.extreme(), length: random.extreme(), velocity: random.extreme())
      if random.oneIn(2) { viewport.offset = random.extreme() }
      if random.oneIn(2) { viewport.length = random.extreme() }
      if random.oneIn(2) { viewport.velocity = random.extreme() }
      var options = RangeOptions()
      options.display = RangeOptions.Screens(ahead: random.extreme(), behind: random.extreme())
      options.preload = RangeOptions.Screens(ahead: random.extreme(), behind: random.extreme())
      var controller = RangeController(options: options)
      controller.mode = random.anyCase(of: RangeMode.self)
      let bands = controller.bands(for: viewport, in: rows)
      #expect(bands.display.upperBound <= 4, "\(viewport), seed \(TestSettings.seed)")
    }
  }

  @Test func snapshotsTakeAnyNumber() {
    var random = SeededGenerator(salt: 173)
    for _ in 0..<400 {
      let line = Separator(
        thickness: random.extreme(), priority: random.extremeInteger(),
        insets: Insets(left: random.extreme()))
      let item = TableItem("a", cell: Space(random.extreme()))
      let insets = Insets(
        top: random.extreme(), left: random.extreme(), bottom: random.extreme(),
        right: random.extreme())
      let number = ItemIdentifier(integerLiteral: random.extremeInteger())
      let section = TableSection(
        "s", header: TableItem("h", cell: line), isHeaderSticky: true, insets: insets,
        items: [item, TableItem(number, cell: line)])
      var snapshot = TableSnapshot(
        TableModel(sections: [section]), width: random.extreme(),
        metrics: RowMetrics(
          minimumHeight: random.extreme(), maximumContentWidth: random.extreme()))
      snapshot.setCellHeight(random.extreme(), ofRow: random.extremeInteger())
      for row in ExtremeNumbers.integers {
        let frame = snapshot.frame(ofRow: row)
        #expect(frame.map { $0.minY.isFinite && $0.height.isFinite } ?? true)
        #expect((snapshot.item(atRow: row) == nil) == (snapshot.identity(ofRow: row) == nil))
      }
      _ = snapshot.stickyHeader(at: random.extreme())
    }
  }

  /// Rows with extreme z-order, opacity and transforms are drawn.
  @Test @MainActor func appearancesTakeAnyNumber() throws {
    var random = SeededGenerator(salt: 174)
    for _ in 0..<40 {
      let transform = DisplayTransform(
        a: random.extreme(), b: random.extreme(), c: random.extreme(), d: random.extreme(),
        x: random.extreme(), y: random.extreme())
      var attributes = CellAttributes(
        zIndex: random.extremeInteger(), alpha: random.extreme(), transform: transform)
      if random.oneIn(2) { attributes.alpha = random.extreme() }
      let item = TableItem("a", cell: PlateCell(number: 100))
        .appearance(CellAppearance(resting: attributes))
      let bench = try Workbench(HeadlessHost(), width: 40)
      try bench.list.update(with: TableModel(items: [item]))
      try bench.settle()
      let snapshot = try bench.list.snapshot
      bench.host.setOffset(random.extreme(), in: snapshot, animated: false)
      _ = try bench.host.composition()?.bitmap()
    }
  }

  @Test @MainActor func copiesUpToAnyLimit() async throws {
    let bench = try ThreadBench(RecordingHost())
    let list = try bench.list
    list.update(with: TableModel(items: [TableItem("a", cell: StateCell("word"))]))
    try await bench.settle()
    list.selectAllText()
    for bits in ExtremeNumbers.integers {
      #expect(SemanticNode.States(rawValue: bits).rawValue == bits)
    }
    for limit in ExtremeNumbers.integers {
      let copied = Log<String>()
      Task { @MainActor in copied.add(try await list.selectedText(limit: limit)) }
      try await bench.drain { !copied.entries.isEmpty }
      #expect(copied.entries == [limit > 4 ? "word" : ""])
    }
  }

  @Test @MainActor func tracesAndMachinesTakeAnyNumber() throws {
    let pipeline = try ThreadBench<HeadlessHost>.pipeline()
    for threshold in ExtremeNumbers.doubles {
      for interval in [Duration.zero, .seconds(-1), .seconds(Int64.max), .seconds(Int64.min)] {
        _ = MemoryPressureWatcher(
          pipeline: pipeline, threshold: threshold, interval: interval)
      }
    }
    for number in ExtremeNumbers.integers {
      pipeline.trimMemory(to: number)
      #expect(PipelineTrace(limit: number).timelineSVG(width: number).hasPrefix("<svg"))
      #expect(SimulatedMachine(seed: .max).run(limit: number) == (number > 0))
    }
  }
}
