/// A flexbox tree as text: one node per line, in pre-order, with twenty numbers each.
///
/// The numbers are those of `BoxTreeNode` in the benchmarks; the peers are measured with the same
/// trees.
public struct BoxTreeText: Sendable {
  /// The name of the tree file.
  public let name: String
  /// The nodes, one per line.
  public let lines: [String]

  /// All trees of the corpus.
  public static let all = [
    BoxTreeText(name: "cell", nodes: cell { Node(characters: $0) }),
    BoxTreeText(
      name: "cellfixed",
      nodes: cell { Node(width: min(7 * $0, 240), height: 20 * (1 + 7 * $0 / 296)) }),
    BoxTreeText(name: "deep", nodes: deep), BoxTreeText(name: "mixed", nodes: mixed),
    BoxTreeText(name: "wide", nodes: wide),
  ]

  private init(name: String, nodes: [Node]) {
    self.name = name
    lines = nodes.map(\.line)
  }
}

// MARK: - Trees

extension BoxTreeText {
  /// A node; -1 stands for `auto` or none.
  private struct Node {
    var depth = 0
    var direction = 0
    var wrap = 0
    var justify = 0
    var align = 0
    var grow = 0
    var shrink = 0
    var basis = -1
    var width = -1
    var widthPercent = -1
    var height = -1
    var minWidth = -1
    var maxWidth = -1
    var margin = (top: 0, right: 0, bottom: 0, left: 0)
    var padding = 0
    var absolute = 0
    /// The text length of a measured leaf.
    var characters = 0

    func at(_ depth: Int) -> Node {
      var node = self
      node.depth = depth
      return node
    }

    var line: String {
      let numbers =
        [depth, direction, wrap, justify, align, grow, shrink, basis, width, widthPercent, height]
        + [minWidth, maxWidth, margin.top, margin.right, margin.bottom, margin.left, padding]
        + [absolute, characters]
      return numbers.map(String.init).joined(separator: " ")
    }
  }

  /// A row of a thousand items that grow.
  private static var wide: [Node] {
    [Node(direction: 1)]
      + (0..<1_000).map { Node(depth: 1, grow: 1, shrink: 1, basis: 10, height: 20 + $0 % 7) }
  }

  /// A hundred nested boxes.
  private static var deep: [Node] {
    (0..<99).map { Node(depth: $0, direction: $0 % 2, grow: 1, shrink: 1, padding: 1) }
      + [Node(depth: 99, width: 10, height: 10)]
  }

  /// A message with an avatar, two images and buttons; four leaves are text or have its size.
  private static func cell(_ text: (Int) -> Node) -> [Node] {
    let icon = Node(depth: 2, width: 24, height: 24)
    return [
      Node(padding: 12),
      Node(depth: 1, direction: 1, align: 2, margin: (0, 0, 8, 0)),
      Node(depth: 2, width: 40, height: 40, margin: (0, 8, 0, 0)),
      Node(depth: 2, grow: 1, shrink: 1), text(14).at(3), text(8).at(3), icon,
      text(120).at(1),
      Node(depth: 1, direction: 1, height: 120, margin: (8, 0, 0, 0)),
      Node(depth: 2, grow: 1, shrink: 1, margin: (0, 4, 0, 0)), Node(depth: 2, grow: 1, shrink: 1),
      Node(depth: 1, direction: 1, justify: 3, align: 2, margin: (8, 0, 0, 0)),
      icon, icon, text(11).at(2),
    ]
  }

  /// Nested rows and columns of boxes, some of them absolutely positioned.
  private static var mixed: [Node] {
    var nodes = [Node()]
    for outer in 0..<100 {
      nodes.append(
        Node(
          depth: 1, direction: outer % 2, wrap: outer % 2, margin: (0, 0, 2, 0), padding: 4))
      for inner in outer * 10..<outer * 10 + 10 {
        nodes.append(
          Node(
            depth: 2, direction: inner / 2 % 2, justify: inner % 4, align: inner % 3,
            grow: inner % 2, shrink: 1, widthPercent: outer % 2 == 1 ? 40 : -1, minWidth: 50,
            margin: (1, 0, 0, 0)))
        for leaf in 0..<9 { nodes.append(box(inner * 9 + leaf, kind: leaf % 3)) }
      }
    }
    return nodes
  }

  private static func box(_ number: Int, kind: Int) -> Node {
    switch kind {
    case 0: Node(depth: 3, width: 8 + number % 5, height: 6 + number % 9)
    case 1: Node(depth: 3, grow: 1, shrink: 1, basis: 4, height: 5 + number % 4, maxWidth: 60)
    default:
      Node(
        depth: 3, shrink: 1, width: 6, height: 6, margin: (0, 0, 0, 1),
        absolute: number % 17 == 0 ? 1 : 0)
    }
  }
}
