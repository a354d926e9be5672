/// Which row each header, item and footer of a model is, counted through all sections.
struct RowNumbering: Sendable {
  /// The rows of a section, as far as they can be counted without looking at them.
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
    for section in model.sections {
      let hasHeader = section.header != nil
      let hasFooter = section.footer != nil
      sections.append(Section(start: count, hasHeader: hasHeader, hasFooter: hasFooter))
      count += section.items.count + (hasHeader ? 1 : 0) + (hasFooter ? 1 : 0)
    }
    self.sections = sections
    self.count = count
  }

  /// The number of sections.
  var sectionCount: Int { sections.count }

  /// The rows of a section that is there.
  func rows(ofSection section: Int) -> Range<Int> {
    let next = section + 1
    return sections[section].start..<(next < sections.count ? sections[next].start : count)
  }

  /// The rows of the items of a section that is there.
  func items(ofSection section: Int) -> Range<Int> {
    let rows = rows(ofSection: section)
    let start = rows.lowerBound + (sections[section].hasHeader ? 1 : 0)
    return start..<rows.upperBound - (sections[section].hasFooter ? 1 : 0)
  }

  /// The row of the header of a section that is there.
  func header(ofSection section: Int) -> Int? {
    sections[section].hasHeader ? sections[section].start : nil
  }

  /// The row of the footer of a section that is there.
  func footer(ofSection section: Int) -> Int? {
    sections[section].hasFooter ? rows(ofSection: section).upperBound - 1 : nil
  }

  /// The section that a row is in; nil for rows that are not there.
  ///
  /// - Complexity: O(log sections).
  func section(ofRow row: Int) -> Int? {
    guard row >= 0, row < count else { return nil }
    var low = 0
    var high = sections.count
    while high - low > 1 {
      let middle = (low + high) / 2
      if sections[middle].start <= row { low = middle } else { high = middle }
    }
    return low
  }

  /// The path of a row; nil for rows that are not there.
  ///
  /// - Complexity: O(log sections).
  func path(ofRow row: Int) -> RowPath? {
    guard let section = section(ofRow: row) else { return nil }
    let items = items(ofSection: section)
    if row < items.lowerBound { return RowPath(section: section, part: .header) }
    if row >= items.upperBound { return RowPath(section: section, part: .footer) }
    return RowPath(section: section, part: .item(row - items.lowerBound))
  }

  /// The row at a path; nil where there is none.
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
