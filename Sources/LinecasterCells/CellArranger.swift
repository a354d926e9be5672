public import LinecasterBase
public import LinecasterBoxLayout
public import LinecasterDisplay
public import LinecasterText

/// Lays out cells: builds the box tree, measures text, and lists the drawing steps.
///
///     let arranger = CellArranger(typesetter: Typesetter(fonts: try .bundled()))
///     let environment = LayoutEnvironment(width: 320, scale: PixelScale(2))
///     let arrangement = try arranger.arrange(Text("Hello").padding(8), in: environment)
///     print(arrangement.size, arrangement.displayList.commands.count)
///
/// Thread-safe: any number of threads may use one arranger.
public struct CellArranger: Sendable {
  /// The typesetter that prepares the text of cells.
  public let typesetter: Typesetter
  /// The sizes of images without an explicit size; if `nil`, such images have size zero.
  public let images: (any ImageSizes)?
  /// The limits on nodes, text and time for arranging a cell.
  public let budget: RenderBudget

  /// Creates an arranger.
  ///
  /// - Parameters:
  ///   - typesetter: The typesetter that prepares the text of cells.
  ///   - images: The sizes of images without an explicit size, for example from the provider of
  ///     their pixels.
  ///   - budget: The limits on the nodes and text of a cell, and on the time that arranging it may
  ///     take.
  public init(
    typesetter: Typesetter, images: (any ImageSizes)? = nil, budget: RenderBudget = RenderBudget()
  ) {
    self.typesetter = typesetter
    self.images = images
    self.budget = budget
  }

  /// Arranges a layout in the width of an environment, as high as its content.
  ///
  /// - Parameters:
  ///   - layout: The content of the cell.
  ///   - environment: The width to fill, the pixel grid, the theme and the reader's fonts.
  ///   - isCancelled: Called before each text is prepared, measured or listed, and before each node
  ///     is listed; several times for long texts.
  /// - Throws: `ArrangementError` if the tree is too deep; `RenderBudget.Excess` if the layout
  ///   exceeds the budget, before any work, or if time runs out; `CancellationError` if
  ///   `isCancelled` returns true.
  /// - Complexity: O(nodes + text). Thread-safe.
  public func arrange(
    _ layout: some Layout, in environment: LayoutEnvironment,
    isCancelled: () -> Bool = { false }
  ) throws -> CellArrangement {
    try arrange(layout, in: environment, replacing: nil, isCancelled: isCancelled)
  }

  /// Arranges a layout that replaces an earlier version.
  ///
  /// - Throws: Like `arrange(_:in:isCancelled:)`.
  package func arrange(
    _ layout: some Layout, in environment: LayoutEnvironment,
    replacing earlier: CellArrangement?, isCancelled: () -> Bool
  ) throws -> CellArrangement {
    try WorkScope.run(by: Deadline(budget), of: "layout", isCancelled: isCancelled) { scope in
      try arrange(layout, in: environment, replacing: earlier, scope)
    }
  }

  /// Arranges a layout as part of other work.
  ///
  /// - Parameter earlier: The arrangement of an earlier version of the cell, whose long texts are
  ///   prepared only where they changed; `nil` for none.
  /// - Throws: Like `arrange(_:in:isCancelled:)`; the scope limits the time.
  package func arrange(
    _ layout: some Layout, in environment: LayoutEnvironment,
    replacing earlier: CellArrangement? = nil, _ scope: WorkScope
  ) throws -> CellArrangement {
    let root = layout.node
    return try root.withStack(scope) { scope in
      try root.check(budget)
      return try arrangement(of: root, in: environment, replacing: earlier, scope)
    }
  }

  /// Arranges a tree on a stack that has room for it.
  func arrangement(
    of root: LayoutNode, in environment: LayoutEnvironment,
    replacing earlier: CellArrangement? = nil, _ scope: WorkScope
  ) throws -> CellArrangement {
    var planner = CellPlanner(arranger: self, environment: environment)
    if let earlier { planner.earlier = EarlierTexts(earlier.displayList) }
    try planner.addRoot(root, scope)
    return try planner.arrangement(try planner.frames(scope), scope)
  }
}

extension LayoutNode {
  /// Throws if the node and its descendants exceed a budget.
  ///
  /// - Complexity: O(nodes), plus O(text) if the text may exceed the budget.
  func check(_ budget: RenderBudget) throws(RenderBudget.Excess) {
    var (nodes, bytes) = (0, 0)
    count(&nodes, &bytes) { $0.utf8.count }
    try budget.check(.nodes, nodes, of: "layout")
    // UTF-8 has at least as many bytes as UTF-16 has units, and their number is known.
    guard bytes > budget.textUnitCount else { return }
    var units = 0
    nodes = 0
    count(&nodes, &units) { $0.utf16.count }
    try budget.check(.textUnits, units, of: "layout")
  }

