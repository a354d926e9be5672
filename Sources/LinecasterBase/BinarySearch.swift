extension Range<Int> {
  /// Returns the first index at which a condition holds, or the end of the range if it holds at
  /// none (binary search).
  ///
  /// - Parameter holds: The condition; if it holds at an index, it must hold at all later ones.
  /// - Complexity: O(log count) calls.
  @inlinable
  package func bisect<Failure: Error>(
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

extension Array {
  /// Returns the first index whose element satisfies a condition, or the end if none does.
  ///
  /// - Parameter holds: The condition; if an element satisfies it, all later ones must.
  /// - Complexity: O(log count) calls.
  @inlinable
  package func bisect(where holds: (Element) -> Bool) -> Int {
    indices.bisect { holds(self[$0]) }
  }

  /// Returns the first such index in part of the array, or the end of the part.
  @inlinable
  package func bisect(in range: Range<Int>, where holds: (Element) -> Bool) -> Int {
    range.bisect { holds(self[$0]) }
  }
}
