import LinecasterBase

/// The start or end of a grid item along an axis (CSS Grid 1 §8.3).
public struct GridLine: Hashable, Sendable, BitwiseCopyable {
  /// 0 is `auto`, numbers within the limit are lines, and larger ones are spans.
  let raw: Int32

  private init(raw: Int32) { self.raw = raw }

  /// The line that automatic placement chooses.
  public static let auto = GridLine(raw: 0)

  /// Returns a line by its number: 1 is the first line of the explicit grid, -1 the last one, and 0
  /// is ``auto``.
  ///
  /// Numbers are clamped to ``GridTrackList/maximumCount``.
  public static func line(_ number: Int) -> GridLine {
    GridLine(raw: Int32(clamping: min(max(number, -limit), limit)))
  }

  /// Returns the line at a number of tracks from the other end of the range: at least one track,
  /// and at most ``GridTrackList/maximumCount``.
  public static func span(_ count: Int) -> GridLine {
    GridLine(raw: Int32(clamping: limit + min(max(count, 1), limit)))
  }

  private static var limit: Int { GridTrackList.maximumCount }

  /// The number of the line; 0 for others.
  package var number: Int { Int(raw) <= Self.limit ? Int(raw) : 0 }

  /// The number of tracks; 0 for others.
  package var count: Int { Int(raw) > Self.limit ? Int(raw) - Self.limit : 0 }
}

extension GridLine: ExpressibleByIntegerLiteral {
  /// Creates the line with a number, as ``line(_:)`` does.
  public init(integerLiteral value: Int) { self = .line(value) }
}

extension GridLine: CustomStringConvertible {
  /// The line in CSS syntax.
  public var description: String {
    number != 0 ? "\(number)" : count != 0 ? "span \(count)" : "auto"
  }
}

/// The place of a grid item along an axis, from one grid line to another (CSS `grid-column`,
/// `grid-row`).
///
///     style.gridColumn = GridRange(1, .span(2))
///     style.gridRow = GridRange(-2)
public struct GridRange: Hashable, Sendable, BitwiseCopyable {
  /// The line at which the item starts.
  public var start: GridLine
  /// The line at which the item ends.
  public var end: GridLine

  /// Creates a range. If `end` is omitted, the item covers one track.
  public init(_ start: GridLine, _ end: GridLine = .auto) {
    self.start = start
    self.end = end
  }

  /// A range of one track that automatic placement chooses.
  public static let auto = GridRange(.auto)

  /// Whether a line is given, so the item is not placed automatically.
  var isPlaced: Bool { start.number != 0 || end.number != 0 }

  /// The number of tracks of an item without a line.
  var span: Int { max(start.count != 0 ? start.count : end.count, 1) }

  /// Returns the lines of a placed item; 0 is the first one of the explicit grid.
  ///
  /// - Parameter count: the number of explicit tracks.
  func lines(explicitCount count: Int) -> (start: Int, end: Int) {
    let first = start.number == 0 ? nil : Self.index(start.number, count)
    let last = end.number == 0 ? nil : Self.index(end.number, count)
    switch (first, last) {
    case (let first?, let last?):
      return first == last
        ? (first, first + 1) : (min(first, last), max(first, last))
    case (let first?, nil): return (first, first + max(end.count, 1))
    case (nil, let last?): return (last - max(start.count, 1), last)
    case (nil, nil): return (0, span)
    }
  }

  /// Returns the index of a line with a number.
  static func index(_ number: Int, _ count: Int) -> Int {
    number > 0 ? number - 1 : count + 1 + number
  }
}

/// The order in which items without given lines fill a grid (CSS `grid-auto-flow`, CSS Grid 1
/// §8.6).
///
/// Dense flows stop filling gaps in extreme grids: after thousands of items with as many different
/// extents have taken 2,000 searches each.
public enum GridFlow: UInt8, Hashable, Sendable, BitwiseCopyable {
  /// Fills row by row, each item after the previous one.
  case row
  /// Fills column by column, each item after the previous one.
  case column
  /// Fills row by row, each item in the first gap that has room for it.
  case rowDense
  /// Fills column by column, each item in the first gap that has room for it.
  case columnDense

  var isRow: Bool { self == .row || self == .rowDense }
  var isDense: Bool { self == .rowDense || self == .columnDense }
}

