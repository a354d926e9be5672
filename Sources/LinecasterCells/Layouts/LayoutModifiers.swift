public import LinecasterBase
public import LinecasterBoxLayout

/// Lengths are points, written as numbers, or `.percent(50)` of the container.
extension Layout {
  /// Returns the layout after applying a closure to its node, for properties without a modifier.
  public func modified(_ change: (inout LayoutNode) -> Void) -> LayoutNode {
    var node = node
    change(&node)
    return node
  }

  /// Sets the padding, in layout points, replacing earlier padding (CSS `padding`).
  public func padding(_ insets: Insets) -> LayoutNode {
    modified { $0.style.padding = BoxEdges(insets) }
  }

  /// Sets the padding by edges that depend on the layout direction, in layout points, replacing any
  /// it had (CSS `padding-inline`).
  public func padding(_ insets: DirectionalInsets) -> LayoutNode {
    modified { $0.style.padding = BoxEdges(insets) }
  }

  /// Sets the same padding on all edges, in layout points, replacing any it had (CSS `padding`).
  public func padding(_ distance: Double) -> LayoutNode { padding(Insets(all: distance)) }

  /// Sets the padding by edge, replacing earlier padding (CSS `padding-inline`). Leading is left,
  /// or right in right-to-left layouts.
  public func padding(
    leading: BoxLength, top: BoxLength = .zero, trailing: BoxLength,
    bottom: BoxLength = .zero
  ) -> LayoutNode {
    modified {
      $0.style.padding = BoxEdges(top: top, bottom: bottom, start: leading, end: trailing)
    }
  }

  /// Sets the margin, in layout points, replacing an earlier margin (CSS `margin`).
  public func margin(_ insets: Insets) -> LayoutNode {
    modified { $0.style.margin = BoxEdges(insets) }
  }

  /// Sets the margin by edges that depend on the layout direction, in layout points, replacing any
  /// it had (CSS `margin-inline`).
  public func margin(_ insets: DirectionalInsets) -> LayoutNode {
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

  /// Sets a fixed width, a fixed height or both, in layout points; `nil` keeps the existing value.
  public func frame(width: Double? = nil, height: Double? = nil) -> LayoutNode {
    modified {
      if let width { $0.style.width = .points(width) }
      if let height { $0.style.height = .points(height) }
    }
  }

  /// Sets limits of the width and height; `nil` keeps the existing limit, and `.auto` removes it.
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

  /// Sets the width to points, a percentage of the container, or a keyword, for example
  /// `.fitContent` (CSS `width`).
  public func width(_ length: BoxLength) -> LayoutNode { modified { $0.style.width = length } }

  /// Sets the height to points, a percentage of the container, or a keyword, for example
  /// `.fitContent` (CSS `height`).
  public func height(_ length: BoxLength) -> LayoutNode { modified { $0.style.height = length } }

  /// Sets the ratio of width to height; `nil` for none (CSS `aspect-ratio`).
  public func aspectRatio(_ ratio: Double?) -> LayoutNode {
    modified { $0.style.aspectRatio = ratio }
  }

  /// Sets the share of the stack's free space that the layout takes (CSS `flex-grow`).
  public func grow(_ share: Double = 1) -> LayoutNode {
    modified { $0.style.grow = share }
  }

  /// Sets the share of the stack's missing space that the layout gives up; 0 keeps the size (CSS
  /// `flex-shrink`).
  public func shrink(_ share: Double) -> LayoutNode {
    modified { $0.style.shrink = share }
  }

  /// Sets the extent along the stack before growing and shrinking (CSS `flex-basis`).
  public func basis(_ length: BoxLength) -> LayoutNode { modified { $0.style.basis = length } }

  /// Sets the alignment of the layout across its stack (CSS `align-self`).
  public func alignment(_ alignment: BoxAlign) -> LayoutNode {
    modified { $0.style.alignSelf = alignment }
  }

  /// Places the layout at distances from the edges of its stack, in front of earlier siblings (CSS
  /// `position: absolute`).
  ///
  /// The layout no longer takes space in its stack. Leading is left, or right in right-to-left
  /// layouts. Edges that are left out are free; two opposite edges stretch the layout between them.
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

  /// Shifts the layout without moving others, for example down by `top` (CSS `position: relative`).
  /// Leading is left, or right in right-to-left layouts.
  public func inset(
    leading: BoxLength? = nil, top: BoxLength = .auto, trailing: BoxLength? = nil,
    bottom: BoxLength = .auto
  ) -> LayoutNode {
    modified {
      $0.style.inset = BoxEdges(
        left: .auto, top: top, right: .auto, bottom: bottom, start: leading, end: trailing)
    }
  }

  /// Lets the children of a stack wrap into several lines (CSS `flex-wrap`); a no-op for layouts
  /// other than stacks.
  public func wrap(_ wrap: FlexWrap = .wrap) -> LayoutNode { modified { $0.style.wrap = wrap } }

  /// Sets the inline direction of the layout, overriding the environment (CSS `direction`).
  public func writingDirection(_ direction: BoxWritingDirection) -> LayoutNode {
    modified { $0.style.writingDirection = direction }
  }
}

extension BoxEdges {
  init(_ insets: DirectionalInsets) {
    self.init(
      top: .points(insets.top), bottom: .points(insets.bottom), start: .points(insets.leading),
      end: .points(insets.trailing))
  }

