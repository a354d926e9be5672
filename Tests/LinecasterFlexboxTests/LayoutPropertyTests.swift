import LinecasterFlexbox
import LinecasterFlexboxCases
import LinecasterGeometry
import LinecasterTestSupport
import Testing

/// What holds for every tree.
struct LayoutPropertyTests {
  private static let width = FlexAvailable(width: 200, height: 150)

  @Test(arguments: 0..<300)
  func framesAreSaneAndTheSameTwice(seed: Int) throws {
    var random = RandomTree(seed: UInt64(seed))
    let node = random.node()
    let first = try node.layout(in: Self.width)
    let second = try node.layout(in: Self.width)
    #expect(first.checkInvariants() == nil, "seed \(random.seed)")
    #expect(all(first) == all(second), "seed \(random.seed)")
  }

  @Test(arguments: 0..<100)
  func nodesWithoutBoxChangeNothing(seed: Int) throws {
    var random = RandomTree(seed: UInt64(seed))
    let children = (0..<3).map { _ in random.node(depth: 2) }
    guard case .container(var hidden, let inner) = random.node(depth: 3) else { return }
    hidden.display = .none
    let column = style { $0.direction = .column }
    let with = try FlexNode.container(column, children + [.container(hidden, inner)])
      .layout(in: Self.width)
    let without = try FlexNode.container(column, children).layout(in: Self.width)
    #expect(Array(all(with).prefix(without.count)) == all(without), "seed \(random.seed)")
  }

  @Test(arguments: 0..<200)
  func rightToLeftIsTheMirrorImage(seed: Int) throws {
    var random = RandomTree(seed: UInt64(seed), hasBaselines: false)
    var root = style {
      $0.width = 200
      $0.position = .relative
    }
    let children = (0..<3).map { _ in random.node(depth: 2) }
    let left = try FlexNode.container(root, children).layout(in: Self.width)
    root.writingDirection = .rightToLeft
    let right = try FlexNode.container(root, children).layout(in: Self.width)
    for index in 0..<left.count {
      let id = FlexNodeID(index: index)
      let (a, b) = (left.absoluteFrame(of: id), right.absoluteFrame(of: id))
      let isHidden = a == .zero && b == .zero
      #expect(abs(a.width - b.width) < 1e-6, "seed \(random.seed)")
      #expect(isHidden || abs(a.minX - (200 - b.maxX)) < 1e-6, "seed \(random.seed)")
    }
  }

  @Test(arguments: 0..<100)
  func roundingKeepsSharedEdges(seed: Int) throws {
    var random = RandomTree(seed: UInt64(seed))
    let children = (0..<7).map { _ in
      FlexNode.leaf(
        style {
          $0.grow = 1 + random.number(5)
          $0.basis = 0
          $0.height = 10
        })
    }
    let frames = try FlexNode.container(style(), children).layout(
      in: FlexAvailable(width: 100.3))
    let rounded = frames.rounded(to: PixelScale(2))
    for index in 1..<7 {
      let here = rounded.absoluteFrame(of: FlexNodeID(index: index))
      let next = rounded.absoluteFrame(of: FlexNodeID(index: index + 1))
      #expect(abs(here.maxX - next.minX) < 1e-9, "seed \(random.seed)")
      #expect((here.minX * 2).rounded() == here.minX * 2, "seed \(random.seed)")
    }
    #expect(rounded.checkInvariants() == nil, "seed \(random.seed)")
  }

  @Test(arguments: 0..<100)
  func roundingMovesEdgesByHalfAPixel(seed: Int) throws {
    var random = RandomTree(seed: UInt64(seed))
    let flat = FlatTree(random.node(depth: 4))
    let frames = try flat.tree.layout(in: Self.width, measure: flat.measure)
    for factor in [1, 1.25, 1.5, 2, 3] {
      let rounded = frames.rounded(to: PixelScale(factor))
      for index in 0..<frames.count {
        let id = FlexNodeID(index: index)
        let (exact, moved) = (frames.absoluteFrame(of: id), rounded.absoluteFrame(of: id))
        let limit = 0.5 / factor + 1e-6
        #expect(abs(exact.minX - moved.minX) <= limit, "seed \(random.seed)")
        #expect(abs(exact.minY - moved.minY) <= limit, "seed \(random.seed)")
        if flat.texts.contains(id) {
          // Less than a thousandth of a pixel counts as on the edge.
          #expect(moved.width >= exact.width - 1e-3, "seed \(random.seed)")
          #expect(moved.maxX - exact.maxX <= 1.5 / factor + 1e-6, "seed \(random.seed)")
        } else {
          #expect(abs(exact.maxX - moved.maxX) <= limit, "seed \(random.seed)")
          #expect(abs(exact.maxY - moved.maxY) <= limit, "seed \(random.seed)")
        }
      }
    }
  }

