import Synchronization

/// The heights that workers find, chunk by chunk, in layout points.
final class RowHeights: Sendable {
  private let heights: Mutex<[Double]>

  init(count: Int) {
    heights = Mutex([Double](repeating: 0, count: count))
  }

  /// Sets the heights of a chunk's rows.
  func fill(from row: Int, _ chunk: [Double]) {
    heights.withLock { $0.replaceSubrange(row..<row + chunk.count, with: chunk) }
  }

  /// The heights of all rows.
  var all: [Double] { heights.withLock { $0 } }
}
