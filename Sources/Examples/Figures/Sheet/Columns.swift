import LinecasterGeometry

/// Columns of one width between the margins of a sheet.
struct Columns {
  static let gap = 20.0

  let count: Int

  /// The width of each column.
  var width: Double { (Sheet.contentWidth - Double(count - 1) * Self.gap) / Double(count) }

  /// The left edge of a column.
  func left(_ column: Int) -> Double { Sheet.margin + Double(column) * (width + Self.gap) }

  /// A row of a sheet in a column.
  func origin(_ column: Int, y: Double) -> Point { Point(x: left(column), y: y) }
}
