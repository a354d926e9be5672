import LinecasterBase
public import LinecasterBoxLayout

/// Layouts in rows and columns.
///
///     let table = Grid(columns: [.fraction(1), .fit(200), 80], spacing: 8) {
///       Text("Things").gridColumn(1, .span(3))
///       Text("Engine")
///       Text("with a mill and a store")
///       Text("1").justification(.end)
///     }
///
/// Those without a place take the next cells that are free. Rows beyond those that are given are as
/// high as what is in them.
public struct Grid: Layout {
  /// The tree of nodes the layout stands for.
  public let node: LayoutNode

  /// Makes a grid.
  ///
  /// - Parameters:
  ///   - columns: The columns that there are in any case.
  ///   - rows: The rows that there are in any case.
  ///   - autoColumns: The columns beside those, again and again.
  ///   - autoRows: The rows beside those, again and again.
  ///   - areas: Names for parts of the grid, which `gridArea` refers to.
  ///   - flow: Which way children without a place fill the grid.
  ///   - spacing: The distance between rows and between columns, in layout points.
  ///   - alignment: How children sit between the top and bottom edges of their cells.
  ///   - justification: How children sit between the left and right edges of their cells.
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
  /// The layout in columns of its grid: between two lines, such as `gridColumn(1, 3)`, or over so
  /// many columns, such as `gridColumn(1, .span(2))` and `gridColumn(.span(2))`.
  ///
  /// Lines count from 1, or from the last one backwards from -1.
  public func gridColumn(_ start: GridLine, _ end: GridLine = .auto) -> LayoutNode {
    modified { $0.style.gridColumn = GridRange(start, end) }
  }

  /// The layout in rows of its grid, as `gridColumn` has it for columns.
  public func gridRow(_ start: GridLine, _ end: GridLine = .auto) -> LayoutNode {
    modified { $0.style.gridRow = GridRange(start, end) }
  }

  /// The layout in an area of its grid by name; a name that the areas do not have changes nothing.
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

  /// The layout with an alignment of its own between the left and right edges of its cells.
  public func justification(_ alignment: BoxAlign) -> LayoutNode {
    modified { $0.style.justifySelf = alignment }
  }

  /// The layout before those of its stack or grid with higher numbers, and after those with lower
  /// ones; all have 0 unless they say otherwise.
  public func order(_ order: Int) -> LayoutNode { modified { $0.style.order = order } }
}
