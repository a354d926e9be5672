/// A hash table from identifiers to the positions of their elements, without the identifiers.
///
/// Open addressing with linear probing. A slot holds the high half of the hash and the position plus
/// one, so that probing touches no element until the halves agree.
@usableFromInline
struct IdentityTable {
  @usableFromInline var slots: [UInt64]
  @usableFromInline let mask: Int
  @usableFromInline let seed: UInt64

  /// Differs from one run of a program to the next, so that nobody can prepare identifiers which
  /// collide. Results do not depend on it.
  @usableFromInline static let processSeed = UInt64(truncatingIfNeeded: Hasher().finalize()) | 1

  /// A table with room for `capacity` identifiers.
  @inlinable
  init(capacity: Int) {
    var slotCount = 16
    while slotCount < capacity * 2 { slotCount <<= 1 }
    slots = Array(repeating: 0, count: slotCount)
    mask = slotCount - 1
    seed = Self.processSeed
  }

  /// Spreads a hash over all the bits of a word.
  @inlinable
  func mix(_ hash: UInt64) -> UInt64 {
    let product = (hash ^ seed).multipliedFullWidth(by: 0x9E37_79B9_7F4A_7C15)
    return product.high ^ product.low
  }

  /// The position entered with the same identifier, else `nil`, in which case `position` is
  /// entered.
  ///
  /// `isSame` tells whether the element at a position has the identifier that is looked for.
  @inlinable
  mutating func enter(
    _ position: Int, hash: UInt64, isSame: (Int) -> Bool
  ) -> Int? {
    let mixed = mix(hash)
    let tag = mixed & 0xFFFF_FFFF_0000_0000
    var slot = Int(truncatingIfNeeded: mixed) & mask
    while slots[slot] != 0 {
      let entry = slots[slot]
      if entry & 0xFFFF_FFFF_0000_0000 == tag {
        let found = Int(entry & 0xFFFF_FFFF) - 1
        if isSame(found) { return found }
      }
      slot = (slot + 1) & mask
    }
    slots[slot] = tag | UInt64(truncatingIfNeeded: position + 1)
    return nil
  }
}