  private func count(_ nodes: inout Int, _ text: inout Int, _ length: (String) -> Int) {
    nodes += 1
    switch content {
    case .stack(let children): for child in children { child.count(&nodes, &text, length) }
    case .text(let paragraph):
      Self.count(paragraph.text, &nodes, &text, length)
      if let token = paragraph.truncationToken { Self.count(token, &nodes, &text, length) }
    case .image, .leaf, .empty: break
    }
  }

  private static func count(
    _ part: AttributedText, _ nodes: inout Int, _ text: inout Int, _ length: (String) -> Int
  ) {
    text += length(part.string)
    for case let attached as AttachedLayout in part.attachedValues {
      attached.node.count(&nodes, &text, length)
    }
  }
}

/// The frame of a layout node, and the insets around its content.
package struct NodePlacement: Sendable {
  /// Its border box, on the pixel grid, from the cell's top-left corner; empty without one.
  package let frame: Rect
  /// The margin, border and padding; automatic margins count as 0.
  package let margin, border, padding: Insets
  /// Whether the node has a box and is displayed.
  package let isShown: Bool
}

extension CellArranger {
  /// Returns the placement of each node of a layout, in pre-order.
  ///
  /// For tools that inspect layouts.
  ///
  /// - Throws: `ArrangementError`, like `arrange`.
  /// - Complexity: O(nodes + text), like `arrange`.
  package func placements(
    of layout: some Layout, in environment: LayoutEnvironment
  ) throws -> [NodePlacement] {
    let root = layout.node
    return try root.withStack { scope in
      var planner = CellPlanner(arranger: self, environment: environment)
      try planner.addRoot(root, scope)
      let frames = try planner.frames(scope)
        .rounded(to: environment.scale, roundsTextUp: false)
      return planner.placements(frames)
    }
  }
}

/// A laid-out cell: its size and its drawing steps, with all text laid out.
///
///     let rows = try texts.map { try arranger.arrange(Text($0), in: environment) }
///     let height = rows.reduce(0) { $0 + $1.size.height }
///     let bitmap = try rasterizer.rasterize(rows[0].displayList, scale: environment.scale)
///
/// An arrangement is immutable. Measuring and drawing use the same value, so they cannot disagree.
public struct CellArrangement: Sendable {
  /// The size of the cell, in layout points. It covers whole pixels at the environment's scale.
  public let size: Size
  /// The drawing steps, from back to front, in layout points from the cell's top-left corner.
  public let displayList: DisplayList
  /// The characters that no font covers, in text order.
  public let missingCharacters: [Unicode.Scalar]
  /// An estimate of the memory that the arrangement keeps alive, in bytes.
  public let byteCount: Int
  /// The regions with tags, roles or links, in layout order: outer regions before inner ones, and
  /// back before front.
  public let regions: [Region]
  /// The images that the cell shows.
  package let images: Set<ImageReference>
  /// The images with an unknown size that would affect the layout.
  package let unsizedImages: Set<ImageReference>
  /// The content outside of the page, which is as wide as the environment.
  package let overflows: [CellOverflow]
  /// The content that is wider than its place, outer before inner.
  package let sidewaysScrolls: [SidewaysScroll]
}

/// The reason why a cell could not be arranged.
public enum ArrangementError: Error, Hashable, Sendable, CustomStringConvertible {
  /// Stacks are nested deeper than `LayoutNode.maximumDepth`.
  case tooDeep
  /// The box layout rejected the tree.
  case unusable(BoxLayoutError)

  /// The reason as a sentence.
  public var description: String {
    switch self {
    case .tooDeep: "Stacks are nested deeper than \(LayoutNode.maximumDepth) levels."
    case .unusable(let error): "The layout tree cannot be arranged: \(error)"
    }
  }
}

/// A layout tree during arrangement: the box arena, and the drawing of each node.
struct CellPlanner {
  let arranger: CellArranger
  let environment: LayoutEnvironment

  private var tree = BoxTree()
  private(set) var rootMargin = BoxEdges.zero
  private(set) var nodes: [PlannedNode] = []
  private var texts: [TextLeaf] = []
  private(set) var unsizedImages: Set<ImageReference> = []
  private(set) var attached = AttachedFindings()
  /// The texts of an earlier version.
  fileprivate var earlier = EarlierTexts()

  /// The drawing of a node of the arena, by its index in pre-order.
  struct PlannedNode {
    var display: BoxDisplay
    var decoration: BoxDecoration
    var mark: RegionMark?
    var image: (reference: ImageReference, mode: ContentMode)?
    var leaf: AnyLeafContent?
    /// The index of its text leaf.
    var text: Int?
    /// Whether it is absolutely positioned.
    var isAbsolute = false
    /// The index after its last descendant.
    var end = 0
  }

  init(arranger: CellArranger, environment: LayoutEnvironment) {
    self.arranger = arranger
    self.environment = environment
  }

  var scale: PixelScale { environment.scale }

