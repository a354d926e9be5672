/// A set of positions, one bit each, that lists its members in ascending order.
@usableFromInline
struct PositionSet: Sendable {
  @usableFromInline var words: [UInt64]

  /// An empty set for positions below `limit`.
  @inlinable
  init(limit: Int) { words = Array(repeating: 0, count: (limit + 63) >> 6) }

  @inlinable
  mutating func insert(_ position: Int) { words[position >> 6] |= 1 << UInt64(position & 63) }

  @inlinable
  mutating func remove(_ position: Int) { words[position >> 6] &= ~(1 << UInt64(position & 63)) }

  var count: Int { words.reduce(0) { $0 + $1.nonzeroBitCount } }

  /// What `transform` makes of each member, in ascending order of the members.
  @inline(__always)
  func map<Result>(_ transform: (Int) -> Result) -> [Result] {
    var results: [Result] = []
    results.reserveCapacity(count)
    for (index, word) in words.enumerated() where word != 0 {
      var rest = word
      while rest != 0 {
        results.append(transform(index << 6 + rest.trailingZeroBitCount))
        rest &= rest - 1
      }
    }
    return results
  }
}
