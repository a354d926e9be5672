import BenchMeasurement
import LinecasterBase
import LinecasterBoxLayout

/// A grid of cards that are grids themselves, the same as in `Peers/grid_stretchable.py`.
@MainActor
enum GridWorkloads {
  private static let cards = 10_000
  private static let nodes = 1 + 4 * cards
  private static let available = AvailableSpace(width: 1_200)
  private static let root = BoxID(index: 0)

  /// The first layout of the cards, the layout after a change to one item, and the layout at
  /// another width.
  static var all: [Workload] {
    [
      workload("build") {
        return { try facts(of: BoxLayout(tree())) }
      },
      workload("layout") {
        let layout = BoxLayout(tree())
        return {
          try layout.update(in: available) { node, _ in text(node) }
          return try facts(of: layout)
        }
      },
      workload("rewidth") {
        let layout = BoxLayout(tree())
        try layout.update(in: available) { node, _ in text(node) }
        return {
          try layout.update(in: AvailableSpace(width: 1_000)) { node, _ in text(node) }
          return try facts(of: layout)
        }
      },
      workload("dirty-leaf") {
        let layout = BoxLayout(tree())
        try layout.update(in: available) { node, _ in text(node) }
        let changed = BoxID(index: 4 * (cards / 2))
        layout.setNeedsMeasure(changed)
        return {
          try layout.update(in: available) { node, _ in
            node == changed ? BoxMeasurement(size: Size(width: 90, height: 110)) : text(node)
          }
          return try facts(of: layout)
        }
      },
    ]
  }

  private static func workload(
    _ mode: String, prepare: @escaping @MainActor () throws -> Workload.Part
  ) -> Workload {
    Workload(mode: mode, corpus: "gridcards", unit: "node", units: nodes, prepare: prepare)
  }

  private static func facts(of layout: BoxLayout) throws -> Workload.Outcome {
    let height = layout.frame(of: root).height
    return .init(facts: [
      .init("trees", 1), .init("height", Int(height.rounded())),
      .init("measured", layout.measureCallCount),
    ])
  }

  /// Four columns of cards; each has a picture across two rows, with a title and a text beside it.
  private static func tree() -> BoxTree {
    var tree = BoxTree()
    tree.reserveCapacity(nodes)
    var list = BoxStyle()
    list.display = .grid
    list.gap = 8
    tree.openContainer(list, grid: GridTemplate(columns: .repeating(4, [.fraction(1)])))
    var card = BoxStyle()
    card.display = .grid
    card.columnGap = 8
    card.padding = BoxEdges(all: 8)
    let columns = GridTemplate(columns: [40, .fraction(1)])
    var picture = BoxStyle()
    picture.width = 40
    picture.height = 40
    picture.gridRow = GridRange(.span(2))
    var title = BoxStyle()
    title.height = 20
    for _ in 0..<cards {
      tree.openContainer(card, grid: columns)
      tree.addLeaf(picture, isMeasured: false)
      tree.addLeaf(title, isMeasured: false)
      tree.addLeaf(BoxStyle(), isMeasured: true)
      tree.closeContainer()
    }
    tree.closeContainer()
    return tree
  }

  /// Measures the text of a card, of one to three lines.
  private static func text(_ node: BoxID) -> BoxMeasurement {
    BoxMeasurement(size: Size(width: 90, height: Double(20 * (1 + node.index / 4 % 3))))
  }
}
