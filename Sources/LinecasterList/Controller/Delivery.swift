import Dispatch
import LinecasterBase
import Synchronization

/// How finished work gets to the main actor, and when: a value, so that a host can choose.
///
///     let mailbox = DeliveryMailbox()
///     let controller = AutoDiffController(
///       pipeline: pipeline, environment: environment, host: host, delivery: .manual(mailbox))
///     controller.update { model }
///     // Once a frame, in a loop of the program's own:
///     mailbox.drain()
public struct Delivery: Sendable {
  /// Work for the main actor.
  package typealias Work = @MainActor @Sendable () -> Void

  /// Tells ways of delivery apart; copies have the same, and so have those by one mailbox.
  package private(set) var number = Self.newNumber

  fileprivate static var newNumber: Int { count.wrappingAdd(1, ordering: .relaxed).newValue }
  private static let count = Atomic(0)
  private let post: @Sendable (@escaping Work) -> Void
  private let postLater: @Sendable (Duration, @escaping Work) -> Void
  private let clock: @Sendable () -> Duration

  /// Makes a way of delivery by the machine's clock.
  ///
  /// - Parameter post: Called on any thread with work that it must see run on the main actor, in
  ///   the order of the calls, without waiting for it.
  public init(
    _ post: @escaping @Sendable (_ work: @escaping @MainActor @Sendable () -> Void) -> Void
  ) {
    self.init(
      post: post,
      postLater: { delay, work in
        DispatchQueue.global(qos: .userInitiated)
          .asyncAfter(deadline: .now() + .nanoseconds(delay.nanoseconds)) { post(work) }
      },
      clock: { Self.machineStart.duration(to: .now) })
  }

  /// Makes a way of delivery with a clock of its own.
  ///
  /// - Parameters:
  ///   - post: As for `init(_:)`.
  ///   - postLater: Called on the main actor with work that it must see run there after a time.
  ///   - clock: The time since some moment that does not change.
  init(
    post: @escaping @Sendable (@escaping Work) -> Void,
    postLater: @escaping @Sendable (Duration, @escaping Work) -> Void,
    clock: @escaping @Sendable () -> Duration
  ) {
    self.post = post
    self.postLater = postLater
    self.clock = clock
  }

  /// By the main queue. The program must drain it: `RunLoop.main.run(mode:before:)` once a frame
  /// in a loop of its own, or `dispatchMain()`.
  public static let mainQueue = Delivery { work in
    DispatchQueue.main.async { MainActor.assumeIsolated { work() } }
  }

  /// By a mailbox that the program drains when it likes.
  public static func manual(_ mailbox: DeliveryMailbox) -> Delivery {
    var delivery = Delivery { mailbox.post($0) }
    delivery.number = mailbox.number
    return delivery
  }

  private static let machineStart = ContinuousClock.now

  /// The time since some moment that does not change.
  var now: Duration { clock() }

  /// Sees that `work` runs on the main actor, after all that was sent before.
  package func send(_ work: @escaping Work) { post(work) }

  /// Sees that `work` runs on the main actor after a time.
  func send(after delay: Duration, _ work: @escaping Work) { postLater(delay, work) }
}

extension Duration {
  /// Whole nanoseconds, at most those of 292 years.
  var nanoseconds: Int {
    let (seconds, attoseconds) = components
    let limit = Int64.max / 1_000_000_000 - 1
    return Int(min(max(seconds, -limit), limit)) * 1_000_000_000 + Int(attoseconds / 1_000_000_000)
  }
}

extension Delivery {
  /// The same delivery, with the time it takes on the main queue counted.
  func metered(by meter: PipelineMeter) -> Delivery {
    let metered: @Sendable (@escaping Work) -> Work = { work in
      {
        let start = ContinuousClock.now
        work()
        meter.countDelivery(since: start)
      }
    }
    var delivery = Delivery(
      post: { send(metered($0)) }, postLater: { send(after: $0, metered($1)) }, clock: { now })
    delivery.number = number
    return delivery
  }
}

/// Work that waits until a program's own loop takes it to the main actor.
public final class DeliveryMailbox: Sendable {
  /// That of all ways of delivery by it.
  fileprivate let number = Delivery.newNumber
  private let waiting = Inbox<[@MainActor @Sendable () -> Void]>()
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
    let arrived = waiting.take() ?? []
    for work in arrived { work() }
    return arrived.count
  }

  func post(_ work: @escaping @MainActor @Sendable () -> Void) {
    waiting.append(work)
  }
}
