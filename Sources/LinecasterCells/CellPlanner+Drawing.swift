import LinecasterBase
import LinecasterBoxLayout
import LinecasterDisplay
import LinecasterText

extension CellPlanner {
  /// Draws the nodes at their frames, in tree order: parents behind their children. Nodes without a
  /// box, and nodes that are not displayed, draw nothing.
  ///
  /// Boxes are on the pixel grid. Lines are broken at the width before rounding, which was used for
  /// measuring, so the height of the text matches its box.
  mutating func arrangement(
    _ frames: BoxFrames, _ scope: WorkScope
  ) throws(CancellationError) -> CellArrangement {
    let onGrid = frames.rounded(to: scale, roundsTextUp: false)
    var findings = ArrangementFindings(
      list: DisplayList(size: size(onGrid)), missing: attached.missingCharacters,
      byteCount: MemoryLayout<CellArrangement>.size + attached.byteCount,
      pageWidth: environment.width)
    findings.images = Set(nodes.lazy.compactMap(\.image?.reference))
    var hiddenEnd = 0
    for (place, index) in paintOrder.enumerated() {
      try scope.checkCancellation()
      let id = BoxID(index: index)
      var node = nodes[index]
      node.decoration.resolve(in: environment.theme)
      // Descendants of a node follow it in painting order as in tree order.
      node.end += place - index
      findings.close(before: place)
      if node.display == .none { hiddenEnd = max(hiddenEnd, node.end) }
      guard place >= hiddenEnd, node.display.hasBox else { continue }
      let frame = onGrid.absoluteFrame(of: id)
      if node.isMoved { findings.overflow.exempt(until: node.end) }
      addBox(of: node, in: frame, onGrid.contentInsets(of: id), to: &findings)
      if node.decoration.hasEffects, let tag = node.decoration.effects.scrollTag,
        node.end > place + 1,
        let scroll = SidewaysScroll(
          tag, in: frame, content: onGrid.absoluteFrame(of: BoxID(index: index + 1)))
      {
        add(scroll, until: node.end, to: &findings)
      }
      if let leaf = node.leaf, !isEdited(leaf, findings.regions) {
        let commands = leaf.draw(in: onGrid.contentFrame(of: id), leafContext)
        for command in commands { findings.collector.append(command) }
        findings.regions.skipTexts(CellArrangement.textCount(in: commands))
      }
      if node.isShownBox(at: place) { findings.overflow.note(index, at: place, frame) }
      if let text = node.text {
        let fit = node.decoration.hasEffects ? node.decoration.effects.textFit : nil
        let (drawing, bytes) = try self.text(text, in: frames.contentFrame(of: id), fit, scope)
        add(drawing, bytes, of: node, in: frame, until: place + 1, to: &findings)
        if !node.decoration.clipsContent {
          findings.overflow.note(index, at: place, drawing, in: frame)
        }
      }
      if node.decoration.clipsContent, index > 0 { findings.overflow.exempt(until: node.end) }
    }
    findings.close(before: nodes.count)
    return findings.arrangement(unsizedImages: unsizedImages.union(attached.unsizedImages))
  }

  /// Whether a leaf is a text input that the host draws and edits in place.
  private func isEdited(_ leaf: AnyLeafContent, _ regions: RegionCollector) -> Bool {
    let fields = environment.editedFields
    return !fields.isEmpty && leaf.base is TextInputContent && regions.isTagged(fields)
  }

  /// Adds the box of a node, its region, and the clips and groups of its descendants.
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

  /// Moves the content of a node that readers scroll, and adds the bar above it.
  private func add(
    _ scroll: SidewaysScroll, until end: Int, to findings: inout ArrangementFindings
  ) {
    let offset = environment.state.sidewaysOffsets[scroll.tag] ?? 0
    findings.open(scroll, until: end)
    findings.collector.close(with: scroll.bar(offset, in: environment.theme))
    let shift = scroll.shift(offset, scale)
    guard shift != 0 else { return }
    let transform = DisplayTransform.translation(x: shift, y: 0)
    findings.collector.openGroup(until: end, effects: DisplayEffects(transform: transform))
    findings.regions.openTransform(transform, until: end)
  }

  /// Adds the text of a node, whose groups end before an index in painting order.
  private func add(
    _ drawing: TextDrawing, _ byteCount: Int, of node: PlannedNode, in frame: Rect, until end: Int,
    to findings: inout ArrangementFindings
  ) {
    let layout = drawing.layout
    let state = environment.state
    let index = findings.regions.textCount
    var marks = state.foundText.map { found(of: $0, inText: index, drawing) } ?? []
    if !findings.regions.isInControl, let range = state.selectedText?.range(inText: index) {
      marks += layout.selectionCommands(
        for: range, color: ThemeColor.selection.color(in: environment.theme), at: drawing.origin)
    }
    let shape = DisplayShape(frame, corners: node.decoration.corners)
    for command in drawing.commands(node.decoration, in: shape, selection: marks) {
      findings.collector.append(command)
    }
    findings.regions.openTransform(drawing.transform, until: end)
    findings.regions.add(layout, at: drawing.origin)
    findings.images.formUnion(layout.images)
    findings.missing += layout.missingCharacters
    findings.byteCount += byteCount
  }

