import LinecasterBase
public import LinecasterBoxLayout
public import LinecasterDisplay
public import LinecasterText

/// A declarative description of a cell or a part of a cell, without positions (SwiftUI `View`).
///
/// Layouts are values without closures. Equal layouts look the same, and any thread may create,
/// compare and arrange them. To create your own layout, compose other ones:
///
///     struct Badge: Layout {
///       var label: String
///       var node: LayoutNode { Text(label).padding(4).background(.black, cornerRadius: 4) }
///     }
///
/// ## Topics
///
/// ### Implement a layout
///
/// - ``node``
/// - ``modified(_:)``
///
/// ### Set the size
///
/// - ``width(_:)``
/// - ``height(_:)``
/// - ``frame(width:height:)``
/// - ``frame(minWidth:maxWidth:minHeight:maxHeight:)``
/// - ``aspectRatio(_:)``
///
/// ### Set the space around and inside
///
/// - ``padding(leading:top:trailing:bottom:)``
/// - ``margin(_:)-(Insets)``
/// - ``margin(_:)-(DirectionalInsets)``
/// - ``margin(leading:top:trailing:bottom:)``
///
/// ### Place a layout in a stack
///
/// - ``grow(_:)``
/// - ``shrink(_:)``
/// - ``basis(_:)``
/// - ``alignment(_:)``
/// - ``order(_:)``
/// - ``wrap(_:)``
/// - ``writingDirection(_:)``
/// - ``absolute(leading:top:trailing:bottom:)``
/// - ``inset(leading:top:trailing:bottom:)``
///
/// ### Place a layout in a grid
///
/// - ``gridColumn(_:_:)``
/// - ``gridRow(_:_:)``
/// - ``gridArea(_:of:)``
/// - ``justification(_:)``
///
/// ### Decorate a box
///
/// - ``background(layers:)``
/// - ``border(_:)``
/// - ``border(_:width:pattern:)-(Color,_,_)``
/// - ``border(_:width:pattern:)-(ThemeColor,_,_)``
/// - ``cornerRadius(_:)``
/// - ``corners(_:)``
/// - ``shadow(_:)``
/// - ``opacity(_:)``
/// - ``clipped()``
///
/// ### Draw text and images
///
/// - ``textPaint(_:)``
/// - ``textShadow(_:)``
/// - ``textStroke(_:width:isBehind:)``
/// - ``fitted(_:)``
/// - ``tint(_:)``
///
/// ### Apply effects
///
/// - ``transform(_:)``
/// - ``zIndex(_:)``
/// - ``blend(_:)``
/// - ``filter(_:)``
/// - ``backdropFilter(_:)``
/// - ``mask(_:)``
///
/// ### Identify parts
///
/// - ``tag(_:)``
/// - ``role(_:label:value:)``
/// - ``tooltip(_:)``
public protocol Layout: Sendable {
  /// The tree of nodes that the layout represents.
  var node: LayoutNode { get }
}

/// A node of a layout tree: its layout style, its decoration and its content.
///
/// Only stacks have children and only leaves have content, by construction.
public struct LayoutNode: Hashable, Sendable, Layout {
  /// The content of a node.
  public indirect enum Content: Hashable, Sendable {
    /// Children placed by flexbox, or by grid if the node has a `grid`.
    case stack([LayoutNode])
    /// Text, which measures itself.
    case text(Paragraph)
    /// An image in the node's content box. The style has the size.
    case image(ImageReference, ContentMode)
    /// Custom content, which measures and draws itself.
    case leaf(AnyLeafContent)
    /// No content. The style has the size.
    case empty
  }

  /// The style of the node's box.
  public var style: BoxStyle
  /// The rows and columns of a grid, out of line because few nodes are grids.
  private var template: GridTemplateBox?
  /// The look of the box and its content.
  public var decoration: BoxDecoration
  /// The content of the node.
  ///
  /// Stacks nested deeper than `maximumDepth` are dropped at once, so releasing a tree cannot
  /// overflow a thread's stack. Arranging the rest throws `ArrangementError.tooDeep`.
  public var content: Content {
    didSet { limitDepth() }
  }

  /// The tag, role and other semantics; `nil` for none.
  var mark: RegionMark?

  /// The number of nested stacks, counting a text with layouts as one; `maximumDepth` + 1 if
  /// content was dropped.
  package private(set) var depth = 0

  /// The maximum number of nested stacks.
  public static let maximumDepth = BoxTree.maximumDepth

  /// Creates a node from its content, style and decoration.
  public init(
    _ content: Content, style: BoxStyle = BoxStyle(), decoration: BoxDecoration = BoxDecoration()
  ) {
    self.content = content
    self.style = style
    self.decoration = decoration
    limitDepth()
  }

  /// Whether content was dropped here or in a descendant.
  var isTooDeep: Bool { depth > Self.maximumDepth }

  private mutating func limitDepth() {
    switch content {
    case .stack(let children): depth = 1 + children.reduce(0) { max($0, $1.depth) }
    case .text(let paragraph): depth = Self.depth(of: paragraph)
    // Dropped content stays missing until new content replaces it.
    case .image, .leaf, .empty: depth = 0
    }
    guard isTooDeep else { return }
    content = .empty
    depth = Self.maximumDepth + 1
  }

