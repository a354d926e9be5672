import Synchronization

/// Tells when a host has let go of a batch without saying that it has finished.
///
/// The closure a host is given keeps the lease alive. A host that goes away, or forgets the
/// closure, releases it, and the controller does not wait for ever.
final class HostLease: Sendable {
  private let isEnded = Atomic<Bool>(false)
  private let whenDropped: @Sendable () -> Void

  /// - Parameter whenDropped: Called at most once, on the thread that drops the lease.
  init(whenDropped: @escaping @Sendable () -> Void) {
    self.whenDropped = whenDropped
  }

  deinit {
    if !isEnded.load(ordering: .relaxed) { whenDropped() }
  }

  /// The host has finished in the way it should.
  func end() { isEnded.store(true, ordering: .relaxed) }
}
