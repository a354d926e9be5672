import LinecasterBase
import LinecasterBoxLayout
import Testing

/// Layouts that are reused for the next one.
struct BoxLayoutTests {
  private static let narrow = AvailableSpace(width: 120)
  private static let wide = AvailableSpace(width: 200)

  /// A column of rows, each with an icon and a text.
  private static let feed = FlatTree(
    flex(
      .auto, .auto, { $0.direction = .column },
      (0..<4).map { row in
        flex(.auto, .auto, [box(20, 20), text([30, 40, 30, 20 + Double(row)]) { $0.grow = 1 }])
      }))

  @Test func anUnchangedTreeIsNotMeasured() throws {
    let layout = BoxLayout(Self.feed.tree)
    try layout.update(in: Self.narrow, measure: Self.feed.measure)
    #expect(layout.measureCallCount > 0)
    try layout.update(in: Self.narrow) { _, _ in throw Refusal() }
    #expect(layout.measureCallCount == 0)
  }

  @Test func aWidthSeenBeforeIsNotMeasured() throws {
    let layout = BoxLayout(Self.feed.tree)
    for available in [Self.narrow, Self.wide] {
      try layout.update(in: available, measure: Self.feed.measure)
    }
    try layout.update(in: Self.narrow) { _, _ in throw Refusal() }
    #expect(FlatTree.all(layout.frames()) == (try Self.feed.freshFrames(in: Self.narrow)))
  }

  @Test func aHeightSeenBeforeIsLaidOutAgain() throws {
    let inner = flex(50, .auto, [box(10, .auto)])
    let layout = BoxLayout(FlatTree(flex(100, .percent(50), [inner])).tree)
    for height in [40.0, 100, 40] {
      try layout.update(in: AvailableSpace(width: 100, height: 2 * height)) { _, _ in
        throw Refusal()
      }
      let heights = (0..<3).map { layout.frame(of: BoxID(index: $0)).height }
      #expect(heights == [height, height, height])
    }
  }

  @Test func onlyTheChangedLeafIsMeasured() throws {
    let layout = BoxLayout(Self.feed.tree)
    try layout.update(in: Self.narrow, measure: Self.feed.measure)
    let changed = Self.feed.texts[2]
    layout.setNeedsMeasure(changed)
    try layout.update(in: Self.narrow) { node, constraint in
      #expect(node == changed)
      return BoxMeasurement(size: Size(width: 30, height: 35))
    }
    #expect(layout.frame(of: changed).height == 35)
    let above = BoxID(index: 0)
    #expect(layout.frame(of: above).height == 20 + 20 + 35 + 20)
  }

