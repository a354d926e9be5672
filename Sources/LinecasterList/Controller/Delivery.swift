import Dispatch

/// How finished work gets to the main actor: a value, so that a host can choose.
public struct Delivery: Sendable {
  private let post: @Sendable (@escaping @MainActor @Sendable () -> Void) -> Void

  /// Makes a way of delivery.
  ///
  /// - Parameter post: Called on any thread with work that it must see run on the main actor, in
  ///   the order of the calls, without waiting for it.
  public init(_ post: @escaping @Sendable (@escaping @MainActor @Sendable () -> Void) -> Void) {
    self.post = post
  }

  /// By the main queue. The program must drain it: `RunLoop.main.run(mode:before:)` once a frame
  /// in a loop of its own, or `dispatchMain()`.
  public static let mainQueue = Delivery { work in
    DispatchQueue.main.async { MainActor.assumeIsolated { work() } }
  }

  /// By a mailbox that the program drains when it likes.
  public static func manual(_ mailbox: DeliveryMailbox) -> Delivery {
    Delivery { mailbox.post($0) }
  }

  /// Sees that `work` runs on the main actor, after all that was sent before.
  func send(_ work: @escaping @MainActor @Sendable () -> Void) { post(work) }
}
