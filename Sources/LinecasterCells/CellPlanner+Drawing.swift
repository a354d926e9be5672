import LinecasterBase
import LinecasterBoxLayout
import LinecasterDisplay
import LinecasterText

extension CellPlanner {
  /// What the nodes draw at their frames, in tree order: parents behind their children. Nodes
  /// without a box draw nothing, nor does what is in a node that is not displayed.
  ///
  /// Boxes are on the pixel grid. Lines are broken at the width before rounding, at which the text
  /// was measured, so that its height is the one its box was given.
  mutating func arrangement(
    _ frames: BoxFrames, _ scope: WorkScope
  ) throws(CancellationError) -> CellArrangement {
    let onGrid = frames.rounded(to: scale, roundsTextUp: false)
    var findings = ArrangementFindings(
      list: DisplayList(size: size(onGrid)), missing: attached.missingCharacters,
      byteCount: MemoryLayout<CellArrangement>.size + attached.byteCount)
    findings.images = Set(nodes.lazy.compactMap(\.image?.reference))
    var hiddenEnd = 0
    for (place, index) in paintOrder.enumerated() {
      try scope.ask()
      let id = BoxID(index: index)
      var node = nodes[index]
      // What follows a node in the order of painting is in it as long as it is in that of the tree.
      node.end += place - index
      findings.close(before: place)
      if node.display == .none { hiddenEnd = max(hiddenEnd, node.end) }
      guard place >= hiddenEnd, node.display.hasBox else { continue }
      let frame = onGrid.absoluteFrame(of: id)
      addBox(of: node, in: frame, onGrid.contentInsets(of: id), to: &findings)
      if let leaf = node.leaf {
        let commands = leaf.draw(in: onGrid.contentFrame(of: id), leafContext)
        for command in commands { findings.collector.append(command) }
        findings.regions.skipTexts(CellArrangement.textCount(in: commands))
      }
      if let text = node.text {
        let fit = node.decoration.hasEffects ? node.decoration.effects.textFit : nil
        let (drawing, bytes) = try self.text(text, in: frames.contentFrame(of: id), fit, scope)
        add(drawing, bytes, of: node, in: frame, until: place + 1, to: &findings)
      }
    }
    findings.close(before: nodes.count)
    return findings.arrangement(unsizedImages: unsizedImages.union(attached.unsizedImages))
  }

  /// Adds the box of a node, its region, and what the nodes in it are clipped to and seen through.
  private func addBox(
    of node: PlannedNode, in frame: Rect, _ contentInsets: Insets,
    to findings: inout ArrangementFindings
  ) {
    draw(node, in: frame, contentInsets, to: &findings.collector)
    if node.decoration.hasEffects {
      let effects = node.decoration.effects
      findings.images.formUnion(effects.images)
      findings.regions.openTransform(effects.transform(of: frame), until: node.end)
    }
    if let mark = node.mark { findings.regions.add(mark, frame, until: node.end) }
    if node.decoration.clipsContent {
      findings.regions.openClip(inside(node.decoration, frame).rect, until: node.end)
    }
  }

  /// Adds the text of a node, which ends before a place in the order of painting.
  private func add(
    _ drawing: TextDrawing, _ byteCount: Int, of node: PlannedNode, in frame: Rect, until end: Int,
    to findings: inout ArrangementFindings
  ) {
    let layout = drawing.layout
    let selected =
      findings.regions.isInControl
      ? nil : environment.state.selectedText?.range(inText: findings.regions.textCount)
    let selection = selected.map { range in
      layout.selectionCommands(
        for: range, color: ThemeColor.selection.color(in: environment.theme), at: drawing.origin)
    }
    let shape = DisplayShape(frame, corners: node.decoration.corners)
    for command in drawing.commands(node.decoration, in: shape, selection: selection ?? []) {
      findings.collector.append(command)
    }
    findings.regions.openTransform(drawing.transform, until: end)
    findings.regions.add(layout, at: drawing.origin)
    findings.images.formUnion(layout.images)
    findings.missing += layout.missingCharacters
    findings.byteCount += byteCount
  }

  /// The nodes in the order in which they are drawn: that of the tree, but that of those in a stack
  /// those with greater numbers come later. What is in a node follows it.
  private var paintOrder: [Int] {
    guard nodes.contains(where: { $0.decoration.hasEffects && $0.decoration.effects.zIndex != 0 })
    else { return Array(nodes.indices) }
    var order: [Int] = []
    var next = [0]
    while let index = next.popLast() {
      order.append(index)
      var children: [Int] = []
      var child = index + 1
      while child < nodes[index].end {
        children.append(child)
        child = max(child + 1, nodes[child].end)
      }
      // Sorting is stable; the last one in the list is taken first.
      next += children.sorted { zIndex(of: $0) < zIndex(of: $1) }.reversed()
    }
    return order
  }

  private func zIndex(of index: Int) -> Int {
    nodes[index].decoration.hasEffects ? nodes[index].decoration.effects.zIndex : 0
  }

