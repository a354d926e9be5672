public import LinecasterDisplay
public import LinecasterFlexbox
public import LinecasterGeometry
public import LinecasterText

/// Lays out cells: builds the flexbox tree, measures its text, and lists what to draw where.
///
///     let arranger = CellArranger(typesetter: Typesetter(fonts: try .bundled()))
///     let environment = LayoutEnvironment(width: 320, scale: PixelScale(2))
///     let arrangement = try arranger.arrange(Text("Hello").padding(8), in: environment)
///     print(arrangement.size, arrangement.displayList.commands.count)
///
/// One arranger serves any number of threads.
public struct CellArranger: Sendable {
  /// Prepares the text of cells.
  public let typesetter: Typesetter
  /// How large images are that are laid out without a size; such have none where this is nil.
  public let images: (any ImageSizes)?

  /// Makes an arranger.
  ///
  /// - Parameters:
  ///   - typesetter: Prepares the text of cells.
  ///   - images: How large images are that are laid out without a size, such as the provider
  ///     of their pixels.
  public init(typesetter: Typesetter, images: (any ImageSizes)? = nil) {
    self.typesetter = typesetter
    self.images = images
  }

  /// Arranges a layout in the width of an environment, as high as its content.
  ///
  /// - Parameters:
  ///   - layout: What the cell is made of.
  ///   - environment: The width to fill, the pixel grid, the theme and the reader's fonts.
  ///   - isCancelled: Asked before each text is prepared, measured or listed, while that goes on
  ///     where a text is long, and before each node is listed.
  /// - Throws: `ArrangementError` where the tree is too deep; `CancellationError` where
  ///   `isCancelled` says so.
  /// - Complexity: O(nodes + text). May run on any thread.
  public func arrange(
    _ layout: some Layout, in environment: LayoutEnvironment,
    isCancelled: () -> Bool = { false }
  ) throws -> CellArrangement {
    let root = layout.node
    return try StackRoom.withRoom(forLevels: root.depth, isCancelled: isCancelled) { isCancelled in
      var planner = FlexPlanner(arranger: self, environment: environment)
      try planner.addRoot(root, isCancelled: isCancelled)
      let frames = try planner.frames(isCancelled: isCancelled)
      return try planner.arrangement(frames, isCancelled: isCancelled)
    }
  }
}

/// Where a node of a layout is, and the room around its content.
package struct NodePlacement: Sendable {
  /// Its border box, on the pixel grid, from the cell's top-left corner; empty without one.
  package let frame: Rect
  /// The widths around it; margins that are automatic count as 0.
  package let margin, border, padding: Insets
  /// Whether it has a box, in nodes that are displayed.
  package let isShown: Bool
}

extension CellArranger {
  /// Where a layout's nodes are, in pre-order.
  ///
  /// For tools that show what a layout is made of.
  ///
  /// - Throws: `ArrangementError`, as `arrange` does.
  /// - Complexity: O(nodes + text), as `arrange`.
  package func placements(
    of layout: some Layout, in environment: LayoutEnvironment
  ) throws -> [NodePlacement] {
    let root = layout.node
    return try StackRoom.withRoom(forLevels: root.depth) { _ in
      var planner = FlexPlanner(arranger: self, environment: environment)
      try planner.addRoot(root) { false }
      let frames = try planner.frames { false }
        .rounded(to: environment.scale, roundsTextUp: false)
      return planner.placements(frames)
    }
  }
}

