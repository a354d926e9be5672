import LinecasterDisplay
import LinecasterFlexbox
import LinecasterGeometry
import LinecasterText

/// A layout tree on its way to frames: the flexbox arena, and for each node what it draws.
struct FlexPlanner {
  let typesetter: Typesetter
  let images: (any ImageSizes)?
  let scale: PixelScale
  let fonts: FontPreference
  /// The width to lay out in.
  let width: Double

  private var tree = FlexTree()
  private(set) var rootMargin = FlexEdges.zero
  private(set) var nodes: [PlannedNode] = []
  private var texts: [TextLeaf] = []

  /// What a node of the arena draws, by its place in pre-order.
  struct PlannedNode {
    var display: FlexDisplay
    var decoration: Decoration
    var image: (reference: ImageReference, mode: ContentMode)?
    /// The index of its text leaf.
    var text: Int?
    /// The first node after it that is not in it.
    var end = 0
  }

  init(
    typesetter: Typesetter, images: (any ImageSizes)?, environment: LayoutEnvironment
  ) {
    self.typesetter = typesetter
    self.images = images
    scale = environment.scale
    fonts = environment.fonts
    width = environment.width
  }

  /// Adds a node and all below it, preparing their text.
  mutating func add(_ node: LayoutNode, isCancelled: () -> Bool) throws(ArrangementError) {
    guard !node.isTooDeep else { throw .tooDeep }
    if nodes.isEmpty { rootMargin = node.style.margin }
    var planned = PlannedNode(display: node.style.display, decoration: node.decoration)
    switch node.content {
    case .stack(let children):
      let index = nodes.count
      nodes.append(planned)
      tree.openContainer(node.style)
      for child in children { try add(child, isCancelled: isCancelled) }
      tree.closeContainer()
      nodes[index].end = nodes.count
      return
    case .text(let paragraph):
      planned.text = texts.count
      let prepared = try ArrangementError.whereCancelled { () throws(CancellationError) in
        try typesetter.prepare(paragraph.adapted(to: fonts), isCancelled: isCancelled)
      }
      texts.append(TextLeaf(prepared, scale: scale))
      tree.addLeaf(node.style, isMeasured: true)
    case .image(let image, let mode):
      planned.image = (image, mode)
      tree.addLeaf(style(of: node, image), isMeasured: false)
    case .empty:
      tree.addLeaf(node.style, isMeasured: false)
    }
    planned.end = nodes.count + 1
    nodes.append(planned)
  }

  /// The style of an image's node: what it leaves open of its size is that of the image itself,
  /// as in CSS (CSS Images 3 §4, default sizing).
  private func style(of node: LayoutNode, _ image: ImageReference) -> FlexStyle {
    var style = node.style
    guard style.aspectRatio == nil, style.width == .auto || style.height == .auto,
      let size = images?.naturalSize(of: image), size.width > 0, size.height > 0
    else { return style }
    if style.width == .auto, style.height == .auto { style.width = .points(size.width) }
    style.aspectRatio = size.width / size.height
    return style
  }

  /// Lays the tree out in its width.
  mutating func frames(isCancelled: () -> Bool) throws(ArrangementError) -> FlexFrames {
    do {
      return try tree.layout(in: FlexAvailable(width: width)) { id, constraint in
        guard let text = nodes[id.index].text else { return FlexMeasurement(size: .zero) }
        return try texts[text].measure(constraint, isCancelled: isCancelled)
      }
    } catch let error as FlexError {
      throw .unusable(error)
    } catch {
      // The closure throws nothing but that.
      throw .cancelled
    }
  }

  /// The text of a leaf with the lines it has at a width.
  mutating func text(
    _ index: Int, width: Double, isCancelled: () -> Bool
  ) throws(ArrangementError) -> (layout: TextLayout, byteCount: Int) {
    let layout = try ArrangementError.whereCancelled { () throws(CancellationError) in
      try texts[index].layout(width: width, isCancelled: isCancelled)
    }
    return (layout, texts[index].prepared.byteCount + layout.byteCount)
  }
}

/// A text leaf while its cell is arranged: prepared once, laid out once a width.
struct TextLeaf {
  let prepared: PreparedParagraph
  let scale: PixelScale
  private(set) var layout: TextLayout?
  private var layoutWidth = 0.0

  init(_ prepared: PreparedParagraph, scale: PixelScale) {
    self.prepared = prepared
    self.scale = scale
  }

  /// The size of the text under a constraint, rounded up to whole pixels, never down.
  mutating func measure(
    _ constraint: FlexMeasureConstraint, isCancelled: () -> Bool
  ) throws(CancellationError) -> FlexMeasurement {
    let layout = try layout(
      width: width(for: constraint.width, isCancelled: isCancelled), isCancelled: isCancelled)
    let onGrid = scale.roundedUp(layout.size)
    // An edge may count as met that is missed by a hair, which must not break the lines again.
    let width = max(onGrid.width, layout.size.width)
    return FlexMeasurement(
      size: Size(width: width, height: onGrid.height), firstBaseline: layout.firstBaseline)
  }

  /// The lines at a width in layout points; the last width asked for is kept.
  mutating func layout(
    width: Double, isCancelled: () -> Bool
  ) throws(CancellationError) -> TextLayout {
    if let layout, layoutWidth == width { return layout }
    let layout = try prepared.layout(width: width, isCancelled: isCancelled)
    self.layout = layout
    layoutWidth = width
    return layout
  }

  private func width(
    for extent: FlexExtent, isCancelled: () -> Bool
  ) throws(CancellationError) -> Double {
    switch extent {
    case .undefined: .infinity
    case .minContent: try leastWidth(isCancelled)
    case .atMost(let width): max(width, try leastWidth(isCancelled))
    case .exactly(let width): width
    }
  }

  private func leastWidth(_ isCancelled: () -> Bool) throws(CancellationError) -> Double {
    scale.roundedUp(try prepared.minContentWidth(isCancelled: isCancelled))
  }
}
