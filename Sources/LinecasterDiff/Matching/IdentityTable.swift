/// A hash table from identifiers to the positions of their elements, without the identifiers.
///
/// Open addressing with linear probing. A slot holds the position plus one, and in the bits that no
/// position needs a piece of the hash, so that probing seldom touches an element in vain.
///
/// Owns its memory: every slot number is masked to the slots there are, so no access leaves it.
@usableFromInline
@safe struct IdentityTable: ~Copyable {
  @usableFromInline let slots: UnsafeMutableBufferPointer<UInt32>
  /// The bits of a slot that hold the position.
  @usableFromInline let positionMask: UInt32
  /// How far a product is shifted to leave a slot number.
  @usableFromInline let shift: UInt64
  @usableFromInline let multiplier: UInt64

  /// The golden ratio, which spreads consecutive integers evenly (Knuth, 6.4), in the high half.
  /// The low half differs from one run of a program to the next, so that nobody can prepare
  /// identifiers which collide. Results do not depend on it.
  @usableFromInline static let processMultiplier =
    0x9E37_79B9_0000_0000 | UInt64(UInt32(truncatingIfNeeded: Hasher().finalize()) | 1)

  /// A table with room for `capacity` identifiers with positions below `positions`.
  ///
  /// At most half full, and far less where most elements survive.
  @inlinable
  init(capacity: Int, positions: Int) {
    var slotBits: UInt64 = 4
    while 1 << slotBits < capacity * 2 { slotBits += 1 }
    unsafe slots = .allocate(capacity: 1 << slotBits)
    unsafe slots.initialize(repeating: 0)
    shift = 64 - slotBits
    let unusedBits = (UInt32(truncatingIfNeeded: positions) + 1).leadingZeroBitCount
    positionMask = UInt32.max >> UInt32(unusedBits)
    multiplier = Self.processMultiplier
  }

  @inlinable
  deinit { unsafe slots.deallocate() }

  /// The position entered with the same identifier, else `nil`, in which case `position` is
  /// entered.
  ///
  /// `isSame` tells whether the element at a position has the identifier that is looked for.
  @inlinable
  mutating func enter(_ position: Int, hash: UInt64, isSame: (Int) -> Bool) -> Int? {
    let product = hash &* multiplier
    let mask = unsafe slots.count - 1
    let tag = UInt32(truncatingIfNeeded: product >> 8) & ~positionMask
    var slot = Int(truncatingIfNeeded: product >> shift)
    while true {
      let entry = unsafe slots[slot]
      if entry == 0 { break }
      if entry & ~positionMask == tag {
        let found = Int(entry & positionMask) - 1
        if isSame(found) { return found }
      }
      slot = (slot + 1) & mask
    }
    unsafe slots[slot] = tag | UInt32(truncatingIfNeeded: position + 1)
    return nil
  }
}
