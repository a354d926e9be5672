/// A hash table from identifiers to the positions of their elements, without the identifiers.
///
/// Open addressing with linear probing. A slot holds the position plus one, and in the bits that no
/// position needs a piece of the hash, so that probing seldom touches an element in vain.
///
/// Owns its memory: a search starts before the last slot and goes on with the first behind it, so
/// no access leaves it.
///
/// Entering does not count as a mutation, or else loops would read all properties again for each
/// element; one thread has a table to itself, as it cannot be copied and is not `Sendable`.
@usableFromInline
@safe struct IdentityTable: ~Copyable {
  @usableFromInline let slots: UnsafeMutableBufferPointer<UInt32>
  /// The number of the last slot, a power of two: one more than where searches start, so that
  /// there is a second slot for all of them.
  @usableFromInline let lastSlot: Int
  /// How far a product is shifted to leave a slot number.
  @usableFromInline let shift: UInt64
  /// The bits of a slot that hold the position.
  @usableFromInline let positionMask: UInt32
  @usableFromInline let multiplier: UInt64

  /// A number that differs from one run of a program to the next, so that nobody can prepare
  /// identifiers which collide. Results do not depend on it.
  @usableFromInline static let processSeed = UInt64(
    truncatingIfNeeded: Hasher().finalize())

  /// The logarithm of the number of slots, four bytes each, that second-level caches have room for.
  @usableFromInline static var nearSlotBits: Int { 16 }

  /// A table with room for `capacity` identifiers with positions below `positions`.
  ///
  /// At most half full, and a quarter full as long as it fits into the nearer caches: fewer
  /// searches then go on beyond two slots.
  ///
  /// The multiplier has the golden ratio in its high half, which spreads consecutive integers
  /// evenly (Knuth, 6.4), and bits of `seed` in the low one.
  @inlinable
  init(capacity: Int, positions: Int, seed: UInt64 = processSeed) {
    let least = UInt64(max(8, capacity)) * 2 - 1
    let leastBits = 64 - least.leadingZeroBitCount
    let slotBits = leastBits < Self.nearSlotBits ? leastBits + 1 : leastBits
    lastSlot = 1 << slotBits
    shift = UInt64(64 - slotBits)
    unsafe slots = .allocate(capacity: lastSlot + 1)
    unsafe slots.initialize(repeating: 0)
    let unusedBits = (UInt32(truncatingIfNeeded: positions) + 1).leadingZeroBitCount
    positionMask = UInt32.max >> UInt32(unusedBits)
    multiplier = 0x9E37_79B9_0000_0000 | UInt64(UInt32(truncatingIfNeeded: seed) | 1)
  }

  @inlinable
  deinit { unsafe slots.deallocate() }

  /// What a search goes by.
  @inlinable @inline(__always)
  func product(of hash: UInt64) -> UInt64 { hash &* multiplier }

  /// The start of a search for the identifier with this product.
  @inlinable @inline(__always)
  func probe(_ product: UInt64) -> IdentityProbe {
    IdentityProbe(
      slot: Int(truncatingIfNeeded: product &>> shift),
      tag: UInt32(truncatingIfNeeded: product >> 8) & ~positionMask)
  }

  /// The next position that may have the identifier which is looked for; `nil` if there is none.
  ///
  /// Where there is none, the probe has come to the slot that is free for it.
  @inlinable @inline(__always)
  func next(_ probe: inout IdentityProbe) -> Int? {
    while true {
      let entry = unsafe slots[probe.slot]
      if entry == 0 { return nil }
      probe.slot = probe.slot == lastSlot ? 0 : probe.slot &+ 1
      if entry & ~positionMask == probe.tag {
        return Int(truncatingIfNeeded: entry & positionMask) &- 1
      }
    }
  }

  /// Enters `position` where `probe` has found that there is no such identifier.
  @inlinable @inline(__always)
  func enter(_ position: Int, at probe: IdentityProbe) {
    unsafe slots[probe.slot] = probe.tag | UInt32(truncatingIfNeeded: position &+ 1)
  }

  /// Enters one position after the other for the elements at `indices`, beginning with `position`,
  /// and returns the index of the first element that it leaves out, or the end of `indices`.
  ///
  /// Left out is an element without a hash, and one for which neither of the first two slots of the
  /// search is free or the first may have its identifier: a search has to find out.
  ///
  /// Whether the first slot is taken is as good as random, so no branch depends on it: guessing it
  /// wrong would cost the processor more than looking at two.
  @inlinable @inline(__always)
  func enter(_ indices: Range<Int>, from position: Int, hash: (Int) -> UInt64?) -> Int {
    // Copies, which stay in registers though memory is written to.
    let (slots, tagMask) = unsafe (slots, ~positionMask)
    let (shift, multiplier) = (shift, multiplier)
    let offset = position &+ 1 &- indices.lowerBound
    var index = indices.lowerBound
    while index < indices.upperBound, let hash = hash(index) {
      let product = hash &* multiplier
      let tag = UInt32(truncatingIfNeeded: product >> 8) & tagMask
      var slot = Int(truncatingIfNeeded: product &>> shift)
      let first = unsafe slots[slot]
      slot &+= first == 0 ? 0 : 1
      guard unsafe slots[slot] == 0, first ^ tag > ~tagMask else { break }
      unsafe slots[slot] = tag | UInt32(truncatingIfNeeded: index &+ offset)
      index &+= 1
    }
    return index
  }
}

/// Where a search in an `IdentityTable` has come to.
@usableFromInline
struct IdentityProbe {
  @usableFromInline var slot: Int
  /// What the slots of the identifier have beside the position.
  @usableFromInline let tag: UInt32

  @inlinable
  init(slot: Int, tag: UInt32) {
    self.slot = slot
    self.tag = tag
  }
}