  /// Adds a root and its tree, preparing the text.
  mutating func addRoot(_ root: LayoutNode, _ scope: WorkScope) throws {
    var root = root
    if root.style.writingDirection == nil, environment.layoutDirection == .rightToLeft {
      root.style.writingDirection = .rightToLeft
    }
    rootMargin = root.style.margin
    let leading = rootMargin.start ?? rootMargin.right
    if root.style.writingDirection == .rightToLeft { rootMargin.end = leading }
    try add(root, scope)
  }

  /// Adds a node and its descendants, preparing their text.
  private mutating func add(_ node: LayoutNode, _ scope: WorkScope) throws {
    guard !node.isTooDeep else { throw ArrangementError.tooDeep }
    var planned = PlannedNode(
      display: node.style.display, decoration: node.decoration, mark: node.mark,
      isAbsolute: node.style.position == .absolute)
    switch node.content {
    case .stack(let children):
      let index = nodes.count
      nodes.append(planned)
      tree.openContainer(node.style, grid: node.grid)
      for child in children { try add(child, scope) }
      tree.closeContainer()
      nodes[index].end = nodes.count
      return
    case .text(let paragraph):
      planned.text = texts.count
      var paragraph = paragraph.adapted(to: environment.fonts, language: environment.locale)
      try arranger.arrangeAttachments(of: &paragraph, in: environment, &attached, scope)
      let prepared = try arranger.typesetter.prepare(
        paragraph, reusing: earlier.next(for: paragraph), in: scope)
      let size = paragraph.text.styledRanges.first?.style.size ?? 0
      texts.append(TextLeaf(prepared, scale: scale, size: size))
      tree.addLeaf(
        node.style, isMeasured: true, isVertical: prepared.writingMode != .horizontal)
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

  /// Returns the style of an image's node: the image's own size replaces missing lengths (CSS
  /// Images 3 §4, default sizing).
  private mutating func style(of node: LayoutNode, _ image: ImageReference) -> BoxStyle {
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
  mutating func frames(_ scope: WorkScope) throws -> BoxFrames {
    do {
      return try tree.layout(in: AvailableSpace(width: environment.width)) { id, constraint in
        if let leaf = nodes[id.index].leaf {
          return leaf.measure(in: constraint, leafContext)
        }
        guard let text = nodes[id.index].text else { return BoxMeasurement(size: .zero) }
        return try texts[text].measure(constraint, scope)
      }
    } catch let error as BoxLayoutError {
      throw ArrangementError.unusable(error)
    }
  }

  /// Returns the placements of all nodes.
  func placements(_ frames: BoxFrames) -> [NodePlacement] {
    var hiddenEnd = 0
    return nodes.enumerated().map { index, node in
      if node.display == .none { hiddenEnd = max(hiddenEnd, node.end) }
      let id = BoxID(index: index)
      let (margin, border, padding) = frames.edges(of: id)
      return NodePlacement(
        frame: frames.absoluteFrame(of: id), margin: margin, border: border, padding: padding,
        isShown: index >= hiddenEnd && node.display.hasBox)
    }
  }

  /// The context for measuring and drawing custom leaves.
  var leafContext: LeafContext {
    LeafContext(environment: environment, typesetter: arranger.typesetter)
  }

  /// Returns the text of a leaf, with its lines in a box.
  mutating func text(
    _ index: Int, in box: Rect, _ fit: TextFit?, _ scope: WorkScope
  ) throws(CancellationError) -> (drawing: TextDrawing, byteCount: Int) {
    let isVertical = texts[index].prepared.writingMode != .horizontal
    let factor =
      try fit.map { fit throws(CancellationError) in
        try texts[index].factor(for: fit, in: box, scope)
      } ?? 1
    var layout = try texts[index].layout(
      width: (isVertical ? box.height : box.width) / factor, scope)
    layout.theme = environment.theme
    let drawing = TextDrawing(
      layout: layout, origin: layout.origin(in: scale.rounded(box)), factor: factor)
    return (drawing, texts[index].prepared.byteCount + layout.byteCount)
  }
}

/// The long texts of an earlier arrangement, in the order in which they are drawn: mostly that of
/// the layout. If it is not, nothing is reused.
private struct EarlierTexts {
  private var texts: ArraySlice<PreparedParagraph> = []

  init() {}

  init(_ list: DisplayList) {
    var texts: [PreparedParagraph] = []
    list.walk { _ in Self.add(list.commands, to: &texts) }
    self.texts = texts[...]
  }

  /// The number of UTF-16 units from which a text is worth the search.
  private static let leastCount = 1_024

  private static func add(_ commands: [DisplayCommand], to texts: inout [PreparedParagraph]) {
    for command in commands {
      switch command {
      case .text(let layout, _):
        if layout.paragraph.count >= leastCount { texts.append(layout.paragraph) }
      case .group(let group): add(group.commands, to: &texts)
      default: break
      }
    }
  }

  /// Takes the text in whose place a paragraph stands.
  mutating func next(for paragraph: Paragraph) -> PreparedParagraph? {
    guard !texts.isEmpty, paragraph.text.string.utf8.count >= Self.leastCount else { return nil }
    return texts.removeFirst()
  }
}
