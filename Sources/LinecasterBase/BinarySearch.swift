extension Range<Int> {
  /// Returns the first index at which a condition holds, or the end of the range if it holds at
  /// none (binary search).
  ///
  /// - Parameter holds: The condition; if it holds at an index, it must hold at all later ones.
  /// - Complexity: O(log count) calls.
  @inlinable
  package func partitioningIndex<Failure: Error>(
    where holds: (Int) throws(Failure) -> Bool
  ) throws(Failure) -> Int {
    var (low, high) = (lowerBound, upperBound)
    while low < high {
      let middle = low + (high - low) / 2
      if try holds(middle) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
