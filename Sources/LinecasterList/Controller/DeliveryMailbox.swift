import Synchronization

/// Work that waits until a program's own loop takes it to the main actor.
public final class DeliveryMailbox: Sendable {
  private let waiting = Mutex<[@MainActor @Sendable () -> Void]>([])
  @MainActor private var isDraining = false

  /// Makes an empty mailbox.
  public init() {}

  /// Runs what has arrived, in order; what arrives meanwhile waits for the next call.
  ///
  /// Does nothing where the work that runs calls it again, which would change the order.
  ///
  /// - Returns: The number of pieces of work that ran.
  @MainActor @discardableResult
  public func drain() -> Int {
    guard !isDraining else { return 0 }
    isDraining = true
    defer { isDraining = false }
    let arrived = waiting.withLock { waiting in
      defer { waiting = [] }
      return waiting
    }
    for work in arrived { work() }
    return arrived.count
  }

  func post(_ work: @escaping @MainActor @Sendable () -> Void) {
    waiting.withLock { $0.append(work) }
  }
}
