import LinecasterBase
import LinecasterBoxLayout
import LinecasterConformance
import LinecasterTestSupport
import Testing

/// Invariants of every tree.
struct LayoutPropertyTests {
  private static let width = AvailableSpace(width: 200, height: 150)

  @Test(arguments: 0..<600)
  func framesAreSaneAndTheSameTwice(seed: Int) throws {
    var random = RandomTree(seed: UInt64(seed), hasGrids: seed >= 300)
    let node = random.node()
    let first = try node.layout(in: Self.width)
    let second = try node.layout(in: Self.width)
    #expect(first.checkInvariants() == nil, "seed \(random.seed)")
    #expect(all(first) == all(second), "seed \(random.seed)")
  }

  private func container(_ random: inout RandomTree) -> (style: BoxStyle, children: [BoxNode]) {
    while true {
      if case .container(let style, _, let children) = random.node(depth: 3) {
        return (style, children)
      }
    }
  }

  @Test(arguments: 0..<100)
  func nodesWithoutBoxChangeNothing(seed: Int) throws {
    var random = RandomTree(seed: UInt64(seed))
    let children = (0..<3).map { _ in random.node(depth: 2) }
    let drawn = container(&random)
    var hidden = drawn.style
    hidden.display = .none
    let column = style { $0.direction = .column }
    let with = try BoxNode.container(column, children + [.container(hidden, drawn.children)])
      .layout(in: Self.width)
    let without = try BoxNode.container(column, children).layout(in: Self.width)
    #expect(Array(all(with).prefix(without.count)) == all(without), "seed \(random.seed)")
  }

  @Test(arguments: 0..<400)
  func rightToLeftIsTheMirrorImage(seed: Int) throws {
    var random = RandomTree(
      seed: UInt64(seed), hasBaselines: false, hasGrids: seed >= 200)
    var root = style {
      $0.width = 200
      $0.position = .relative
    }
    let children = (0..<3).map { _ in random.node(depth: 2) }
    let left = try BoxNode.container(root, children).layout(in: Self.width)
    root.writingDirection = .rightToLeft
    let right = try BoxNode.container(root, children).layout(in: Self.width)
    for index in 0..<left.count {
      let id = BoxID(index: index)
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
      BoxNode.leaf(
        style {
          $0.grow = 1 + random.number(5)
          $0.basis = 0
          $0.height = 10
        })
    }
    let frames = try BoxNode.container(style(), children).layout(
      in: AvailableSpace(width: 100.3))
    let rounded = frames.rounded(to: PixelScale(2))
    for index in 1..<7 {
      let here = rounded.absoluteFrame(of: BoxID(index: index))
      let next = rounded.absoluteFrame(of: BoxID(index: index + 1))
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
        let id = BoxID(index: index)
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

  private func all(_ frames: BoxFrames) -> [Rect] {
    (0..<frames.count).map { frames.frame(of: BoxID(index: $0)) }
  }
}

/// A repeated layout equals a new one, after any earlier layouts.
struct RelayoutPropertyTests {
  private static let blocks = [
    AvailableSpace(width: 200, height: 150), AvailableSpace(width: 90),
    AvailableSpace(width: 200, height: 150), AvailableSpace(width: 300, height: 40),
    AvailableSpace(), AvailableSpace(width: 90),
  ]

  @Test(arguments: 0..<500)
  func atOtherWidths(seed: Int) throws {
    var random = RandomTree(seed: UInt64(seed), hasGrids: seed >= 200)
    let flat = FlatTree(random.node(depth: 4))
    let layout = BoxLayout(flat.tree)
    for block in Self.blocks {
      try layout.update(in: block, measure: flat.measure)
      #expect(
        FlatTree.all(layout.frames()) == (try flat.freshFrames(in: block)), "seed \(random.seed)")
    }
  }

  @Test(arguments: 0..<500)
  func afterATextChanged(seed: Int) throws {
    var random = RandomTree(seed: UInt64(seed), hasGrids: seed >= 200)
    let flat = FlatTree(random.node(depth: 4))
    let layout = BoxLayout(flat.tree)
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

  @Test(arguments: 0..<500)
  func afterStylesChanged(seed: Int) throws {
    var random = RandomTree(seed: UInt64(seed), hasGrids: seed >= 200)
    let root = random.node(depth: 3)
    let flat = FlatTree(root)
    let layout = BoxLayout(flat.tree)
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
    // The layout equals one on which nothing was ever set.
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

  /// A layout of the same tree in another space runs while one waits for a measurement, as on two
  /// threads in turn: neither changes the other.
  @Test func layoutsOfATreeMayOverlap() throws {
    var interrupted = 0
    for seed: UInt64 in 0..<20 {
      var random = RandomTree(seed: seed, hasGrids: seed >= 10)
      let flat = FlatTree(random.node(depth: 4))
      let expected = try Self.blocks.map { try flat.freshFrames(in: $0) }
      for (index, block) in Self.blocks.enumerated() {
        var callCount = 0
        var wrong: [Int] = []
        let frames = try flat.tree.layout(in: block) { node, constraint in
          callCount += 1
          let other = callCount % Self.blocks.count
          if callCount <= 40, try flat.freshFrames(in: Self.blocks[other]) != expected[other] {
            wrong.append(callCount)
          }
          return try flat.measure(node, constraint)
        }
        #expect(wrong.isEmpty && FlatTree.all(frames) == expected[index], "seed \(seed)")
        interrupted += min(callCount, 40)
      }
    }
    #expect(interrupted > 500)
  }

  private static func stretched(_ answer: BoxMeasurement, by extra: Double) -> BoxMeasurement {
    var answer = answer
    answer.size.height += extra
    return answer
  }
}