  private func all(_ frames: FlexFrames) -> [Rect] {
    (0..<frames.count).map { frames.frame(of: FlexNodeID(index: $0)) }
  }
}

/// A layout after another gives what a fresh one gives, whatever came before.
struct RelayoutPropertyTests {
  private static let blocks = [
    FlexAvailable(width: 200, height: 150), FlexAvailable(width: 90),
    FlexAvailable(width: 200, height: 150), FlexAvailable(width: 300, height: 40),
    FlexAvailable(), FlexAvailable(width: 90),
  ]

  @Test(arguments: 0..<200)
  func atOtherWidths(seed: Int) throws {
    var random = RandomTree(seed: UInt64(seed))
    let flat = FlatTree(random.node(depth: 4))
    let layout = FlexLayout(flat.tree)
    for block in Self.blocks {
      try layout.update(in: block, measure: flat.measure)
      #expect(
        FlatTree.all(layout.frames()) == (try flat.freshFrames(in: block)), "seed \(random.seed)")
    }
  }

  @Test(arguments: 0..<200)
  func afterATextChanged(seed: Int) throws {
    var random = RandomTree(seed: UInt64(seed))
    let flat = FlatTree(random.node(depth: 4))
    let layout = FlexLayout(flat.tree)
    var extra = [Double](repeating: 0, count: flat.tree.count)
    for text in flat.texts {
      let block = Self.blocks[Int(saturating: random.number(5))]
      try layout.update(in: block) { try Self.stretched(flat.measure($0, $1), by: extra[$0.index]) }
      extra[text.index] += random.number(30)
      layout.setNeedsMeasure(text)
      try layout.update(in: block) { try Self.stretched(flat.measure($0, $1), by: extra[$0.index]) }
      let fresh = try flat.tree.layout(in: block) {
        try Self.stretched(flat.measure($0, $1), by: extra[$0.index])
      }
      #expect(FlatTree.all(layout.frames()) == FlatTree.all(fresh), "seed \(random.seed)")
    }
  }

  @Test(arguments: 0..<200)
  func afterStylesChanged(seed: Int) throws {
    var random = RandomTree(seed: UInt64(seed))
    let root = random.node(depth: 3)
    let flat = FlatTree(root)
    let layout = FlexLayout(flat.tree)
    try layout.update(in: Self.blocks[0], measure: flat.measure)
    for _ in 0..<4 {
      let other = FlatTree(random.restyled(root))
      layout.replaceTree(with: other.tree)
      try layout.update(in: Self.blocks[0], measure: other.measure)
      #expect(
        FlatTree.all(layout.frames()) == (try other.freshFrames(in: Self.blocks[0])),
        "seed \(random.seed)")
    }
    layout.replaceTree(with: flat.tree)
    try layout.update(in: Self.blocks[0], measure: flat.measure)
    // As if nothing had ever been set.
    #expect(
      FlatTree.all(layout.frames()) == (try flat.freshFrames(in: Self.blocks[0])),
      "seed \(random.seed)")
  }

  @Test func threadsMayShareATree() async throws {
    var random = RandomTree(seed: 7)
    let flat = FlatTree(random.node(depth: 5))
    let expected = try Self.blocks.map { try flat.freshFrames(in: $0) }
    await withTaskGroup(of: Bool.self) { group in
      for task in 0..<24 {
        group.addTask {
          let index = task % Self.blocks.count
          return (try? flat.freshFrames(in: Self.blocks[index])) == expected[index]
        }
      }
      for await isSame in group { #expect(isSame) }
    }
  }

  private static func stretched(_ answer: FlexMeasurement, by extra: Double) -> FlexMeasurement {
    var answer = answer
    answer.size.height += extra
    return answer
  }
}

/// Draws random trees of most properties, for properties that hold for every tree.
struct RandomTree {
  private var generator: SeededGenerator

  /// Whether styles may align baselines, which in columns are left edges whatever the direction.
  private let hasBaselines: Bool

  init(seed: UInt64, hasBaselines: Bool = true) {
    generator = SeededGenerator(seed: seed)
    self.hasBaselines = hasBaselines
  }

  var seed: UInt64 { generator.seed }

  mutating func node(depth: Int = 3) -> FlexNode {
    let style = randomStyle()
    if depth == 0 || chance(0.2) {
      guard chance(0.5) else { return .leaf(style) }
      let words = (0..<Int.random(in: 1...4, using: &generator)).map { _ in number(40) }
      return .leaf(style) { constraint in
        WordMeasure(words: words, line: 10, ascent: 8)
          .measurement(constraint, isColumn: false)
      }
    }
    let count = Int.random(in: 0...4, using: &generator)
    return .container(style, (0..<count).map { _ in node(depth: depth - 1) })
  }

