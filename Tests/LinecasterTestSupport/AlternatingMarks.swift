/// Texts that take quadratic time if their marks are put into canonical order, and a check that
/// work on them grows linearly.
package enum AlternatingMarks {
  /// A letter under marks of two classes in turn, with an end that distinguishes texts.
  package static func text(byteCount: Int, end: String = "") -> String {
    "a" + String(repeating: "\u{301}\u{323}", count: byteCount / 4) + end
  }

  /// The time of work on a text and on one of twice the length, in milliseconds: the minimum of
  /// some rounds.
  package struct Growth: CustomStringConvertible {
    package let small, large: Double

    /// Whether twice the text takes at most 2.4 times as long, with a margin for very short times.
    ///
    /// Putting the marks of the small text in order takes some hundred milliseconds.
    package var isProportional: Bool { large <= 2.4 * small + 5 }

    package var description: String { "\(small) ms, twice the text \(large) ms" }
  }

  /// - Parameter prepare: Returns the work for a number of bytes; preparing it is not measured.
  package static func growth(_ prepare: (Int) throws -> () -> Void) rethrows -> Growth {
    let work = (small: try prepare(small), large: try prepare(2 * small))
    var growth = Growth(small: .infinity, large: .infinity)
    // Other processes only slow a processor down, so the minimum of some rounds is the best
    // estimate.
    for round in 0..<12 where round < 3 || !growth.isProportional {
      growth = Growth(
        small: min(growth.small, ThreadClock.milliseconds(work.small)),
        large: min(growth.large, ThreadClock.milliseconds(work.large)))
    }
    return growth
  }

  private static let small = 1 << 15
}