  @Test func anErrorLeavesNoFramesAndTheNextUpdateStartsAgain() throws {
    let layout = BoxLayout(Self.feed.tree)
    try layout.update(in: Self.narrow, measure: Self.feed.measure)
    layout.setNeedsMeasure(Self.feed.texts[0])
    #expect(throws: Refusal.self) {
      try layout.update(in: Self.narrow) { _, _ in throw Refusal() }
    }
    #expect(layout.frame(of: BoxID(index: 0)) == .zero)
    try layout.update(in: Self.narrow, measure: Self.feed.measure)
    #expect(FlatTree.all(layout.frames()) == (try Self.feed.freshFrames(in: Self.narrow)))
  }

  @Test func updatesDoNotNest() throws {
    let layout = BoxLayout(Self.feed.tree)
    #expect(throws: BoxLayoutError.busy) {
      try layout.update(in: Self.narrow) { _, _ in
        try layout.update(in: Self.wide, measure: Self.feed.measure)
        return BoxMeasurement(size: .zero)
      }
    }
  }

  @Test func changesWhileMeasuringAreNotLost() throws {
    let layout = BoxLayout(Self.feed.tree)
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
    #expect(throws: BoxLayoutError.empty) {
      try BoxLayout(BoxTree()).update(in: Self.narrow, measure: Self.feed.measure)
    }
    var split = BoxTree()
    for _ in 0..<2 { split.addLeaf(BoxStyle(), isMeasured: false) }
    #expect(throws: BoxLayoutError.severalRoots(node: BoxID(index: 1))) {
      try BoxLayout(split).update(in: Self.narrow, measure: Self.feed.measure)
    }
  }

  @Test func strangeNamesAreZero() throws {
    let layout = BoxLayout(Self.feed.tree)
    let strange = BoxID(index: 999)
    layout.setNeedsMeasure(strange)
    try layout.update(in: Self.narrow, measure: Self.feed.measure)
    #expect(layout.frame(of: strange) == .zero)
  }

  @Test func anotherShapeStartsAgain() throws {
    let layout = BoxLayout(Self.feed.tree)
    try layout.update(in: Self.narrow, measure: Self.feed.measure)
    let other = FlatTree(flex(.auto, .auto, [text([10, 20])]))
    layout.replaceTree(with: other.tree)
    try layout.update(in: Self.narrow, measure: other.measure)
    #expect(FlatTree.all(layout.frames()) == (try other.freshFrames(in: Self.narrow)))
  }

  /// A tree with percentages, which need memory for their bases, may replace one without.
  @Test func percentagesMayComeLater() throws {
    let trees = [BoxLength.zero, .percent(10), 7].map { padding in
      FlatTree(
        flex(100, 50, [flex(.auto, .auto, { $0.padding = BoxEdges(all: padding) }, [box(5, 5)])]))
    }
    let layout = BoxLayout(trees[0].tree)
    for flat in trees {
      layout.replaceTree(with: flat.tree)
      try layout.update(in: Self.narrow, measure: flat.measure)
      let fresh = try flat.tree.layout(in: Self.narrow, measure: flat.measure)
      #expect(FlatTree.all(layout.frames()) == FlatTree.all(fresh))
      let padded = BoxID(index: 1)
      #expect(layout.frames().contentInsets(of: padded) == fresh.contentInsets(of: padded))
    }
  }

  @Test func aTreeReplacedWhileMeasuringIsNotLost() throws {
    let trees = [BoxLength.maxContent, 30].map {
      FlatTree(flex(100, .auto, [text([10, 20]), box($0, 10)]))
    }
    let layout = BoxLayout(trees[0].tree)
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
    #expect(throws: BoxLayoutError.tooDeep(node: BoxID(index: BoxTree.maximumDepth))) {
      try node.layout()
    }
  }

  @Test func aMillionChildrenAreLaidOut() throws {
    var tree = BoxTree()
    tree.openContainer(style { $0.wrap = .wrap })
    let item = style { ($0.width, $0.height) = (1, 1) }
    for _ in 0..<1_000_000 { tree.addLeaf(item, isMeasured: false) }
    let layout = BoxLayout(tree)
    try layout.update(in: AvailableSpace(width: 1000)) { _, _ in BoxMeasurement(size: .zero) }
    #expect(layout.frame(of: BoxID(index: 1_000_000)) == rect(999, 999, 1, 1))
  }

  @Test(arguments: [1e9, 1e300, -1e9])
  func hugeSizesStayFinite(number: Double) throws {
    let huge: (inout BoxStyle) -> Void = {
      ($0.width, $0.height, $0.basis) = (.points(number), .points(number), .points(number))
      $0.margin = BoxEdges(all: .points(number))
      $0.wrap = .wrap
    }
    let inner = flex(.points(number), .points(number), huge, [text([number, number], huge)])
    let frames = try flex(.points(number), .auto, huge, [inner, inner]).layout()
    #expect(frames.checkInvariants() == nil)
  }

  @Test func limitsThatFreezeOneItemARoundTakeLinearTime() throws {
    var tree = BoxTree()
    tree.openContainer(style { $0.width = 10_000 })
    for index in 0..<20_000 {
      tree.addLeaf(
        style {
          $0.grow = 1
          $0.maxWidth = .points(Double(index) / 1000)
        }, isMeasured: false)
    }
    let frames = try tree.layout(in: AvailableSpace()) { _, _ in BoxMeasurement(size: .zero) }
    #expect(frames.checkInvariants() == nil)
  }
}
