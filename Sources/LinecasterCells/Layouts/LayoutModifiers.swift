public import LinecasterBase
public import LinecasterBoxLayout

/// Lengths are points, written as numbers, or `.percent(50)` of the container.
extension Layout {
  /// Returns the layout with changes to its node.
  public func modified(_ change: (inout LayoutNode) -> Void) -> LayoutNode {
    var node = node
    change(&node)
    return node
  }

  /// Sets the padding, in layout points, replacing any it had (CSS `padding`).
  public func padding(_ insets: Insets) -> LayoutNode {
    modified { $0.style.padding = BoxEdges(insets) }
  }

  /// Sets the same padding on all edges, in layout points, replacing any it had (CSS `padding`).
  public func padding(_ distance: Double) -> LayoutNode { padding(Insets(all: distance)) }

  /// Sets the padding by edge, replacing any it had (CSS `padding-inline`); leading is left, or
  /// right in right-to-left layouts.
  public func padding(
    leading: BoxLength, top: BoxLength = .zero, trailing: BoxLength,
    bottom: BoxLength = .zero
  ) -> LayoutNode {
    modified {
      $0.style.padding = BoxEdges(top: top, bottom: bottom, start: leading, end: trailing)
    }
  }

  /// Sets the margin, in layout points, replacing any it had (CSS `margin`).
  public func margin(_ insets: Insets) -> LayoutNode {
    modified { $0.style.margin = BoxEdges(insets) }
  }

  /// Sets the margin by edge, replacing any it had (CSS `margin-inline`); leading is left, or right
  /// in right-to-left layouts. `.auto` takes free space.
  public func margin(
    leading: BoxLength, top: BoxLength = .zero, trailing: BoxLength,
    bottom: BoxLength = .zero
  ) -> LayoutNode {
    modified {
      $0.style.margin = BoxEdges(top: top, bottom: bottom, start: leading, end: trailing)
    }
  }

  /// Sets a fixed width, height or both, in layout points; `nil` keeps the existing one.
  public func frame(width: Double? = nil, height: Double? = nil) -> LayoutNode {
    modified {
      if let width { $0.style.width = .points(width) }
      if let height { $0.style.height = .points(height) }
    }
  }

  /// Sets limits of the size; `nil` keeps the existing ones, and `.auto` removes a limit.
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

  /// Sets the width: points, a percentage of the container, or a keyword like `.fitContent`.
  public func width(_ length: BoxLength) -> LayoutNode { modified { $0.style.width = length } }

  /// Sets the height: points, a percentage of the container, or a keyword like `.fitContent`.
  public func height(_ length: BoxLength) -> LayoutNode { modified { $0.style.height = length } }

  /// Sets the ratio of width to height; `nil` for none (CSS `aspect-ratio`).
  public func aspectRatio(_ ratio: Double?) -> LayoutNode {
    modified { $0.style.aspectRatio = ratio }
  }

  /// Sets the share of free space to take in its stack (CSS `flex-grow`).
  public func grow(_ share: Double = 1) -> LayoutNode {
    modified { $0.style.grow = share }
  }

  /// Sets the share of missing space to give up; 0 keeps the size (CSS `flex-shrink`).
  public func shrink(_ share: Double) -> LayoutNode {
    modified { $0.style.shrink = share }
  }

  /// Sets the extent along its stack before growing and shrinking (CSS `flex-basis`).
  public func basis(_ length: BoxLength) -> LayoutNode { modified { $0.style.basis = length } }

  /// Sets the alignment across its stack (CSS `align-self`).
  public func alignment(_ alignment: BoxAlign) -> LayoutNode {
    modified { $0.style.alignSelf = alignment }
  }

  /// Removes the layout from the flow of its stack, and places it at distances from the stack's
  /// edges, in front of previous siblings (CSS `position: absolute`). Leading is left, or right in
  /// right-to-left layouts.
  ///
  /// Edges left out are free; two opposite given edges stretch the layout between them.
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

  /// Shifts the layout without moving others, for example down by `top` (CSS `position: relative`);
  /// leading is left, or right in right-to-left layouts.
  public func inset(
    leading: BoxLength? = nil, top: BoxLength = .auto, trailing: BoxLength? = nil,
    bottom: BoxLength = .auto
  ) -> LayoutNode {
    modified {
      $0.style.inset = BoxEdges(
        left: .auto, top: top, right: .auto, bottom: bottom, start: leading, end: trailing)
    }
  }

  /// Lets the children of a stack wrap into several lines (CSS `flex-wrap`); a no-op for other
  /// layouts.
  public func wrap(_ wrap: FlexWrap = .wrap) -> LayoutNode { modified { $0.style.wrap = wrap } }

  /// Sets the inline direction, overriding the environment (CSS `direction`).
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

/// Collects the layouts of a stack, with support for `if`, `switch` and `for`.
@resultBuilder
public enum LayoutBuilder {
  /// A layout on a line of its own.
  public static func buildExpression(_ layout: some Layout) -> [LayoutNode] { [layout.node] }

  /// An optional layout on a line of its own; `nil` adds nothing.
  public static func buildExpression(_ layout: (some Layout)?) -> [LayoutNode] {
    layout.map { [$0.node] } ?? []
  }

  /// Layouts made elsewhere.
  public static func buildExpression(_ layouts: [some Layout]) -> [LayoutNode] {
    layouts.map(\.node)
  }

  /// A statement without layouts, for example a call of `print`.
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

/// Builds the body of a cell: statements and one layout, which `if` and `switch` may select.
@resultBuilder
public enum CellBuilder {
  /// Returns a layout on a line of its own.
  public static func buildExpression<Body: Layout>(_ layout: Body) -> Body { layout }

  /// A statement without a layout, for example an assignment.
  public static func buildExpression(_ nothing: Void) {}

  /// Returns the layout of the first line.
  public static func buildPartialBlock<Body: Layout>(first: Body) -> Body { first }

  /// A first line without a layout.
  public static func buildPartialBlock(first: Void) {}

  /// Returns a layout after lines without one.
  public static func buildPartialBlock<Body: Layout>(accumulated: Void, next: Body) -> Body { next }

  /// Lines without a layout.
  public static func buildPartialBlock(accumulated: Void, next: Void) {}

  /// The first branch of an `if` or `switch`.
  public static func buildEither(first layout: some Layout) -> LayoutNode { layout.node }

  /// The other branch of an `if` or `switch`.
  public static func buildEither(second layout: some Layout) -> LayoutNode { layout.node }
}