/// Where everything in a cell is: its size and what to draw, with all text laid out.
///
///     let rows = try texts.map { try arranger.arrange(Text($0), in: environment) }
///     let height = rows.reduce(0) { $0 + $1.size.height }
///     let bitmap = try rasterizer.rasterize(rows[0].displayList, scale: environment.scale)
///
/// Immutable; measuring and drawing use the same value, so they cannot disagree.
public struct CellArrangement: Sendable {
  /// The size of the cell in layout points, whole pixels at the environment's scale.
  public let size: Size
  /// What to draw, from back to front, in layout points from the cell's top-left corner.
  public let displayList: DisplayList
  /// The characters that no font has, in text order.
  public let missingCharacters: [Unicode.Scalar]
  /// An estimate of the memory the value keeps alive, in bytes.
  public let byteCount: Int
  /// Its parts that have a name or a meaning, in the order of the layout: those around before those
  /// in them, and those behind before those in front.
  public let regions: [Region]
  /// The images that it shows.
  package let images: Set<ImageReference>
  /// The images whose own size would say where things are, and was not known.
  package let unsizedImages: Set<ImageReference>
}

/// Why a cell could not be arranged.
public enum ArrangementError: Error, Hashable, Sendable, CustomStringConvertible {
  /// Stacks are nested deeper than `LayoutNode.maximumDepth`.
  case tooDeep
  /// The layout tree is not one that flexbox can lay out.
  case unusable(FlexError)

  /// The reason in a sentence.
  public var description: String {
    switch self {
    case .tooDeep: "Stacks are nested deeper than \(LayoutNode.maximumDepth) levels."
    case .unusable(let error): "The layout tree cannot be arranged: \(error)"
    }
  }
}

/// A layout tree on its way to frames: the flexbox arena, and for each node what it draws.
private struct FlexPlanner {
  let arranger: CellArranger
  let environment: LayoutEnvironment

  private var tree = FlexTree()
  private(set) var rootMargin = FlexEdges.zero
  private var nodes: [PlannedNode] = []
  private var texts: [TextLeaf] = []
  private var unsizedImages: Set<ImageReference> = []
  private var attached = AttachedFindings()

  /// What a node of the arena draws, by its place in pre-order.
  private struct PlannedNode {
    var display: FlexDisplay
    var decoration: BoxDecoration
    var mark: RegionMark?
    var image: (reference: ImageReference, mode: ContentMode)?
    var leaf: AnyLeafContent?
    /// The index of its text leaf.
    var text: Int?
    /// The first node after it that is not in it.
    var end = 0
  }

  init(arranger: CellArranger, environment: LayoutEnvironment) {
    self.arranger = arranger
    self.environment = environment
  }

  private var scale: PixelScale { environment.scale }

  /// Adds the tree whose root this is, preparing its text.
  mutating func addRoot(_ root: LayoutNode, isCancelled: () -> Bool) throws {
    var root = root
    if root.style.writingDirection == nil, environment.layoutDirection == .rightToLeft {
      root.style.writingDirection = .rightToLeft
    }
    rootMargin = root.style.margin
    let leading = rootMargin.start ?? rootMargin.right
    if root.style.writingDirection == .rightToLeft { rootMargin.end = leading }
    try add(root, isCancelled: isCancelled)
  }

  /// Adds a node and all below it, preparing their text.
  private mutating func add(_ node: LayoutNode, isCancelled: () -> Bool) throws {
    guard !node.isTooDeep else { throw ArrangementError.tooDeep }
    var planned = PlannedNode(
      display: node.style.display, decoration: node.decoration, mark: node.mark)
    switch node.content {
    case .stack(let children):
      let index = nodes.count
      nodes.append(planned)
      tree.openContainer(node.style, grid: node.grid)
      for child in children { try add(child, isCancelled: isCancelled) }
      tree.closeContainer()
      nodes[index].end = nodes.count
      return
    case .text(let paragraph):
      planned.text = texts.count
      var paragraph = paragraph.adapted(to: environment.fonts, language: environment.locale)
      try arranger.arrangeAttachments(
        of: &paragraph, in: environment, &attached, isCancelled: isCancelled)
      let prepared = try arranger.typesetter.prepare(paragraph, isCancelled: isCancelled)
      texts.append(TextLeaf(prepared, scale: scale))
      tree.addLeaf(node.style, isMeasured: true)
    case .image(let image, let mode):
      planned.image = (image, mode)
      tree.addLeaf(style(of: node, image), isMeasured: false)
    case .leaf(let leaf):
      planned.leaf = leaf
      tree.addLeaf(node.style, isMeasured: true)
    case .empty:
      tree.addLeaf(node.style, isMeasured: false)
    }
    planned.end = nodes.count + 1
    nodes.append(planned)
  }

