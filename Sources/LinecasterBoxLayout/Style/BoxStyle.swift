/// The style of a node: the properties of CSS Flexible Box Layout and CSS Grid Layout, with the
/// initial values of CSS.
///
///     var row = BoxStyle()
///     row.alignItems = .center
///     row.gap = 8
///     row.padding = BoxEdges(horizontal: 16, vertical: 12)
///     row.width = .percent(100)
///
/// The rows and columns of a grid are not in its style; they are passed to
/// ``BoxTree/openContainer(_:grid:)``. Every node has a copy of its style, and few nodes are grids.
///
/// Lengths are in layout points. Invalid values (not finite, or negative if CSS forbids it) count
/// as the initial value when the node is added to a ``BoxTree``.
///
/// ## Topics
///
/// ### Create a style
///
/// - ``init()``
/// - ``css``
/// - ``yoga``
/// - ``rules``
///
/// ### Choose the layout of children
///
/// - ``display``
/// - ``direction``
/// - ``wrap``
/// - ``order``
/// - ``writingDirection``
///
/// ### Align items
///
/// - ``justifyContent``
/// - ``alignItems``
/// - ``alignSelf``
/// - ``alignContent``
/// - ``justifyItems``
/// - ``justifySelf``
///
/// ### Set the size
///
/// - ``width``
/// - ``height``
/// - ``minWidth``
/// - ``minHeight``
/// - ``maxWidth``
/// - ``maxHeight``
/// - ``aspectRatio``
/// - ``boxSizing``
/// - ``basis``
/// - ``grow``
/// - ``shrink``
///
/// ### Set the space around and inside
///
/// - ``margin``
/// - ``padding``
/// - ``border``
/// - ``gap``
/// - ``rowGap``
/// - ``columnGap``
///
/// ### Position a node
///
/// - ``position``
/// - ``inset``
/// - ``gridColumn``
/// - ``gridRow``
///
/// ### Treat content that is too large
///
/// - ``overflow``
/// - ``overflowX``
/// - ``overflowY``
public struct BoxStyle: Hashable, Sendable {
  /// The kind of box that the node generates, and the layout of its children (CSS `display`).
  public var display = BoxDisplay.flex
  /// The positioning of the node, in or out of the flow (CSS `position`).
  public var position = BoxPosition.relative
  /// The box to which `width` and `height` apply (CSS `box-sizing`).
  public var boxSizing = BoxSizing.borderBox {
    didSet { marks.set(.boxSizing, boxSizing != .borderBox) }
  }
  /// The writing direction (CSS `direction`); `nil` inherits it, and the root defaults to left to
  /// right.
  public var writingDirection: BoxWritingDirection?
  /// The treatment of content that is too wide (CSS `overflow-x`).
  public var overflowX = BoxOverflow.visible
  /// The treatment of content that is too high (CSS `overflow-y`).
  public var overflowY = BoxOverflow.visible

  /// The rules to follow if browsers and Yoga differ.
  public var rules = BoxRules.css
  /// The main axis (CSS `flex-direction`).
  public var direction = FlexDirection.row
  /// Whether items break into lines (CSS `flex-wrap`).
  public var wrap = FlexWrap.nowrap
  /// The alignment of items along the main axis (CSS `justify-content`).
  public var justifyContent = BoxJustify.flexStart
  /// The alignment of items in their line (CSS `align-items`).
  public var alignItems = BoxAlign.stretch
  /// The alignment of this node in its line (CSS `align-self`); `nil` uses the container's
  /// `alignItems`.
  public var alignSelf: BoxAlign?
  /// The alignment of lines in a container that wraps (CSS `align-content`).
  public var alignContent = BoxAlignContent.stretch

  /// The share of the free space that this item takes (CSS `flex-grow`).
  public var grow = 0.0
  /// The share of the missing space that this item gives up, multiplied by its base size (CSS
  /// `flex-shrink`).
  public var shrink = 1.0
  /// The main size before growing and shrinking (CSS `flex-basis`).
  public var basis = BoxLength.auto {
    didSet { marks.set(.basis, !basis.isPlainSize) }
  }

