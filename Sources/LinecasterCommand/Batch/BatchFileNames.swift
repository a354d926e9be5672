import Foundation
import LinecasterBase

/// The names of the files that a batch writes, so no row replaces the picture of another one.
///
/// Rows claim their names in the order of the input, so the first one wins on any number of
/// workers. Thread-safe.
final class BatchFileNames: @unchecked Sendable {
  // The condition's lock guards all other properties.
  private let condition = NSCondition()
  private var nextPlace = 0
  /// The number of the row that has a file, by the hash of the file's name, which takes less memory
  /// than the name.
  private var rows: [Int: UInt32] = [:]

  /// Claims a file name for a row, after all earlier rows have had their turns.
  ///
  /// - Parameters:
  ///   - name: The file name; `nil` to end the turn of a row without a file.
  ///   - row: Each row must claim once, and rows that are drawn at the same time must be
  ///     neighbours.
  /// - Returns: The number of the row that has the name already; `nil` if it was free.
  func claim(_ name: String?, for row: BatchRow) -> Int? {
    condition.lock()
    defer { condition.unlock() }
    while nextPlace < row.place { condition.wait() }
    nextPlace += 1
    condition.broadcast()
    guard let key = name?.hashValue else { return nil }
    if let owner = rows[key] { return Int(owner) }
    rows[key] = UInt32(clamping: row.number)
    return nil
  }
}
