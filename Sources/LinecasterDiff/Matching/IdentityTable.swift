/// A hash table from identifiers to the positions of their elements, without the identifiers.
///
/// Open addressing with linear probing. A slot holds the position plus one, and a piece of the hash
/// in the bits that positions do not need, so probing rarely reads an element in vain.
///
/// Owns its memory: a search starts before the last slot and wraps around after it, so every access
/// is in bounds.
///
/// Entering is not declared mutating, because loops would otherwise read all properties again for
/// each element. One thread owns the table: it cannot be copied and is not `Sendable`.
@usableFromInline
@safe struct IdentityTable: ~Copyable {
  @usableFromInline let slots: UnsafeMutableBufferPointer<UInt32>
  /// The index of the last slot, a power of two: one beyond the last start of a search, so every
  /// search has a second slot.
  @usableFromInline let lastSlot: Int
  /// The shift that turns a product into a slot index.
  @usableFromInline let shift: UInt64
  /// The bits of a slot that hold the position.
  @usableFromInline let positionMask: UInt32
  @usableFromInline let multiplier: UInt64

  /// A number that differs from one run of a program to the next, so collisions cannot be prepared.
  /// Results do not depend on it.
  @usableFromInline static let processSeed = UInt64(
    truncatingIfNeeded: Hasher().finalize())

  /// The logarithm of the number of slots, four bytes each, that fit into second-level caches.
  @usableFromInline static var nearSlotBits: Int { 16 }

  /// Creates a table with room for `capacity` identifiers with positions below `positions`.
  ///
  /// At most half full, and a quarter full as long as it fits into the nearer caches: then fewer
  /// searches go beyond two slots.
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

  /// Returns the number from which a search derives its slot and tag.
  @inlinable @inline(__always)
  func product(of hash: UInt64) -> UInt64 { hash &* multiplier }

  /// Returns the start of a search for the identifier with this product.
  @inlinable @inline(__always)
  func probe(_ product: UInt64) -> IdentityProbe {
    IdentityProbe(
      slot: Int(truncatingIfNeeded: product &>> shift),
      tag: UInt32(truncatingIfNeeded: product >> 8) & ~positionMask)
  }

  /// Returns the next position that may have the identifier, or `nil`.
  ///
  /// The probe is then at the free slot for the identifier.
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

  /// Enters `position` at a probe that has found no such identifier.
  @inlinable @inline(__always)
  func enter(_ position: Int, at probe: IdentityProbe) {
    unsafe slots[probe.slot] = probe.tag | UInt32(truncatingIfNeeded: position &+ 1)
  }

  /// Enters consecutive positions for the elements at `indices`, beginning with `position`. Returns
  /// the index of the first element that it skips, or the end of `indices`.
  ///
  /// Skips an element without a hash, and one that needs a search: if neither of the first two
  /// slots is free, or the first may have its identifier.
  ///
  /// The state of the first slot is nearly random, so no branch depends on it: a wrong prediction
  /// would cost the processor more than reading two slots.
  @inlinable @inline(__always)
  func enter(_ indices: Range<Int>, from position: Int, hash: (Int) -> UInt64?) -> Int {
    // Copies, which stay in registers although memory is written to.
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

/// The state of a search in an `IdentityTable`.
@usableFromInline
struct IdentityProbe {
  @usableFromInline var slot: Int
  /// The bits in the identifier's slots besides the position.
  @usableFromInline let tag: UInt32

  @inlinable
  init(slot: Int, tag: UInt32) {
    self.slot = slot
    self.tag = tag
  }
}
