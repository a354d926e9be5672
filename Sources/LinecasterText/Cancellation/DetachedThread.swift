#if canImport(Glibc)
  import Glibc
#endif

/// A thread that nobody waits for.
final class DetachedThread: Sendable {
  private let body: @Sendable () -> Void

  private init(_ body: @escaping @Sendable () -> Void) {
    self.body = body
  }

  /// Does something on a thread of its own; false where the system has none left.
  static func start(_ body: @escaping @Sendable () -> Void) -> Bool {
    var attributes = pthread_attr_t()
    pthread_attr_init(&attributes)
    defer { pthread_attr_destroy(&attributes) }
    pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
    let reference = Unmanaged.passRetained(DetachedThread(body))
    var thread = pthread_t()
    let failure = pthread_create(
      &thread, &attributes,
      { argument in
        guard let argument else { return nil }
        // The reference that was handed over is now this thread's.
        Unmanaged<DetachedThread>.fromOpaque(argument).takeRetainedValue().body()
        return nil
      }, reference.toOpaque())
    if failure != 0 { reference.release() }
    return failure == 0
  }
}
