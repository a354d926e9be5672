import LinecasterBase
import LinecasterCells
import LinecasterDiff

extension TableSnapshot {
  /// Creates the snapshot of an update whose rows have not been measured.
  ///
  /// Cheap if only a few of many rows will be visible: rows are counted by section, not visited.
  ///
  /// - Parameters:
  ///   - generation: The number of the update.
  ///   - rows: The rows.
  ///   - carried: The heights of rows that survive the update.
  ///   - estimates: The estimates for rows with unknown heights.
  /// - Complexity: O(sections + changes), and O(rows) if surviving rows do not stay in whole
  ///   blocks.
  init(
    generation: Int, rows: TableRows, carried: CarriedHeights?,
    estimates: (TableSection) -> RowEstimates
  ) {
    var maker = GeometryMaker(rows, carried: carried)
    self.init(
      generation: generation, rows: rows, geometry: maker.make(estimates))
  }
}

/// Makes the geometry of the rows of an update: known heights are carried over, the others are
/// estimated.
///
/// A carried height counts as measured if the row shows the same content in the same environment.
/// Otherwise it is the best estimate, unless it is 0: a row with an estimated height of 0 would
/// never come into view and be measured.
private struct GeometryMaker {
  private let rows: TableRows
  private let carried: CarriedHeights?
  private var builder = RowGeometryBuilder()
  /// The first stretch of the mapping that does not end above the rows made so far.
  private var nextStretch = 0
  /// The first updated row that is not above the rows made so far.
  private var nextUpdate = 0

  init(_ rows: TableRows, carried: CarriedHeights?) {
    self.rows = rows
    self.carried = carried
  }

  /// - Parameter estimates: The estimates for the rows of a section.
  /// - Complexity: O(sections + changes + carried rows), by whole blocks if possible; O(changes +
  ///   carried rows / 512) if all sections are measured alike and none has insets.
  mutating func make(_ estimates: (TableSection) -> RowEstimates) -> RowGeometry {
    if let carried, !rows.hasVerticalInsets, !carried.base.rows.hasVerticalInsets,
      rows.measuresAllLike(carried.base.rows)
    {
      appendStretches(carried, estimates)
      return builder.finish()
    }
    for index in rows.model.sections.indices {
      append(index, estimates(rows.model.sections[index]))
    }
    var geometry = builder.finish()
    builder = RowGeometryBuilder()
    takeInsetsFromFormerEdges(&geometry, estimates)
    return geometry
  }

  /// Appends whole stretches of carried rows, whatever their sections, and estimates between them.
  private mutating func appendStretches(
    _ carried: CarriedHeights, _ estimates: (TableSection) -> RowEstimates
  ) {
    var next = 0
    for stretch in carried.mapping.stretches {
      appendEstimates(next..<stretch.newStart, estimates)
      appendStretch(stretch, carried, estimates)
      next = stretch.newRows.upperBound
    }
    appendEstimates(next..<rows.numbering.count, estimates)
  }

  private mutating func appendStretch(
    _ stretch: RowMapping.Stretch, _ carried: CarriedHeights,
    _ estimates: (TableSection) -> RowEstimates
  ) {
    var next = stretch.newStart
    while next < stretch.newRows.upperBound {
      let (isUpdated, end) = updates(from: next, in: next..<stretch.newRows.upperBound)
      let old = stretch.oldStart + next - stretch.newStart
      // The estimate of an updated row depends on its section.
      for offset in stride(from: 0, to: end - next, by: isUpdated ? 1 : end - next) {
        builder.append(
          old + offset..<old + (isUpdated ? offset + 1 : end - next), of: carried.base.geometry,
          keepsMeasurements: !isUpdated,
          estimate: isUpdated ? estimate(ofRow: next + offset, estimates) : 0)
      }
      next = end
    }
  }

