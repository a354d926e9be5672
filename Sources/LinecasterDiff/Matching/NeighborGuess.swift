/// Where the next old element of a section probably went: beside the one before it.
///
/// A right guess saves a hash. Reversed runs are followed backwards.
@usableFromInline
struct NeighborGuess {
  /// The new positions worth a guess.
  @usableFromInline let window: Range<Int>
  @usableFromInline var last: Int
  @usableFromInline var step = 1

  @inlinable
  init(window: Range<Int>) {
    self.window = window
    last = window.lowerBound - 1
  }

  @inlinable var next: Int { last + step }

  /// Learns that the guess was wrong and the element went to `position`.
  @inlinable
  mutating func correct(to position: Int) {
    if position == last - step { step = -step }
    last = position
  }
}
