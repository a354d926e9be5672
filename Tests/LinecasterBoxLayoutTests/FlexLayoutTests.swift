import LinecasterBoxLayout
import LinecasterBase
import Testing

/// Layouts that are kept for the next one.
struct FlexLayoutTests {
  private static let narrow = FlexAvailable(width: 120)
  private static let wide = FlexAvailable(width: 200)

  /// A column of rows, each with an icon and a text.
  private static let feed = FlatTree(
    flex(
      .auto, .auto, { $0.direction = .column },
      (0..<4).map { row in
        flex(.auto, .auto, [box(20, 20), text([30, 40, 30, 20 + Double(row)]) { $0.grow = 1 }])
      }))

  @Test func anUnchangedTreeIsNotMeasured() throws {
    let layout = FlexLayout(Self.feed.tree)
    try layout.update(in: Self.narrow, measure: Self.feed.measure)
    #expect(layout.measureCallCount > 0)
    try layout.update(in: Self.narrow) { _, _ in throw Refusal() }
    #expect(layout.measureCallCount == 0)
  }

  @Test func aWidthSeenBeforeIsNotMeasured() throws {
    let layout = FlexLayout(Self.feed.tree)
    for available in [Self.narrow, Self.wide] {
      try layout.update(in: available, measure: Self.feed.measure)
    }
    try layout.update(in: Self.narrow) { _, _ in throw Refusal() }
    #expect(FlatTree.all(layout.frames()) == (try Self.feed.freshFrames(in: Self.narrow)))
  }

  @Test func aHeightSeenBeforeIsLaidOutAgain() throws {
    let inner = flex(50, .auto, [box(10, .auto)])
    let layout = FlexLayout(FlatTree(flex(100, .percent(50), [inner])).tree)
    for height in [40.0, 100, 40] {
      try layout.update(in: FlexAvailable(width: 100, height: 2 * height)) { _, _ in
        throw Refusal()
      }
      let heights = (0..<3).map { layout.frame(of: FlexNodeID(index: $0)).height }
      #expect(heights == [height, height, height])
    }
  }

  @Test func onlyTheChangedLeafIsMeasured() throws {
    let layout = FlexLayout(Self.feed.tree)
    try layout.update(in: Self.narrow, measure: Self.feed.measure)
    let changed = Self.feed.texts[2]
    layout.setNeedsMeasure(changed)
    try layout.update(in: Self.narrow) { node, constraint in
      #expect(node == changed)
      return FlexMeasurement(size: Size(width: 30, height: 35))
    }
    #expect(layout.frame(of: changed).height == 35)
    let above = FlexNodeID(index: 0)
    #expect(layout.frame(of: above).height == 20 + 20 + 35 + 20)
  }

