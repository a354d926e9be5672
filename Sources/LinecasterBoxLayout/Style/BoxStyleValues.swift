/// The kind of box that a node generates (CSS Display §2).
public enum BoxDisplay: UInt8, Hashable, Sendable, BitwiseCopyable {
  /// A flex container, or a leaf.
  case flex
  /// A grid container, or a leaf.
  case grid
  /// A block container with stacked children and collapsing vertical margins, or a leaf.
  case block
  /// No box, neither for the node nor for its descendants.
  case none
  /// No box for the node itself; its children are laid out as children of its parent.
  case contents

  /// Whether the node has a box of its own.
  @inlinable @inline(__always) package var hasBox: Bool { rawValue <= Self.block.rawValue }
}

/// The positioning of a node, in or out of the flow of its container (CSS Positioned Layout §2).
public enum BoxPosition: UInt8, Hashable, Sendable, BitwiseCopyable {
  /// The node is in flow and then moved by its insets. It is the containing block of absolute
  /// descendants.
  case relative
  /// The node is out of flow, and placed in the padding box of its nearest positioned ancestor.
  case absolute
  /// The node is in flow; its insets have no effect. It is not the containing block of absolute
  /// descendants.
  case `static`
}

/// The box to which `width`, `height` and their limits apply (CSS Sizing 3 §3.3).
public enum BoxSizing: UInt8, Hashable, Sendable, BitwiseCopyable {
  /// The border box: the size includes padding and border.
  case borderBox
  /// The content box: padding and border are added to the size.
  case contentBox
}

/// The inline direction of a box (CSS Writing Modes §2.1).
public enum BoxWritingDirection: UInt8, Hashable, Sendable, BitwiseCopyable {
  /// Rows start at the left edge.
  case leftToRight
  /// Rows start at the right edge.
  case rightToLeft
}

/// The treatment of content larger than its box, which affects the automatic minimum size (CSS
/// Flexbox §4.5).
public enum BoxOverflow: UInt8, Hashable, Sendable, BitwiseCopyable {
  /// Content outside the box is visible; an item does not automatically shrink below the size of
  /// its content.
  case visible
  /// Content outside the box is clipped; the automatic minimum is 0.
  case hidden
  /// Content scrolls; the automatic minimum is 0. Scroll bars take no space.
  case scroll
}

/// The rules to follow if browsers and Yoga differ.
public enum BoxRules: UInt8, Hashable, Sendable, BitwiseCopyable {
  /// The behaviour of browsers.
  case css
  /// The behaviour of Yoga, with two differences from browsers.
  ///
  /// While the main size of this node is indefinite, the width or height of its children takes
  /// precedence over their `basis`. ``BoxLength/stretch`` as the `basis` of a column's child means
  /// ``BoxLength/auto``.
  case yoga
}

/// The main axis of a container and the direction of its items (CSS Flexbox §5.1).
public enum FlexDirection: UInt8, Hashable, Sendable, BitwiseCopyable {
  /// Items follow the writing direction: left to right, or right to left in right-to-left
  /// containers.
  case row
  /// Items follow the reverse of the writing direction.
  case rowReverse
  /// Items go from top to bottom.
  case column
  /// Items go from bottom to top.
  case columnReverse
}

/// Whether items may break into several lines (CSS Flexbox §5.2).
public enum FlexWrap: UInt8, Hashable, Sendable, BitwiseCopyable {
  /// All items are in one line, which may overflow.
  case nowrap
  /// Items form as many lines as needed, stacked from the cross-start edge.
  case wrap
  /// Items form as many lines as needed, stacked from the cross-end edge.
  case wrapReverse
}

/// The distribution of free space in a line along the main axis (CSS Flexbox §8.2), and among the
/// columns of a grid.
public enum BoxJustify: UInt8, Hashable, Sendable, BitwiseCopyable {
  /// Packs items at the main-start edge. In grids, automatic columns take free space first.
  case flexStart
  /// Packs items at the main-end edge.
  case flexEnd
  /// Packs items in the middle.
  case center
  /// Puts equal spaces between items; without free space, acts as `flexStart`.
  case spaceBetween
  /// Puts equal spaces between items, and half-size spaces at both ends; without free space, packs
  /// items at `start`.
  case spaceAround
  /// Puts equal spaces between items and at both ends; without free space, packs items at `start`.
  case spaceEvenly
  /// Packs items at the start of the axis, even if the direction is reversed.
  case start
  /// Packs items at the end of the axis, even if the direction is reversed.
  case end
}

/// The alignment of an item in its line across the main axis (CSS Flexbox §8.3), or in its grid
/// area.
public enum BoxAlign: UInt8, Hashable, Sendable, BitwiseCopyable {
  /// Makes the item as large as the line if its cross size is automatic; otherwise acts as
  /// `flexStart`. Grid items keep their aspect ratio.
  case stretch
  /// Places the item at the cross-start edge of the line.
  case flexStart
  /// Places the item at the cross-end edge of the line.
  case flexEnd
  /// Places the item in the middle of the line.
  case center
  /// Aligns the first baselines of items; in columns, acts as `flexStart`.
  case baseline
  /// Places the item at the start of the axis, even with `wrapReverse`.
  case start
  /// Places the item at the end of the axis, even with `wrapReverse`.
  case end
  /// Acts as ``stretch``, but grid items fill their area regardless of their aspect ratio.
  case fill
}

/// The distribution of a wrapping container's free cross space among lines (CSS Flexbox §8.4), and
/// among the rows of a grid.
public enum BoxAlignContent: UInt8, Hashable, Sendable, BitwiseCopyable {
  /// Divides free space equally among the lines, which grow.
  case stretch
  /// Packs lines at the cross-start edge.
  case flexStart
  /// Packs lines at the cross-end edge.
  case flexEnd
  /// Packs lines in the middle.
  case center
  /// Puts equal spaces between lines; without free space, acts as `flexStart`.
  case spaceBetween
  /// Puts equal spaces between lines, and half-size spaces at both ends; without free space, packs
  /// lines at `start`.
  case spaceAround
  /// Puts equal spaces between lines and at both ends; without free space, packs lines at `start`.
  case spaceEvenly
  /// Packs lines at the start of the axis, even with `wrapReverse`.
  case start
  /// Packs lines at the end of the axis, even with `wrapReverse`.
  case end
}
