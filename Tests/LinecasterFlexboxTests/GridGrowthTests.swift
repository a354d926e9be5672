import LinecasterFlexbox
import LinecasterGeometry
import LinecasterTestSupport
import Testing

/// Grids of any size and depth take memory and work in proportion.
@Suite struct GridGrowthTests {
  private static let leaf = FlexMeasurement(size: Size(width: 30, height: 20), firstBaseline: 15)

  /// A nest of containers of each kind in turn, with a text beside the next one.
  private func nest(depth: Int, styles: [FlexStyle]) -> FlexTree {
    var tree = FlexTree()
    for level in 0..<depth {
      tree.openContainer(styles[level % styles.count])
      tree.addLeaf(FlexStyle(), isMeasured: true)
    }
    for _ in 0..<depth { tree.closeContainer() }
    return tree
  }

  private static let styles: [(String, [FlexStyle])] = {
    var grid = FlexStyle()
    grid.display = .grid
    grid.grid = GridTemplate(columns: [.fraction(1), .auto], autoRows: [.minContent])
    var rows = grid
    rows.grid = GridTemplate(rows: [.fraction(1), .fit(50)])
    var percent = grid
    percent.grid = GridTemplate(columns: [.percent(50), .auto], rows: [.percent(40), .auto])
    percent.padding = FlexEdges(all: .percent(1))
    var block = FlexStyle()
    block.display = .block
    var subgrid = grid
    subgrid.grid = GridTemplate(columns: .subgrid, rows: .subgrid)
    subgrid.gridColumn = GridRange(.span(2))
    return [
      ("grids", [grid]), ("rows", [rows]), ("grids in flex", [grid, FlexStyle()]),
      ("all", [grid, block, rows, FlexStyle()]), ("shares", [percent]),
      ("subgrids", [grid, subgrid]),
    ]
  }()

  /// Texts are asked a bounded number of times each, however deep they are.
  @Test(arguments: 0..<styles.count)
  func nestsAreLinear(index: Int) throws {
    let (name, styles) = Self.styles[index]
    var counts: [Double] = []
    for depth in [25, 50, 100] {
      let tree = nest(depth: depth, styles: styles)
      let count = try OnSmallStack.run {
        try tree.layout(in: FlexAvailable(width: 900)) { _, _ in Self.leaf }.measureCallCount
      }
      counts.append(Double(count))
    }
    #expect(counts[1] <= counts[0] * 2.5 && counts[2] <= counts[1] * 2.5, "\(name): \(counts)")
  }

  @Test func theDeepestNestFitsOnASmallStack() throws {
    for (name, styles) in Self.styles {
      let tree = nest(depth: FlexTree.maximumDepth, styles: styles)
      let isSane = try OnSmallStack.run {
        try tree.layout(in: FlexAvailable(width: 900)) { _, _ in Self.leaf }.checkInvariants()
          == nil
      }
      #expect(isSane, "\(name)")
    }
  }

  /// A grid of items that each come after the one before, or fill gaps, or have a line.
  @Test(arguments: [GridFlow.row, .rowDense, .column, .columnDense])
  func manyItemsArePlacedInLinearTime(flow: GridFlow) throws {
    var style = FlexStyle()
    style.display = .grid
    style.grid = GridTemplate(columns: .repeating(8, [10]), rows: .repeating(8, [10]), flow: flow)
    var tree = FlexTree()
    tree.openContainer(style)
    for index in 0..<20_000 {
      var item = FlexStyle()
      item.gridColumn = GridRange(.span(1 + index % 3))
      item.gridRow = GridRange(.span(1 + index % 2))
      if index % 7 == 0 { item.gridColumn.start = .line(1 + index % 8) }
      tree.addLeaf(item, isMeasured: false)
    }
    let frames = try tree.layout(in: FlexAvailable(width: 900)) { _, _ in Self.leaf }
    #expect(frames.checkInvariants() == nil)
  }

  @Test func linesAndSpansAreLimited() throws {
    var tree = FlexTree()
    var style = FlexStyle()
    style.display = .grid
    style.grid = GridTemplate(
      columns: .repeating(.max, [1, .auto]), rows: .autoFill([.points(1e-300)]),
      autoColumns: .init(repeating: 3, count: 100))
    style.height = 1e9
    tree.openContainer(style)
    for number in ExtremeNumbers.integers {
      var item = FlexStyle()
      item.gridColumn = GridRange(.line(number), .span(number))
      item.gridRow = GridRange(.span(number))
      item.order = number
      tree.addLeaf(item, isMeasured: true)
    }
    let frames = try tree.layout(in: FlexAvailable(width: 900)) { _, _ in Self.leaf }
    #expect(frames.checkInvariants() == nil)
  }

  @Test func listsAreCutAtTheirLimit() {
    let limit = GridTrackList.maximumCount
    #expect(GridTrackList.repeating(.max, [1, 2]).description.split(separator: " ").count == limit)
    #expect(GridTrackList.repeating(0, [1]).isEmpty && GridTrackList.repeating(9, []).isEmpty)
    #expect(GridTrackList.autoFill([]).isEmpty)
    let million = GridTrackList([GridTrack](repeating: .auto, count: 1_000_000))
    #expect((million + million).description.split(separator: " ").count == limit)
  }
}
