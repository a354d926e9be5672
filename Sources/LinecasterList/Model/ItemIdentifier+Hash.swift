import LinecasterDiff

extension ItemIdentifier {
  /// A hash for diffs, several times as fast as by `Hasher`.
  func differenceHash(seed: UInt64) -> UInt64 {
    switch self {
    case .number(let number): UInt64(truncatingIfNeeded: number)
    case .name(let name): IdentifierHash.hash(name, seed: seed)
    case .uuid(let uuid): IdentifierHash.hash(uuid, seed: seed)
    case .pair(let first, let second):
      IdentifierHash.hash(
        first.differenceHash(seed: seed), second.differenceHash(seed: ~seed), seed: seed)
    }
  }
}
