/// The style of a node: the properties of CSS Flexible Box Layout and CSS Grid Layout, with the
/// initial values of CSS.
///
///     var row = BoxStyle()
///     row.alignItems = .center
///     row.gap = 8
///     row.padding = BoxEdges(horizontal: 16, vertical: 12)
///     row.width = .percent(100)
///
/// The rows and columns of a grid are not in its style but beside it, see
/// ``BoxTree/openContainer(_:grid:)``: a style is copied for every node, and few are grids.
///
/// Lengths are layout points. Values that make no sense (not finite, negative where CSS forbids
/// it) are read as the initial value when the node is added to a ``BoxTree``; nothing traps.
public struct BoxStyle: Hashable, Sendable {
  /// Whether the node generates a box.
  public var display = BoxDisplay.flex
  /// Whether the node is in flow.
  public var position = BoxPosition.relative
  /// Which box the sizes describe.
  public var boxSizing = BoxSizing.borderBox {
    didSet { marks.set(.boxSizing, boxSizing != .borderBox) }
  }
  /// The writing direction; nil inherits it, and the root's is left to right.
  public var writingDirection: BoxWritingDirection?
  /// What happens to content that is too wide.
  public var overflowX = BoxOverflow.visible
  /// What happens to content that is too high.
  public var overflowY = BoxOverflow.visible

  /// Whose reading counts where browsers and Yoga answer differently.
  public var rules = BoxRules.css
  /// The main axis.
  public var direction = FlexDirection.row
  /// Whether items break into lines.
  public var wrap = FlexWrap.nowrap
  /// The alignment of items along the main axis.
  public var justifyContent = BoxJustify.flexStart
  /// The alignment of items in their line.
  public var alignItems = BoxAlign.stretch
  /// The alignment of this node in its line; nil takes the container's `alignItems`.
  public var alignSelf: BoxAlign?
  /// The alignment of lines in a container that wraps.
  public var alignContent = BoxAlignContent.stretch

  /// The share of positive free space this item takes.
  public var grow = 0.0
  /// The share of missing space this item gives, times its base size.
  public var shrink = 1.0
  /// The main size before growing and shrinking.
  public var basis = BoxLength.auto {
    didSet { marks.set(.basis, !basis.isPlainSize) }
  }

  /// The width of the box that `boxSizing` names.
  public var width = BoxLength.auto {
    didSet { marks.set(.width, !width.isPlainSize) }
  }
  /// The height of the box that `boxSizing` names.
  public var height = BoxLength.auto {
    didSet { marks.set(.height, !height.isPlainSize) }
  }
  /// The least width; ``BoxLength/auto`` is the automatic minimum (CSS Flexbox §4.5).
  public var minWidth = BoxLength.auto {
    didSet { marks.set(.minWidth, !minWidth.isPlainSize) }
  }
  /// The least height; ``BoxLength/auto`` is the automatic minimum (CSS Flexbox §4.5).
  public var minHeight = BoxLength.auto {
    didSet { marks.set(.minHeight, !minHeight.isPlainSize) }
  }
  /// The greatest width; ``BoxLength/auto`` is none.
  public var maxWidth = BoxLength.auto {
    didSet { marks.set(.maxWidth, !maxWidth.isPlainSize) }
  }
  /// The greatest height; ``BoxLength/auto`` is none.
  public var maxHeight = BoxLength.auto {
    didSet { marks.set(.maxHeight, !maxHeight.isPlainSize) }
  }
  /// Width divided by height; nil, 0 and values that are not finite mean no ratio.
  public var aspectRatio: Double? {
    didSet { marks.set(.aspectRatio, aspectRatio != nil) }
  }

  /// The space around the border; ``BoxLength/auto`` takes free space.
  public var margin = BoxEdges.zero {
    didSet { marks.set(.margin, !margin.isPoints) }
  }
  /// The space between border and content.
  public var padding = BoxEdges.zero {
    didSet { marks.set(.padding, !padding.isPoints || !padding.isPlainSize) }
  }
  /// The widths of the border.
  public var border = BoxEdges.zero {
    didSet { marks.set(.border, border != .zero) }
  }
  /// The offsets from the containing block (absolute) or the place in flow (relative).
  public var inset = BoxEdges.auto {
    didSet { marks.set(.inset, inset != .auto) }
  }
  /// The space between rows.
  public var rowGap = BoxLength.zero {
    didSet { marks.set(.rowGap, rowGap != .zero) }
  }
  /// The space between columns.
  public var columnGap = BoxLength.zero {
    didSet { marks.set(.columnGap, columnGap != .zero) }
  }