  /// Returns the steps that draw the found parts of a text behind it.
  private func found(
    of found: FoundText, inText index: Int, _ drawing: TextDrawing
  ) -> [DisplayCommand] {
    found.ranges(inText: index).flatMap { range in
      let color: ThemeColor = range == found.current ? .currentFoundText : .foundText
      return drawing.layout.selectionCommands(
        for: range.utf16Range, color: color.color(in: environment.theme), at: drawing.origin)
    }
  }

  /// The nodes in painting order: tree order, with siblings sorted by z-index. Descendants follow
  /// their node.
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
      // Sorting is stable; the last node in the list is taken first.
      next += children.sorted { zIndex(of: $0) < zIndex(of: $1) }.reversed()
    }
    return order
  }

  private func zIndex(of index: Int) -> Int {
    nodes[index].decoration.hasEffects ? nodes[index].decoration.effects.zIndex : 0
  }

  /// Draws the box of a node and its image, from back to front (CSS 2 appendix E), and opens the
  /// groups of its content.
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

  /// Returns the inner edge of a box's border.
  private func inside(_ decoration: BoxDecoration, _ frame: Rect) -> DisplayShape {
    let shape = DisplayShape(frame, corners: decoration.corners)
    return decoration.border.map { shape.inset(by: $0.insets(on: scale)) } ?? shape
  }

  /// Returns the extent of the root and its margins on the pixel grid, never negative.
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

extension CellPlanner.PlannedNode {
  /// Whether it is placed or moved on purpose, with its descendants.
  fileprivate var isMoved: Bool {
    isAbsolute || decoration.hasEffects && !decoration.effects.transforms.isEmpty
  }

  /// Whether its whole frame is content: images, custom leaves, and painted boxes without children.
  ///
  /// - Parameter place: Its index in painting order, to which its end refers.
  fileprivate func isShownBox(at place: Int) -> Bool {
    if image != nil || leaf != nil { return true }
    guard text == nil || decoration.clipsContent, end == place + 1 else { return false }
    return decoration.background != nil || decoration.border != nil
      || decoration.hasEffects && !decoration.effects.layers.isEmpty
  }
}

extension TextLayout {
  /// Returns the corner of the page in a box that may be larger: the first line is at the edge
  /// where lines start.
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

/// The parts of an arrangement, collected during the traversal.
private struct ArrangementFindings {
  var collector: CommandCollector
  var regions = RegionCollector()
  var missing: [Unicode.Scalar]
  var byteCount: Int
  var images: Set<ImageReference> = []
  var overflow: OverflowFinder
  private var sidewaysScrolls: [SidewaysScroll] = []
  /// Contents that are scrolled and go on: their indices, first texts and ends in painting order.
  private var openScrolls: [(index: Int, firstText: Int, end: Int)] = []

  init(list: DisplayList, missing: [Unicode.Scalar], byteCount: Int, pageWidth: Double) {
    overflow = OverflowFinder(page: Size(width: pageWidth, height: list.size.height))
    collector = CommandCollector(list: list)
    self.missing = missing
    self.byteCount = byteCount
  }

  /// Closes everything that ends before an index in painting order.
  mutating func close(before place: Int) {
    while let scroll = openScrolls.last, scroll.end <= place {
      sidewaysScrolls[scroll.index].texts = scroll.firstText..<regions.textCount
      openScrolls.removeLast()
    }
    collector.closeGroups(before: place)
    regions.close(before: place)
  }

  mutating func open(_ scroll: SidewaysScroll, until end: Int) {
    openScrolls.append((sidewaysScrolls.count, regions.textCount, end))
    sidewaysScrolls.append(scroll)
  }

  func arrangement(unsizedImages: Set<ImageReference>) -> CellArrangement {
    CellArrangement(
      size: collector.list.size, displayList: collector.list, missingCharacters: missing,
      byteCount: byteCount + collector.count * MemoryLayout<DisplayCommand>.stride
        + regions.regions.count * MemoryLayout<Region>.stride,
      regions: regions.regions, images: images, unsizedImages: unsizedImages,
      overflows: overflow.overflows, sidewaysScrolls: sidewaysScrolls)
  }
}

/// Collects the drawing steps of a tree in pre-order, and puts those of some nodes into groups.
private struct CommandCollector {
  /// A group that is still collecting steps.
  private struct OpenGroup {
    /// The index after the group's last node.
    let end: Int
    let opacity: Double
    let clip: DisplayShape?
    let effects: DisplayEffects
    var commands: [DisplayCommand] = []
    /// The last step, after those of the nodes.
    var last: DisplayCommand?
  }