/// The named areas of a grid, drawn row by row (CSS Grid 1 §7.3).
///
///     let areas = try GridAreas(["photo title", "photo text"])
///     style.gridColumn = areas["title"]?.column ?? .auto
public struct GridAreas: Hashable, Sendable {
  /// The columns and rows that a named area covers.
  public struct Area: Hashable, Sendable {
    /// The columns of the area, from the line before the first to the line after the last.
    public var column: GridRange
    /// The rows of the area, from the line before the first to the line after the last.
    public var row: GridRange
  }

  /// The number of columns.
  public let columnCount: Int
  /// The number of rows.
  public let rowCount: Int
  private var areas: [ExactText: Area] = [:]

  /// No areas.
  public static let none = GridAreas(columnCount: 0, rowCount: 0)

  private init(columnCount: Int, rowCount: Int) {
    self.columnCount = columnCount
    self.rowCount = rowCount
  }

  /// Parses a drawing of areas: one string per row, with names separated by spaces, and dots for
  /// cells without a name.
  ///
  /// - Throws: ``GridAreasError`` for rows of different lengths, areas that are not rectangles, and
  ///   more rows or columns than ``GridTrackList/maximumCount``.
  /// - Complexity: O(cells).
  public init(_ drawing: [String]) throws(GridAreasError) {
    let rows = drawing.map { $0.split(whereSeparator: \.isWhitespace).map(String.init) }
    let columnCount = rows.first?.count ?? 0
    if let row = rows.firstIndex(where: { $0.count != columnCount }) {
      throw .unevenRow(row)
    }
    guard max(rows.count, columnCount) <= GridTrackList.maximumCount else { throw .tooLarge }
    self.init(columnCount: columnCount, rowCount: rows.count)
    var bounds: [ExactText: CellBounds] = [:]
    for (y, row) in rows.enumerated() {
      for (x, name) in row.enumerated() where name.contains(where: { $0 != "." }) {
        bounds[ExactText(name), default: CellBounds(x, y)].add(x, y)
      }
    }
    for (name, box) in bounds {
      guard box.isFull else { throw .notRectangular(name.string) }
      areas[name] = Area(column: box.columns, row: box.rows)
    }
  }

  /// Accesses the area with a name; `nil` if there is no such area.
  public subscript(name: String) -> Area? { areas[ExactText(name)] }

  /// The names in byte order.
  package var names: [String] { areas.keys.sorted().map(\.string) }

  /// A drawing that parses to equal areas.
  package var drawing: [String] {
    let free = [String](repeating: ".", count: columnCount)
    var cells = [[String]](repeating: free, count: rowCount)
    for (name, area) in areas {
      for row in area.row.start.number..<area.row.end.number {
        for column in area.column.start.number..<area.column.end.number {
          cells[row - 1][column - 1] = name.string
        }
      }
    }
    return cells.map { $0.joined(separator: " ") }
  }

  /// The cells of a name.
  private struct CellBounds {
    var left, top, right, bottom: Int
    var count = 0

    init(_ x: Int, _ y: Int) { (left, top, right, bottom) = (x, y, x, y) }

    mutating func add(_ x: Int, _ y: Int) {
      (left, right) = (min(left, x), max(right, x))
      (top, bottom) = (min(top, y), max(bottom, y))
      count += 1
    }

    /// Whether the cells fill their rectangle.
    var isFull: Bool { count == (right - left + 1) * (bottom - top + 1) }
    var columns: GridRange { GridRange(.line(left + 1), .line(right + 2)) }
    var rows: GridRange { GridRange(.line(top + 1), .line(bottom + 2)) }
  }
}

/// The reason why a drawing of areas is invalid.
public enum GridAreasError: Error, Hashable, Sendable {
  /// A row, counted from 0, has more or fewer names than the first one.
  case unevenRow(Int)
  /// The cells with a name do not form one rectangle.
  case notRectangular(String)
  /// The drawing has more rows or columns than a grid can have.
  case tooLarge
}

extension GridAreasError: CustomStringConvertible {
  /// The reason as a sentence.
  public var description: String {
    switch self {
    case .unevenRow(let row): "Row \(row) of the areas has another length than the first."
    case .notRectangular(let name): "The area \(name) is not a rectangle."
    case .tooLarge: "The areas have more than \(GridTrackList.maximumCount) rows or columns."
    }
  }
}
