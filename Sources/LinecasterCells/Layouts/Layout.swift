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
