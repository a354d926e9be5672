/// The rows and columns of a grid container (CSS Grid 1 §7).
///
///     var style = BoxStyle()
///     style.display = .grid
///     style.gap = 8
///     let columns = GridTemplate(columns: [.fraction(1), .fit(200)], autoRows: [40])
///     tree.openContainer(style, grid: columns)
public struct GridTemplate: Hashable, Sendable {
  /// The explicit columns.
  public var columns: GridTrackList
  /// The explicit rows.
  public var rows: GridTrackList
  /// The columns beside those, again and again; automatic ones where there are none.
  public var autoColumns: [GridTrack]
  /// The rows beside those, again and again; automatic ones where there are none.
  public var autoRows: [GridTrack]
  /// Which way items without a line fill the grid.
  public var flow: GridFlow
  /// The named areas, which the explicit grid has room for.
  public var areas: GridAreas

  /// Makes a template; what is left out is as in CSS.
  public init(
    columns: GridTrackList = [], rows: GridTrackList = [], autoColumns: [GridTrack] = [],
    autoRows: [GridTrack] = [], flow: GridFlow = .row, areas: GridAreas = .none
  ) {
    self.columns = columns
    self.rows = rows
    self.autoColumns = autoColumns
    self.autoRows = autoRows
    self.flow = flow
    self.areas = areas
  }

  /// Whether the rows inside may be others where the height is given than where it follows from
  /// them.
  var isHeightSensitive: Bool {
    !rows.repeated.isEmpty || rows.isSubgrid
      || (rows.all + autoRows).contains { $0.usesPercent || $0.isFlexible }
  }
}

/// A template of a tree by reference: to read one that is a value would retain all of its lists.
final class SharedTemplate: Sendable {
  let value: GridTemplate
  /// Whether the number of explicit tracks is the same in any extent.
  let hasFixedCounts: Bool

  /// What grids have that are given none.
  static let initial = SharedTemplate(GridTemplate())

  init(_ template: GridTemplate) {
    value = template
    hasFixedCounts = template.columns.repeated.isEmpty && template.rows.repeated.isEmpty
  }
}
