import LinecasterDisplay
import LinecasterFlexbox
import LinecasterGeometry
import LinecasterText

extension FlexPlanner {
  /// What the nodes draw at their frames, in tree order: parents behind their children. Nodes
  /// without a box draw nothing, nor does what is in a node that is not displayed.
  ///
  /// Boxes are on the pixel grid. Lines are broken at the width before rounding, at which the text
  /// was measured, so that its height is the one its box was given.
  mutating func arrangement(
    _ frames: FlexFrames, isCancelled: () -> Bool
  ) throws(ArrangementError) -> CellArrangement {
    let onGrid = frames.rounded(to: scale, roundsTextUp: false)
    var collector = CommandCollector(list: DisplayList(size: size(onGrid)))
    var missing: [Unicode.Scalar] = []
    var byteCount = MemoryLayout<CellArrangement>.size
    var hiddenEnd = 0
    for (index, node) in nodes.enumerated() {
      guard !isCancelled() else { throw .cancelled }
      let id = FlexNodeID(index: index)
      collector.closeGroups(before: index)
      if node.display == .none { hiddenEnd = max(hiddenEnd, node.end) }
      guard index >= hiddenEnd, node.display == .flex else { continue }
      draw(node, in: onGrid.absoluteFrame(of: id), onGrid.contentInsets(of: id), to: &collector)
      if let text = node.text {
        let content = frames.contentFrame(of: id)
        let (layout, bytes) = try self.text(
          text, width: content.width, isCancelled: isCancelled)
        let origin = scale.rounded(content).origin
        for shadow in node.decoration.textShadows.reversed() {
          collector.append(.textShadow(layout, origin: origin, shadow))
        }
        collector.append(.text(layout, origin: origin))
        missing += layout.missingCharacters
        byteCount += bytes
      }
    }
    collector.closeGroups(before: nodes.count)
    byteCount += collector.count * MemoryLayout<DisplayCommand>.stride
    return CellArrangement(
      size: collector.list.size, displayList: collector.list, missingCharacters: missing,
      byteCount: byteCount)
  }

  /// Draws the box of a node and its image, from back to front (CSS 2 appendix E), and opens the
  /// groups that its content is in.
  private func draw(
    _ node: PlannedNode, in frame: Rect, _ contentInsets: Insets,
    to collector: inout CommandCollector
  ) {
    let decoration = node.decoration
    let shape = DisplayShape(frame, corners: decoration.corners)
    let inside = decoration.border.map { shape.inset(by: $0.insets) } ?? shape
    if decoration.opacity != 1 {
      collector.openGroup(until: node.end, opacity: decoration.opacity)
    }
    for shadow in decoration.shadows.reversed() where !shadow.isInset {
      collector.append(.shadow(shape, shadow))
    }
    if let paint = decoration.background { collector.append(.fill(shape, paint)) }
    for shadow in decoration.shadows.reversed() where shadow.isInset {
      collector.append(.shadow(inside, shadow))
    }
    if let border = decoration.border { collector.append(.border(shape, border)) }
    if decoration.clipsContent { collector.openGroup(until: node.end, clip: inside) }
    if let image = node.image {
      collector.append(.image(image.reference, shape.inset(by: contentInsets), image.mode))
    }
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

/// Collects drawing steps of a tree in pre-order, putting those of some nodes into groups.
struct CommandCollector {
  /// A group whose steps are not all known.
  private struct OpenGroup {
    /// The first node after those whose steps are in it.
    let end: Int
    let opacity: Double
    let clip: DisplayShape?
    var commands: [DisplayCommand] = []
  }

  private(set) var list: DisplayList
  private(set) var count = 0
  private var open: [OpenGroup] = []

  init(list: DisplayList) {
    self.list = list
  }

  /// Starts a group that takes all steps up to those of a node.
  mutating func openGroup(until end: Int, opacity: Double = 1, clip: DisplayShape? = nil) {
    open.append(OpenGroup(end: end, opacity: opacity, clip: clip))
  }

  /// Ends the groups that stop before a node; called for each node, and for the one after the last.
  mutating func closeGroups(before node: Int) {
    while let group = open.last, group.end <= node {
      open.removeLast()
      guard !group.commands.isEmpty else { continue }
      append(.group(DisplayGroup(group.commands, opacity: group.opacity, clip: group.clip)))
    }
  }

  mutating func append(_ command: DisplayCommand) {
    count += 1
    if open.isEmpty {
      list.append(command)
    } else {
      open[open.count - 1].commands.append(command)
    }
  }
}
