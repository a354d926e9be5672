import LinecasterBase
import LinecasterBoxLayout
import LinecasterTestSupport
import Testing

/// Trees with extreme numbers; a trap would end the test process.
@Suite struct ExtremeNumbersTests {
  private func length(_ random: inout SeededGenerator) -> BoxLength {
    switch Int.random(in: 0..<6, using: &random) {
    case 0: .percent(random.extreme())
    case 1: BoxLength(integerLiteral: random.extremeInteger())
    case 2: BoxLength(floatLiteral: random.extreme())
    case 3:
      [.minContent, .maxContent, .fitContent, .stretch, .content].randomElement(using: &random)
        ?? .auto
    default: .points(random.extreme())
    }
  }

  private func edges(_ random: inout SeededGenerator) -> BoxEdges {
    random.oneIn(2)
      ? BoxEdges(all: length(&random))
      : BoxEdges(left: length(&random), start: length(&random), end: length(&random))
  }

  private func style(_ random: inout SeededGenerator) -> BoxStyle {
    var style = random.oneIn(4) ? BoxStyle.yoga : .css
    func word() -> UInt8 { UInt8.random(in: 0...9, using: &random) }
    style.direction = FlexDirection(rawValue: word()) ?? .row
    style.wrap = FlexWrap(rawValue: word()) ?? .wrap
    style.justifyContent = BoxJustify(rawValue: word()) ?? .center
    style.alignItems = BoxAlign(rawValue: word()) ?? .baseline
    style.alignContent = BoxAlignContent(rawValue: word()) ?? .center
    style.boxSizing = BoxSizing(rawValue: word()) ?? .borderBox
    style.overflowX = BoxOverflow(rawValue: word()) ?? .visible
    style.position = BoxPosition(rawValue: word()) ?? .relative
    if random.oneIn(2) { style.grow = random.extreme() }
    if random.oneIn(2) { style.shrink = random.extreme() }
    if random.oneIn(3) { style.aspectRatio = random.extreme() }
    let lengths: [WritableKeyPath<BoxStyle, BoxLength>] = [
      \.width, \.height, \.minWidth, \.minHeight, \.maxWidth, \.maxHeight, \.basis, \.rowGap,
      \.columnGap,
    ]
    for path in lengths where random.oneIn(4) { style[keyPath: path] = length(&random) }
    let sides: [WritableKeyPath<BoxStyle, BoxEdges>] = [\.margin, \.padding, \.border, \.inset]
    for path in sides where random.oneIn(4) { style[keyPath: path] = edges(&random) }
    if random.oneIn(2) {
      style.display = random.oneIn(3) ? .block : .grid
      style.justifyItems = BoxAlign(rawValue: UInt8.random(in: 0...7, using: &random)) ?? .center
    }
    if random.oneIn(3) { style.gridColumn = range(&random) }
    if random.oneIn(3) { style.gridRow = range(&random) }
    if random.oneIn(3) { style.order = random.extremeInteger() }
    return style
  }

  private func track(_ random: inout SeededGenerator) -> GridTrack {
    switch Int.random(in: 0..<8, using: &random) {
    case 0: .fraction(random.extreme())
    case 1: .points(random.extreme())
    case 2: .percent(random.extreme())
    case 3: .fit(length(&random))
    case 4: .minmax(length(&random), length(&random))
    case 5: .minmax(length(&random), fraction: random.extreme())
    case 6: GridTrack(integerLiteral: random.extremeInteger())
    default: GridTrack(floatLiteral: random.extreme())
    }
  }

  private func tracks(_ random: inout SeededGenerator) -> GridTrackList {
    let some = (0..<Int.random(in: 0...3, using: &random)).map { _ in track(&random) }
    // Ten thousand tracks, the maximum, take long, so only a few trees have them.
    guard random.oneIn(30) else {
      return random.oneIn(3) ? .subgrid : .repeating(2, some)
    }
    return switch Int.random(in: 0..<3, using: &random) {
    case 0: .repeating(random.extremeInteger(), some)
    case 1: .autoFill(some)
    default: GridTrackList(some) + .autoFit([.points(max(random.extreme(), 9))])
    }
  }

  private func range(_ random: inout SeededGenerator) -> GridRange {
    func number() -> Int {
      random.oneIn(300) ? random.extremeInteger() : Int.random(in: -3...4, using: &random)
    }
    let start: GridLine = random.oneIn(2) ? .line(number()) : .span(number())
    return GridRange(start, random.oneIn(2) ? GridLine(integerLiteral: number()) : .auto)
  }

