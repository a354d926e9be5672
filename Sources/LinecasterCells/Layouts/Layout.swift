public import LinecasterDisplay
public import LinecasterFlexbox
public import LinecasterGeometry
public import LinecasterText

/// A declarative description of a cell or a part of one: what it is made of, not where.
///
/// Layouts are values without closures: equal ones look the same, and any thread may make, compare
/// and arrange them. Make your own by composing others:
///
///     struct Badge: Layout {
///       var label: String
///       var node: LayoutNode { Text(label).padding(4).background(.black, cornerRadius: 4) }
///     }
public protocol Layout: Sendable {
  /// The tree of nodes the layout stands for.
  var node: LayoutNode { get }
}

extension Layout {
  /// The layout with its node changed.
  public func modified(_ change: (inout LayoutNode) -> Void) -> LayoutNode {
    var node = node
    change(&node)
    return node
  }

  /// The layout with room between its edges and its content, in layout points.
  public func padding(_ insets: Insets) -> LayoutNode {
    modified { $0.style.padding = FlexEdges(insets) }
  }

  /// The layout with the same room between all edges and its content, in layout points.
  public func padding(_ distance: Double) -> LayoutNode { padding(Insets(all: distance)) }

  /// The layout with room around its edges, in layout points.
  public func margin(_ insets: Insets) -> LayoutNode {
    modified { $0.style.margin = FlexEdges(insets) }
  }

  /// The layout with a fixed width or height, or both, in layout points.
  public func frame(width: Double? = nil, height: Double? = nil) -> LayoutNode {
    modified {
      if let width { $0.style.width = .points(width) }
      if let height { $0.style.height = .points(height) }
    }
  }

  /// The layout taking a share of the free space in its stack.
  public func grow(_ share: Double = 1) -> LayoutNode {
    modified { $0.style.grow = share }
  }

  /// The layout giving a share of the space that is missing in its stack; 0 keeps its size.
  public func shrink(_ share: Double) -> LayoutNode {
    modified { $0.style.shrink = share }
  }

  /// The layout with an alignment of its own across its stack.
  public func alignment(_ alignment: FlexAlign) -> LayoutNode {
    modified { $0.style.alignSelf = alignment }
  }
}

extension FlexEdges {
  init(_ insets: Insets) {
    self.init(
      left: .points(insets.left), top: .points(insets.top), right: .points(insets.right),
      bottom: .points(insets.bottom))
  }
}

/// Collects the layouts of a stack, with `if`, `switch` and `for` among them.
@resultBuilder
public enum LayoutBuilder {
  /// A layout on a line of its own.
  public static func buildExpression(_ layout: some Layout) -> [LayoutNode] { [layout.node] }

  /// An optional layout on a line of its own; nil adds nothing.
  public static func buildExpression(_ layout: (some Layout)?) -> [LayoutNode] {
    layout.map { [$0.node] } ?? []
  }

  /// The layouts of a block in order.
  public static func buildBlock(_ parts: [LayoutNode]...) -> [LayoutNode] { parts.flatMap { $0 } }

  /// An `if` without `else`.
  public static func buildOptional(_ part: [LayoutNode]?) -> [LayoutNode] { part ?? [] }

  /// The first branch of an `if` or `switch`.
  public static func buildEither(first part: [LayoutNode]) -> [LayoutNode] { part }

  /// The other branch of an `if` or `switch`.
  public static func buildEither(second part: [LayoutNode]) -> [LayoutNode] { part }

  /// The layouts of a `for` loop in order.
  public static func buildArray(_ parts: [[LayoutNode]]) -> [LayoutNode] { parts.flatMap { $0 } }
}

/// A node of a layout tree: how it takes part in flexbox, how it is drawn and what is in it.
///
/// Only stacks have children and only leaves have content, by construction.
public struct LayoutNode: Hashable, Sendable, Layout {
  /// What is in a node.
  public indirect enum Content: Hashable, Sendable {
    /// Children placed by flexbox.
    case stack([LayoutNode])
    /// Text that measures itself.
    case text(Paragraph)
    /// An image in the node's content box; the size is in the style.
    case image(ImageReference, ContentMode)
    /// Nothing; the size is in the style.
    case empty
  }

  /// How the node takes part in flexbox.
  public var style: FlexStyle
  /// How its box and its content are drawn.
  public var decoration: BoxDecoration
  /// What is in the node.
  ///
  /// A stack nested deeper than `maximumDepth` is dropped at once, so that taking a tree apart
  /// never ends the stack of a thread; arranging what is left throws `ArrangementError.tooDeep`.
  public var content: Content {
    didSet { limitDepth() }
  }

  /// The number of nested stacks; one more than `maximumDepth` where content was dropped.
  private var depth = 0

  /// The greatest number of nested stacks.
  public static let maximumDepth = FlexTree.maximumDepth

  /// Makes a node.
  public init(
    _ content: Content, style: FlexStyle = FlexStyle(), decoration: BoxDecoration = BoxDecoration()
  ) {
    self.content = content
    self.style = style
    self.decoration = decoration
    limitDepth()
  }

  /// Whether stacks were nested too deep here or below.
  var isTooDeep: Bool { depth > Self.maximumDepth }

  private mutating func limitDepth() {
    guard case .stack(let children) = content else {
      // What was dropped stays missing until something else is put in its place.
      depth = 0
      return
    }
    depth = 1 + children.reduce(0) { max($0, $1.depth) }
    guard isTooDeep else { return }
    content = .empty
    depth = Self.maximumDepth + 1
  }

  /// The node itself.
  public var node: LayoutNode { self }
}
