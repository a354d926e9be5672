public import LinecasterBase
public import LinecasterCells
public import LinecasterDiff

/// The state of a list at one generation: its model and the position of each row.
///
/// Headers, items and footers are all rows, counted through the whole model from the top. A
/// snapshot is created on a worker and swapped in on the main queue. Thread-safe.
public struct TableSnapshot: Sendable {
  /// The number of the update. Newer updates have larger numbers; 0 is the empty list before the
  /// first update.
  public let generation: Int
  /// The geometry of the rows. Extents include the insets above the first row of a section and
  /// below its last row. Some heights may be estimates.
  public private(set) var geometry: RowGeometry

  let rows: TableRows
  /// The load states of the model as it was made; a failure may be shown instead.
  var loadStatesAsMade: LoadStates
  /// The occurrence of each repeated identifier; first occurrences have no entry.
  private var occurrences: [RowPath: Int] = [:]

  /// Creates a snapshot.
  ///
  /// - Parameters:
  ///   - generation: The number of the update.
  ///   - rows: The rows.
  ///   - geometry: The geometry of the rows.
  init(generation: Int, rows: TableRows, geometry: RowGeometry) {
    self.generation = generation
    self.rows = rows
    self.geometry = geometry
    loadStatesAsMade = rows.model.loadStates
  }

  /// Returns the list before its first update.
  static func empty(
    in environment: LayoutEnvironment, metrics: RowMetrics = RowMetrics()
  ) -> TableSnapshot {
    TableSnapshot(
      generation: 0, rows: TableRows(TableModel(), in: environment, metrics: metrics),
      geometry: RowGeometry(heights: []))
  }

  /// The model whose rows the state has.
  public var model: TableModel { rows.model }
  /// The model with the load states that it was made with.
  var modelAsMade: TableModel {
    var model = model
    model.loadStates = loadStatesAsMade
    return model
  }
  /// The environment of the list. Rows are measured in it, at the width that the insets of their
  /// section leave.
  public var environment: LayoutEnvironment { rows.environment }
  /// The metrics of all rows.
  var metrics: RowMetrics { rows.metrics }
  /// The number of rows in all sections, headers and footers included.
  public var rowCount: Int { rows.numbering.count }

  /// Sets the extent of a row whose cell has been measured; a no-op for rows out of range.
  ///
  /// - Parameters:
  ///   - height: The height of the cell in layout points; the row has at least the minimum height.
  ///   - row: The row.
  /// - Complexity: O(log sections + log² rows).
  mutating func setCellHeight(_ height: Double, ofRow row: Int) {
    geometry.setHeight(rows.extent(ofRow: row, cellHeight: height), ofRow: row)
  }

  /// Sets the extents of rows by the heights of their cells, as `setCellHeight(_:ofRow:)` does.
  ///
  /// - Parameter heights: The heights; if a row occurs twice, the last one counts.
  /// - Complexity: O(heights · (log heights + log sections)), and 512 per block of rows.
  mutating func setCellHeights(_ heights: [HeightCorrection]) {
    let extents = heights.enumerated()
      .sorted { ($0.element.row, $0.offset) < ($1.element.row, $1.offset) }
      .map { _, height in
        HeightCorrection(
          row: height.row, height: rows.extent(ofRow: height.row, cellHeight: height.height),
          isMeasured: height.isMeasured)
      }
    geometry.setHeights(extents)
  }

  /// Takes over the row positions of another snapshot, which has the same rows.
  mutating func takePlaces(of other: TableSnapshot) { geometry = other.geometry }

  /// Returns whether a row's extent matches a cell height.
  func hasCellHeight(_ height: Double, ofRow row: Int) -> Bool {
    geometry.height(ofRow: row) == rows.extent(ofRow: row, cellHeight: height)
  }

  /// Numbers the occurrences of repeated identifiers, so their rows have distinct identities.
  mutating func disambiguate(_ duplicates: [DuplicateIdentifier]) {
    occurrences = duplicates.isEmpty ? [:] : Self.occurrences(duplicates)
  }

  /// Whether an identifier occurs more than once.
  var hasCopies: Bool { !occurrences.isEmpty }

  /// Returns the occurrence of the identifier at a path.
  func occurrence(at path: RowPath) -> Int { occurrences.isEmpty ? 0 : occurrences[path] ?? 0 }