  /// The same tree with the styles of about a fifth of its nodes drawn again.
  mutating func restyled(_ node: FlexNode) -> FlexNode {
    switch node {
    case .leaf(let style, let measure):
      return .leaf(chance(0.2) ? randomStyle() : style, measure: measure)
    case .container(let style, let children):
      let style = chance(0.2) ? randomStyle() : style
      return .container(style, children.map { restyled($0) })
    }
  }

  mutating func chance(_ share: Double) -> Bool {
    Double.random(in: 0..<1, using: &generator) < share
  }

  mutating func number(_ limit: Double) -> Double {
    Double.random(in: 0..<limit, using: &generator).rounded()
  }

  private mutating func length(_ limit: Double) -> FlexLength {
    chance(0.2) ? .percent(number(100)) : .points(number(limit))
  }

  /// Insets by writing direction, so that a mirrored tree is the same.
  private mutating func inset() -> FlexEdges {
    var inset = FlexEdges.auto
    inset.start = length(20)
    inset.top = length(20)
    return inset
  }

  private let keywords = [
    FlexLength.minContent, .maxContent, .fitContent, .stretch,
  ]

  private mutating func randomStyle() -> FlexStyle {
    var style = FlexStyle()
    style.direction = FlexDirection(rawValue: UInt8(saturating: number(3))) ?? .row
    style.wrap = FlexWrap(rawValue: UInt8(saturating: number(2))) ?? .nowrap
    style.justifyContent = FlexJustify(rawValue: UInt8(saturating: number(7))) ?? .center
    style.alignItems = FlexAlign(rawValue: UInt8(saturating: number(6))) ?? .center
    if !hasBaselines, style.alignItems == .baseline { style.alignItems = .center }
    style.alignContent = FlexAlignContent(rawValue: UInt8(saturating: number(8))) ?? .center
    style.grow = chance(0.4) ? number(3) : 0
    style.shrink = chance(0.6) ? number(3) : 1
    if chance(0.3) { style.basis = length(80) }
    if chance(0.4) { style.width = length(100) }
    if chance(0.4) { style.height = length(100) }
    if chance(0.2) { style.minWidth = length(60) }
    if chance(0.2) { style.maxHeight = length(60) }
    if chance(0.2) { style.aspectRatio = 0.5 + number(3) }
    if chance(0.3) { style.margin = FlexEdges(all: chance(0.3) ? .auto : length(10)) }
    if chance(0.3) { style.padding = FlexEdges(all: length(10)) }
    if chance(0.3) { style.gap = length(10) }
    if chance(0.1) { style.position = .absolute }
    if chance(0.1) { style.position = .static }
    if chance(0.2) { style.inset = inset() }
    if chance(0.1) { style.width = keywords[Int(saturating: number(3))] }
    if chance(0.1) { style.minHeight = keywords[Int(saturating: number(3))] }
    if chance(0.05) { style.basis = keywords[Int(saturating: number(3))] }
    if chance(0.1) { style.rules = .yoga }
    if chance(0.1) { style.display = .none }
    if chance(0.1) { style.overflow = .hidden }
    return style
  }
}

/// A tree written down as nodes, in the form that layouts keep.
struct FlatTree: Sendable {
  private(set) var tree = FlexTree()
  private(set) var measures: [FlexNode.Measure?] = []

  init(_ root: FlexNode) { add(root) }

  private mutating func add(_ node: FlexNode) {
    switch node {
    case .container(let style, let children):
      measures.append(nil)
      tree.openContainer(style)
      for child in children { add(child) }
      tree.closeContainer()
    case .leaf(let style, let measure):
      measures.append(measure)
      tree.addLeaf(style, isMeasured: measure != nil)
    }
  }

  /// The measured leaves.
  var texts: [FlexNodeID] {
    measures.indices.filter { measures[$0] != nil }.map { FlexNodeID(index: $0) }
  }

  @Sendable
  func measure(
    _ node: FlexNodeID, _ constraint: FlexMeasureConstraint
  ) throws -> FlexMeasurement {
    try measures[node.index]?(constraint) ?? FlexMeasurement(size: .zero)
  }

  /// The frames of a layout that knows nothing yet.
  func freshFrames(in available: FlexAvailable) throws -> [Rect] {
    Self.all(try tree.layout(in: available, measure: measure))
  }

  static func all(_ frames: FlexFrames) -> [Rect] {
    (0..<frames.count).map { frames.absoluteFrame(of: FlexNodeID(index: $0)) }
  }
}
