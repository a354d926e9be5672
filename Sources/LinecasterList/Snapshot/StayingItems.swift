import LinecasterDiff

/// The items of an old section that a batch leaves where they are, run by run.
struct StayingItems {
  private let section: Int
  private let count: Int
  /// Items that leave, of all sections, ascending.
  private let leaving: [ElementPath]
  /// The next of `leaving`.
  private var nextLeaving: Int
  private var item = 0

  /// - Complexity: O(log leaving).
  init(of section: Int, count: Int, leaving: [ElementPath]) {
    self.section = section
    self.count = count
    self.leaving = leaving
    let start = ElementPath(section: section, item: 0)
    nextLeaving = RowMapping.count(of: leaving.count) { leaving[$0] < start }
  }

  /// The next items that stay side by side; empty after the last.
  mutating func next(atMost limit: Int) -> Range<Int> {
    var end = count
    while nextLeaving < leaving.count, leaving[nextLeaving].section == section {
      let leaver = leaving[nextLeaving].item
      if leaver > item {
        end = min(end, leaver)
        break
      }
      item = max(item, leaver + 1)
      nextLeaving += 1
    }
    let run = item..<max(item, min(end, item + max(0, limit)))
    item = run.upperBound
    return run
  }
}