  private(set) var list: DisplayList
  private(set) var count = 0
  private var open: [OpenGroup] = []

  init(list: DisplayList) {
    self.list = list
  }

  /// Opens a group of all steps before those of a node.
  mutating func openGroup(
    until end: Int, opacity: Double = 1, clip: DisplayShape? = nil,
    effects: DisplayEffects = DisplayEffects()
  ) {
    open.append(OpenGroup(end: end, opacity: opacity, clip: clip, effects: effects))
  }

  /// Closes the groups that end before a node; called for each node, and for the end.
  mutating func closeGroups(before node: Int) {
    while var group = open.last, group.end <= node {
      open.removeLast()
      if let last = group.last { group.commands.append(last) }
      guard !group.commands.isEmpty || group.effects.backdrop != nil else { continue }
      append(
        .group(
          DisplayGroup(
            group.commands, opacity: group.opacity, clip: group.clip, effects: group.effects)))
    }
  }

  /// Draws a step after all others of the group that was opened last.
  mutating func close(with command: DisplayCommand) {
    guard !open.isEmpty else { return }
    count += 1
    open[open.count - 1].last = command
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

/// Finds texts, images and boxes in flow outside of a page.
///
/// Absolutely positioned and transformed nodes may stand outside on purpose, and so may the content
/// of nodes that clip it, except for the root; they are left out.
struct OverflowFinder {
  /// The extents of the page, in layout points.
  let page: Size
  private var exemptEnd = 0
  private var found: [CellOverflow.Side: CellOverflow] = [:]

  /// The distance beyond the page that is not visible as a fault, in layout points.
  private static let tolerance = 1.0

  init(page: Size) { self.page = page }

  /// The findings, one for each side.
  var overflows: [CellOverflow] { CellOverflow.Side.allCases.compactMap { found[$0] } }

  /// Exempts the nodes before an index in painting order.
  mutating func exempt(until end: Int) { exemptEnd = max(exemptEnd, end) }

  /// Notes what a node shows.
  ///
  /// - Parameter place: The node's index in painting order.
  mutating func note(_ node: Int, at place: Int, _ rect: Rect) {
    guard place >= exemptEnd, !rect.isEmpty, !isInside(rect) else { return }
    note(node, .top, -rect.minY)
    note(node, .bottom, rect.maxY - page.height)
    note(node, .left, -rect.minX)
    note(node, .right, rect.maxX - page.width)
  }

  /// Notes the lines of a text.
  mutating func note(_ node: Int, at place: Int, _ text: TextDrawing, in frame: Rect) {
    let layout = text.layout
    guard text.factor == 1 else { return note(node, at: place, frame) }
    let bounds = Rect(origin: text.origin, size: layout.axes.pageSize)
    guard place >= exemptEnd, !isInside(bounds.union(frame)) else { return }
    var shown: Rect?
    for line in layout.lines where line.frame.width > 0 {
      let rect = layout.axes.page(line.frame).offset(x: text.origin.x, y: text.origin.y)
      shown = shown?.union(rect) ?? rect
    }
    if let shown { note(node, at: place, shown) }
  }

  private func isInside(_ rect: Rect) -> Bool {
    rect.minX >= -Self.tolerance && rect.minY >= -Self.tolerance
      && rect.maxX <= page.width + Self.tolerance && rect.maxY <= page.height + Self.tolerance
  }

  private mutating func note(_ node: Int, _ side: CellOverflow.Side, _ distance: Double) {
    guard distance > Self.tolerance else { return }
    guard var overflow = found[side] else {
      found[side] = CellOverflow(side: side, node: node, distance: distance)
      return
    }
    overflow.node = min(overflow.node, node)
    overflow.count += 1
    overflow.distance = max(overflow.distance, distance)
    found[side] = overflow
  }
}

/// Content of a cell outside of its page, which a picture of the cell does not show.
package struct CellOverflow: Hashable, Sendable {
  /// A side of the page.
  package enum Side: CaseIterable, Hashable, Sendable {
    case top, bottom, left, right
  }

  /// The side of the page beyond which the content is.
  package let side: Side
  /// The first node that is not inside, by its index in pre-order.
  package fileprivate(set) var node: Int
  /// The number of such nodes.
  package fileprivate(set) var count = 1
  /// The greatest distance from the page's edge, in layout points.
  package fileprivate(set) var distance: Double
}
