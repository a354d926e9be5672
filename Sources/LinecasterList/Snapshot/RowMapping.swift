/// Which row of a list after an update is which row before it, headers and footers included.
///
/// Kept as stretches of rows that stay side by side, so its size is that of the changes.
public struct RowMapping: Sendable {
  /// Rows that stand side by side before and after.
  struct Stretch: Hashable, Sendable {
    /// The first row, after the update.
    let newStart: Int
    /// The first row, before the update.
    let oldStart: Int
    var count: Int
    /// Whether the rows, or their section, were moved past others.
    let isMoved: Bool

    var newRows: Range<Int> { newStart..<newStart + count }
    var oldRows: Range<Int> { oldStart..<oldStart + count }
  }

  /// The rows that survive, ascending in new rows.
  let stretches: [Stretch]
  /// The indices of the stretches, ascending in old rows.
  private let oldOrder: [Int]

  /// Makes a mapping of stretches that ascend in new rows.
  init(_ stretches: [Stretch]) {
    self.stretches = stretches
    oldOrder = stretches.indices.sorted { stretches[$0].oldStart < stretches[$1].oldStart }
  }

  /// The mapping of an update that replaces all rows.
  public static let none = RowMapping([])

  /// The mapping of an update that leaves all rows where they are.
  public static func identity(count: Int) -> RowMapping {
    guard count > 0 else { return .none }
    return RowMapping([Stretch(newStart: 0, oldStart: 0, count: count, isMoved: false)])
  }

  /// The row after the update that an old row has become; nil if it was deleted.
  ///
  /// - Complexity: O(log changes).
  public func newRow(ofOld row: Int) -> Int? {
    guard let stretch = stretch(atOrBeforeOld: row), stretch.oldRows.contains(row) else {
      return nil
    }
    return stretch.newStart + row - stretch.oldStart
  }

  /// The row before the update that a new row has been; nil if it was inserted.
  ///
  /// - Complexity: O(log changes).
  public func oldRow(ofNew row: Int) -> Int? {
    let index = Self.count(of: stretches.count) { stretches[$0].newStart <= row } - 1
    guard index >= 0, stretches[index].newRows.contains(row) else { return nil }
    return stretches[index].oldStart + row - stretches[index].newStart
  }

  /// The last stretch, in old order, that does not begin below an old row.
  private func stretch(atOrBeforeOld row: Int) -> Stretch? {
    let index = oldIndex(after: row) - 1
    return index >= 0 ? stretches[oldOrder[index]] : nil
  }

  /// How many stretches begin at or above an old row.
  private func oldIndex(after row: Int) -> Int {
    Self.count(of: oldOrder.count) { stretches[oldOrder[$0]].oldStart <= row }
  }

  /// How many of the first indices below `count` satisfy a condition that then stays false.
  static func count(of count: Int, where condition: (Int) -> Bool) -> Int {
    var low = 0
    var high = count
    while low < high {
      let middle = (low + high) / 2
      if condition(middle) { low = middle + 1 } else { high = middle }
    }
    return low
  }
}

// MARK: - Survivors

extension RowMapping {
  /// The first old row at or below `row` that survives.
  ///
  /// - Parameter stays: Whether rows that were moved past others do not count.
  /// - Complexity: O(log changes), and O(stretches passed over).
  func survivor(atOrBelow row: Int, stays: Bool = false) -> Int? {
    if let stretch = stretch(atOrBeforeOld: row), stretch.oldRows.contains(row),
      !(stays && stretch.isMoved)
    {
      return row
    }
    return oldOrder[oldIndex(after: row)...].lazy.map { stretches[$0] }
      .first { !(stays && $0.isMoved) }?.oldStart
  }

  /// The last old row above `row` that survives.
  ///
  /// - Parameter stays: Whether rows that were moved past others do not count.
  /// - Complexity: O(log changes), and O(stretches passed over).
  func survivor(above row: Int, stays: Bool = false) -> Int? {
    oldOrder[..<oldIndex(after: row - 1)].reversed().lazy.map { stretches[$0] }
      .first { !(stays && $0.isMoved) }
      .map { min(row, $0.oldRows.upperBound) - 1 }
  }
}