  /// Draws the box of a node and its image, from back to front (CSS 2 appendix E), and opens the
  /// groups that its content is in.
  private func draw(
    _ node: PlannedNode, in frame: Rect, _ contentInsets: Insets,
    to collector: inout CommandCollector
  ) {
    let decoration = node.decoration
    let shape = DisplayShape(frame, corners: decoration.corners)
    let inside = inside(decoration, frame)
    if decoration.opacity != 1 || decoration.hasEffects {
      let effects =
        decoration.hasEffects ? decoration.effects.display(of: shape) : DisplayEffects()
      if decoration.opacity != 1 || !effects.isPlain {
        collector.openGroup(until: node.end, opacity: decoration.opacity, effects: effects)
      }
    }
    for shadow in decoration.shadows.reversed() where !shadow.isInset {
      collector.append(.shadow(shape, shadow))
    }
    if let paint = decoration.background { collector.append(.fill(shape, paint)) }
    if decoration.hasEffects {
      for layer in decoration.effects.layers.reversed() {
        collector.append(layer.command(in: shape))
      }
    }
    for shadow in decoration.shadows.reversed() where shadow.isInset {
      collector.append(.shadow(inside, shadow))
    }
    if let border = decoration.border { collector.append(.border(shape, border)) }
    if decoration.clipsContent { collector.openGroup(until: node.end, clip: inside) }
    if let image = node.image {
      collector.append(
        .image(
          image.reference, shape.inset(by: contentInsets), image.mode,
          tint: decoration.tint?.color(in: environment.theme)))
    }
  }

  /// The inner edge of a box's border.
  private func inside(_ decoration: BoxDecoration, _ frame: Rect) -> DisplayShape {
    let shape = DisplayShape(frame, corners: decoration.corners)
    return decoration.border.map { shape.inset(by: $0.insets(on: scale)) } ?? shape
  }

  /// The extent of the root and its margins on the pixel grid, never negative.
  private func size(_ onGrid: BoxFrames) -> Size {
    let root = onGrid.absoluteFrame(of: BoxID(index: 0))
    return Size(
      width: max(0, scale.rounded(root.maxX + length(rootMargin.end ?? rootMargin.right))),
      height: max(0, scale.rounded(root.maxY + length(rootMargin.bottom))))
  }

  private func length(_ margin: BoxLength) -> Double {
    switch margin.value {
    case .points(let points): points
    case .percent(let percent): environment.width * percent / 100
    case .auto, .keyword: 0
    }
  }
}

extension TextLayout {
  /// Where its corner on the page is in a box that may be larger: its first line stands at the edge
  /// of the box where lines start.
  func origin(in box: Rect) -> Point {
    let size = axes.pageSize
    return switch axes.writingMode {
    case .horizontal, .verticalLeftToRight: box.origin
    case .verticalRightToLeft, .sidewaysRightToLeft:
      Point(x: box.maxX - size.width, y: box.minY)
    case .sidewaysLeftToRight: Point(x: box.minX, y: box.maxY - size.height)
    }
  }
}

/// What an arrangement is made of, while its nodes are gone through.
private struct ArrangementFindings {
  var collector: CommandCollector
  var regions = RegionCollector()
  var missing: [Unicode.Scalar]
  var byteCount: Int
  var images: Set<ImageReference> = []

  init(list: DisplayList, missing: [Unicode.Scalar], byteCount: Int) {
    collector = CommandCollector(list: list)
    self.missing = missing
    self.byteCount = byteCount
  }

  /// Ends what stops before a place in the order of painting.
  mutating func close(before place: Int) {
    collector.closeGroups(before: place)
    regions.close(before: place)
  }

  func arrangement(unsizedImages: Set<ImageReference>) -> CellArrangement {
    CellArrangement(
      size: collector.list.size, displayList: collector.list, missingCharacters: missing,
      byteCount: byteCount + collector.count * MemoryLayout<DisplayCommand>.stride
        + regions.regions.count * MemoryLayout<Region>.stride,
      regions: regions.regions, images: images, unsizedImages: unsizedImages)
  }
}

/// Collects drawing steps of a tree in pre-order, putting those of some nodes into groups.
private struct CommandCollector {
  /// A group whose steps are not all known.
  private struct OpenGroup {
    /// The first node after those whose steps are in it.
    let end: Int
    let opacity: Double
    let clip: DisplayShape?
    let effects: DisplayEffects
    var commands: [DisplayCommand] = []
  }

  private(set) var list: DisplayList
  private(set) var count = 0
  private var open: [OpenGroup] = []

  init(list: DisplayList) {
    self.list = list
  }

  /// Starts a group that takes all steps up to those of a node.
  mutating func openGroup(
    until end: Int, opacity: Double = 1, clip: DisplayShape? = nil,
    effects: DisplayEffects = DisplayEffects()
  ) {
    open.append(OpenGroup(end: end, opacity: opacity, clip: clip, effects: effects))
  }

  /// Ends the groups that stop before a node; called for each node, and for the one after the last.
  mutating func closeGroups(before node: Int) {
    while let group = open.last, group.end <= node {
      open.removeLast()
      guard !group.commands.isEmpty || group.effects.backdrop != nil else { continue }
      append(
        .group(
          DisplayGroup(
            group.commands, opacity: group.opacity, clip: group.clip, effects: group.effects)))
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
