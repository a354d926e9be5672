import Synchronization

/// The lines of a paragraph at the width asked for last, since measuring and drawing ask for the
/// same one.
///
/// Holds no layout, which would keep its paragraph alive and so itself.
final class LastLines: Sendable {
  private struct Entry {
    let limit: Double
    let lines: PlacedLines
  }

  private let last = Mutex<Entry?>(nil)

  /// The lines at a width, if they are known.
  func value(at limit: Double) -> PlacedLines? {
    last.withLock { $0?.limit == limit ? $0?.lines : nil }
  }

  /// Remembers the lines at a width in place of the others.
  func keep(_ lines: PlacedLines, at limit: Double) {
    // The old lines are freed outside the lock.
    let old = last.withLock { entry in
      defer { entry = Entry(limit: limit, lines: lines) }
      return entry
    }
    withExtendedLifetime(old) {}
  }
}
