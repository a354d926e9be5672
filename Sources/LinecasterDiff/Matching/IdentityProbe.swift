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