  /// The style of an image's node: what it leaves open of its size is that of the image itself,
  /// as in CSS (CSS Images 3 §4, default sizing).
  private mutating func style(of node: LayoutNode, _ image: ImageReference) -> FlexStyle {
    var style = node.style
    guard let images = arranger.images, style.aspectRatio == nil,
      style.width == .auto || style.height == .auto
    else { return style }
    guard let size = images.naturalSize(of: image), size.width > 0, size.height > 0 else {
      unsizedImages.insert(image)
      return style
    }
    if style.width == .auto, style.height == .auto { style.width = .points(size.width) }
    style.aspectRatio = size.width / size.height
    return style
  }

  /// Lays the tree out in its width.
  mutating func frames(isCancelled: () -> Bool) throws -> FlexFrames {
    do {
      return try tree.layout(in: FlexAvailable(width: environment.width)) { id, constraint in
        if let leaf = nodes[id.index].leaf {
          return leaf.measure(in: constraint, leafContext)
        }
        guard let text = nodes[id.index].text else { return FlexMeasurement(size: .zero) }
        return try texts[text].measure(constraint, isCancelled: isCancelled)
      }
    } catch let error as FlexError {
      throw ArrangementError.unusable(error)
    }
  }

  /// Where the nodes are.
  func placements(_ frames: FlexFrames) -> [NodePlacement] {
    var hiddenEnd = 0
    return nodes.enumerated().map { index, node in
      if node.display == .none { hiddenEnd = max(hiddenEnd, node.end) }
      let id = FlexNodeID(index: index)
      let (margin, border, padding) = frames.edges(of: id)
      return NodePlacement(
        frame: frames.absoluteFrame(of: id), margin: margin, border: border, padding: padding,
        isShown: index >= hiddenEnd && node.display.hasBox)
    }
  }

  /// What leaves of a program's own are measured and drawn with.
  private var leafContext: LeafContext {
    LeafContext(environment: environment, typesetter: arranger.typesetter)
  }

  /// The text of a leaf with the lines it has in a box.
  mutating func text(
    _ index: Int, in box: Rect, isCancelled: () -> Bool
  ) throws(CancellationError) -> (layout: TextLayout, byteCount: Int) {
    let isVertical = texts[index].prepared.writingMode != .horizontal
    var layout = try texts[index].layout(
      width: isVertical ? box.height : box.width, isCancelled: isCancelled)
    layout.theme = environment.theme
    return (layout, texts[index].prepared.byteCount + layout.byteCount)
  }
}

