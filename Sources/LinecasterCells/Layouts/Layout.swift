import LinecasterBase
public import LinecasterBoxLayout
public import LinecasterDisplay
public import LinecasterText

/// A declarative description of a cell or a part of one: its content, without positions.
///
/// Layouts are values without closures: equal ones look the same, and any thread may create,
/// compare and arrange them. Compose others to make your own:
///
///     struct Badge: Layout {
///       var label: String
///       var node: LayoutNode { Text(label).padding(4).background(.black, cornerRadius: 4) }
///     }
public protocol Layout: Sendable {
  /// The tree of nodes for the layout.
  var node: LayoutNode { get }
}

/// A node of a layout tree: its layout style, its decoration and its content.
///
/// Only stacks have children and only leaves have content, by construction.
public struct LayoutNode: Hashable, Sendable, Layout {
  /// The content of a node.
  public indirect enum Content: Hashable, Sendable {
    /// Children placed by flexbox.
    case stack([LayoutNode])
    /// Text that measures itself.
    case text(Paragraph)
    /// An image in the node's content box; the size is in the style.
    case image(ImageReference, ContentMode)
    /// Content that measures and draws itself.
    case leaf(AnyLeafContent)
    /// Nothing; the size is in the style.
    case empty
  }

  /// The style of the node's box.
  public var style: BoxStyle
  /// The rows and columns of a grid, out of line because few nodes are grids.
  private var template: GridTemplateBox?
  /// The drawing of the box and its content.
  public var decoration: BoxDecoration
  /// The content of the node.
  ///
  /// A stack nested deeper than `maximumDepth` is dropped at once, so releasing a tree cannot
  /// overflow a thread's stack; arranging the rest throws `ArrangementError.tooDeep`.
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

  /// Makes a node.
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

  /// The rows and columns of a grid; `nil` for automatic ones.
  public var grid: GridTemplate? {
    get { template?.template }
    set { template = newValue.map(GridTemplateBox.init) }
  }

  /// The node itself.
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
  /// Whether both have equal contents.
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

  /// Hashes all parts.
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
