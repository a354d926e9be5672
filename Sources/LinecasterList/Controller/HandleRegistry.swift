import Synchronization

/// The handles of updates that have not ended; ends them when it goes away itself.
final class HandleRegistry: Sendable {
  private let handles = Mutex<[Int: UpdateHandle]>([:])

  deinit {
    for handle in handles.withLock({ $0.values }) {
      handle.token.cancel()
      handle.resolve(.cancelled)
    }
  }

  func add(_ handle: UpdateHandle) {
    handles.withLock { $0[handle.generation] = handle }
  }

  /// The token of an update that has not ended.
  func token(of generation: Int) -> CancellationToken? {
    handles.withLock { $0[generation]?.token }
  }

  /// Ends an update and forgets it.
  func resolve(_ generation: Int, _ outcome: UpdateOutcome) {
    handles.withLock { $0.removeValue(forKey: generation) }?.resolve(outcome)
  }
}
