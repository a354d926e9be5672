/// The path of a row in one word, or none.
struct PackedPath: Hashable, Sendable {
  private let bits: UInt64

  private init(bits: UInt64) { self.bits = bits }

  /// No path.
  static let none = PackedPath(bits: .max)

  /// Packs a path; sections and items are counted below 2³² − 2.
  init(_ path: RowPath) {
    let part =
      switch path.part {
      case .header: 0
      case .footer: 1
      case .item(let item): item + 2
      }
    bits = UInt64(truncatingIfNeeded: path.section) << 32 | UInt64(truncatingIfNeeded: part)
  }

  /// The path; nil for none.
  var path: RowPath? {
    guard bits != .max else { return nil }
    let section = Int(bits >> 32)
    switch Int(bits & 0xFFFF_FFFF) {
    case 0: return RowPath(section: section, part: .header)
    case 1: return RowPath(section: section, part: .footer)
    case let part: return RowPath(section: section, part: .item(part - 2))
    }
  }
}
