import Dispatch
import Synchronization

/// The actions of rows of freed models, until the main actor releases them.
///
/// Models are freed off the main actor, because they may have many rows. Objects captured in
/// actions may have to be released on the main actor, where windows and textures live. So actions
/// are collected while models are freed, and released by the main actor in slices.
final class DeferredActions: Sendable {
  private struct State {
    /// In batches as they were collected, which are never joined or copied.
    var batches: [[TableItemActions]] = []
    var deliveries: [ObjectIdentifier: Delivery] = [:]
    var isPosted = false
  }

  /// The inbox for actions freed on this thread; `nil` frees them there.
  @TaskLocal static var current: Inbox<[TableItemActions]>?

  /// The number of rows whose actions are released at a time.
  private static let sliceSize = 256

  private let state = Mutex(State())
  /// The delivery of actions that the last list has left.
  private let last: Delivery

  /// - Parameter last: The delivery of actions that the last list has left.
  init(last: Delivery = .mainQueue) { self.last = last }

  /// Collects the actions of rows that are freed by `body`.
  ///
  /// They go to the main actor afterwards: a row that is being freed holds its actions to the end,
  /// and would hold the last reference if the main actor came first.
  func collect(_ body: () -> Void) {
    let collected = Inbox<[TableItemActions]>()
    Self.$current.withValue(collected, operation: body)
    var actions = collected.take() ?? []
    put(taking: &actions)
  }

  /// Adds a list, by whose delivery the main actor can be reached.
  func add(_ list: ObjectIdentifier, _ delivery: Delivery) {
    state.withLock { $0.deliveries[list] = delivery }
  }

  /// Removes a list; actions sent by its delivery are sent again by another list's.
  func remove(_ list: ObjectIdentifier) {
    let mustPost = state.withLock { state in
      state.deliveries[list] = nil
      state.isPosted = !state.batches.isEmpty
      return state.isPosted
    }
    if mustPost { post() }
  }

  /// Takes the actions of rows, and leaves an empty array.
  private func put(taking actions: inout [TableItemActions]) {
    guard !actions.isEmpty else { return }
    let isFirst = state.withLock { state in
      state.batches.append(actions)
      actions = []
      defer { state.isPosted = true }
      return !state.isPosted
    }
    if isFirst { post() }
  }

  private func post() {
    let delivery = state.withLock { $0.deliveries.values.first }
    (delivery ?? last).send { [self] in emptySlice() }
  }

  /// Releases one slice, and leaves the rest for later.
  ///
  /// - Complexity: O(slice), however many wait.
  @MainActor private func emptySlice() {
    var batch = state.withLock { $0.batches.popLast() } ?? []
    batch.removeLast(min(batch.count, Self.sliceSize))
    let hasMore = state.withLock { state in
      if !batch.isEmpty { state.batches.append(batch) }
      batch = []
      state.isPosted = !state.batches.isEmpty
      return state.isPosted
    }
    if hasMore { post() }
  }
}
