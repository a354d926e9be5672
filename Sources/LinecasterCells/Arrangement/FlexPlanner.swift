import LinecasterDisplay
import LinecasterFlexbox
import LinecasterGeometry
import LinecasterText

/// A layout tree on its way to frames: the flexbox arena, and for each node what it draws.
struct FlexPlanner {
  let typesetter: Typesetter
  let scale: PixelScale

  private var tree = FlexTree()
  private var nodes: [PlannedNode] = []
  private var texts: [TextLeaf] = []

  /// What a node of the arena draws, by its place in pre-order.
  private struct PlannedNode {
    var decoration: Decoration
    var image: ImageReference?
    /// The index of its text leaf.
    var text: Int?
  }

  init(typesetter: Typesetter, scale: PixelScale) {
    self.typesetter = typesetter
    self.scale = scale
  }

  /// Adds a node and all below it, preparing their text.
  mutating func add(
    _ node: LayoutNode, depth: Int = 1, isCancelled: () -> Bool
  ) throws(ArrangementError) {
    // Counted here too: the arena would report it later, after the stack of this thread had ended.
    guard depth <= FlexTree.maximumDepth else {
      throw .unusable(.tooDeep(node: FlexNodeID(index: nodes.count)))
    }
    var planned = PlannedNode(decoration: node.decoration)
    switch node.content {
    case .stack(let children):
      nodes.append(planned)
      tree.openContainer(node.style)
      for child in children { try add(child, depth: depth + 1, isCancelled: isCancelled) }
      tree.closeContainer()
      return
    case .text(let paragraph):
      guard !isCancelled() else { throw .cancelled }
      planned.text = texts.count
      texts.append(TextLeaf(typesetter.prepare(paragraph), scale: scale))
      tree.addLeaf(node.style, isMeasured: true)
    case .image(let image):
      planned.image = image
      tree.addLeaf(node.style, isMeasured: false)
    case .empty:
      tree.addLeaf(node.style, isMeasured: false)
    }
    nodes.append(planned)
  }

  /// Lays the tree out in a width.
  mutating func frames(width: Double, isCancelled: () -> Bool) throws(ArrangementError)
    -> FlexFrames
  {
    do {
      return try tree.layout(in: FlexAvailable(width: width)) { id, constraint in
        guard !isCancelled() else { throw ArrangementError.cancelled }
        guard let text = nodes[id.index].text else { return FlexMeasurement(size: .zero) }
        return texts[text].measure(constraint)
      }
    } catch let error as FlexError {
      throw .unusable(error)
    } catch {
      // The closure throws nothing else.
      throw .cancelled
    }
  }

  /// What the nodes draw at their frames, in tree order: parents behind their children.
  ///
  /// Boxes are on the pixel grid. Lines are broken at the width before rounding, at which the text
  /// was measured, so that its height is the one its box was given.
  mutating func arrangement(_ frames: FlexFrames) -> CellArrangement {
    let onGrid = frames.rounded(to: scale)
    let root = onGrid.absoluteFrame(of: FlexNodeID(index: 0))
    var list = DisplayList(size: Size(width: root.maxX, height: root.maxY))
    var missing: [Unicode.Scalar] = []
    var byteCount = MemoryLayout<CellArrangement>.size
    for (index, node) in nodes.enumerated() {
      let id = FlexNodeID(index: index)
      let shape = DisplayShape(
        onGrid.absoluteFrame(of: id), cornerRadius: node.decoration.cornerRadius)
      if let color = node.decoration.background { list.append(.fill(shape, color)) }
      if let image = node.image { list.append(.image(image, shape)) }
      if let text = node.text {
        let layout = texts[text].layout(width: frames.contentFrame(of: id).width)
        list.append(.text(layout, origin: onGrid.contentFrame(of: id).origin))
        missing += layout.missingCharacters
        byteCount += texts[text].prepared.byteCount + layout.byteCount
      }
    }
    return CellArrangement(
      size: list.size, displayList: list, missingCharacters: missing, byteCount: byteCount)
  }
}
