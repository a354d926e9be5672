public import LinecasterGeometry

/// The frames of all nodes of a ``FlexTree``, in layout points, x to the right and y down.
///
/// Frames are border boxes. A node with `display: none`, all below it, and a node with
/// `display: contents` have the frame 0, 0, 0, 0.
public struct FlexFrames: Sendable {
  let nodes: [TreeNode]
  let styles: [NodeStyle]
  /// The frames, absolute.
  private(set) var absolute: [Rect]
  /// The frames relative to the nearest ancestor with a box.
  private(set) var relative: [Rect]
  /// The width that percentages of padding and border refer to.
  private let basisWidths: [Double]
  /// How often the layout called the measure closure.
  public let measureCallCount: Int

  init(_ layouter: FlexLayouter) {
    nodes = layouter.nodes
    styles = layouter.styles
    measureCallCount = layouter.measureCallCount
    basisWidths = layouter.boxes.map(\.basis.width)
    relative = [Rect](repeating: .zero, count: layouter.nodes.count)
    absolute = relative
    collectFrames(layouter)
  }

  /// Walks in pre-order, so parents come before children.
  private mutating func collectFrames(_ layouter: FlexLayouter) {
    var node = 0
    while node < nodes.count {
      switch styles[node].display {
      case .none:
        node = Int(nodes[node].end)
        continue
      case .contents: break
      case .flex:
        let box = layouter.boxes[node]
        let frame = Rect(
          x: box.x + box.offset.x, y: box.y + box.offset.y, width: box.width, height: box.height)
        relative[node] = frame
        let parent = layouter.boxParent(of: node)
        absolute[node] =
          parent >= 0
          ? frame.offset(x: absolute[parent].minX, y: absolute[parent].minY) : frame
      }
      node += 1
    }
  }

  /// The number of nodes.
  public var count: Int { absolute.count }

  /// The border box relative to the border box of the nearest ancestor with a box; of the root,
  /// relative to its containing block. Zero for a name that is not in the tree.
  public func frame(of node: FlexNodeID) -> Rect {
    relative.indices.contains(node.index) ? relative[node.index] : .zero
  }

  /// The border box relative to the containing block of the root. Zero for a name that is not in
  /// the tree.
  public func absoluteFrame(of node: FlexNodeID) -> Rect {
    absolute.indices.contains(node.index) ? absolute[node.index] : .zero
  }

  /// The border box without border and padding, relative to the containing block of the root.
  ///
  /// Extents are never negative; zero for a name that is not in the tree.
  public func contentFrame(of node: FlexNodeID) -> Rect {
    let insets = contentInsets(of: node)
    let box = absoluteFrame(of: node)
    return Rect(
      x: box.minX + insets.left, y: box.minY + insets.top,
      width: max(box.width - insets.horizontal, 0), height: max(box.height - insets.vertical, 0))
  }

  /// The widths of border and padding together. Zero for a node without a box.
  public func contentInsets(of node: FlexNodeID) -> Insets {
    let index = node.index
    guard styles.indices.contains(index), styles[index].display == .flex else { return .zero }
    let edges = styles[index].edges(against: basisWidths[index])
    return Insets(top: edges.top, left: edges.left, bottom: edges.bottom, right: edges.right)
  }

  /// The frames with each absolute edge moved to the nearest pixel edge.
  ///
  /// Boxes that share an edge still share it after, so neighbours neither part nor overlap.
  public func rounded(to scale: PixelScale) -> FlexFrames {
    var frames = self
    for node in absolute.indices where styles[node].display == .flex {
      let frame = scale.rounded(absolute[node])
      frames.absolute[node] = frame
      let parent = boxParent(of: node)
      frames.relative[node] =
        parent >= 0
        ? frame.offset(x: -frames.absolute[parent].minX, y: -frames.absolute[parent].minY) : frame
    }
    return frames
  }

  /// The index of the nearest ancestor with a box, or -1.
  func boxParent(of node: Int) -> Int {
    var parent = Int(nodes[node].parent)
    while parent >= 0, styles[parent].display == .contents { parent = Int(nodes[parent].parent) }
    return parent
  }
}
