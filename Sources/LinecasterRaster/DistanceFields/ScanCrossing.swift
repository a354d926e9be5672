/// Where a piece of an outline crosses a scan line; they compare as their places along it do.
struct ScanCrossing: Comparable {
  /// The bits of the place, of which those of positive numbers compare as the numbers do; the
  /// piece's number; whether lines of this axis tell most of it; whether it goes forward.
  private let bits: UInt64

  /// - Parameters:
  ///   - place: Where, in pixels along the line; not negative.
  ///   - piece: The number of the piece, below 2³⁰.
  ///   - isTelling: Whether lines along this axis tell most of the piece.
  ///   - goesForward: Whether the piece leads to lines that follow.
  @inline(__always)
  init(place: Float, piece: Int, isTelling: Bool, goesForward: Bool) {
    bits =
      UInt64(place.bitPattern) << 32 | UInt64(UInt32(truncatingIfNeeded: piece)) << 2
      | (isTelling ? 2 : 0) | (goesForward ? 1 : 0)
  }

  @inline(__always)
  var place: Float { Float(bitPattern: UInt32(truncatingIfNeeded: bits >> 32)) }

  @inline(__always)
  var piece: Int { Int(UInt32(truncatingIfNeeded: bits) >> 2) }

  @inline(__always)
  var isTelling: Bool { bits & 2 != 0 }

  /// What it adds to how often contours wind around what is behind it.
  @inline(__always)
  var turn: Int { bits & 1 == 0 ? -1 : 1 }

  @inline(__always)
  static func < (one: ScanCrossing, other: ScanCrossing) -> Bool { one.bits < other.bits }
}