  /// Rows and columns with numbers of any size.
  private func grid(_ random: inout SeededGenerator) -> GridTemplate {
    GridTemplate(
      columns: tracks(&random), rows: tracks(&random), autoColumns: [track(&random)],
      autoRows: [track(&random)],
      flow: GridFlow(rawValue: UInt8.random(in: 0...3, using: &random)) ?? .row)
  }

  /// Adds a node and its descendants, up to a depth.
  private func add(to tree: inout BoxTree, depth: Int, _ random: inout SeededGenerator) {
    guard depth > 0, !random.oneIn(4) else {
      tree.addLeaf(style(&random), isMeasured: random.oneIn(2))
      return
    }
    tree.openContainer(style(&random), grid: grid(&random))
    for _ in 0..<Int.random(in: 1...3, using: &random) {
      add(to: &tree, depth: depth - 1, &random)
    }
    tree.closeContainer()
  }

  private func optional(_ random: inout SeededGenerator) -> Double? {
    random.oneIn(4) ? nil : random.extreme()
  }

  @Test func laysOutAnyTree() throws {
    var random = SeededGenerator(salt: 169)
    for round in 0..<3_000 {
      var tree = BoxTree()
      add(to: &tree, depth: 3, &random)
      let available = AvailableSpace(width: optional(&random), height: optional(&random))
      let scale = random.oneIn(2) ? PixelScale(random.extreme()) : nil
      let size = Size(width: random.extreme(), height: random.extreme())
      let answer = BoxMeasurement(size: size, firstBaseline: optional(&random))
      let frames = try tree.layout(in: available, scale: scale) { _, _ in answer }
      #expect(frames.count == tree.count, "round \(round), seed \(random.seed)")
      let fault = frames.checkInvariants()
      #expect(fault == nil, "round \(round), seed \(random.seed): \(frames.debugDescription)")
    }
  }

  /// Each level requests a million times the length of its parent.
  @Test(arguments: [true, false])
  func lengthsDoNotGrowWithTheLevels(byRatio: Bool) throws {
    var tree = BoxTree()
    let levels = 100
    for level in 0..<levels {
      var style = BoxStyle()
      style.shrink = 0
      style.width = byRatio ? .auto : .percent(1e8)
      if byRatio, level.isMultiple(of: 2) {
        (style.height, style.aspectRatio) = (.percent(100), 1e6)
      } else if byRatio {
        (style.width, style.aspectRatio) = (.percent(100), 1e-6)
      }
      tree.openContainer(style)
    }
    for _ in 0..<levels { tree.closeContainer() }
    let frames = try tree.layout(in: AvailableSpace(width: 320, height: 100)) { _, _ in
      BoxMeasurement(size: .zero)
    }
    #expect(frames.checkInvariants() == nil)
    #expect(frames.frame(of: BoxID(index: levels - 1)).width == 100_000_000)
  }

  /// Empty tracks of an automatic repetition collapse, so no track shares the space.
  @Test(arguments: [BoxAlignContent.spaceAround, .spaceEvenly, .center])
  func spaceIsAroundCollapsedTracks(alignment: BoxAlignContent) throws {
    var grid = BoxStyle()
    (grid.display, grid.width, grid.height) = (.grid, 60, 100)
    grid.alignContent = alignment
    var child = BoxStyle()
    child.position = .absolute
    child.gridRow = GridRange(.line(1), .auto)
    var tree = BoxTree()
    tree.openContainer(grid, grid: GridTemplate(rows: .autoFit([10])))
    tree.addLeaf(child, isMeasured: false)
    tree.closeContainer()
    let frames = try tree.layout(in: AvailableSpace()) { _, _ in BoxMeasurement(size: .zero) }
    #expect(frames.frame(of: BoxID(index: 1)).minY == 50)
  }

  @Test func numbersOfNodesMayBeAny() throws {
    var tree = BoxTree()
    for count in ExtremeNumbers.integers { tree.reserveCapacity(count) }
    tree.addLeaf(BoxStyle(), isMeasured: false)
    let layout = BoxLayout(tree)
    try layout.update(in: AvailableSpace()) { _, _ in BoxMeasurement(size: .zero) }
    for index in ExtremeNumbers.integers {
      let node = BoxID(index: index)
      #expect(layout.frame(of: node) == .zero)
      #expect(layout.frames().contentFrame(of: node) == .zero)
    }
  }
}
