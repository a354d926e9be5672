import LinecasterFlexbox
import LinecasterGeometry
import Testing

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
      let block = Self.blocks[Int(random.number(5))]
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
