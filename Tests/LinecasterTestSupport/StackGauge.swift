import Glibc
import LinecasterBase

/// Measures the stack that work on nested things takes.
package enum StackGauge {
  /// The error if the thread or its stack cannot be allocated.
  package struct NoThread: Error {}

  private static let size = 256 << 20

  /// The bytes of stack that a level takes, from work over `levels` and over half of them.
  ///
  /// Runs on a thread with room for all levels, on which the library needs no other thread.
  package static func bytesPerLevel(
    _ levels: Int, _ work: @escaping @Sendable (Int) throws -> Void
  ) throws -> Int {
    let many = try bytes { try work(levels) }
    let few = try bytes { try work(levels / 2) }
    return (many - few) / (levels - levels / 2)
  }

  /// The bytes of stack that code takes, rounded to pages.
  private static func bytes(_ body: @escaping @Sendable () throws -> Void) throws -> Int {
    // The memory is fresh, so the resident pages afterwards are those that were used.
    let memory = unsafe mmap(
      nil, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0)
    guard let memory = unsafe memory, unsafe memory != MAP_FAILED else { throw NoThread() }
    defer { unsafe munmap(memory, size) }
    unsafe madvise(memory, size, MADV_NOHUGEPAGE)
    var attributes = pthread_attr_t()
    guard unsafe pthread_attr_init(&attributes) == 0 else { throw NoThread() }
    defer { unsafe pthread_attr_destroy(&attributes) }
    unsafe pthread_attr_setstack(&attributes, memory, size)

    let call = Call(body)
    var thread = pthread_t()
    let failure = unsafe pthread_create(
      &thread, &attributes,
      { argument in
        guard let argument = unsafe argument else { return nil }
        StackRoom.claimRoom(forLevels: .max)
        // The caller holds the reference until this thread has ended.
        unsafe Unmanaged<Call>.fromOpaque(argument).takeUnretainedValue().run()
        return nil
      }, Unmanaged.passUnretained(call).toOpaque())
    guard failure == 0 else { throw NoThread() }
    pthread_join(thread, nil)
    try withExtendedLifetime(call) { try call.result?.get() }

    let page = sysconf(Int32(_SC_PAGESIZE))
    var isThere = [UInt8](repeating: 0, count: size / page)
    guard unsafe mincore(memory, size, &isThere) == 0 else { throw NoThread() }
    return size - page * (isThere.firstIndex { $0 & 1 == 1 } ?? isThere.count)
  }

  /// Unchecked: only the thread uses it until the caller has seen the thread end.
  private final class Call: @unchecked Sendable {
    private(set) var result: Result<Void, any Error>?
    private let body: @Sendable () throws -> Void

    init(_ body: @escaping @Sendable () throws -> Void) { self.body = body }

    func run() { result = Result { try body() } }
  }
}