  /// Appends new rows.
  private mutating func appendEstimates(
    _ part: Range<Int>, _ estimates: (TableSection) -> RowEstimates
  ) {
    var next = part.lowerBound
    while next < part.upperBound, let section = rows.numbering.section(ofRow: next) {
      let all = rows.numbering.rows(ofSection: section)
      let items = rows.numbering.items(ofSection: section)
      let estimate = estimates(rows.model.sections[section])
      for (range, height) in [
        (all.lowerBound..<items.lowerBound, estimate.header), (items, estimate.item),
        (items.upperBound..<all.upperBound, estimate.footer),
      ] {
        let count = range.clamped(to: next..<part.upperBound).count
        builder.append(
          estimate: max(height, rows.metrics.minimumHeight, RowEstimates.least), count: count)
        next += count
      }
    }
  }

  private mutating func append(_ section: Int, _ estimates: RowEstimates) {
    let items = rows.numbering.items(ofSection: section)
    let all = rows.numbering.rows(ofSection: section)
    append(all.lowerBound..<items.lowerBound, of: section, estimate: estimates.header)
    append(items, of: section, estimate: estimates.item)
    append(items.upperBound..<all.upperBound, of: section, estimate: estimates.footer)
  }

  /// Appends rows of a section; the first and the last row of a section separately, with insets.
  private mutating func append(_ part: Range<Int>, of section: Int, estimate: Double) {
    let estimate = max(estimate, rows.metrics.minimumHeight, RowEstimates.least)
    guard rows.hasVerticalInsets, !part.isEmpty else {
      return appendInner(part, of: section, estimate: estimate)
    }
    let all = rows.numbering.rows(ofSection: section)
    let first = part.lowerBound == all.lowerBound ? part.lowerBound + 1 : part.lowerBound
    let last = part.upperBound == all.upperBound ? part.upperBound - 1 : part.upperBound
    if first > part.lowerBound { appendEdge(part.lowerBound, of: section, estimate: estimate) }
    guard first <= last else { return }
    appendInner(first..<last, of: section, estimate: estimate)
    if last < part.upperBound { appendEdge(last, of: section, estimate: estimate) }
  }

  private mutating func appendEdge(_ row: Int, of section: Int, estimate: Double) {
    let inset = rows.insets(ofRow: row, inSection: section).vertical
    guard let carried, let old = carried.mapping.oldRow(ofNew: row) else {
      return builder.append(height: estimate + inset, isMeasured: false)
    }
    let isMeasured =
      carried.base.geometry.isMeasured(old) && carried.updatedRows.isWithout(row)
      && keepsMeasurements(of: old, in: section)
    let height = carried.cellHeight(ofOld: old)
    builder.append(
      height: (isMeasured || height > 0 ? height : estimate) + inset, isMeasured: isMeasured)
  }

  /// Appends rows without insets above or below them.
  private mutating func appendInner(_ part: Range<Int>, of section: Int, estimate: Double) {
    var next = part.lowerBound
    while next < part.upperBound {
      let (known, end) = stretch(from: next, in: part)
      if let known {
        appendCarried(next..<end, from: known, of: section, estimate: estimate)
      } else {
        builder.append(estimate: estimate, count: end - next)
      }
      next = end
    }
  }

  /// Returns the old row of a row, `nil` for new rows, and the end of the stretch that it begins.
  private mutating func stretch(from row: Int, in part: Range<Int>) -> (old: Int?, end: Int) {
    guard let stretches = carried?.mapping.stretches else { return (nil, part.upperBound) }
    while nextStretch < stretches.count, stretches[nextStretch].newRows.upperBound <= row {
      nextStretch += 1
    }
    guard nextStretch < stretches.count else { return (nil, part.upperBound) }
    let stretch = stretches[nextStretch]
    guard stretch.newStart <= row else { return (nil, min(stretch.newStart, part.upperBound)) }
    let end = min(stretch.newRows.upperBound, part.upperBound)
    return (stretch.oldStart + row - stretch.newStart, end)
  }

  /// Appends rows carried over from an old row on; updated rows as estimates.
  private mutating func appendCarried(
    _ part: Range<Int>, from old: Int, of section: Int, estimate: Double
  ) {
    guard let carried else { return }
    var next = part.lowerBound
    while next < part.upperBound {
      let oldRow = old + next - part.lowerBound
      let limit = min(part.upperBound, next + carried.rowsAlike(from: oldRow))
      let (isUpdated, end) = updates(from: next, in: next..<limit)
      builder.append(
        oldRow..<oldRow + end - next, of: carried.base.geometry,
        keepsMeasurements: !isUpdated && keepsMeasurements(of: oldRow, in: section),
        estimate: estimate)
      next = end
    }
  }

