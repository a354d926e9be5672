import Synchronization

/// A flag that running work asks whether it should stop; set once, from any thread.
public final class CancellationToken: Sendable {
  private let flag = Atomic<Bool>(false)

  /// Makes a token that is not set.
  public init() {}

  /// Whether the work should stop.
  public var isCancelled: Bool { flag.load(ordering: .relaxed) }

  /// Asks the work to stop.
  public func cancel() { flag.store(true, ordering: .relaxed) }
}
