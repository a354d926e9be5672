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
  /// The sizes of implicit columns, which repeat; automatic if empty (CSS `grid-auto-columns`).
  public var autoColumns: [GridTrack]
  /// The sizes of implicit rows, which repeat; automatic if empty (CSS `grid-auto-rows`).
  public var autoRows: [GridTrack]
  /// The order in which items without given lines fill the grid (CSS `grid-auto-flow`).
  public var flow: GridFlow
  /// The named areas, which are part of the explicit grid (CSS `grid-template-areas`).
  public var areas: GridAreas

  /// Creates a template; the defaults are those of CSS.
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

  /// Whether rows may differ between a given height and one that follows from them.
  var isHeightSensitive: Bool {
    !rows.repeated.isEmpty || rows.isSubgrid
      || (rows.all + autoRows).contains { $0.usesPercent || $0.isFlexible }
  }
}

/// A template of a tree by reference: reading a value would retain all of its lists.
final class SharedTemplate: Sendable {
  let value: GridTemplate
  /// Whether the number of explicit tracks is the same in any extent.
  let hasFixedCounts: Bool

  /// The template of grids without their own.
  static let initial = SharedTemplate(GridTemplate())

  init(_ template: GridTemplate) {
    value = template
    hasFixedCounts = template.columns.repeated.isEmpty && template.rows.repeated.isEmpty
  }
}
