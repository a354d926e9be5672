/// A few line breaking classes.
struct LineClassSet: ExpressibleByArrayLiteral, Sendable {
  /// One bit a class; ICU has fewer than 64.
  private var bits: UInt64

  init(arrayLiteral classes: LineClass...) {
    bits = classes.reduce(0) { $0 | 1 << UInt64($1.rawValue) }
  }

  func contains(_ member: LineClass) -> Bool { bits >> UInt64(member.rawValue) & 1 != 0 }

  func union(_ other: LineClassSet) -> LineClassSet {
    var union = self
    union.bits |= other.bits
    return union
  }
}
