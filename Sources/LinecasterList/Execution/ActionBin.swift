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
  @TaskLocal static var current: Inbox<[TableItemActions]>?

  /// How many rows' actions are let go of at a time.
  private static let sliceSize = 256

  private let state = Mutex(State())

  /// Collects the actions of rows that are freed meanwhile.
  ///
  /// They go to the main actor afterwards: a row that is being freed holds its actions to the end,
  /// and would be the last to do so where the main actor came first.
  func collect(_ body: () -> Void) {
    let collected = Inbox<[TableItemActions]>()
    Self.$current.withValue(collected, operation: body)
    var actions = collected.take() ?? []
    put(taking: &actions)
  }

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

  /// Takes the actions of rows, and leaves nothing in their place.
  private func put(taking actions: inout [TableItemActions]) {
    guard !actions.isEmpty else { return }
    let isFirst = state.withLock { state in
      state.actions += actions
      actions = []
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
