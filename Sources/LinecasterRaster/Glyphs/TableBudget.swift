import Synchronization

/// The bytes that the tables of all threads may take together.
final class TableBudget: Sendable {
  let limit: Int

  private let taken = Atomic<Int>(0)

  init(limit: Int) {
    self.limit = limit
  }

  /// The bytes taken.
  var byteCount: Int { taken.load(ordering: .relaxed) }

  /// Takes bytes, unless that is over the limit.
  func reserve(_ bytes: Int) -> Bool {
    if taken.wrappingAdd(bytes, ordering: .relaxed).newValue <= limit { return true }
    release(bytes)
    return false
  }

  /// Gives bytes back.
  func release(_ bytes: Int) { taken.wrappingSubtract(bytes, ordering: .relaxed) }
}
