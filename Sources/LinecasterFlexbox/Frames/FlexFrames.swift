public import LinecasterGeometry

/// The frames of all nodes of a ``FlexTree``, in layout points, x to the right and y down.
///
/// Frames are border boxes. A node with `display: none`, all below it, and a node with
/// `display: contents` have the frame 0, 0, 0, 0.
public struct FlexFrames: Sendable {
  let records: [NodeRecord]
  let extras: [StyleExtras]
  private(set) var frames: [NodeFrame]
  /// How often the layout called the measure closure.
  public let measureCallCount: Int

  init(_ tree: FlexTree, _ state: borrowing LayoutState) {
    records = tree.records
    extras = tree.extras
    measureCallCount = state.measureCallCount
    frames = []
    frames.reserveCapacity(records.count)
    var hiddenEnd = 0
    for node in records.indices {
      if records[node].display == .none { hiddenEnd = max(hiddenEnd, Int(records[node].end)) }
      guard let boxes = state.boxes, let contexts = state.contexts, node >= hiddenEnd,
        records[node].display == .flex
      else {
        frames.append(NodeFrame())
        continue
      }
      let parent = boxParent(of: node)
      frames.append(
        NodeFrame(
          boxes[node], basisWidth: contexts[node].basis.width,
          parent >= 0 ? frames[parent].absolute.origin : .zero))
    }
  }

  /// The number of nodes.
  public var count: Int { frames.count }

  /// The border box relative to the border box of the nearest ancestor with a box; of the root,
  /// relative to its containing block. Zero for a name that is not in the tree.
  public func frame(of node: FlexNodeID) -> Rect {
    frames.indices.contains(node.index) ? frames[node.index].relative : .zero
  }

  /// The border box relative to the containing block of the root. Zero for a name that is not in
  /// the tree.
  public func absoluteFrame(of node: FlexNodeID) -> Rect {
    frames.indices.contains(node.index) ? frames[node.index].absolute : .zero
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
    guard records.indices.contains(node.index), records[node.index].display == .flex else {
      return .zero
    }
    let record = records[node.index]
    let width = frames[node.index].basisWidth
    let edges =
      record.padding.resolved(against: width)
      + extras[Int(record.extra)].border.resolved(against: width)
    return Insets(top: edges.top, left: edges.left, bottom: edges.bottom, right: edges.right)
  }

  /// The frames with each absolute edge moved to the nearest pixel edge.
  ///
  /// Boxes that share an edge still share it after, so neighbours neither part nor overlap.
  ///
  /// - Parameters:
  ///   - scale: the pixel grid.
  ///   - roundsTextUp: whether measured leaves are never made smaller, since text would break
  ///     again: where the nearest edges would do so, the right or bottom edge is the next one, which may
  ///     be beyond that of the container. Turn it off where text keeps the lines it was measured
  ///     with.
  /// - Complexity: O(nodes).
  public func rounded(to scale: PixelScale, roundsTextUp: Bool = true) -> FlexFrames {
    var rounded = self
    for node in frames.indices where records[node].display == .flex {
      let exact = frames[node].absolute
      var frame = scale.rounded(exact)
      if roundsTextUp, records[node].kind == .measuredLeaf {
        let whole = scale.roundedUp(exact.size)
        frame.size = Size(
          width: max(frame.width, whole.width), height: max(frame.height, whole.height))
      }
      let parent = boxParent(of: node)
      let origin = parent >= 0 ? rounded.frames[parent].absolute.origin : .zero
      rounded.frames[node].absolute = frame
      rounded.frames[node].relative = frame.offset(x: -origin.x, y: -origin.y)
    }
    return rounded
  }

  /// The index of the nearest ancestor with a box, or -1.
  func boxParent(of node: Int) -> Int {
    var parent = Int(records[node].parent)
    while parent >= 0, records[parent].display == .contents {
      parent = Int(records[parent].parent)
    }
    return parent
  }
}
