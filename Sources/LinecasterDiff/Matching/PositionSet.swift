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
  func contains(_ position: Int) -> Bool { words[position >> 6] >> UInt64(position & 63) & 1 == 1 }

  var count: Int { words.reduce(0) { $0 + $1.nonzeroBitCount } }

  func forEach(_ body: (Int) -> Void) {
    for (index, word) in words.enumerated() where word != 0 {
      var rest = word
      while rest != 0 {
        body(index << 6 + rest.trailingZeroBitCount)
        rest &= rest - 1
      }
    }
  }
}
