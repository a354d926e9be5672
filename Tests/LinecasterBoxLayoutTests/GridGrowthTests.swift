import LinecasterBase
import LinecasterTestSupport
import Testing

@testable import LinecasterBoxLayout

/// Grids of any size and depth take linear memory and work.
@Suite struct GridGrowthTests {
  private static let leaf = BoxMeasurement(size: Size(width: 30, height: 20), firstBaseline: 15)

  private typealias Style = (style: BoxStyle, grid: GridTemplate?)

  /// Nested containers of each kind in turn, with a text beside the next one.
  private static func nest(depth: Int, styles: [Style]) -> BoxTree {
    var tree = BoxTree()
    for level in 0..<depth {
      let (style, grid) = styles[level % styles.count]
      tree.openContainer(style, grid: grid)
      tree.addLeaf(BoxStyle(), isMeasured: true)
    }
    for _ in 0..<depth { tree.closeContainer() }
    return tree
  }

  private static let styles: [(String, [Style])] = {
    var style = BoxStyle()
    style.display = .grid
    let grid = (style, GridTemplate(columns: [.fraction(1), .auto], autoRows: [.minContent]))
    let rows = (style, GridTemplate(rows: [.fraction(1), .fit(50)]))
    var percent = (
      style, GridTemplate(columns: [.percent(50), .auto], rows: [.percent(40), .auto])
    )
    percent.0.padding = BoxEdges(all: .percent(1))
    var block = BoxStyle()
    block.display = .block
    var subgrid = (style, GridTemplate(columns: .subgrid, rows: .subgrid))
    subgrid.0.gridColumn = GridRange(.span(2))
    let flex: Style = (BoxStyle(), nil)
    return [
      ("grids", [grid]), ("rows", [rows]), ("grids in flex", [grid, flex]),
      ("all", [grid, (block, nil), rows, flex]), ("shares", [percent]),
      ("subgrids", [grid, subgrid]),
    ]
  }()

  /// Each text is measured a bounded number of times, at any depth.
  @Test(arguments: 0..<styles.count)
  func nestsAreLinear(index: Int) throws {
    let (name, styles) = Self.styles[index]
    var counts: [Double] = []
    for depth in [25, 50, 100] {
      let tree = Self.nest(depth: depth, styles: styles)
      let count = try OnSmallStack.run {
        try tree.layout(in: AvailableSpace(width: 900)) { _, _ in Self.leaf }.measureCallCount
      }
      counts.append(Double(count))
    }
    #expect(counts[1] <= counts[0] * 2.5 && counts[2] <= counts[1] * 2.5, "\(name): \(counts)")
  }

  @Test func theDeepestNestFitsOnASmallStack() throws {
    for (name, styles) in Self.styles {
      let tree = Self.nest(depth: BoxTree.maximumDepth, styles: styles)
      let isSane = try OnSmallStack.run {
        try tree.layout(in: AvailableSpace(width: 900)) { _, _ in Self.leaf }.checkInvariants()
          == nil
      }
      #expect(isSane, "\(name)")
    }
  }

  /// Thousands of items of different extents, the largest first, fill gaps in linear time, and no
  /// two share a cell.
  @Test func gapsAreFilledWithinALimit() {
    let (count, columns) = (6_000, 200)
    let items = (0..<count).map { index in
      let extent = count - index - 1
      return GridPlacer.Item(
        major: GridRange(.span(1 + extent / columns)), minor: GridRange(.span(1 + extent % columns))
      )
    }
    var placer = GridPlacer(items, majorCount: 1, minorCount: columns, isDense: true)
    placer.place()
    let limit = GridPlacer.searchLimit(itemCount: count)
    #expect(placer.searchSteps > limit && placer.searchSteps < limit * 2, "\(placer.searchSteps)")
    var taken = [Bool](repeating: false, count: placer.majorCount * columns)
    var overlaps = 0
    for item in placer.items {
      for major in item.majorLines {
        for cell in item.minorLines.map({ major * columns + $0 }) {
          overlaps += taken[cell] ? 1 : 0
          taken[cell] = true
        }
      }
    }
    #expect(overlaps == 0)
  }

  /// A grid of items in sequence, in gaps, or at explicit lines.
  @Test(arguments: [GridFlow.row, .rowDense, .column, .columnDense])
  func manyItemsArePlacedInLinearTime(flow: GridFlow) throws {
    var style = BoxStyle()
    style.display = .grid
    var tree = BoxTree()
    tree.openContainer(
      style,
      grid: GridTemplate(columns: .repeating(8, [10]), rows: .repeating(8, [10]), flow: flow))
    for index in 0..<20_000 {
      var item = BoxStyle()
      item.gridColumn = GridRange(.span(1 + index % 3))
      item.gridRow = GridRange(.span(1 + index % 2))
      if index % 7 == 0 { item.gridColumn.start = .line(1 + index % 8) }
      tree.addLeaf(item, isMeasured: false)
    }
    let frames = try tree.layout(in: AvailableSpace(width: 900)) { _, _ in Self.leaf }
    #expect(frames.checkInvariants() == nil)
  }

  @Test func linesAndSpansAreLimited() throws {
    var tree = BoxTree()
    var style = BoxStyle()
    style.display = .grid
    style.height = 1e9
    tree.openContainer(
      style,
      grid: GridTemplate(
        columns: .repeating(.max, [1, .auto]), rows: .autoFill([.points(1e-300)]),
        autoColumns: .init(repeating: 3, count: 100)))
    for number in ExtremeNumbers.integers {
      var item = BoxStyle()
      item.gridColumn = GridRange(.line(number), .span(number))
      item.gridRow = GridRange(.span(number))
      item.order = number
      tree.addLeaf(item, isMeasured: true)
    }
    let frames = try tree.layout(in: AvailableSpace(width: 900)) { _, _ in Self.leaf }
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

  @Test(arguments: 0..<styles.count)
  func levelsFitInTheirRoom(index: Int) throws {
    let (name, styles) = Self.styles[index]
    let bytes = try StackGauge.bytesPerLevel(200) { levels in
      let tree = Self.nest(depth: levels, styles: styles)
      _ = try tree.layout(in: AvailableSpace(width: 900)) { _, _ in Self.leaf }
    }
    #expect(2 * bytes <= StackRoom.bytesPerLevel, "\(name)")
  }
}
