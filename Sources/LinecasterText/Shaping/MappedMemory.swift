#if canImport(Glibc)
  import Glibc
#endif

/// Memory of the kernel's own pages, which take nothing before they are written.
///
/// What is kept for long and freed between short-lived objects leaves holes in `malloc`'s memory
/// that nothing else fits in; this goes back whole.
struct MappedMemory: ~Copyable {
  let start: UnsafeMutableRawPointer
  let byteCount: Int

  /// Maps so many bytes, all zero; nil where the kernel refuses.
  init?(byteCount: Int) {
    let map = mmap(
      nil, byteCount, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0)
    guard let map, map != MAP_FAILED else { return nil }
    start = map
    self.byteCount = byteCount
  }

  deinit {
    munmap(start, byteCount)
  }
}
