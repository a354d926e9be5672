import LinecasterDisplay
import LinecasterFlexbox
import LinecasterGeometry
import LinecasterText

/// A layout tree on its way to frames: the flexbox arena, and for each node what it draws.
struct FlexPlanner {
  let typesetter: Typesetter
  let scale: PixelScale
  /// The width to lay out in.
  let width: Double

  private var tree = FlexTree()
  private var rootMargin = FlexEdges.zero
  private var nodes: [PlannedNode] = []
  private var texts: [TextLeaf] = []

  /// What a node of the arena draws, by its place in pre-order.
  private struct PlannedNode {
    var decoration: Decoration
    var image: ImageReference?
    /// The index of its text leaf.
    var text: Int?
  }

  init(typesetter: Typesetter, environment: LayoutEnvironment) {
    self.typesetter = typesetter
    scale = environment.scale
    width = environment.width
  }

  /// Adds a node and all below it, preparing their text.
  mutating func add(_ node: LayoutNode, isCancelled: () -> Bool) throws(ArrangementError) {
    guard !node.isTooDeep else { throw .tooDeep }
    if nodes.isEmpty { rootMargin = node.style.margin }
    var planned = PlannedNode(decoration: node.decoration)
    switch node.content {
    case .stack(let children):
      nodes.append(planned)
      tree.openContainer(node.style)
      for child in children { try add(child, isCancelled: isCancelled) }
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

  /// Lays the tree out in its width.
  mutating func frames(isCancelled: () -> Bool) throws(ArrangementError) -> FlexFrames {
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
    let onGrid = frames.rounded(to: scale, roundsTextUp: false)
    var list = DisplayList(size: size(onGrid))
    var missing: [Unicode.Scalar] = []
    var byteCount = MemoryLayout<CellArrangement>.size
    for (index, node) in nodes.enumerated() {
      let id = FlexNodeID(index: index)
      let shape = DisplayShape(
        onGrid.absoluteFrame(of: id), cornerRadius: node.decoration.cornerRadius)
      if let color = node.decoration.background { list.append(.fill(shape, color)) }
      if let image = node.image { list.append(.image(image, shape)) }
      if let text = node.text {
        let content = frames.contentFrame(of: id)
        let layout = texts[text].layout(width: content.width)
        list.append(.text(layout, origin: scale.rounded(content).origin))
        missing += layout.missingCharacters
        byteCount += texts[text].prepared.byteCount + layout.byteCount
      }
    }
    byteCount += list.commands.count * MemoryLayout<DisplayCommand>.stride
    return CellArrangement(
      size: list.size, displayList: list, missingCharacters: missing, byteCount: byteCount)
  }

  /// The extent of the root and its margins on the pixel grid, never negative.
  private func size(_ onGrid: FlexFrames) -> Size {
    let root = onGrid.absoluteFrame(of: FlexNodeID(index: 0))
    return Size(
      width: max(0, scale.rounded(root.maxX + length(rootMargin.end ?? rootMargin.right))),
      height: max(0, scale.rounded(root.maxY + length(rootMargin.bottom))))
  }

  private func length(_ margin: FlexLength) -> Double {
    switch margin.value {
    case .points(let points): points
    case .percent(let percent): width * percent / 100
    case .auto, .keyword: 0
    }
  }
}
