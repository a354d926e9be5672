import Synchronization

/// A count of live values.
final class LiveCount: Sendable {
  /// A token in a counted value; all copies of the value count once.
  final class Token: Sendable {
    private let count: LiveCount

    fileprivate init(_ count: LiveCount) {
      self.count = count
      count.count.add(1, ordering: .relaxed)
    }

    deinit { count.count.subtract(1, ordering: .relaxed) }
  }

  private let count = Atomic<Int>(0)

  /// The number of live tokens.
  var value: Int { count.load(ordering: .relaxed) }

  func token() -> Token { Token(self) }
}
