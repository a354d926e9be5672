import LinecasterBoxLayout
import LinecasterBase
import Testing

/// The samples in the comments of LinecasterBoxLayout.
@Suite struct TypeSamplesFlexbox {
  private let size = Size(width: 60, height: 20)

  @Test func keepsLayouts() throws {
    let rowStyle = FlexStyle()
    var tree = FlexTree()
    tree.openContainer(rowStyle)
    let title = tree.addLeaf(FlexStyle(), isMeasured: true)
    tree.closeContainer()

    func measure(_ node: FlexNodeID, _ constraint: FlexMeasureConstraint) -> FlexMeasurement {
      FlexMeasurement(size: size)
    }
    let layout = FlexLayout(tree)
    try layout.update(in: FlexAvailable(width: 320), measure: measure)
    layout.setNeedsMeasure(title)
    try layout.update(in: FlexAvailable(width: 320), measure: measure)
    #expect(layout.frame(of: title).size == size)
  }

  @Test func laysTreesOut() throws {
    let (row, icon, title) = (FlexStyle(), FlexStyle(), FlexStyle())
    let size = { (_: FlexMeasureConstraint) in FlexMeasurement(size: Size(width: 60, height: 20)) }
    var tree = FlexTree()
    tree.openContainer(row)
    tree.addLeaf(icon, isMeasured: false)
    let text = tree.addLeaf(title, isMeasured: true)
    tree.closeContainer()
    let frames = try tree.layout(in: FlexAvailable(width: 320)) { _, room in size(room) }
    let place = frames.frame(of: text)
    #expect(frames.count == 3 && place == Rect(x: 0, y: 0, width: 60, height: 20))
  }

  @Test func readsFrames() throws {
    var tree = FlexTree()
    tree.openContainer(FlexStyle())
    let title = tree.addLeaf(FlexStyle(), isMeasured: true)
    let sizes = [Size.zero, size]
    let block = FlexAvailable(width: 320)
    let frames = try tree.layout(in: block, scale: PixelScale(2)) { node, _ in
      FlexMeasurement(size: sizes[node.index])
    }
    let place = frames.absoluteFrame(of: title)
    let inside = frames.contentFrame(of: title)
    #expect(place == Rect(x: 0, y: 0, width: 60, height: 20) && inside == place)
  }

  @Test func styles() throws {
    var row = FlexStyle()
    row.alignItems = .center
    row.gap = 8
    row.padding = FlexEdges(horizontal: 16, vertical: 12)
    row.width = .percent(100)
    var tree = FlexTree()
    tree.openContainer(row)
    let frames = try tree.layout(in: FlexAvailable(width: 320)) { _, _ in
      FlexMeasurement(size: .zero)
    }
    #expect(frames.frame(of: FlexNodeID(index: 0)) == Rect(x: 0, y: 0, width: 320, height: 24))
  }

  @Test func lengths() {
    var style = FlexStyle()
    let column: [FlexLength] = [120, .percent(50), .minContent, .auto]
    style.width = column[0]
    style.margin = FlexEdges(left: .auto, start: 4)
    if case .points(let points) = style.width.value { print(points) }
    #expect(style.width.value == .points(120) && column[1].value == .percent(50))
  }

  @Test func tracks() {
    let columns: GridTrackList = [120, .fraction(1), .fit(200), .minmax(.minContent, 80)]
    #expect(columns.description == "120.0 1.0fr fit-content(200.0) minmax(min-content, 80.0)")
  }

  @Test func repeatsTracks() {
    let columns = GridTrackList.autoFill([.minmax(120, fraction: 1)])
    let rows = [40] + GridTrackList.repeating(3, [.auto, 8])
    #expect(columns.description == "repeat(auto-fill, minmax(120.0, 1.0fr))")
    #expect(rows.description == "40.0 auto 8.0 auto 8.0 auto 8.0")
  }

  @Test func placesItemsOfGrids() throws {
    var style = FlexStyle()
    style.gridColumn = GridRange(1, .span(2))
    style.gridRow = GridRange(-2)
    let areas = try GridAreas(["photo title", "photo text"])
    style.gridColumn = areas["title"]?.column ?? .auto
    #expect(style.gridColumn == GridRange(2, 3) && style.gridRow == GridRange(-2))
    #expect(throws: GridAreasError.notRectangular("a")) { try GridAreas(["a a", "a ."]) }
    #expect(throws: GridAreasError.unevenRow(1)) { try GridAreas(["a a", "b"]) }
  }

  @Test func stylesGrids() throws {
    var tree = FlexTree()
    var style = FlexStyle()
    style.display = .grid
    style.gap = 8
    let columns = GridTemplate(columns: [.fraction(1), .fit(200)], autoRows: [40])
    tree.openContainer(style, grid: columns)
    for _ in 0..<3 { tree.addLeaf(FlexStyle(), isMeasured: false) }
    let frames = try tree.layout(in: FlexAvailable(width: 320)) { _, _ in
      FlexMeasurement(size: .zero)
    }
    #expect(frames.frame(of: FlexNodeID(index: 1)) == Rect(x: 0, y: 0, width: 312, height: 40))
    #expect(frames.frame(of: FlexNodeID(index: 3)) == Rect(x: 0, y: 48, width: 312, height: 40))
  }

  @Test func measures() throws {
    func lines(in width: Double) -> FlexMeasurement {
      let count = (90 / width).rounded(.up)
      return FlexMeasurement(size: Size(width: width, height: 12 * count), firstBaseline: 10)
    }
    func measure(_ node: FlexNodeID, _ constraint: FlexMeasureConstraint) -> FlexMeasurement {
      switch constraint.width {
      case .undefined: FlexMeasurement(size: Size(width: 90, height: 12), firstBaseline: 10)
      case .minContent: FlexMeasurement(size: Size(width: 40, height: 36), firstBaseline: 10)
      case .atMost(let width), .exactly(let width): lines(in: width)
      }
    }
    var tree = FlexTree()
    tree.addLeaf(FlexStyle(), isMeasured: true)
    let frames = try tree.layout(in: FlexAvailable(width: 60), measure: measure)
    #expect(frames.frame(of: FlexNodeID(index: 0)).size == Size(width: 60, height: 24))
  }
}
