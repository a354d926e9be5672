import LinecasterBase
import LinecasterCells
import LinecasterDiff

/// The rows of a model with the layout of their sections and list, without heights.
struct TableRows: Sendable {
  let model: TableModel
  let environment: LayoutEnvironment
  let metrics: RowMetrics
  let numbering: RowNumbering
  /// Whether a section has insets above or below its rows.
  let hasVerticalInsets: Bool
  /// Whether a section has insets beside its rows.
  let hasHorizontalInsets: Bool

  /// Creates the rows of an update; they keep the numbers of the old rows if only content changes.
  ///
  /// - Complexity: O(changes) if only content of items changes, O(sections) otherwise.
  init(
    _ model: TableModel, in environment: LayoutEnvironment, metrics: RowMetrics,
    changing old: TableRows, by changes: Changeset
  ) {
    guard changes.count == changes.itemUpdates.count, changes.duplicates.isEmpty,
      old.model.sections.count == model.sections.count
    else {
      self.init(model, in: environment, metrics: metrics)
      return
    }
    self.init(model, in: environment, metrics: metrics, like: old)
  }

  /// Creates rows that are numbered and inset like others.
  private init(
    _ model: TableModel, in environment: LayoutEnvironment, metrics: RowMetrics,
    like other: TableRows
  ) {
    self.model = model
    self.environment = environment
    self.metrics = metrics
    numbering = other.numbering
    hasVerticalInsets = other.hasVerticalInsets
    hasHorizontalInsets = other.hasHorizontalInsets
  }

  /// - Complexity: O(sections).
  init(_ model: TableModel, in environment: LayoutEnvironment, metrics: RowMetrics) {
    self.model = model
    self.environment = environment
    self.metrics = metrics
    numbering = RowNumbering(model)
    // By index, since iterating would copy each section.
    hasVerticalInsets = model.sections.indices.contains {
      let insets = model.sections[$0].insets
      return insets.top.asInset + insets.bottom.asInset > 0
    }
    hasHorizontalInsets = model.sections.indices.contains {
      let insets = model.sections[$0].insets
      return insets.left.asInset + insets.right.asInset > 0
    }
  }

  /// Returns the insets around all rows of an existing section; never negative.
  func insets(ofSection section: Int) -> Insets {
    let insets = model.sections[section].insets
    return Insets(
      top: insets.top.asInset, left: insets.left.asInset, bottom: insets.bottom.asInset,
      right: insets.right.asInset)
  }

  /// Returns the insets that belong to a row's extent; `row` must be in `section`.
  func insets(ofRow row: Int, inSection section: Int) -> Insets {
    var insets = insets(ofSection: section)
    let rows = numbering.rows(ofSection: section)
    if row != rows.lowerBound { insets.top = 0 }
    if row != rows.upperBound - 1 { insets.bottom = 0 }
    return insets
  }

  /// Returns the insets above and below a row that belong to its extent.
  func verticalInsets(ofRow row: Int) -> Double {
    guard hasVerticalInsets, let section = numbering.section(ofRow: row) else { return 0 }
    return insets(ofRow: row, inSection: section).vertical
  }

  /// Returns the environment in which the rows of an existing section are measured.
  func environment(ofSection section: Int) -> LayoutEnvironment {
    var environment = environment
    if hasHorizontalInsets { environment.width -= insets(ofSection: section).horizontal }
    environment.width = min(environment.width, metrics.maximumContentWidth)
    return environment
  }

  /// Returns whether a cell has the same height in a section of these rows as in one of other rows.
  func measures(
    section: Int, like other: TableRows, section otherSection: Int
  ) -> Bool {
    metrics.minimumHeight == other.metrics.minimumHeight
      && other.environment(ofSection: otherSection) == environment(ofSection: section)
  }

  /// Returns whether cells have the same heights in all sections of both.
  func measuresAllLike(_ other: TableRows) -> Bool {
    metrics == other.metrics && environment == other.environment
      && !hasHorizontalInsets && !other.hasHorizontalInsets
  }

  /// Returns the extent of a row by its cell's height: at least the minimum, plus the insets.
  func extent(ofRow row: Int, cellHeight: Double) -> Double {
    let height = cellHeight.isFinite ? cellHeight : 0
    return max(height, metrics.minimumHeight) + verticalInsets(ofRow: row)
  }
}

extension Double {
  /// The length as an inset: numbers that are not finite or not above 0 count as 0.
  fileprivate var asInset: Double {
    isFinite ? Swift.min(Swift.max(0, self), Limit.length) : 0
  }
}

