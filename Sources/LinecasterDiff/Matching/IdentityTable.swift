/// A hash table from identifiers to the positions of their elements, without the identifiers.
///
/// Open addressing with linear probing. A slot holds the position plus one, and in the bits that no
/// position needs a piece of the hash, so that probing seldom touches an element in vain.
@usableFromInline
struct IdentityTable {
  @usableFromInline var slots: [UInt32]
  /// The bits of a slot that hold the position.
  @usableFromInline let positionMask: UInt32
  @usableFromInline let seed: UInt64

  /// Differs from one run of a program to the next, so that nobody can prepare identifiers which
  /// collide. Results do not depend on it.
  @usableFromInline static let processSeed = UInt64(truncatingIfNeeded: Hasher().finalize()) | 1

  /// A table with room for `capacity` identifiers with positions below `positions`.
  ///
  /// At most three quarters full, and far less where most elements survive.
  @inlinable
  init(capacity: Int, positions: Int) {
    var slotCount = 16
    while slotCount * 3 < capacity * 4 { slotCount <<= 1 }
    slots = Array(repeating: 0, count: slotCount)
    positionMask =
      UInt32.max >> UInt32((UInt32(truncatingIfNeeded: positions) + 1).leadingZeroBitCount)
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
  mutating func enter(_ position: Int, hash: UInt64, isSame: (Int) -> Bool) -> Int? {
    let mixed = mix(hash)
    let mask = slots.count - 1
    let tag = UInt32(truncatingIfNeeded: mixed >> 32) & ~positionMask
    var slot = Int(truncatingIfNeeded: mixed) & mask
    while slots[slot] != 0 {
      let entry = slots[slot]
      if entry & ~positionMask == tag {
        let found = Int(entry & positionMask) - 1
        if isSame(found) { return found }
      }
      slot = (slot + 1) & mask
    }
    slots[slot] = tag | UInt32(truncatingIfNeeded: position + 1)
    return nil
  }
}
