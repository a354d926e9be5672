/// A tree of styles in one arena, built in pre-order.
///
///     var tree = FlexTree()
///     tree.openContainer(rowStyle)
///     let title = tree.addLeaf(FlexStyle(), isMeasured: true)
///     tree.closeContainer()
///
/// A tree is a value; laying it out does not change it, so threads may share one.
public struct FlexTree: Sendable {
  var nodes: [TreeNode] = []
  var styles: [NodeStyle] = []
  /// The index of the innermost open container, or -1.
  private var open: Int32 = -1
  private var depth = 0
  private(set) var failure: FlexError?

  /// The greatest number of nested containers.
  ///
  /// Deep enough for any real interface; stops hostile trees before the stack of a thread does:
  /// the deepest tree needs less than 2 MiB without optimization.
  public static let maximumDepth = 256

  /// Makes an empty tree.
  public init() {}

  /// The number of nodes.
  public var count: Int { nodes.count }

  /// Makes room for nodes that will be added.
  public mutating func reserveCapacity(_ count: Int) {
    nodes.reserveCapacity(count)
    styles.reserveCapacity(count)
  }

  /// Removes all nodes and keeps the memory for the next tree.
  public mutating func removeAll() {
    nodes.removeAll(keepingCapacity: true)
    styles.removeAll(keepingCapacity: true)
    open = -1
    depth = 0
    failure = nil
  }

  /// Adds a container to the innermost open one and opens it: nodes that follow are its children.
  ///
  /// Containers still open when the tree is laid out count as closed.
  ///
  /// - Complexity: O(1).
  @discardableResult
  public mutating func openContainer(_ style: FlexStyle) -> FlexNodeID {
    let id = append(style, kind: .container)
    open = id.rawIndex
    depth += 1
    if depth > Self.maximumDepth, failure == nil { failure = .tooDeep(node: id) }
    return id
  }

  /// Closes the innermost open container; does nothing where none is open.
  ///
  /// - Complexity: O(1).
  public mutating func closeContainer() {
    guard open >= 0 else { return }
    let node = nodes[Int(open)]
    nodes[Int(open)].end = Int32(nodes.count)
    if node.parent >= 0, node.isHeightSensitive {
      nodes[Int(node.parent)].isHeightSensitive = true
    }
    open = node.parent
    depth -= 1
  }

  /// Adds a leaf to the innermost open container; a measured one gets its content size from the
  /// closure that ``layout(in:scale:measure:)`` takes.
  ///
  /// - Complexity: O(1).
  @discardableResult
  public mutating func addLeaf(_ style: FlexStyle, isMeasured: Bool) -> FlexNodeID {
    append(style, kind: isMeasured ? .measuredLeaf : .leaf)
  }

  /// The containers that are still open, closed.
  func closed() -> FlexTree {
    var tree = self
    while tree.open >= 0 { tree.closeContainer() }
    return tree
  }

  var isOpen: Bool { open >= 0 }

  private mutating func append(_ style: FlexStyle, kind: TreeNode.Kind) -> FlexNodeID {
    let index = Int32(truncatingIfNeeded: nodes.count)
    let id = FlexNodeID(index: nodes.count)
    if open < 0, index > 0, failure == nil { failure = .severalRoots(node: id) }
    let isRightToLeft = open >= 0 && styles[Int(open)].isRightToLeft
    let compact = NodeStyle(style, inheriting: isRightToLeft)
    if open >= 0, compact.isHeightSensitive { nodes[Int(open)].isHeightSensitive = true }
    styles.append(compact)
    nodes.append(
      TreeNode(
        parent: open, end: index + 1, kind: kind, isHeightSensitive: compact.isHeightSensitive))
    return id
  }
}
