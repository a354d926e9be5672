/// The stretches of an outline, in memory of their own, which grows only where it is told to.
///
/// An array would ask with each change whether it is shared, which takes longer than the change.
struct OutlineStretches: ~Copyable {
  private(set) var count = 0
  private var capacity = 256
  private(set) var base = UnsafeMutablePointer<OutlineStretch>.allocate(capacity: 256)

  deinit { base.deallocate() }

  /// Makes room for so many more.
  @inline(__always)
  mutating func reserve(_ more: Int) {
    if count &+ more > capacity { grow(to: 2 * (count + more)) }
  }

  private mutating func grow(to capacity: Int) {
    let larger = UnsafeMutablePointer<OutlineStretch>.allocate(capacity: capacity)
    larger.moveInitialize(from: base, count: count)
    base.deallocate()
    (base, self.capacity) = (larger, capacity)
  }

  /// Puts a stretch at the end, where there must be room, and returns its number.
  @inline(__always)
  mutating func append(_ stretch: OutlineStretch) -> Int32 {
    (base + count).initialize(to: stretch)
    count &+= 1
    return Int32(truncatingIfNeeded: count &- 1)
  }
}
