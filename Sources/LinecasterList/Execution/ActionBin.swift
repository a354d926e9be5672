import Dispatch
import Synchronization

/// What rows do whose last model has gone, until the main actor lets go of it.
///
/// Models are freed off the main actor, since they may have many rows. What users capture in
/// actions may have to end where windows and textures live, so that actions are collected while
/// models are freed, and go to the main actor in slices.
final class ActionBin: Sendable {
  private struct State {
    var actions: [TableItemActions] = []
    var deliveries: [ObjectIdentifier: Delivery] = [:]
    var isPosted = false
  }

  /// Where actions go that are freed on this thread; nil frees them there.
  @TaskLocal static var current: ActionBin?

  /// How many rows' actions are let go of at a time.
  private static let sliceSize = 256

  private let state = Mutex(State())

  /// Collects the actions of rows that are freed meanwhile.
  func collect(_ body: () -> Void) { Self.$current.withValue(self, operation: body) }

  /// Adds a list by whose delivery the main actor may be reached.
  func add(_ list: ObjectIdentifier, _ delivery: Delivery) {
    state.withLock { $0.deliveries[list] = delivery }
  }

  /// Forgets a list; what has been sent by its delivery is sent again by that of another.
  func remove(_ list: ObjectIdentifier) {
    let mustPost = state.withLock { state in
      state.deliveries[list] = nil
      state.isPosted = !state.actions.isEmpty
      return state.isPosted
    }
    if mustPost { post() }
  }

  /// Takes the actions of a row. May be called on any thread.
  func put(_ actions: TableItemActions) {
    guard !actions.isEmpty else { return }
    let isFirst = state.withLock { state in
      state.actions.append(actions)
      defer { state.isPosted = true }
      return !state.isPosted
    }
    if isFirst { post() }
  }

  private func post() {
    let delivery = state.withLock { $0.deliveries.values.first }
    (delivery ?? .mainQueue).send { [self] in emptySlice() }
  }

  /// Lets go of some, and leaves the rest for later.
  @MainActor private func emptySlice() {
    let (slice, hasMore) = state.withLock { state -> ([TableItemActions], Bool) in
      let slice = Array(state.actions.suffix(Self.sliceSize))
      state.actions.removeLast(slice.count)
      state.isPosted = !state.actions.isEmpty
      return (slice, state.isPosted)
    }
    _ = consume slice
    if hasMore { post() }
  }
}