extension FlexPlanner {
  /// What the nodes draw at their frames, in tree order: parents behind their children. Nodes
  /// without a box draw nothing, nor does what is in a node that is not displayed.
  ///
  /// Boxes are on the pixel grid. Lines are broken at the width before rounding, at which the text
  /// was measured, so that its height is the one its box was given.
  mutating func arrangement(
    _ frames: FlexFrames, isCancelled: () -> Bool
  ) throws(CancellationError) -> CellArrangement {
    let onGrid = frames.rounded(to: scale, roundsTextUp: false)
    var collector = CommandCollector(list: DisplayList(size: size(onGrid)))
    var missing = attached.missingCharacters
    var byteCount = MemoryLayout<CellArrangement>.size + attached.byteCount
    var images = Set(nodes.lazy.compactMap(\.image?.reference))
    for node in nodes where node.decoration.hasEffects {
      images.formUnion(node.decoration.effects.images)
    }
    var regions = RegionCollector()
    var hiddenEnd = 0
    let selected = environment.state.selectedText
    for (place, index) in paintOrder.enumerated() {
      guard !isCancelled() else { throw CancellationError() }
      let id = FlexNodeID(index: index)
      var node = nodes[index]
      // What follows a node in the order of painting is in it as long as it is in that of the tree.
      node.end += place - index
      collector.closeGroups(before: place)
      regions.close(before: place)
      if node.display == .none { hiddenEnd = max(hiddenEnd, node.end) }
      guard place >= hiddenEnd, node.display.hasBox else { continue }
      let frame = onGrid.absoluteFrame(of: id)
      draw(node, in: frame, onGrid.contentInsets(of: id), to: &collector)
      if node.decoration.hasEffects {
        regions.openTransform(node.decoration.effects.transform(of: frame), until: node.end)
      }
      if let mark = node.mark { regions.add(mark, frame, until: node.end) }
      if node.decoration.clipsContent {
        regions.openClip(inside(node.decoration, frame).rect, until: node.end)
      }
      if let leaf = node.leaf {
        let commands = leaf.draw(in: onGrid.contentFrame(of: id), leafContext)
        for command in commands { collector.append(command) }
        regions.skipTexts(CellArrangement.textCount(in: commands))
      }
      if let text = node.text {
        let content = frames.contentFrame(of: id)
        let (layout, bytes) = try self.text(text, in: content, isCancelled: isCancelled)
        let origin = layout.origin(in: scale.rounded(content))
        if let range = selected?.range(inText: regions.textCount), !regions.isInControl {
          let color = ThemeColor.selection.color(in: environment.theme)
          for command in layout.selectionCommands(for: range, color: color, at: origin) {
            collector.append(command)
          }
        }
        for shadow in node.decoration.textShadows.reversed() {
          collector.append(.textShadow(layout, origin: origin, shadow))
        }
        collector.append(
          .text(layout, origin: origin), node.decoration,
          in: DisplayShape(frame, corners: node.decoration.corners))
        regions.add(layout, at: origin)
        images.formUnion(layout.images)
        missing += layout.missingCharacters
        byteCount += bytes
      }
    }
    collector.closeGroups(before: nodes.count)
    regions.close(before: nodes.count)
    byteCount +=
      collector.count * MemoryLayout<DisplayCommand>.stride
      + regions.regions.count * MemoryLayout<Region>.stride
    return CellArrangement(
      size: collector.list.size, displayList: collector.list, missingCharacters: missing,
      byteCount: byteCount, regions: regions.regions, images: images,
      unsizedImages: unsizedImages.union(attached.unsizedImages))
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
  private func size(_ onGrid: FlexFrames) -> Size {
    let root = onGrid.absoluteFrame(of: FlexNodeID(index: 0))
    return Size(
      width: max(0, scale.rounded(root.maxX + length(rootMargin.end ?? rootMargin.right))),
      height: max(0, scale.rounded(root.maxY + length(rootMargin.bottom))))
  }

  private func length(_ margin: FlexLength) -> Double {
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
  fileprivate func origin(in box: Rect) -> Point {
    let size = axes.pageSize
    return switch axes.writingMode {
    case .horizontal, .verticalLeftToRight: box.origin
    case .verticalRightToLeft, .sidewaysRightToLeft:
      Point(x: box.maxX - size.width, y: box.minY)
    case .sidewaysLeftToRight: Point(x: box.minX, y: box.maxY - size.height)
    }
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
      guard !group.commands.isEmpty else { continue }
      append(
        .group(
          DisplayGroup(
            group.commands, opacity: group.opacity, clip: group.clip, effects: group.effects)))
    }
  }

  /// Adds a text with what the decoration of its node does to its letters.
  mutating func append(
    _ text: DisplayCommand, _ decoration: BoxDecoration, in shape: DisplayShape
  ) {
    guard decoration.hasEffects else { return append(text) }
    for command in decoration.effects.commands(of: text, in: shape) { append(command) }
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
