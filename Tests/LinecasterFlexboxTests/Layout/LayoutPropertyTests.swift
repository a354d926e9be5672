import LinecasterFlexbox
import LinecasterGeometry
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