  /// Returns whether a row is updated, and the end of the rows for which this is the same.
  private mutating func updates(from row: Int, in part: Range<Int>) -> (Bool, end: Int) {
    guard let updated = carried?.updatedRows else { return (false, part.upperBound) }
    while nextUpdate < updated.count, updated[nextUpdate] < row { nextUpdate += 1 }
    guard nextUpdate < updated.count else { return (false, part.upperBound) }
    guard updated[nextUpdate] == row else {
      return (false, min(updated[nextUpdate], part.upperBound))
    }
    var end = row
    while end < part.upperBound, nextUpdate < updated.count, updated[nextUpdate] == end {
      end += 1
      nextUpdate += 1
    }
    return (true, end)
  }

  /// Returns whether an unchanged row keeps its height, perhaps in another section.
  private func keepsMeasurements(of oldRow: Int, in section: Int) -> Bool {
    guard let old = carried?.base.rows, let oldSection = old.numbering.section(ofRow: oldRow)
    else { return false }
    return rows.measures(section: section, like: old, section: oldSection)
  }

  /// Removes the insets from rows that are no longer first or last in a section.
  private func takeInsetsFromFormerEdges(
    _ geometry: inout RowGeometry, _ estimates: (TableSection) -> RowEstimates
  ) {
    guard let carried, carried.base.rows.hasVerticalInsets else { return }
    let numbering = carried.base.rows.numbering
    for section in 0..<numbering.sectionCount {
      let old = numbering.rows(ofSection: section)
      guard carried.base.rows.insets(ofSection: section).vertical > 0, !old.isEmpty else {
        continue
      }
      for edge in Set([old.lowerBound, old.upperBound - 1]) {
        guard let row = carried.mapping.newRow(ofOld: edge), !isEdge(row) else { continue }
        var height = carried.cellHeight(ofOld: edge)
        if height == 0, !geometry.isMeasured(row) { height = estimate(ofRow: row, estimates) }
        geometry.setHeight(height, ofRow: row, isMeasured: geometry.isMeasured(row))
      }
    }
  }

  private func estimate(
    ofRow row: Int, _ estimates: (TableSection) -> RowEstimates
  ) -> Double {
    guard let path = rows.numbering.path(ofRow: row) else { return 0 }
    let estimates = estimates(rows.model.sections[path.section])
    let estimate =
      switch path.part {
      case .header: estimates.header
      case .item: estimates.item
      case .footer: estimates.footer
      }
    return max(estimate, rows.metrics.minimumHeight, RowEstimates.least)
  }

  /// Returns whether `appendEdge` handles a row.
  private func isEdge(_ row: Int) -> Bool {
    guard rows.hasVerticalInsets, let section = rows.numbering.section(ofRow: row) else {
      return false
    }
    let all = rows.numbering.rows(ofSection: section)
    return row == all.lowerBound || row == all.upperBound - 1
  }
}

extension CarriedHeights {
  /// Returns the height of the cell of an old row, without the insets of its section.
  fileprivate func cellHeight(ofOld row: Int) -> Double {
    max(0, base.geometry.height(ofRow: row) - base.rows.verticalInsets(ofRow: row))
  }

  /// Returns the number of rows from an old one on that certainly share its environment.
  fileprivate func rowsAlike(from row: Int) -> Int {
    guard base.rows.hasHorizontalInsets, let section = base.rows.numbering.section(ofRow: row)
    else { return base.rowCount - row }
    return base.rows.numbering.rows(ofSection: section).upperBound - row
  }
}

extension [Int] {
  /// Returns whether an ascending list does not contain a number.
  func isWithout(_ number: Int) -> Bool {
    let index = bisect { $0 >= number }
    return index == count || self[index] != number
  }
}

/// The heights that surviving rows had before an update.
struct CarriedHeights: Sendable {
  /// The list before the update.
  let base: TableSnapshot
  /// The mapping from old rows to new ones.
  let mapping: RowMapping
  /// The rows with new content, in new coordinates, ascending.
  let updatedRows: [Int]

