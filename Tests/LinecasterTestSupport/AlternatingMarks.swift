/// Texts that take time with the square of their length where somebody puts their marks in order,
/// as canonical equivalence asks for, and whether work on them grows in proportion.
package enum AlternatingMarks {
  /// A letter under marks of two classes by turns, and an end that tells one text from another.
  package static func text(byteCount: Int, end: String = "") -> String {
    "a" + String(repeating: "\u{301}\u{323}", count: byteCount / 4) + end
  }

  /// What work takes on a text and on one of twice the length, in milliseconds, the least of
  /// some rounds.
  package struct Growth: CustomStringConvertible {
    package let small, large: Double

    /// Twice the text takes at most 2.4 times as long; what takes next to nothing may vary.
    ///
    /// Putting the marks of the small text in order takes some hundred milliseconds.
    package var isProportional: Bool { large <= 2.4 * small + 5 }

    package var description: String { "\(small) ms, twice the text \(large) ms" }
  }

  /// - Parameter prepare: Makes the work for a number of bytes; making it does not count.
  package static func growth(_ prepare: (Int) throws -> () -> Void) rethrows -> Growth {
    let work = (small: try prepare(small), large: try prepare(2 * small))
    var growth = Growth(small: .infinity, large: .infinity)
    // Others slow a processor down, never up: of some rounds the least is nearest to the truth.
    for round in 0..<12 where round < 3 || !growth.isProportional {
      growth = Growth(
        small: min(growth.small, ThreadClock.milliseconds(work.small)),
        large: min(growth.large, ThreadClock.milliseconds(work.large)))
    }
    return growth
  }

  private static let small = 1 << 15
}