/// Metrics of all rows of a list. Lengths are layout points.
public struct RowMetrics: Hashable, Sendable {
  /// The minimum height of rows, without the insets of sections.
  let minimumHeight: Double
  /// The maximum width of rows; in wider lists they are centred.
  let maximumContentWidth: Double

  /// Creates metrics, in layout points. A minimum that is not finite and above 0 becomes 0. A
  /// maximum that is NaN or not above 0 becomes 0.
  public init(minimumHeight: Double = 0, maximumContentWidth: Double = .infinity) {
    self.minimumHeight =
      minimumHeight.isFinite ? min(max(0, minimumHeight), Limit.length) : 0
    self.maximumContentWidth = maximumContentWidth > 0 ? maximumContentWidth : 0
  }
}

/// The row numbers of each header, item and footer of a model, counted through all sections.
struct RowNumbering: Sendable {
  /// The rows of a section that can be counted without visiting them.
  private struct Section: Sendable {
    /// The number of rows above the section.
    let start: Int
    let hasHeader: Bool
    let hasFooter: Bool
  }

  private let sections: [Section]
  /// The number of all rows.
  let count: Int

  /// Numbers the rows of a model.
  ///
  /// - Complexity: O(sections).
  init(_ model: TableModel) {
    var sections: [Section] = []
    sections.reserveCapacity(model.sections.count)
    var count = 0
    for index in model.sections.indices {
      let hasHeader = model.sections[index].header != nil
      let hasFooter = model.sections[index].footer != nil
      sections.append(Section(start: count, hasHeader: hasHeader, hasFooter: hasFooter))
      count += model.sections[index].items.count + (hasHeader ? 1 : 0) + (hasFooter ? 1 : 0)
    }
    self.sections = sections
    self.count = count
  }

  /// The number of sections.
  var sectionCount: Int { sections.count }

  /// Returns the rows of an existing section.
  func rows(ofSection section: Int) -> Range<Int> {
    let next = section + 1
    return sections[section].start..<(next < sections.count ? sections[next].start : count)
  }

  /// Returns the rows of adjacent sections, which exist.
  func rows(ofSections sections: Range<Int>) -> Range<Int> {
    let (first, end) = (sections.lowerBound, sections.upperBound)
    let start = first < self.sections.count ? self.sections[first].start : count
    return start..<(end < self.sections.count ? self.sections[end].start : count)
  }

  /// Returns the rows of the items of an existing section.
  func items(ofSection section: Int) -> Range<Int> {
    let rows = rows(ofSection: section)
    let start = rows.lowerBound + (sections[section].hasHeader ? 1 : 0)
    return start..<rows.upperBound - (sections[section].hasFooter ? 1 : 0)
  }

  /// Returns the row of the header of an existing section; `nil` if it has none.
  func header(ofSection section: Int) -> Int? {
    sections[section].hasHeader ? sections[section].start : nil
  }

  /// Returns the row of the footer of an existing section; `nil` if it has none.
  func footer(ofSection section: Int) -> Int? {
    sections[section].hasFooter ? rows(ofSection: section).upperBound - 1 : nil
  }

  /// Returns the section of a row; `nil` for rows out of range.
  ///
  /// - Complexity: O(log sections).
  func section(ofRow row: Int) -> Int? {
    guard row >= 0, row < count else { return nil }
    return sections.bisect { $0.start > row } - 1
  }

  /// Calls a closure with each section of some rows, and its rows among them.
  ///
  /// - Complexity: O(sections of the rows · log sections).
  func forEachSection(of rows: Range<Int>, _ body: (Int, Range<Int>) -> Void) {
    var row = rows.lowerBound
    while row < rows.upperBound, let section = section(ofRow: row) {
      let end = min(self.rows(ofSection: section).upperBound, rows.upperBound)
      body(section, row..<end)
      row = end
    }
  }

  /// Returns the path of a row; `nil` for rows out of range.
  ///
  /// - Complexity: O(log sections).
  func path(ofRow row: Int) -> RowPath? {
    guard let section = section(ofRow: row) else { return nil }
    let items = items(ofSection: section)
    if row < items.lowerBound { return RowPath(section: section, part: .header) }
    if row >= items.upperBound { return RowPath(section: section, part: .footer) }
    return RowPath(section: section, part: .item(row - items.lowerBound))
  }

  /// Returns the row at a path, or `nil`.
  ///
  /// - Complexity: O(1).
  func row(at path: RowPath) -> Int? {
    guard sections.indices.contains(path.section) else { return nil }
    switch path.part {
    case .header: return header(ofSection: path.section)
    case .footer: return footer(ofSection: path.section)
    case .item(let item):
      let items = items(ofSection: path.section)
      return item >= 0 && item < items.count ? items.lowerBound + item : nil
    }
  }
}
