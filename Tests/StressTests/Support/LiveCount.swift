import Synchronization

/// Counts the values that are alive.
final class LiveCount: Sendable {
  /// Part of a value that is counted; all of its copies count once.
  final class Token: Sendable {
    private let count: LiveCount

    fileprivate init(_ count: LiveCount) {
      self.count = count
      count.count.add(1, ordering: .relaxed)
    }

    deinit { count.count.subtract(1, ordering: .relaxed) }
  }

  private let count = Atomic<Int>(0)

  /// The number of tokens that are alive.
  var value: Int { count.load(ordering: .relaxed) }

  func token() -> Token { Token(self) }
}