  /// The width of the box that `boxSizing` selects (CSS `width`).
  public var width = BoxLength.auto {
    didSet { marks.set(.width, !width.isPlainSize) }
  }
  /// The height of the box that `boxSizing` selects (CSS `height`).
  public var height = BoxLength.auto {
    didSet { marks.set(.height, !height.isPlainSize) }
  }
  /// The minimum width; ``BoxLength/auto`` is the automatic minimum (CSS Flexbox §4.5).
  public var minWidth = BoxLength.auto {
    didSet { marks.set(.minWidth, !minWidth.isPlainSize) }
  }
  /// The minimum height; ``BoxLength/auto`` is the automatic minimum (CSS Flexbox §4.5).
  public var minHeight = BoxLength.auto {
    didSet { marks.set(.minHeight, !minHeight.isPlainSize) }
  }
  /// The maximum width; ``BoxLength/auto`` for no maximum.
  public var maxWidth = BoxLength.auto {
    didSet { marks.set(.maxWidth, !maxWidth.isPlainSize) }
  }
  /// The maximum height; ``BoxLength/auto`` for no maximum.
  public var maxHeight = BoxLength.auto {
    didSet { marks.set(.maxHeight, !maxHeight.isPlainSize) }
  }
  /// The ratio of width to height (CSS `aspect-ratio`); `nil`, 0 and values that are not finite
  /// mean no ratio.
  public var aspectRatio: Double? {
    didSet { marks.set(.aspectRatio, aspectRatio != nil) }
  }

  /// The space around the border; ``BoxLength/auto`` takes free space.
  public var margin = BoxEdges.zero {
    didSet { marks.set(.margin, !margin.isPoints) }
  }
  /// The space between the border and the content.
  public var padding = BoxEdges.zero {
    didSet { marks.set(.padding, !padding.isPoints || !padding.isPlainSize) }
  }
  /// The widths of the border, which takes space like padding.
  public var border = BoxEdges.zero {
    didSet { marks.set(.border, border != .zero) }
  }
  /// The distances from the edges of the containing block for absolute nodes, or the shift from the
  /// place in the flow for relative ones (CSS `inset`).
  public var inset = BoxEdges.auto {
    didSet { marks.set(.inset, inset != .auto) }
  }
  /// The space between rows (CSS `row-gap`).
  public var rowGap = BoxLength.zero {
    didSet { marks.set(.rowGap, rowGap != .zero) }
  }
  /// The space between columns (CSS `column-gap`).
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
  /// The alignment of a grid's items along rows (CSS `justify-items`).
  public var justifyItems = BoxAlign.stretch {
    didSet { noteGrid() }
  }
  /// The alignment of this grid item along its row (CSS `justify-self`); `nil` uses the container's
  /// `justifyItems`.
  public var justifySelf: BoxAlign? {
    didSet { noteGrid() }
  }
  /// The order among the items of the container (CSS `order`). Lower numbers come first; items with
  /// equal numbers are in tree order.
  public var order = 0 {
    didSet { noteGrid() }
  }

  /// The properties with other than initial values that matter when the style is added to a tree.
  private(set) var marks = StyleMarks()

  /// Creates a style with the initial values of CSS, except `position: relative` and `box-sizing:
  /// border-box`.
  public init() {}

  /// The style with the initial values, the same as `BoxStyle()`.
  public static let css = BoxStyle()

  /// The default style of Yoga: its rules, columns, no shrinking, no automatic minimum, and lines
  /// packed at the start.
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

  /// The maximum length of a style or a measurement, in layout points.
  ///
  /// Far beyond any screen, and small enough that sums of millions keep fractional precision.
  @inlinable static var maximumLength: Double { 1e8 }

  private mutating func noteGrid() {
    let isInitial =
      gridColumn == .auto && gridRow == .auto && justifyItems == .stretch && justifySelf == nil
      && order == 0
    marks.set(.grid, !isInitial)
  }

  /// The space between rows and between columns (CSS `gap`). Reading returns the space between
  /// rows.
  public var gap: BoxLength {
    get { rowGap }
    set {
      rowGap = newValue
      columnGap = newValue
    }
  }

  /// The overflow in both directions (CSS `overflow`). Reading returns the horizontal one.
  public var overflow: BoxOverflow {
    get { overflowX }
    set {
      overflowX = newValue
      overflowY = newValue
    }
  }
}

/// The properties of a style that need checks when it is added to a tree.
///
/// Styles update the marks on writes, so adding a node, which is more frequent, needs one test.
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

  /// The properties that the arena stores apart from the nodes.
  static let extras: StyleMarks = [
    .border, .inset, .rowGap, .columnGap, .aspectRatio, .grid,
  ]

  @inline(__always)
  mutating func set(_ mark: StyleMarks, _ isMarked: Bool) {
    if isMarked { insert(mark) } else { remove(mark) }
  }
}
