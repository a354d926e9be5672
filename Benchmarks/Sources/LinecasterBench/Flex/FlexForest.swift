import BenchMeasurement
import LinecasterFlexbox
import LinecasterGeometry

/// Copies of a tree with texts of different lengths, and their frames.
struct FlexForest {
  private(set) var trees: [FlexTree] = []
  private(set) var frames: [FlexFrames] = []
  /// The lengths of the texts, those of a tree after those of the one before.
  private var characters: [[Int32]] = []

  /// The width of a character and the height of a line, in layout points.
  private static let character = 7.0
  private static let line = 20.0

  /// Builds the copies.
  init(_ file: FlexTreeFile, copies: Int) {
    trees.reserveCapacity(copies)
    characters.reserveCapacity(copies)
    for copy in 0..<copies { add(file.nodes, copy: copy) }
  }

  private mutating func add(_ nodes: [FlexTreeNode], copy: Int) {
    var tree = FlexTree()
    tree.reserveCapacity(nodes.count)
    var lengths: [Int32] = []
    lengths.reserveCapacity(nodes.count)
    var open = 0
    for (index, node) in nodes.enumerated() {
      while open > node.depth {
        tree.closeContainer()
        open -= 1
      }
      let isContainer = index + 1 < nodes.count && nodes[index + 1].depth > node.depth
      if isContainer {
        tree.openContainer(node.style)
        open += 1
      } else {
        tree.addLeaf(node.style, isMeasured: node.characters > 0)
      }
      lengths.append(Int32(Self.length(node.characters, copy: copy)))
    }
    trees.append(tree)
    characters.append(lengths)
  }

  /// The length of a text in a copy, as in the peers.
  private static func length(_ characters: Int, copy: Int) -> Int {
    characters > 0 ? characters + copy * 37 % characters : 0
  }

  /// Lays out every tree and keeps the frames.
  mutating func layOut(width: Double) throws {
    frames.removeAll(keepingCapacity: true)
    frames.reserveCapacity(trees.count)
    let available = FlexAvailable(width: width)
    for (tree, lengths) in zip(trees, characters) {
      frames.append(
        try tree.layout(in: available) { node, constraint in
          Self.measure(lengths[node.index], constraint.width)
        })
    }
  }

  private static func measure(_ length: Int32, _ extent: FlexExtent) -> FlexMeasurement {
    let natural = character * Double(length)
    let width =
      switch extent {
      case .undefined: natural
      case .minContent: character
      case .atMost(let limit), .exactly(let limit): min(natural, limit)
      }
    let lines = (natural / max(width, character)).rounded(.up)
    return FlexMeasurement(size: Size(width: width, height: line * lines))
  }

  /// Gives back all memory.
  mutating func removeAll() {
    trees = []
    frames = []
    characters = []
  }

  /// The sum of the heights and of the questions to texts.
  var facts: [Sample.Fact] {
    let height = frames.reduce(0) { $0 + $1.frame(of: FlexNodeID(index: 0)).height }
    return [
      .init("trees", trees.count), .init("height", Int(height.rounded())),
      .init("measured", frames.reduce(0) { $0 + $1.measureCallCount }),
    ]
  }
}
