import BenchMeasurement
import LinecasterFlexbox
import LinecasterGeometry

/// Copies of a tree with texts of different lengths, and their layouts.
struct FlexForest {
  private var layouts: [FlexLayout] = []
  /// The lengths of the texts, 0 for other nodes; those of a tree after those of the one before.
  private var characters: [Int32] = []
  private let nodeCount: Int
  /// How often the last layout of all trees asked a text.
  private var measureCallCount = 0

  /// The width of a character and the height of a line, in layout points.
  private static let character = 7.0
  private static let line = 20.0

  /// Builds the copies.
  init(_ file: FlexTreeFile, copies: Int) {
    nodeCount = file.nodes.count
    layouts.reserveCapacity(copies)
    characters.reserveCapacity(copies * nodeCount)
    for copy in 0..<copies { add(file.nodes.span, copy: copy) }
  }

  private mutating func add(_ nodes: Span<FlexTreeNode>, copy: Int) {
    var tree = FlexTree()
    tree.reserveCapacity(nodes.count)
    var open = 0
    for index in nodes.indices {
      while open > nodes[index].depth {
        tree.closeContainer()
        open -= 1
      }
      if nodes[index].isContainer {
        tree.openContainer(nodes[index].style)
        open += 1
      } else {
        tree.addLeaf(nodes[index].style, isMeasured: nodes[index].characters > 0)
      }
      characters.append(Int32(Self.length(nodes[index].characters, copy: copy)))
    }
    while open > 0 {
      tree.closeContainer()
      open -= 1
    }
    layouts.append(FlexLayout(tree))
  }

  /// The length of a text in a copy, as in the peers.
  private static func length(_ characters: Int, copy: Int) -> Int {
    characters > 0 ? characters + copy * 37 % characters : 0
  }

  /// Brings every tree up to date.
  mutating func layOut(width: Double) throws {
    measureCallCount = 0
    let available = FlexAvailable(width: width)
    for (index, layout) in layouts.enumerated() {
      let first = index * nodeCount
      try layout.update(in: available) { node, constraint in
        Self.measure(characters[first + node.index], constraint.width)
      }
      measureCallCount += layout.measureCallCount
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

  /// Makes the last text of each tree one character longer.
  mutating func changeLastTexts() {
    guard let text = characters.prefix(nodeCount).lastIndex(where: { $0 > 0 }) else { return }
    for (index, layout) in layouts.enumerated() {
      characters[index * nodeCount + text] += 1
      layout.setNeedsMeasure(FlexNodeID(index: text))
    }
  }

  /// Gives back all memory.
  mutating func removeAll() {
    layouts = []
    characters = []
  }

  /// The sum of the heights and of the questions to texts.
  var facts: [Sample.Fact] {
    let root = FlexNodeID(index: 0)
    let height = layouts.reduce(0) { $0 + $1.frame(of: root).height }
    return [
      .init("trees", layouts.count), .init("height", Int(height.rounded())),
      .init("measured", measureCallCount),
    ]
  }
}
