import LinecasterBase
import LinecasterBoxLayout
import Testing

/// Building trees, hostile ones included.
struct BoxTreeTests {
  private let none = { (_: BoxID, _: BoxConstraint) in BoxMeasurement(size: .zero) }

  @Test func numbersNodesInPreOrder() throws {
    var tree = BoxTree()
    #expect(tree.openContainer(BoxStyle()).index == 0)
    #expect(tree.openContainer(BoxStyle()).index == 1)
    #expect(tree.addLeaf(style { $0.width = 10 }, isMeasured: false).index == 2)
    tree.closeContainer()
    let last = tree.addLeaf(style { $0.width = 5 }, isMeasured: false)
    tree.closeContainer()
    tree.closeContainer()
    #expect(tree.count == 4)
    let frames = try tree.layout(in: AvailableSpace(), measure: none)
    #expect(frames.frame(of: last) == rect(10, 0, 5, 0))
    #expect(frames.frame(of: BoxID(index: 99)) == .zero)
  }

  @Test func closesWhatIsOpen() throws {
    var tree = BoxTree()
    tree.openContainer(BoxStyle())
    tree.openContainer(BoxStyle())
    tree.addLeaf(style { $0.height = 10 }, isMeasured: false)
    let frames = try tree.layout(in: AvailableSpace(width: 50), measure: none)
    #expect(frames.frame(of: BoxID(index: 0)) == rect(0, 0, 50, 10))
  }

  @Test func emptyAndSplitTreesAreErrors() {
    var tree = BoxTree()
    #expect(throws: BoxLayoutError.empty) { try tree.layout(in: AvailableSpace(), measure: none) }
    tree.addLeaf(BoxStyle(), isMeasured: false)
    let second = tree.addLeaf(BoxStyle(), isMeasured: false)
    #expect(throws: BoxLayoutError.severalRoots(node: second)) {
      try tree.layout(in: AvailableSpace(), measure: none)
    }
    tree = BoxTree()
    tree.addLeaf(BoxStyle(), isMeasured: false)
    #expect(throws: Never.self) { try tree.layout(in: AvailableSpace(), measure: none) }
  }

  private func nested(_ depth: Int) -> BoxTree {
    var tree = BoxTree()
    for level in 0..<depth {
      tree.openContainer(
        style {
          $0.direction = level % 2 == 0 ? .column : .row
          $0.wrap = level % 3 == 0 ? .wrap : .nowrap
          $0.alignItems = level % 5 == 0 ? .baseline : .flexStart
        })
      tree.addLeaf(BoxStyle(), isMeasured: true)
    }
    return tree
  }

  @Test func theDeepestTreeIsLaidOut() throws {
    let frames = try nested(BoxTree.maximumDepth).layout(in: AvailableSpace(width: 400)) { _, _ in
      BoxMeasurement(size: Size(width: 1, height: 1), firstBaseline: 1)
    }
    #expect(frames.checkInvariants() == nil)
    #expect(frames.measureCallCount <= 2 * BoxTree.maximumDepth)
  }

  @Test func deeperTreesAreErrors() {
    #expect(throws: BoxLayoutError.tooDeep(node: BoxID(index: 2 * BoxTree.maximumDepth))) {
      try nested(100_000).layout(in: AvailableSpace(), measure: none)
    }
  }

  @Test func aVeryWideTreeIsLaidOut() throws {
    var tree = BoxTree()
    tree.openContainer(BoxStyle())
    let item = style { $0.grow = 1 }
    for _ in 0..<100_000 { tree.addLeaf(item, isMeasured: false) }
    let frames = try tree.layout(in: AvailableSpace(width: 100_000), measure: none)
    let last = frames.frame(of: BoxID(index: 100_000))
    #expect(abs(last.minX - 99_999) < 1e-3 && abs(last.width - 1) < 1e-6)
  }

  @Test(arguments: [
    Double.nan, .infinity, -.infinity, -1, .greatestFiniteMagnitude, .leastNonzeroMagnitude,
  ])
  func strangeNumbersNeverTrap(number: Double) throws {
    let strange = style {
      $0.width = .points(number)
      $0.minHeight = .points(number)
      $0.basis = .percent(number)
      $0.grow = number
      $0.shrink = number
      $0.aspectRatio = number
      $0.gap = .points(number)
      $0.margin = BoxEdges(all: .points(number))
      $0.padding = BoxEdges(all: .percent(number))
      $0.inset = BoxEdges(all: .points(number))
    }
    let size = Size(width: number, height: number)
    let leaf = BoxNode.leaf(strange) { _ in BoxMeasurement(size: size, firstBaseline: number) }
    let root = BoxNode.container(strange, [leaf, .container(strange, [leaf, leaf])])
    let frames = try root.layout(in: AvailableSpace(width: number, height: number))
    #expect(frames.checkInvariants() == nil)
  }

  @Test func measureErrorsPassThrough() {
    struct Refusal: Error {}
    let leaf = BoxNode.leaf(BoxStyle()) { _ in throw Refusal() }
    #expect(throws: Refusal.self) { try BoxNode.container(BoxStyle(), [leaf]).layout() }
  }
}
