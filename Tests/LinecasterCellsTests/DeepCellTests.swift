import LinecasterBase
import LinecasterBoxLayout
import LinecasterBundledFonts
import LinecasterDisplay
import LinecasterTestSupport
import LinecasterText
import Testing

@testable import LinecasterCells

/// The deepest legal layout, on the smallest stack.
@Suite struct DeepCellTests {
  private let arranger: CellArranger

  init() throws {
    arranger = CellArranger(typesetter: Typesetter(fonts: try .bundled()))
  }

  /// Nested stacks that open two groups each: for the opacity and for the clip.
  private static func layout(_ depth: Int = LayoutNode.maximumDepth) -> LayoutNode {
    (0..<depth).reduce(Text("deep").node) { child, level in
      var node = LayoutNode(.stack([child]))
      node.style.direction = level % 2 == 0 ? .row : .column
      node.decoration.opacity = 0.99
      node.decoration.clipsContent = true
      return node
    }
  }

  @Test func isArrangedAndFreed() throws {
    let environment = LayoutEnvironment(width: 300)
    let (depth, boxes) = try OnSmallStack.run {
      let list = try arranger.arrange(Self.layout(), in: environment).displayList
      return (list.groupDepth, try arranger.placements(of: Self.layout(), in: environment).count)
    }
    #expect(depth == 2 * LayoutNode.maximumDepth)
    #expect(boxes == LayoutNode.maximumDepth + 1)
  }

  @Test func isComparedAndHashed() {
    let isEqual = OnSmallStack.run {
      let (one, other) = (Self.layout(), Self.layout())
      return one == other && one.hashValue == other.hashValue
    }
    #expect(isEqual)
  }

  @Test func arrangingIsCancelled() {
    #expect(throws: CancellationError.self) {
      try OnSmallStack.run {
        try arranger.arrange(Self.layout(), in: LayoutEnvironment(width: 300)) { true }.size
      }
    }
  }

  /// A level takes at most half of the stack that is reserved for it.
  @Test func levelsFitInTheirRoom() throws {
    let arranger = arranger
    let environment = LayoutEnvironment(width: 300)
    let arranging = try StackGauge.bytesPerLevel(200) { levels in
      _ = try arranger.arrange(Self.layout(levels), in: environment)
    }
    #expect(2 * arranging <= StackRoom.bytesPerLevel)
    let comparing = try StackGauge.bytesPerLevel(200) { levels in
      let (one, other) = (Self.layout(levels), Self.layout(levels))
      #expect(one == other && one.hashValue == other.hashValue)
    }
    #expect(2 * comparing <= StackRoom.bytesPerLevel)
  }
}
