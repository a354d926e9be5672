/// Whether a node generates a box (CSS Display §2).
public enum BoxDisplay: UInt8, Hashable, Sendable, BitwiseCopyable {
  /// A box: a flex container, or a leaf.
  case flex
  /// A box: a grid container, or a leaf.
  case grid
  /// A box with stacked children and collapsing vertical margins; or a leaf.
  case block
  /// No box, and none for its descendants.
  case none
  /// No box of its own: its children are laid out as children of its parent.
  case contents

  /// Whether the node has a box of its own.
  @inlinable @inline(__always) package var hasBox: Bool { rawValue <= Self.block.rawValue }
}

/// Whether a node takes part in the layout of its container (CSS Positioned Layout §2).
public enum BoxPosition: UInt8, Hashable, Sendable, BitwiseCopyable {
  /// In flow, then moved by its insets; contains absolute descendants.
  case relative
  /// Out of flow, placed in the padding box of its nearest positioned ancestor.
  case absolute
  /// In flow; insets do nothing and absolute descendants look further up.
  case `static`
}

/// The box that `width`, `height` and their limits describe (CSS Sizing 3 §3.3).
public enum BoxSizing: UInt8, Hashable, Sendable, BitwiseCopyable {
  /// The border box: padding and border are inside the given size.
  case borderBox
  /// The content box: padding and border come on top.
  case contentBox
}

/// The inline direction of a box (CSS Writing Modes §2.1).
public enum BoxWritingDirection: UInt8, Hashable, Sendable, BitwiseCopyable {
  /// Rows start at the left edge.
  case leftToRight
  /// Rows start at the right edge.
  case rightToLeft
}

/// The treatment of content larger than its box; affects the automatic minimum (CSS Flexbox §4.5).
public enum BoxOverflow: UInt8, Hashable, Sendable, BitwiseCopyable {
  /// Content is visible outside, so an item does not shrink below it automatically.
  case visible
  /// Content is clipped; the automatic minimum is 0.
  case hidden
  /// Content scrolls; the automatic minimum is 0. Scroll bars take no space.
  case scroll
}

/// The rules to follow if browsers and Yoga differ.
public enum BoxRules: UInt8, Hashable, Sendable, BitwiseCopyable {
  /// The behaviour of browsers.
  case css
  /// The behaviour of Yoga: while the main size of this node is indefinite, the width or height of
  /// its children takes precedence over their `basis`; and ``BoxLength/stretch`` as the `basis` of
  /// a child of a column means ``BoxLength/auto``.
  case yoga
}

/// The main axis of a container and the direction of its items (CSS Flexbox §5.1).
public enum FlexDirection: UInt8, Hashable, Sendable, BitwiseCopyable {
  /// Along the writing direction: left to right, or right to left in right-to-left containers.
  case row
  /// Against the writing direction.
  case rowReverse
  /// From top to bottom.
  case column
  /// From bottom to top.
  case columnReverse
}

/// Whether items may break into several lines (CSS Flexbox §5.2).
public enum FlexWrap: UInt8, Hashable, Sendable, BitwiseCopyable {
  /// One line, which may overflow.
  case nowrap
  /// As many lines as needed, stacked from cross-start.
  case wrap
  /// As many lines as needed, with cross-start and cross-end swapped.
  case wrapReverse
}

/// The distribution of free space in a line along the main axis (CSS Flexbox §8.2), and among the
/// columns of a grid.
public enum BoxJustify: UInt8, Hashable, Sendable, BitwiseCopyable {
  /// Packed at the main-start edge; in grids automatic columns take free space first.
  case flexStart
  /// Packed at the main-end edge.
  case flexEnd
  /// Packed in the middle.
  case center
  /// Free space between the items; without free space, as `flexStart`.
  case spaceBetween
  /// Half-size spaces at both ends; without free space, packed at `start`.
  case spaceAround
  /// Equal spaces between and at both ends; without free space, packed at `start`.
  case spaceEvenly
  /// Packed at the start of the axis, ignoring reversal.
  case start
  /// Packed at the end of the axis, ignoring reversal.
  case end
}

/// The alignment of an item in its line across the main axis (CSS Flexbox §8.3), or in its grid
/// area.
public enum BoxAlign: UInt8, Hashable, Sendable, BitwiseCopyable {
  /// As large as the line if the cross size is automatic, otherwise as `flexStart`; grid items keep
  /// their aspect ratio.
  case stretch
  /// At the cross-start edge of the line.
  case flexStart
  /// At the cross-end edge of the line.
  case flexEnd
  /// In the middle of the line.
  case center
  /// First baselines align; in columns as `flexStart`.
  case baseline
  /// At the start of the axis, ignoring `wrapReverse`.
  case start
  /// At the end of the axis, ignoring `wrapReverse`.
  case end
  /// As ``stretch``, but grid items fill their area regardless of their aspect ratio.
  case fill
}

/// The distribution of a wrapping container's free cross space among lines (CSS Flexbox §8.4), and
/// among the rows of a grid.
public enum BoxAlignContent: UInt8, Hashable, Sendable, BitwiseCopyable {
  /// Lines grow by equal parts of the free space.
  case stretch
  /// Packed at the cross-start edge.
  case flexStart
  /// Packed at the cross-end edge.
  case flexEnd
  /// Packed in the middle.
  case center
  /// Free space between the lines; without free space, as `flexStart`.
  case spaceBetween
  /// Half-size spaces at both ends; without free space, packed at `start`.
  case spaceAround
  /// Equal spaces between and at both ends; without free space, packed at `start`.
  case spaceEvenly
  /// Packed at the start of the axis, ignoring `wrapReverse`.
  case start
  /// Packed at the end of the axis, ignoring `wrapReverse`.
  case end
}
