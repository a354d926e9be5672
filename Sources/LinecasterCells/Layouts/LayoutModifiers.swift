public import LinecasterBase
public import LinecasterBoxLayout

/// Lengths may be points, written as numbers, or `.percent(50)` of the container.
extension Layout {
  /// The layout with its node changed.
  public func modified(_ change: (inout LayoutNode) -> Void) -> LayoutNode {
    var node = node
    change(&node)
    return node
  }

  /// The layout with room between its edges and its content, in layout points, in place of what it
  /// had.
  public func padding(_ insets: Insets) -> LayoutNode {
    modified { $0.style.padding = BoxEdges(insets) }
  }

  /// The layout with the same room between all edges and its content, in layout points, in place of
  /// what it had.
  public func padding(_ distance: Double) -> LayoutNode { padding(Insets(all: distance)) }

  /// The layout with room between its edges and its content, in place of what it had; leading is
  /// left, or right where rows start there.
  public func padding(
    leading: BoxLength, top: BoxLength = .zero, trailing: BoxLength,
    bottom: BoxLength = .zero
  ) -> LayoutNode {
    modified {
      $0.style.padding = BoxEdges(top: top, bottom: bottom, start: leading, end: trailing)
    }
  }

  /// The layout with room around its edges, in layout points, in place of what it had.
  public func margin(_ insets: Insets) -> LayoutNode {
    modified { $0.style.margin = BoxEdges(insets) }
  }

  /// The layout with room around its edges, in place of what it had; leading is left, or right
  /// where rows start there. `.auto` takes the free space.
  public func margin(
    leading: BoxLength, top: BoxLength = .zero, trailing: BoxLength,
    bottom: BoxLength = .zero
  ) -> LayoutNode {
    modified {
      $0.style.margin = BoxEdges(top: top, bottom: bottom, start: leading, end: trailing)
    }
  }

  /// The layout with a fixed width or height, or both, in layout points.
  public func frame(width: Double? = nil, height: Double? = nil) -> LayoutNode {
    modified {
      if let width { $0.style.width = .points(width) }
      if let height { $0.style.height = .points(height) }
    }
  }

  /// The layout within limits; those left out stay as they are, and `.auto` takes one away.
  public func frame(
    minWidth: BoxLength? = nil, maxWidth: BoxLength? = nil, minHeight: BoxLength? = nil,
    maxHeight: BoxLength? = nil
  ) -> LayoutNode {
    modified {
      if let minWidth { $0.style.minWidth = minWidth }
      if let maxWidth { $0.style.maxWidth = maxWidth }
      if let minHeight { $0.style.minHeight = minHeight }
      if let maxHeight { $0.style.maxHeight = maxHeight }
    }
  }

  /// The layout with a width: points, a share of the container, or a word such as `.fitContent`.
  public func width(_ length: BoxLength) -> LayoutNode { modified { $0.style.width = length } }

  /// The layout with a height: points, a share of the container, or a word such as `.fitContent`.
  public func height(_ length: BoxLength) -> LayoutNode { modified { $0.style.height = length } }

  /// The layout with its width divided by its height always the same; nil for no ratio.
  public func aspectRatio(_ ratio: Double?) -> LayoutNode {
    modified { $0.style.aspectRatio = ratio }
  }

  /// The layout taking a share of the free space in its stack.
  public func grow(_ share: Double = 1) -> LayoutNode {
    modified { $0.style.grow = share }
  }

  /// The layout giving a share of the space that is missing in its stack; 0 keeps its size.
  public func shrink(_ share: Double) -> LayoutNode {
    modified { $0.style.shrink = share }
  }

  /// The layout with an extent along its stack before it grows or shrinks.
  public func basis(_ length: BoxLength) -> LayoutNode { modified { $0.style.basis = length } }

  /// The layout with an alignment of its own across its stack.
  public func alignment(_ alignment: BoxAlign) -> LayoutNode {
    modified { $0.style.alignSelf = alignment }
  }

  /// The layout out of its stack, at distances from the edges of the stack; it lies in front of
  /// what comes before it. Leading is left, or right where rows start there.
  ///
  /// Edges left out hold nothing: two opposite ones that are given stretch it between them.
  public func absolute(
    leading: BoxLength? = nil, top: BoxLength = .auto, trailing: BoxLength? = nil,
    bottom: BoxLength = .auto
  ) -> LayoutNode {
    modified {
      $0.style.position = .absolute
      $0.style.inset = BoxEdges(
        left: .auto, top: top, right: .auto, bottom: bottom, start: leading, end: trailing)
    }
  }

  /// The layout moved from its place without moving others: down from the top by `top`, and so on;
  /// leading is left, or right where rows start there.
  public func inset(
    leading: BoxLength? = nil, top: BoxLength = .auto, trailing: BoxLength? = nil,
    bottom: BoxLength = .auto
  ) -> LayoutNode {
    modified {
      $0.style.inset = BoxEdges(
        left: .auto, top: top, right: .auto, bottom: bottom, start: leading, end: trailing)
    }
  }

  /// The stack with its children in several lines where one has no room for them; others stay as
  /// they are.
  public func wrap(_ wrap: FlexWrap = .wrap) -> LayoutNode { modified { $0.style.wrap = wrap } }

  /// The layout with rows in it starting at one side, whatever the environment says.
  public func writingDirection(_ direction: BoxWritingDirection) -> LayoutNode {
    modified { $0.style.writingDirection = direction }
  }
}

extension BoxEdges {
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

  /// Layouts made elsewhere.
  public static func buildExpression(_ layouts: [some Layout]) -> [LayoutNode] {
    layouts.map(\.node)
  }

  /// A statement without layouts, such as a call of `print`.
  public static func buildExpression(_ nothing: Void) -> [LayoutNode] { [] }

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

/// Makes the body of a cell of statements and one layout, or one of several by `if` and `switch`.
@resultBuilder
public enum CellBuilder {
  /// A layout on a line of its own.
  public static func buildExpression<Body: Layout>(_ layout: Body) -> Body { layout }

  /// A statement without a layout, such as an assignment.
  public static func buildExpression(_ nothing: Void) {}

  /// The layout of the first line.
  public static func buildPartialBlock<Body: Layout>(first: Body) -> Body { first }

  /// A first line without a layout.
  public static func buildPartialBlock(first: Void) {}

  /// A layout after lines without one.
  public static func buildPartialBlock<Body: Layout>(accumulated: Void, next: Body) -> Body { next }

  /// Lines without a layout.
  public static func buildPartialBlock(accumulated: Void, next: Void) {}

  /// The first branch of an `if` or `switch`.
  public static func buildEither(first layout: some Layout) -> LayoutNode { layout.node }

  /// The other branch of an `if` or `switch`.
  public static func buildEither(second layout: some Layout) -> LayoutNode { layout.node }
}