  /// Counts the copies of each identifier, in order.
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

extension TableSnapshot {
  /// Returns the path of a row; `nil` for rows out of range.
  ///
  /// - Complexity: O(log sections).
  func path(ofRow row: Int) -> RowPath? { rows.numbering.path(ofRow: row) }

  /// Returns the row of an item, by the item's path in the model; `nil` if there is no such item.
  ///
  /// - Complexity: O(1).
  public func row(at path: ElementPath) -> Int? { row(at: RowPath(path)) }

  /// Returns the row at a path, or `nil`.
  ///
  /// - Complexity: O(1).
  func row(at path: RowPath) -> Int? { rows.numbering.row(at: path) }

  /// Returns the header, item or footer at a path, or `nil`.
  ///
  /// - Complexity: O(1).
  func item(at path: RowPath) -> TableItem? {
    guard model.sections.indices.contains(path.section) else { return nil }
    switch path.part {
    case .header: return model.sections[path.section].header
    case .footer: return model.sections[path.section].footer
    case .item(let item):
      let items = model.sections[path.section].items
      return items.indices.contains(item) ? items[item] : nil
    }
  }

  /// Returns the header, item or footer of a row; `nil` if the row is out of range.
  ///
  /// - Complexity: O(log sections).
  public func item(atRow row: Int) -> TableItem? { path(ofRow: row).flatMap(item) }

  /// Returns the identity of the row at a path, or `nil`.
  ///
  /// - Complexity: O(1).
  func identity(at path: RowPath) -> RowIdentity? {
    guard let item = item(at: path) else { return nil }
    let section = model.sections[path.section].identifier
    let occurrence = occurrence(at: path)
    switch path.part {
    case .header: return RowIdentity(section, kind: .header, occurrence: occurrence)
    case .footer: return RowIdentity(section, kind: .footer, occurrence: occurrence)
    case .item: return RowIdentity(item.identifier, occurrence: occurrence)
    }
  }

  /// Returns the identity of a row over its life; `nil` if the row is out of range.
  ///
  /// - Complexity: O(log sections).
  public func identity(ofRow row: Int) -> RowIdentity? { path(ofRow: row).flatMap(identity) }

  /// Returns the environment in which a row is measured: the list's, with the width that the insets
  /// of the section and the list's metrics leave.
  ///
  /// - Complexity: O(log sections).
  public func environment(ofRow row: Int) -> LayoutEnvironment {
    guard let section = rows.numbering.section(ofRow: row) else { return environment }
    return rows.environment(ofSection: section)
  }
}

extension TableSnapshot {
  /// Returns the frame of the cell of a row, in layout points from the top-left corner of the list;
  /// `nil` if the row is out of range.
  ///
  /// The frame excludes the insets of the section. A cell narrower than the width between the
  /// insets is centred, with its left edge on a pixel edge.
  ///
  /// - Complexity: O(log rows).
  public func frame(ofRow row: Int) -> Rect? {
    guard let section = rows.numbering.section(ofRow: row) else { return nil }
    let insets = rows.insets(ofRow: row, inSection: section)
    let room = max(0, environment.width - insets.horizontal)
    let width = rows.environment(ofSection: section).width
    return Rect(
      x: insets.left + environment.scale.rounded((room - width) / 2),
      y: geometry.offset(ofRow: row) + insets.top, width: width,
      height: max(0, geometry.height(ofRow: row) - insets.vertical))
  }

  /// Returns the header that sticks to the top of a viewport at `offset`, and its frame in the
  /// list; `nil` if none does (CSS `position: sticky`).
  ///
  /// The result is the header of the section at the top of the viewport, if that header is sticky
  /// and would otherwise be above the viewport. The end of the section pushes the header up.
  ///
  /// - Complexity: O(log rows).
  public func stickyHeader(at offset: Double) -> (row: Int, frame: Rect)? {
    guard let row = geometry.row(at: offset), let section = rows.numbering.section(ofRow: row),
      model.sections[section].isHeaderSticky,
      let header = rows.numbering.header(ofSection: section), let frame = frame(ofRow: header),
      frame.minY <= offset
    else { return nil }
    let end =
      geometry.offset(ofRow: rows.numbering.rows(ofSection: section).upperBound)
      - rows.insets(ofSection: section).bottom
    let top = max(frame.minY, min(offset, end - frame.height))
    guard top + frame.height > offset else { return nil }
    return (header, frame.offset(x: 0, y: top - frame.minY))
  }
}
