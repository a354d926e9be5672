import LinecasterBase
public import LinecasterBoxLayout

/// Layouts in rows and columns (CSS `display: grid`, SwiftUI `Grid`).
///
///     let table = Grid(columns: [.fraction(1), .fit(200), 80], spacing: 8) {
///       Text("Things").gridColumn(1, .span(3))
///       Text("Engine")
///       Text("with a mill and a store")
///       Text("1").justification(.end)
///     }
///
/// Children without a given place take the next free cells. Implicit rows are as high as their
/// content.
public struct Grid: Layout {
  /// The tree of nodes that the layout represents.
  public let node: LayoutNode

  /// Creates a grid.
  ///
  /// - Parameters:
  ///   - columns: The explicit columns (CSS `grid-template-columns`).
  ///   - rows: The explicit rows (CSS `grid-template-rows`).
  ///   - autoColumns: The implicit columns, repeated (CSS `grid-auto-columns`).
  ///   - autoRows: The implicit rows, repeated (CSS `grid-auto-rows`).
  ///   - areas: The named areas, for `gridArea(_:of:)` (CSS `grid-template-areas`).
  ///   - flow: The direction in which children without a given place fill the grid (CSS
  ///     `grid-auto-flow`).
  ///   - spacing: The distance between rows and between columns, in layout points.
  ///   - alignment: The alignment of children between the top and bottom edges of their cells.
  ///   - justification: The alignment of children between the left and right edges of their cells.
  ///   - content: The children.
  public init(
    columns: GridTrackList = [], rows: GridTrackList = [], autoColumns: [GridTrack] = [],
    autoRows: [GridTrack] = [], areas: GridAreas = .none, flow: GridFlow = .row,
    spacing: Double = 0, alignment: BoxAlign = .stretch, justification: BoxAlign = .stretch,
    @LayoutBuilder content: () -> [LayoutNode]
  ) {
    var style = BoxStyle()
    style.display = .grid
    style.gap = .points(spacing)
    style.alignItems = alignment
    style.justifyItems = justification
    var node = LayoutNode(.stack(content()), style: style)
    let template = GridTemplate(
      columns: columns, rows: rows, autoColumns: autoColumns, autoRows: autoRows, flow: flow,
      areas: areas)
    if template != GridTemplate() { node.grid = template }
    self.node = node
  }
}

extension Layout {
  /// Sets the columns that the layout occupies in its grid (CSS `grid-column`).
  ///
  /// Give two lines, for example `gridColumn(1, 3)`, or a number of columns, for example
  /// `gridColumn(1, .span(2))` or `gridColumn(.span(2))`. Lines count from 1, or backwards from -1
  /// for the last one.
  public func gridColumn(_ start: GridLine, _ end: GridLine = .auto) -> LayoutNode {
    modified { $0.style.gridColumn = GridRange(start, end) }
  }

  /// Sets the rows that the layout occupies in its grid (CSS `grid-row`), in the same way as
  /// `gridColumn(_:_:)`.
  public func gridRow(_ start: GridLine, _ end: GridLine = .auto) -> LayoutNode {
    modified { $0.style.gridRow = GridRange(start, end) }
  }

  /// Places the layout in a named area of its grid (CSS `grid-area`); a no-op for names that
  /// `areas` does not have.
  ///
  ///     let areas = try GridAreas(["photo title", "photo note"])
  ///     let card = Grid(columns: [40, .fraction(1)], areas: areas, spacing: 8) {
  ///       Box(.black, size: Size(width: 40, height: 40)).gridArea("photo", of: areas)
  ///       Text("Ada").gridArea("title", of: areas)
  ///       Text("Engines").gridArea("note", of: areas)
  ///     }
  public func gridArea(_ name: String, of areas: GridAreas) -> LayoutNode {
    modified {
      guard let area = areas[name] else { return }
      $0.style.gridColumn = area.column
      $0.style.gridRow = area.row
    }
  }

  /// Sets the alignment of the layout between the left and right edges of its grid cells (CSS
  /// `justify-self`).
  public func justification(_ alignment: BoxAlign) -> LayoutNode {
    modified { $0.style.justifySelf = alignment }
  }

  /// Sets the order among siblings of a stack or grid (CSS `order`). Lower numbers come first; the
  /// default is 0.
  public func order(_ order: Int) -> LayoutNode { modified { $0.style.order = order } }
}
