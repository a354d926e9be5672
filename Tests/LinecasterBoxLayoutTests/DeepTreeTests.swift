import LinecasterBase
import LinecasterTestSupport
import Testing

@testable import LinecasterBoxLayout

/// The deepest legal tree, on the smallest stack.
@Suite struct DeepTreeTests {
  /// Container styles that measure their children in every possible way.
  private static let styles: [BoxStyle] = {
    var styles = [BoxStyle(), BoxStyle(), BoxStyle(), BoxStyle()]
    styles[1].direction = .column
    styles[2].wrap = .wrap
    styles[2].width = .maxContent
    styles[3].alignItems = .baseline
    styles[3].grow = 1
    return styles
  }()

  private static func tree() -> BoxTree {
    var tree = BoxTree()
    for level in 0..<BoxTree.maximumDepth { tree.openContainer(styles[level % styles.count]) }
    tree.addLeaf(BoxStyle(), isMeasured: true)
    for _ in 0..<BoxTree.maximumDepth { tree.closeContainer() }
    return tree
  }

  private static let leaf = BoxMeasurement(size: Size(width: 30, height: 20))

  @Test func isLaidOut() throws {
    let tree = Self.tree()
    let width = try OnSmallStack.run {
      try tree.layout(in: AvailableSpace(width: 300)) { _, _ in Self.leaf }
        .frame(of: BoxID(index: BoxTree.maximumDepth)).width
    }
    #expect(width == 30)
  }

  @Test func isLaidOutAgain() throws {
    let height = try OnSmallStack.run {
      let layout = BoxLayout(Self.tree())
      try layout.update(in: AvailableSpace(width: 300)) { _, _ in Self.leaf }
      layout.setNeedsMeasure(BoxID(index: BoxTree.maximumDepth))
      try layout.update(in: AvailableSpace(width: 200)) { _, _ in Self.leaf }
      return layout.frame(of: BoxID(index: 0)).height
    }
    #expect(height == 20)
  }

  /// A level takes at most half of the stack that is reserved for it.
  @Test func levelsFitInTheirRoom() throws {
    let bytes = try StackGauge.bytesPerLevel(200) { levels in
      var tree = BoxTree()
      for level in 0..<levels { tree.openContainer(Self.styles[level % Self.styles.count]) }
      tree.addLeaf(BoxStyle(), isMeasured: true)
      _ = try tree.layout(in: AvailableSpace(width: 300)) { _, _ in Self.leaf }
    }
    #expect(2 * bytes <= StackRoom.bytesPerLevel)
  }
}
