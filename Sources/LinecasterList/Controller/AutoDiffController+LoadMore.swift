extension AutoDiffController {
  /// Loads more as the end of the list comes near, while its models say `.ready`.
  ///
  /// One load at a time; the next only after what was loaded has landed and settled. Wheel,
  /// keyboard, jumps by program and lists that are too short for their viewport are all the same.
  /// An error becomes the load state of the list, and nothing more is loaded before
  /// `retryLoading()` or a model that says `.ready` again.
  ///
  /// - Parameters:
  ///   - threshold: How near the end must come.
  ///   - load: Called on the main actor; calls `done` once there, with the error if there was one,
  ///     after it has asked for the update that shows what was loaded.
  public func onNearEnd(
    _ threshold: LoadMoreThreshold = .screens(1),
    load:
      @escaping @MainActor @Sendable (
        _ done: @escaping @MainActor @Sendable ((any Error)?) -> Void
      ) -> Void
  ) {
    guard !state.isTornDown else { return }
    loader = MoreLoader(self, threshold: threshold, load: load)
    notifyIfIdle()
  }

  /// Loads more as the end of the list comes near, while its models say `.ready`.
  ///
  /// As `onNearEnd(_:load:)` with a callback, for programs whose main actor runs tasks: `load` asks
  /// for the update that shows what was loaded before it returns.
  public func onNearEnd(
    _ threshold: LoadMoreThreshold = .screens(1),
    load: @escaping @MainActor @Sendable () async throws -> Void
  ) {
    onNearEnd(threshold) { done in
      Task { @MainActor in
        do {
          try await load()
          done(nil)
        } catch {
          done(error)
        }
      }
    }
  }

  /// Loads again what failed.
  public func retryLoading() { loader?.retry() }
}
