/// A block of memory as the layout sees it: elements by index, without ownership.
///
/// Indices are computed by the engine, never by callers, and are below the allocated count; debug
/// builds check this. The allocator of a block frees it after the last layout that uses it.
/// Elements own nothing, so they need no deinitialization.
@safe struct Arena<Element: ~Copyable> {
  private let base: UnsafeMutablePointer<Element>
  private let count: Int

  /// Allocates memory, whose elements must be written before they are read.
  init(count: Int) {
    unsafe base = .allocate(capacity: max(count, 1))
    self.count = count
  }

  private init(base: UnsafeMutablePointer<Element>, count: Int) {
    unsafe self.base = base
    self.count = count
  }

  /// Allocates memory for as many elements of each of two types at once; freeing the first block
  /// frees both.
  static func pair<Other: ~Copyable>(count: Int) -> (Arena, Arena<Other>) {
    let stride = MemoryLayout<Element>.stride * count
    let alignment = max(MemoryLayout<Element>.alignment, MemoryLayout<Other>.alignment)
    let offset = (stride + alignment - 1) / alignment * alignment
    let memory = UnsafeMutableRawPointer.allocate(
      byteCount: max(offset + MemoryLayout<Other>.stride * count, 1), alignment: alignment)
    return unsafe (
      Arena(base: memory.bindMemory(to: Element.self, capacity: count), count: count),
      Arena<Other>(
        base: (memory + offset).bindMemory(to: Other.self, capacity: count), count: count)
    )
  }

  /// Returns a larger block with the same elements, and frees this one.
  func grown(to newCount: Int) -> Arena {
    let larger = Arena(count: newCount)
    unsafe larger.base.moveInitialize(from: base, count: count)
    deallocate()
    return larger
  }

  /// Initializes an element that was not written before.
  @inline(__always)
  func initialize(_ index: Int, to element: consuming Element) {
    assert(index >= 0 && index < count)
    unsafe (base + index).initialize(to: element)
  }

  func deallocate() { unsafe base.deallocate() }

  subscript(index: Int) -> Element {
    @inline(__always)
    unsafeAddress {
      assert(index >= 0 && index < count)
      return unsafe UnsafePointer(base + index)
    }
    @inline(__always)
    nonmutating unsafeMutableAddress {
      assert(index >= 0 && index < count)
      return unsafe base + index
    }
  }
}

extension Arena where Element: BitwiseCopyable {
  /// Allocates memory and fills it.
  init(repeating element: Element, count: Int) {
    self.init(count: count)
    unsafe base.initialize(repeating: element, count: count)
  }
}
