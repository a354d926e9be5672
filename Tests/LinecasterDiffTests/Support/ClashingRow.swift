import LinecasterDiff

/// A row with one of sixteen hashes, so that every search of a table meets others.
struct ClashingRow: Differentiable, Equatable {
  private let row: Row

  init(_ row: Row) { self.row = row }

  var differenceIdentifier: Int { row.id }

  static func differenceHash(of identifier: Int, seed: UInt64) -> UInt64 { UInt64(identifier & 15) }
}
