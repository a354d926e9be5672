import LinecasterBase

/// The heights of cells that a list finds while an update is on its way: the update carries over
/// those that were known when it was begun, and takes these in when it lands.
struct HeightJournal: Sendable {
  /// The most rows that are measured ahead of sight while an update is on its way: taking them in
  /// happens on the main actor, in less than three milliseconds.
  static let roomForIdleWork = 16_384

  /// The update.
  let generation: Int
  /// The newest height of each row, in layout points; rows are counted before the update.
  private(set) var heights: [Int: Double] = [:]

  init(generation: Int) { self.generation = generation }

  /// Whether rows far from sight are better measured once the update has landed.
  var isFull: Bool { heights.count >= Self.roomForIdleWork }

  /// Takes in what the cell of a row was found to have.
  mutating func note(_ height: Double, ofRow row: Int) { heights[row] = height }
}

extension TableBatch {
  /// Gives rows the heights they were found to have since the base of the update was taken, so that
  /// none in sight goes back to an estimate.
  ///
  /// Rows that show something else, or in another environment, have what they had as an estimate
  /// where the update has not measured them.
  ///
  /// - Parameters:
  ///   - journal: What was found.
  ///   - old: The rows before the update.
  /// - Complexity: O(heights · (log heights + log changes + log sections)), and 512 a block of
  ///   rows.
  mutating func replay(_ journal: HeightJournal, from old: TableRows) {
    guard !journal.heights.isEmpty else { return }
    let isAlike = snapshot.rows.measuresAllLike(old)
    snapshot.setCellHeights(
      journal.heights.compactMap { oldRow, height in
        guard let row = mapping.newRow(ofOld: oldRow) else { return nil }
        let holds =
          updatedRows.isWithout(row) && (isAlike || measuresAlike(row, oldRow, of: old))
        guard holds || height > 0 && !snapshot.geometry.isMeasured(row) else { return nil }
        return HeightCorrection(row: row, height: height, isMeasured: holds)
      })
  }

  private func measuresAlike(_ row: Int, _ oldRow: Int, of old: TableRows) -> Bool {
    guard let section = snapshot.rows.numbering.section(ofRow: row),
      let oldSection = old.numbering.section(ofRow: oldRow)
    else { return false }
    return snapshot.rows.measures(section: section, like: old, section: oldSection)
  }
}