  @Test func anErrorLeavesNoFramesAndTheNextUpdateStartsAgain() throws {
    let layout = FlexLayout(Self.feed.tree)
    try layout.update(in: Self.narrow, measure: Self.feed.measure)
    layout.setNeedsMeasure(Self.feed.texts[0])
    #expect(throws: Refusal.self) {
      try layout.update(in: Self.narrow) { _, _ in throw Refusal() }
    }
    #expect(layout.frame(of: FlexNodeID(index: 0)) == .zero)
    try layout.update(in: Self.narrow, measure: Self.feed.measure)
    #expect(FlatTree.all(layout.frames()) == (try Self.feed.freshFrames(in: Self.narrow)))
  }

  @Test func updatesDoNotNest() throws {
    let layout = FlexLayout(Self.feed.tree)
    #expect(throws: FlexError.busy) {
      try layout.update(in: Self.narrow) { _, _ in
        try layout.update(in: Self.wide, measure: Self.feed.measure)
        return FlexMeasurement(size: .zero)
      }
    }
  }

  @Test func changesWhileMeasuringAreNotLost() throws {
    let layout = FlexLayout(Self.feed.tree)
    var calls = 0
    for _ in 0..<2 {
      try layout.update(in: Self.narrow) { node, constraint in
        calls += 1
        layout.setNeedsMeasure(node)
        return try Self.feed.measure(node, constraint)
      }
    }
    #expect(calls == 2 * layout.measureCallCount)
  }

  @Test func emptyAndSplitTreesAreErrors() {
    #expect(throws: FlexError.empty) {
      try FlexLayout(FlexTree()).update(in: Self.narrow, measure: Self.feed.measure)
    }
    var split = FlexTree()
    for _ in 0..<2 { split.addLeaf(FlexStyle(), isMeasured: false) }
    #expect(throws: FlexError.severalRoots(node: FlexNodeID(index: 1))) {
      try FlexLayout(split).update(in: Self.narrow, measure: Self.feed.measure)
    }
  }

  @Test func strangeNamesAreZero() throws {
    let layout = FlexLayout(Self.feed.tree)
    let strange = FlexNodeID(index: 999)
    layout.setNeedsMeasure(strange)
    try layout.update(in: Self.narrow, measure: Self.feed.measure)
    #expect(layout.frame(of: strange) == .zero)
  }

  @Test func anotherShapeStartsAgain() throws {
    let layout = FlexLayout(Self.feed.tree)
    try layout.update(in: Self.narrow, measure: Self.feed.measure)
    let other = FlatTree(flex(.auto, .auto, [text([10, 20])]))
    layout.replaceTree(with: other.tree)
    try layout.update(in: Self.narrow, measure: other.measure)
    #expect(FlatTree.all(layout.frames()) == (try other.freshFrames(in: Self.narrow)))
  }

  /// What percentages refer to takes memory only in trees that have some.
  @Test func percentagesMayComeLater() throws {
    let trees = [FlexLength.zero, .percent(10), 7].map { padding in
      FlatTree(
        flex(100, 50, [flex(.auto, .auto, { $0.padding = FlexEdges(all: padding) }, [box(5, 5)])]))
    }
    let layout = FlexLayout(trees[0].tree)
    for flat in trees {
      layout.replaceTree(with: flat.tree)
      try layout.update(in: Self.narrow, measure: flat.measure)
      let fresh = try flat.tree.layout(in: Self.narrow, measure: flat.measure)
      #expect(FlatTree.all(layout.frames()) == FlatTree.all(fresh))
      let padded = FlexNodeID(index: 1)
      #expect(layout.frames().contentInsets(of: padded) == fresh.contentInsets(of: padded))
    }
  }

  @Test func aTreeReplacedWhileMeasuringIsNotLost() throws {
    let trees = [FlexLength.maxContent, 30].map {
      FlatTree(flex(100, .auto, [text([10, 20]), box($0, 10)]))
    }
    let layout = FlexLayout(trees[0].tree)
    try layout.update(in: Self.narrow) { node, constraint in
      layout.replaceTree(with: trees[1].tree)
      return try trees[0].measure(node, constraint)
    }
    try layout.update(in: Self.narrow, measure: trees[1].measure)
    #expect(FlatTree.all(layout.frames()) == (try trees[1].freshFrames(in: Self.narrow)))
  }

  private struct Refusal: Error {}
}

/// Trees that are too deep, too wide or too large.
struct HostileTreeTests {
  @Test func nodesNestedTenThousandDeepAreAnError() {
    var node = box(1, 1)
    for _ in 0..<10_000 { node = flex(.auto, .auto, [node]) }
    #expect(throws: FlexError.tooDeep(node: FlexNodeID(index: FlexTree.maximumDepth))) {
      try node.layout()
    }
  }

  @Test func aMillionChildrenAreLaidOut() throws {
    var tree = FlexTree()
    tree.openContainer(style { $0.wrap = .wrap })
    let item = style { ($0.width, $0.height) = (1, 1) }
    for _ in 0..<1_000_000 { tree.addLeaf(item, isMeasured: false) }
    let layout = FlexLayout(tree)
    try layout.update(in: FlexAvailable(width: 1000)) { _, _ in FlexMeasurement(size: .zero) }
    #expect(layout.frame(of: FlexNodeID(index: 1_000_000)) == rect(999, 999, 1, 1))
  }

  @Test(arguments: [1e9, 1e300, -1e9])
  func hugeSizesStayFinite(number: Double) throws {
    let huge: (inout FlexStyle) -> Void = {
      ($0.width, $0.height, $0.basis) = (.points(number), .points(number), .points(number))
      $0.margin = FlexEdges(all: .points(number))
      $0.wrap = .wrap
    }
    let inner = flex(.points(number), .points(number), huge, [text([number, number], huge)])
    let frames = try flex(.points(number), .auto, huge, [inner, inner]).layout()
    #expect(frames.checkInvariants() == nil)
  }

  @Test func limitsThatFreezeOneItemARoundTakeLinearTime() throws {
    var tree = FlexTree()
    tree.openContainer(style { $0.width = 10_000 })
    for index in 0..<20_000 {
      tree.addLeaf(
        style {
          $0.grow = 1
          $0.maxWidth = .points(Double(index) / 1000)
        }, isMeasured: false)
    }
    let frames = try tree.layout(in: FlexAvailable()) { _, _ in FlexMeasurement(size: .zero) }
    #expect(frames.checkInvariants() == nil)
  }
}