  init(_ insets: Insets) {
    self.init(
      left: .points(insets.left), top: .points(insets.top), right: .points(insets.right),
      bottom: .points(insets.bottom))
  }
}

/// A result builder for the children of a layout, which supports `if`, `switch` and `for`.
@resultBuilder
public enum LayoutBuilder {
  /// Adds a layout.
  public static func buildExpression(_ layout: some Layout) -> [LayoutNode] { [layout.node] }

  /// Adds an optional layout; `nil` adds nothing.
  public static func buildExpression(_ layout: (some Layout)?) -> [LayoutNode] {
    layout.map { [$0.node] } ?? []
  }

  /// Adds an array of layouts.
  public static func buildExpression(_ layouts: [some Layout]) -> [LayoutNode] {
    layouts.map(\.node)
  }

  /// Allows a statement without layouts, for example a call of `print`.
  public static func buildExpression(_ nothing: Void) -> [LayoutNode] { [] }

  /// Not a layout: the compiler says what to write instead.
  @available(*, unavailable, message: "a string is no layout; write Text(\"…\") around it")
  public static func buildExpression(_ string: String) -> [LayoutNode] { [] }

  /// The layouts of a block in order.
  public static func buildBlock(_ parts: [LayoutNode]...) -> [LayoutNode] { parts.flatMap { $0 } }

  /// Handles an `if` without `else`.
  public static func buildOptional(_ part: [LayoutNode]?) -> [LayoutNode] { part ?? [] }

  /// Handles the first branch of an `if` or `switch`.
  public static func buildEither(first part: [LayoutNode]) -> [LayoutNode] { part }

  /// Handles the other branch of an `if` or `switch`.
  public static func buildEither(second part: [LayoutNode]) -> [LayoutNode] { part }

  /// Joins the layouts of a `for` loop in order.
  public static func buildArray(_ parts: [[LayoutNode]]) -> [LayoutNode] { parts.flatMap { $0 } }
}

/// A result builder for the body of a cell: statements and one layout, which `if` and `switch` may
/// select.
@resultBuilder
public enum CellBuilder {
  /// Returns a layout on a line of its own.
  public static func buildExpression<Body: Layout>(_ layout: Body) -> Body { layout }

  /// Allows a statement without a layout, for example an assignment.
  public static func buildExpression(_ nothing: Void) {}

  /// Not a layout: the compiler says what to write instead.
  @available(*, unavailable, message: "a string is no layout; write Text(\"…\") around it")
  public static func buildExpression(_ string: String) -> LayoutNode { LayoutNode(.empty) }

  /// Not one layout: the compiler says what to write instead.
  @available(
    *, unavailable, message: "a body is one layout; put several into Column { … } or Row { … }"
  )
  public static func buildPartialBlock(
    accumulated: some Layout, next: some Layout
  ) -> LayoutNode { LayoutNode(.empty) }

  /// Not always a layout: the compiler says what to write instead.
  @available(
    *, unavailable,
    message: "a body is a layout in any case; add an else, or put the if into Column { … }"
  )
  public static func buildOptional(_ layout: (some Layout)?) -> LayoutNode { LayoutNode(.empty) }

  /// Returns the layout of the first line.
  public static func buildPartialBlock<Body: Layout>(first: Body) -> Body { first }

  /// Allows a first line without a layout.
  public static func buildPartialBlock(first: Void) {}

  /// Returns the layout after lines without a layout.
  public static func buildPartialBlock<Body: Layout>(accumulated: Void, next: Body) -> Body { next }

  /// Joins lines without a layout.
  public static func buildPartialBlock(accumulated: Void, next: Void) {}

  /// Handles the first branch of an `if` or `switch`.
  public static func buildEither(first layout: some Layout) -> LayoutNode { layout.node }

  /// Handles the other branch of an `if` or `switch`.
  public static func buildEither(second layout: some Layout) -> LayoutNode { layout.node }
}
