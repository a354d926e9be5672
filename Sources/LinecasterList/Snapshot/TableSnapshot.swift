public import LinecasterBase
public import LinecasterCells
public import LinecasterDiff

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
  /// What the model said of itself, where something that failed beside it is shown in its place.
  var loadStatesAsMade: LoadStates
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
    loadStatesAsMade = rows.model.loadStates
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
  /// The model with the load states that it was made with.
  var modelAsMade: TableModel {
    var model = model
    model.loadStates = loadStatesAsMade
    return model
  }
  /// What the list is laid out in; its rows are measured in `environment(ofRow:)`.
  public var environment: LayoutEnvironment { rows.environment }
  /// What holds for all rows.
  var metrics: RowMetrics { rows.metrics }
  /// The number of rows in all sections, headers and footers included.
  public var rowCount: Int { rows.numbering.count }

  /// Sets the extent of a row whose cell has been measured; nothing happens for rows that are not
  /// there.
  ///
  /// - Parameters:
  ///   - height: The height of the cell in layout points; the row has at least the minimum.
  ///   - row: The row.
  /// - Complexity: O(log sections + log² rows).
  mutating func setCellHeight(_ height: Double, ofRow row: Int) {
    geometry.setHeight(rows.extent(ofRow: row, cellHeight: height), ofRow: row)
  }

  /// Sets the extents of rows by the heights of their cells, as `setCellHeight(_:ofRow:)` does.
  ///
  /// - Parameter heights: Where a row occurs twice, the last holds.
  /// - Complexity: O(heights · (log heights + log sections)), and 512 a block of rows.
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

  /// Takes its rows to be where they are in another snapshot, which has the same ones.
  mutating func takePlaces(of other: TableSnapshot) { geometry = other.geometry }

  /// Whether a row is as high as a cell of a height makes it.
  func hasCellHeight(_ height: Double, ofRow row: Int) -> Bool {
    geometry.height(ofRow: row) == rows.extent(ofRow: row, cellHeight: height)
  }

  /// Tells rows whose identifiers stand above them too from those.
  mutating func tellApart(_ duplicates: [DuplicateIdentifier]) {
    occurrences = duplicates.isEmpty ? [:] : Self.occurrences(duplicates)
  }

  /// Whether an identifier occurs more than once.
  var hasCopies: Bool { !occurrences.isEmpty }

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

extension TableSnapshot {
  /// The path of a row; nil for rows that are not there.
  ///
  /// - Complexity: O(log sections).
  func path(ofRow row: Int) -> RowPath? { rows.numbering.path(ofRow: row) }

  /// The row of an item, by its place in the model; nil where there is none.
  ///
  /// - Complexity: O(1).
  public func row(at path: ElementPath) -> Int? { row(at: RowPath(path)) }

  /// The row at a path; nil where there is none.
  ///
  /// - Complexity: O(1).
  func row(at path: RowPath) -> Int? { rows.numbering.row(at: path) }

  /// What is at a path: a header, an item or a footer; nil where there is none.
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

  /// What a row is: a header, an item or a footer; nil for rows that are not there.
  ///
  /// - Complexity: O(log sections).
  public func item(atRow row: Int) -> TableItem? { path(ofRow: row).flatMap(item) }

  /// Which row stands at a path; nil where there is none.
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

  /// Which row it is over its life; nil for rows that are not there.
  ///
  /// - Complexity: O(log sections).
  public func identity(ofRow row: Int) -> RowIdentity? { path(ofRow: row).flatMap(identity) }

  /// What a row is measured in: the list's environment at the width that the insets of the section
  /// and the list's metrics leave.
  ///
  /// - Complexity: O(log sections).
  func environment(ofRow row: Int) -> LayoutEnvironment {
    guard let section = rows.numbering.section(ofRow: row) else { return environment }
    return rows.environment(ofSection: section)
  }
}

extension TableSnapshot {
  /// Where the cell of a row is in the list, in layout points from its top left corner; nil for
  /// rows that are not there.
  ///
  /// Insets of the section lie outside. A cell narrower than the room beside the insets stands in
  /// the middle, its left edge on a pixel edge.
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

  /// The header that stays at the top of a viewport that begins at `offset`, and where it is in the
  /// list; nil where none does.
  ///
  /// It is the header of the section that is seen at the top, if that is sticky and would else be
  /// above the viewport. The end of its section pushes it up.
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
