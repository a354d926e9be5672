import Foundation

/// The memory that the process has freed and its allocator keeps for later.
enum FreeMemory {
  /// The type of `malloc_trim`.
  private typealias Trim = @convention(c) (Int) -> Int32

  /// Returns freed memory to the system half a second later, when all that goes together has gone:
  /// lists, their hosts, textures.
  static func returnToSystemSoon() {
    DispatchQueue.global(qos: .utility)
      .asyncAfter(deadline: .now() + .milliseconds(500)) { returnToSystem() }
  }

  /// Returns freed memory to the system. A no-op with allocators other than that of glibc, which
  /// keeps freed blocks below the last one in use, often for good.
  ///
  /// Found by its name, because Swift's module of glibc leaves `malloc.h` out. Takes milliseconds,
  /// in which other threads may have to wait for memory.
  private static func returnToSystem() {
    guard let symbol = unsafe dlsym(nil, "malloc_trim") else { return }
    // glibc declares it as `int malloc_trim(size_t)`.
    let trim = unsafe unsafeBitCast(symbol, to: Trim.self)
    _ = trim(0)
  }
}
