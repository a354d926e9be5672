import Synchronization

/// The lines of a paragraph at the width asked for last, since measuring and drawing ask for the
/// same one.
///
/// Holds no layout, which would keep its paragraph alive and so itself.
struct LastLines: Sendable {
  let limit: Double
  let lines: PlacedLines
}

extension ShapedParagraph {
  /// The lines at a width, if they are those asked for last.
  func knownLines(at limit: Double) -> PlacedLines? {
    lastLines.withLock { $0?.limit == limit ? $0?.lines : nil }
  }

  /// Remembers the lines at a width in place of the others.
  func keep(_ lines: PlacedLines, at limit: Double) {
    // The old lines are freed outside the lock.
    let old = lastLines.withLock { last in
      defer { last = LastLines(limit: limit, lines: lines) }
      return last
    }
    withExtendedLifetime(old) {}
  }
}