  /// - Complexity: O(sections + changes log changes).
  init(_ changes: Changeset, from base: TableSnapshot, to rows: TableRows) {
    self.base = base
    mapping = RowMapping(changes, from: base.rows.numbering, to: rows.numbering)
    updatedRows = Self.updatedRows(changes, in: rows.numbering)
  }

  /// Includes the headers and footers of updated sections, because either may differ.
  private static func updatedRows(_ changes: Changeset, in numbering: RowNumbering) -> [Int] {
    let items = changes.itemUpdates.lazy.compactMap { numbering.row(at: RowPath($0.new)) }
    guard !changes.sectionUpdates.isEmpty else { return Array(items) }
    let others = changes.sectionUpdates.flatMap { update in
      [RowPart.header, .footer].compactMap {
        numbering.row(at: RowPath(section: update.new, part: $0))
      }
    }
    return (Array(items) + others).sorted()
  }
}

/// The mean heights of measured cells, by reuse kind, for estimating others.
///
/// Valid for one environment; cells measured in another start new means.
struct HeightMeans: Sendable {
  private struct Mean: Sendable {
    var sum = 0.0
    var count = 0.0

    var value: Double? { count > 0 ? sum / count : nil }

    static func + (one: Mean, other: Mean) -> Mean {
      Mean(sum: one.sum + other.sum, count: one.count + other.count)
    }
  }

  /// The maximum number of sampled items of a section.
  private static let sampleSize = 16

  private var means: [ReuseKind: Mean] = [:]
  private var all = Mean()
  /// The estimate before any cell is measured.
  private let initial: Double

  /// Creates empty means, with an initial estimate in layout points.
  init(initial: Double = 44) {
    self.initial = initial
  }

  /// Adds the height of a cell; heights that are not finite or not above 0 are ignored. Empty cells
  /// say nothing about others, and rows with an estimated height of 0 would never come into view.
  mutating func add(_ height: Double, of kind: ReuseKind) {
    guard height.isFinite, height > 0 else { return }
    let mean = Mean(sum: height, count: 1)
    means[kind] = means[kind].map { $0 + mean } ?? mean
    all = all + mean
  }

  /// Adds the heights of other means.
  ///
  /// - Complexity: O(kinds).
  mutating func add(_ others: HeightMeans) {
    means.merge(others.means) { $0 + $1 }
    all = all + others.all
  }

  /// Whether no cell has been measured.
  var isEmpty: Bool { all.count == 0 }

  /// Returns the mean of a kind; the mean of all cells if none of the kind has been measured.
  func estimate(of kind: ReuseKind) -> Double { means[kind]?.value ?? all.value ?? initial }

  /// Returns the estimates for the rows of a section; for items, a mean over a sample.
  ///
  /// - Complexity: O(1): items are sampled evenly.
  func estimates(for section: TableSection) -> RowEstimates {
    RowEstimates(
      header: section.header.map { estimate(of: $0.cell.reuseKind) } ?? 0,
      item: itemEstimate(section.items),
      footer: section.footer.map { estimate(of: $0.cell.reuseKind) } ?? 0)
  }

  private func itemEstimate(_ items: [TableItem]) -> Double {
    // If all kinds have one mean, there is nothing to sample.
    guard means.count > 1, !items.isEmpty else { return all.value ?? initial }
    let size = min(items.count, Self.sampleSize)
    let sum = (0..<size).reduce(0.0) { sum, sample in
      sum + estimate(of: items[sample * items.count / size].cell.reuseKind)
    }
    return sum / Double(size)
  }
}

/// The estimated heights of a section's rows until they are measured, in layout points, without the
/// insets of the section.
struct RowEstimates: Hashable, Sendable {
  /// The minimum estimate: less than a pixel would bring whole lists into view.
  static let least = 1.0

  /// The height of the header.
  var header: Double
  /// The height of each item.
  var item: Double
  /// The height of the footer.
  var footer: Double

  /// Creates estimates.
  init(header: Double, item: Double, footer: Double) {
    self.header = header
    self.item = item
    self.footer = footer
  }

  /// Creates estimates that are the same for all rows.
  init(all height: Double) {
    self.init(header: height, item: height, footer: height)
  }
}
