/// Where the next old element of a section probably went: beside the one before it.
///
/// A right guess saves a hash. Reversed runs are followed backwards.
@usableFromInline
struct NeighborGuess {
  @usableFromInline var last: Int
  @usableFromInline var step = 1

  /// Starts with the guess that the first old element went to `first`.
  @inlinable
  init(first: Int) { last = first &- 1 }

  @inlinable var next: Int { last &+ step }
  /// Where it went if one new element stands between.
  @inlinable var afterNext: Int { next &+ step }

  /// Learns that the guess was wrong and the element went to `position`.
  @inlinable
  mutating func correct(to position: Int) {
    if position == last &- step { step = 0 &- step }
    last = position
  }
}