  /// The rows and columns, if the node is a grid; `nil` for automatic ones.
  public var grid: GridTemplate? {
    get { template?.template }
    set { template = newValue.map(GridTemplateBox.init) }
  }

  /// The node itself, which is a layout too.
  public var node: LayoutNode { self }

  /// Runs recursive work on the node, on a stack with enough space.
  ///
  /// - Parameter work: Receives the scope to use instead of the given one.
  func withStack<Value, Failure: Error>(
    _ scope: WorkScope = .unlimited, _ work: (WorkScope) throws(Failure) -> Value
  ) throws(Failure) -> Value {
    try scope.withRoom(forLevels: depth, work)
  }
}

/// The rows and columns of a grid, behind a reference.
private final class GridTemplateBox: Hashable, Sendable {
  let template: GridTemplate

  init(_ template: GridTemplate) { self.template = template }

  static func == (a: GridTemplateBox, b: GridTemplateBox) -> Bool {
    a === b || a.template == b.template
  }

  func hash(into hasher: inout Hasher) { hasher.combine(template) }
}

// Like the synthesized versions, but with enough stack space.
extension LayoutNode {
  /// Returns whether two trees are equal.
  ///
  /// - Complexity: O(nodes + text).
  public static func == (left: LayoutNode, right: LayoutNode) -> Bool {
    func isSame() -> Bool {
      left.style == right.style && left.template == right.template
        && left.decoration == right.decoration && left.mark == right.mark
        && left.content == right.content
    }
    guard left.depth == right.depth else { return false }
    guard StackRoom.isNeeded(forLevels: left.depth) else { return isSame() }
    return left.withStack { _ in isSame() }
  }

  /// Feeds the whole tree to the hasher.
  ///
  /// - Complexity: O(nodes + text).
  public func hash(into hasher: inout Hasher) {
    hasher.combine(style)
    hasher.combine(template)
    hasher.combine(decoration)
    hasher.combine(mark)
    guard StackRoom.isNeeded(forLevels: depth) else { return hasher.combine(content) }
    hasher = withStack { [hasher] _ in
      var hasher = hasher
      hasher.combine(content)
      return hasher
    }
  }
}

// Placeholders for unavailable images.

extension LayoutNode {
  /// The images of the layout: its own, those of layers and masks, and those in texts.
  ///
  /// - Complexity: O(nodes + text), without recursion.
  package var images: [ImageReference] {
    var images: [ImageReference] = []
    var nodes = [self]
    while let node = nodes.popLast() {
      if node.decoration.hasEffects { images += node.decoration.effects.images }
      switch node.content {
      case .stack(let children): nodes += children.reversed()
      case .image(let image, _): images.append(image)
      case .text(let paragraph):
        let token = paragraph.truncationToken?.pieces ?? []
        for case .attachment(let attachment, _) in paragraph.text.pieces + token {
          let shown = attachment.content?.value
          if let shown = shown as? AttachedImage { images.append(shown.image) }
          if let layout = shown as? AttachedLayout { nodes.append(layout.node) }
        }
      case .leaf, .empty: break
      }
    }
    return images
  }

  /// Replaces images by placeholders with text, of the given size or that of the text. Image layers
  /// become a colour; images in texts stay.
  ///
  /// - Parameter words: The placeholder text of each image.
  /// - Complexity: O(nodes).
  package func replacing(_ words: [ImageReference: String]) -> LayoutNode {
    guard !words.isEmpty else { return self }
    return withStack { _ in replaced(words) }
  }

  private func replaced(_ words: [ImageReference: String]) -> LayoutNode {
    var node = self
    if decoration.hasEffects, decoration.effects.layers.contains(where: { $0.isImage(of: words) }) {
      node.decoration.effects.layers = decoration.effects.layers.map { layer in
        layer.isImage(of: words) ? .paint(.color(Self.missingColor)) : layer
      }
    }
    switch content {
    case .stack(let children): node.content = .stack(children.map { $0.replaced(words) })
    case .image(let image, _):
      guard let word = words[image] else { return node }
      node.content = .text(Self.missing(word))
      if node.decoration.background == nil {
        node.decoration.background = .color(Self.missingColor)
      }
      node.decoration.clipsContent = true
    case .text, .leaf, .empty: break
    }
    return node
  }

  private static func missing(_ word: String) -> Paragraph {
    var lines = ParagraphStyle()
    lines.alignment = .center
    lines.maximumLines = 3
    return Paragraph(
      word, style: TextStyle(size: 11, color: Color(rgb: 0x7A2E2E)), paragraphStyle: lines)
  }

  /// A light red grey.
  private static let missingColor = Color(rgb: 0xEBD3D3)
}

extension BoxLayer {
  /// Whether the layer is one of some images.
  fileprivate func isImage(of words: [ImageReference: String]) -> Bool {
    guard case .image(let image, _) = self else { return false }
    return words[image] != nil
  }
}