  /// The columns of a grid that this item covers.
  public var gridColumn = GridRange.auto {
    didSet { noteGrid() }
  }
  /// The rows of a grid that this item covers.
  public var gridRow = GridRange.auto {
    didSet { noteGrid() }
  }
  /// The alignment of the items of a grid along rows.
  public var justifyItems = BoxAlign.stretch {
    didSet { noteGrid() }
  }
  /// The alignment of this item of a grid along its row; nil takes the container's `justifyItems`.
  public var justifySelf: BoxAlign? {
    didSet { noteGrid() }
  }
  /// The place among the other items of the container: lower ones come first, equal ones in the
  /// order of the tree.
  public var order = 0 {
    didSet { noteGrid() }
  }

  /// What differs from the initial values, in ways that matter when the style is added to a tree.
  private(set) var marks = StyleMarks()

  /// The initial values of CSS, except `position: relative` and `box-sizing: border-box`.
  public init() {}

  /// The same as `BoxStyle()`.
  public static let css = BoxStyle()

  /// The defaults of Yoga: its rules, columns, no shrinking, no automatic minimum, lines packed at
  /// the start.
  public static let yoga = {
    var style = BoxStyle()
    style.rules = .yoga
    style.direction = .column
    style.shrink = 0
    style.alignContent = .flexStart
    style.minWidth = .zero
    style.minHeight = .zero
    return style
  }()

  /// The greatest length a style or a measurement can give, in layout points.
  ///
  /// Far beyond any screen, and small enough that the sum of millions keeps a fraction's precision.
  @inlinable static var maximumLength: Double { 1e8 }

  private mutating func noteGrid() {
    let isInitial =
      gridColumn == .auto && gridRow == .auto && justifyItems == .stretch && justifySelf == nil
      && order == 0
    marks.set(.grid, !isInitial)
  }

  /// Sets the space between rows and between columns; reads the space between rows.
  public var gap: BoxLength {
    get { rowGap }
    set {
      rowGap = newValue
      columnGap = newValue
    }
  }

  /// Sets what happens to content that is too large in either direction; reads the horizontal one.
  public var overflow: BoxOverflow {
    get { overflowX }
    set {
      overflowX = newValue
      overflowY = newValue
    }
  }
}

/// Which properties of a style need a second look when it is added to a tree.
///
/// Styles keep them up to date while they are written, so that adding a node, which happens more
/// often, asks once.
struct StyleMarks: OptionSet, Hashable {
  let rawValue: UInt16

  static let width = StyleMarks(rawValue: 1)
  static let height = StyleMarks(rawValue: 1 << 1)
  static let minWidth = StyleMarks(rawValue: 1 << 2)
  static let minHeight = StyleMarks(rawValue: 1 << 3)
  static let maxWidth = StyleMarks(rawValue: 1 << 4)
  static let maxHeight = StyleMarks(rawValue: 1 << 5)
  static let basis = StyleMarks(rawValue: 1 << 6)
  static let boxSizing = StyleMarks(rawValue: 1 << 7)
  static let margin = StyleMarks(rawValue: 1 << 8)
  static let padding = StyleMarks(rawValue: 1 << 9)

  static let border = StyleMarks(rawValue: 1 << 10)
  static let inset = StyleMarks(rawValue: 1 << 11)
  static let rowGap = StyleMarks(rawValue: 1 << 12)
  static let columnGap = StyleMarks(rawValue: 1 << 13)
  static let aspectRatio = StyleMarks(rawValue: 1 << 14)
  static let grid = StyleMarks(rawValue: 1 << 15)

  /// What the arena keeps apart from the nodes.
  static let extras: StyleMarks = [
    .border, .inset, .rowGap, .columnGap, .aspectRatio, .grid,
  ]

  @inline(__always)
  mutating func set(_ mark: StyleMarks, _ isMarked: Bool) {
    if isMarked { insert(mark) } else { remove(mark) }
  }
}
