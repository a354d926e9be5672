public import LinecasterCells
import LinecasterDiff

/// The state of a list at one generation: its model and where each row is.
///
/// Headers, items and footers are all rows, counted through the whole model from the top. Made on
/// a worker, swapped in on the main queue; a value that any thread may read.
public struct TableSnapshot: Sendable {
  /// Counts the updates; larger is newer, 0 is the empty list before the first.
  public let generation: Int
  /// Where the rows are: extents, which hold the insets above the first row of a section and below
  /// its last one. Some may be estimates.
  public private(set) var geometry: RowGeometry

  let rows: TableRows
  /// Which occurrence of its identifier a row is; rows that are the only one are left out.
  private var occurrences: [RowPath: Int] = [:]

  /// Makes a snapshot.
  ///
  /// - Parameters:
  ///   - generation: Counts the updates.
  ///   - rows: The rows.
  ///   - geometry: Where they are.
  init(generation: Int, rows: TableRows, geometry: RowGeometry) {
    self.generation = generation
    self.rows = rows
    self.geometry = geometry
  }

  /// The list before its first update.
  static func empty(
    in environment: LayoutEnvironment, metrics: RowMetrics = RowMetrics()
  ) -> TableSnapshot {
    TableSnapshot(
      generation: 0, rows: TableRows(TableModel(), in: environment, metrics: metrics),
      geometry: RowGeometry(heights: []))
  }

  /// The sections.
  public var model: TableModel { rows.model }
  /// What the list is laid out in; its rows are measured in `environment(ofRow:)`.
  public var environment: LayoutEnvironment { rows.environment }
  /// What holds for all rows.
  public var metrics: RowMetrics { rows.metrics }
  /// The number of rows in all sections, headers and footers included.
  public var rowCount: Int { rows.numbering.count }

  /// Sets the extent of a row whose cell has been measured; nothing happens for rows that are not
  /// there.
  ///
  /// - Parameters:
  ///   - height: The height of the cell in layout points; the row has at least the minimum.
  ///   - row: The row.
  /// - Complexity: O(log sections + log² rows).
  public mutating func setCellHeight(_ height: Double, ofRow row: Int) {
    geometry.setHeight(rows.extent(ofRow: row, cellHeight: height), ofRow: row)
  }

  /// Tells rows whose identifiers stand above them too from those.
  mutating func tellApart(_ duplicates: [DuplicateIdentifier]) {
    occurrences = duplicates.isEmpty ? [:] : Self.occurrences(duplicates)
  }

  /// Which copy of its identifier is at a path.
  func occurrence(at path: RowPath) -> Int { occurrences.isEmpty ? 0 : occurrences[path] ?? 0 }

  /// Counts the copies of each first place, in order.
  private static func occurrences(_ duplicates: [DuplicateIdentifier]) -> [RowPath: Int] {
    var counts: [DuplicateIdentifier.Place: Int] = [:]
    var occurrences: [RowPath: Int] = [:]
    for duplicate in duplicates where duplicate.model == .new {
      let count = counts[duplicate.first, default: 0] + 1
      counts[duplicate.first] = count
      switch duplicate.repeated {
      case .item(let path): occurrences[RowPath(path)] = count
      case .section(let section):
        occurrences[RowPath(section: section, part: .header)] = count
        occurrences[RowPath(section: section, part: .footer)] = count
      }
    }
    return occurrences
  }
}
