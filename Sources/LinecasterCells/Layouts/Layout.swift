import LinecasterBase
public import LinecasterBoxLayout
public import LinecasterDisplay
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
    /// Content that measures and draws itself.
    case leaf(AnyLeafContent)
    /// Nothing; the size is in the style.
    case empty
  }

  /// How the node takes part in flexbox.
  public var style: BoxStyle
  /// The rows and columns of a grid, out of line since few nodes are grids.
  private var template: GridTemplateBox?
  /// How its box and its content are drawn.
  public var decoration: BoxDecoration
  /// What is in the node.
  ///
  /// A stack nested deeper than `maximumDepth` is dropped at once, so that taking a tree apart
  /// never ends the stack of a thread; arranging what is left throws `ArrangementError.tooDeep`.
  public var content: Content {
    didSet { limitDepth() }
  }

  /// What it says of itself: a tag, a role; nil for nothing.
  var mark: RegionMark?

  /// The number of nested stacks, a text with layouts in it counted as one; one more than
  /// `maximumDepth` where content was dropped.
  package private(set) var depth = 0

  /// The greatest number of nested stacks.
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

  /// Whether stacks were nested too deep here or below.
  var isTooDeep: Bool { depth > Self.maximumDepth }

  private mutating func limitDepth() {
    switch content {
    case .stack(let children): depth = 1 + children.reduce(0) { max($0, $1.depth) }
    case .text(let paragraph): depth = Self.depth(of: paragraph)
    // What was dropped stays missing until something else is put in its place.
    case .image, .leaf, .empty: depth = 0
    }
    guard isTooDeep else { return }
    content = .empty
    depth = Self.maximumDepth + 1
  }

  /// The rows and columns of a stack whose style's `display` is a grid; nil has automatic ones.
  public var grid: GridTemplate? {
    get { template?.template }
    set { template = newValue.map(GridTemplateBox.init) }
  }

  /// The node itself.
  public var node: LayoutNode { self }

  /// Does work that walks down the node, on a stack with room for it.
  ///
  /// - Parameter work: Gets the scope that it must use instead of the given one.
  func withStack<Value, Failure: Error>(
    _ scope: WorkScope = .unlimited, _ work: (WorkScope) throws(Failure) -> Value
  ) throws(Failure) -> Value {
    try scope.withRoom(forLevels: depth, work)
  }
}

/// The rows and columns of a grid by reference.
private final class GridTemplateBox: Hashable, Sendable {
  let template: GridTemplate

  init(_ template: GridTemplate) { self.template = template }

  static func == (a: GridTemplateBox, b: GridTemplateBox) -> Bool {
    a === b || a.template == b.template
  }

  func hash(into hasher: inout Hasher) { hasher.combine(template) }
}

// As the compiler would make them, but for room on the stack.
extension LayoutNode {
  /// Whether both are made of the same.
  public static func == (left: LayoutNode, right: LayoutNode) -> Bool {
    func isSame() -> Bool {
      left.style == right.style && left.template == right.template
        && left.decoration == right.decoration && left.mark == right.mark
        && left.content == right.content
    }
    guard left.depth == right.depth else { return false }
    guard StackRoom.isWanted(forLevels: left.depth) else { return isSame() }
    return left.withStack { _ in isSame() }
  }

  /// Feeds all that it is made of to the hasher.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(style)
    hasher.combine(template)
    hasher.combine(decoration)
    hasher.combine(mark)
    guard StackRoom.isWanted(forLevels: depth) else { return hasher.combine(content) }
    hasher = withStack { [hasher] _ in
      var hasher = hasher
      hasher.combine(content)
      return hasher
    }
  }
}
