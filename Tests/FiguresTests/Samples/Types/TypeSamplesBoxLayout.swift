import LinecasterBase
import LinecasterBoxLayout
import Testing

/// The samples in the comments of LinecasterBoxLayout.
@Suite struct TypeSamplesBoxLayout {
  private let size = Size(width: 60, height: 20)

  @Test func keepsLayouts() throws {
    let rowStyle = BoxStyle()
    var tree = BoxTree()
    tree.openContainer(rowStyle)
    let title = tree.addLeaf(BoxStyle(), isMeasured: true)
    tree.closeContainer()

    func measure(_ node: BoxID, _ constraint: BoxConstraint) -> BoxMeasurement {
      BoxMeasurement(size: size)
    }
    let layout = BoxLayout(tree)
    try layout.update(in: AvailableSpace(width: 320), measure: measure)
    layout.setNeedsMeasure(title)
    try layout.update(in: AvailableSpace(width: 320), measure: measure)
    #expect(layout.frame(of: title).size == size)
  }

  @Test func laysTreesOut() throws {
    let (row, icon, title) = (BoxStyle(), BoxStyle(), BoxStyle())
    let size = { (_: BoxConstraint) in BoxMeasurement(size: Size(width: 60, height: 20)) }
    var tree = BoxTree()
    tree.openContainer(row)
    tree.addLeaf(icon, isMeasured: false)
    let text = tree.addLeaf(title, isMeasured: true)
    tree.closeContainer()
    let frames = try tree.layout(in: AvailableSpace(width: 320)) { _, room in size(room) }
    let place = frames.frame(of: text)
    #expect(frames.count == 3 && place == Rect(x: 0, y: 0, width: 60, height: 20))
  }

  @Test func readsFrames() throws {
    var tree = BoxTree()
    tree.openContainer(BoxStyle())
    let title = tree.addLeaf(BoxStyle(), isMeasured: true)
    let sizes = [Size.zero, size]
    let block = AvailableSpace(width: 320)
    let frames = try tree.layout(in: block, scale: PixelScale(2)) { node, _ in
      BoxMeasurement(size: sizes[node.index])
    }
    let place = frames.absoluteFrame(of: title)
    let inside = frames.contentFrame(of: title)
    #expect(place == Rect(x: 0, y: 0, width: 60, height: 20) && inside == place)
  }

  @Test func styles() throws {
    var row = BoxStyle()
    row.alignItems = .center
    row.gap = 8
    row.padding = BoxEdges(horizontal: 16, vertical: 12)
    row.width = .percent(100)
    var tree = BoxTree()
    tree.openContainer(row)
    let frames = try tree.layout(in: AvailableSpace(width: 320)) { _, _ in
      BoxMeasurement(size: .zero)
    }
    #expect(frames.frame(of: BoxID(index: 0)) == Rect(x: 0, y: 0, width: 320, height: 24))
  }

  @Test func lengths() {
    var style = BoxStyle()
    let column: [BoxLength] = [120, .percent(50), .minContent, .auto]
    style.width = column[0]
    style.margin = BoxEdges(left: .auto, start: 4)
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
    var style = BoxStyle()
    style.gridColumn = GridRange(1, .span(2))
    style.gridRow = GridRange(-2)
    let areas = try GridAreas(["photo title", "photo text"])
    style.gridColumn = areas["title"]?.column ?? .auto
    #expect(style.gridColumn == GridRange(2, 3) && style.gridRow == GridRange(-2))
    #expect(throws: GridAreasError.notRectangular("a")) { try GridAreas(["a a", "a ."]) }
    #expect(throws: GridAreasError.unevenRow(1)) { try GridAreas(["a a", "b"]) }
  }

  @Test func stylesGrids() throws {
    var tree = BoxTree()
    var style = BoxStyle()
    style.display = .grid
    style.gap = 8
    let columns = GridTemplate(columns: [.fraction(1), .fit(200)], autoRows: [40])
    tree.openContainer(style, grid: columns)
    for _ in 0..<3 { tree.addLeaf(BoxStyle(), isMeasured: false) }
    let frames = try tree.layout(in: AvailableSpace(width: 320)) { _, _ in
      BoxMeasurement(size: .zero)
    }
    #expect(frames.frame(of: BoxID(index: 1)) == Rect(x: 0, y: 0, width: 312, height: 40))
    #expect(frames.frame(of: BoxID(index: 3)) == Rect(x: 0, y: 48, width: 312, height: 40))
  }

  @Test func measures() throws {
    func lines(in width: Double) -> BoxMeasurement {
      let count = (90 / width).rounded(.up)
      return BoxMeasurement(size: Size(width: width, height: 12 * count), firstBaseline: 10)
    }
    func measure(_ node: BoxID, _ constraint: BoxConstraint) -> BoxMeasurement {
      switch constraint.width {
      case .undefined: BoxMeasurement(size: Size(width: 90, height: 12), firstBaseline: 10)
      case .minContent: BoxMeasurement(size: Size(width: 40, height: 36), firstBaseline: 10)
      case .atMost(let width), .exactly(let width): lines(in: width)
      }
    }
    var tree = BoxTree()
    tree.addLeaf(BoxStyle(), isMeasured: true)
    let frames = try tree.layout(in: AvailableSpace(width: 60), measure: measure)
    #expect(frames.frame(of: BoxID(index: 0)).size == Size(width: 60, height: 24))
  }
}
