import Dispatch
import LinecasterBase
import Synchronization

/// The way in which finished work reaches the main actor.
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

  /// The identity of a way of delivery; copies share it, and so do all for one mailbox.
  package private(set) var number = Self.newNumber

  fileprivate static var newNumber: Int { count.wrappingAdd(1, ordering: .relaxed).newValue }
  private static let count = Atomic(0)
  private let post: @Sendable (@escaping Work) -> Void
  private let postLater: @Sendable (Duration, @escaping Work) -> Void
  private let postTimeout: @Sendable (Duration, @escaping Work) -> Void
  private let clock: @Sendable () -> Duration

  /// Creates a way of delivery with the system clock.
  ///
  /// - Parameter post: Called on any thread with work that it must run on the main actor, in the
  ///   order of the calls. It must return without waiting for the work.
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

  /// Creates a way of delivery with its own clock.
  ///
  /// - Parameters:
  ///   - post: As for `init(_:)`.
  ///   - postLater: Called on the main actor with work that it must run there after a delay.
  ///   - postTimeout: The same for work that only counts if nothing else happens; `nil` for
  ///     `postLater`.
  ///   - clock: The time since a fixed moment.
  init(
    post: @escaping @Sendable (@escaping Work) -> Void,
    postLater: @escaping @Sendable (Duration, @escaping Work) -> Void,
    postTimeout: (@Sendable (Duration, @escaping Work) -> Void)? = nil,
    clock: @escaping @Sendable () -> Duration
  ) {
    self.post = post
    self.postLater = postLater
    self.postTimeout = postTimeout ?? postLater
    self.clock = clock
  }

  /// Delivery by the main queue. The program must drain it: `RunLoop.main.run(mode:before:)` once a
  /// frame in a loop of its own, or `dispatchMain()`.
  ///
  /// If work waits for two seconds while the main queue does not run, a message on standard error
  /// says so, once for each program.
  public static let mainQueue = Delivery { work in
    MainQueueWatch.main.workWasPosted()
    DispatchQueue.main.async {
      MainQueueWatch.main.workRan()
      MainActor.assumeIsolated { work() }
    }
  }

  /// Delivery by a mailbox that the program drains itself.
  public static func manual(_ mailbox: DeliveryMailbox) -> Delivery {
    var delivery = Delivery { mailbox.post($0) }
    delivery.number = mailbox.number
    return delivery
  }

  private static let machineStart = ContinuousClock.now

  /// The time since a fixed moment.
  package var now: Duration { clock() }

  /// Runs `work` on the main actor, after all work sent before.
  package func send(_ work: @escaping Work) { post(work) }

  /// Runs `work` on the main actor after a delay.
  package func send(after delay: Duration, _ work: @escaping Work) { postLater(delay, work) }

  /// Runs `work` on the main actor after a delay in which something should have happened. In
  /// simulated time, not while other work is due: that time passes only by work.
  func sendTimeout(after delay: Duration, _ work: @escaping Work) { postTimeout(delay, work) }
}

extension Duration {
  /// The whole nanoseconds, clamped to about 292 years.
  var nanoseconds: Int {
    let (seconds, attoseconds) = components
    let limit = Int64.max / 1_000_000_000 - 1
    return Int(min(max(seconds, -limit), limit)) * 1_000_000_000 + Int(attoseconds / 1_000_000_000)
  }
}

extension Delivery {
  /// Returns the same delivery with its time on the main queue counted.
  func metered(by meter: PipelineMeter) -> Delivery {
    let metered: @Sendable (@escaping Work) -> Work = { work in
      {
        let start = ContinuousClock.now
        work()
        meter.countDelivery(since: start)
      }
    }
    var delivery = Delivery(
      post: { send(metered($0)) }, postLater: { send(after: $0, metered($1)) },
      postTimeout: { sendTimeout(after: $0, metered($1)) }, clock: { now })
    delivery.number = number
    return delivery
  }
}

/// Work that waits until a program's own loop runs it on the main actor.
public final class DeliveryMailbox: Sendable {
  /// The identity of all ways of delivery by this mailbox.
  fileprivate let number = Delivery.newNumber
  private let waiting = Inbox<[@MainActor @Sendable () -> Void]>()
  private let arrival = Mutex<(@Sendable () -> Void)?>(nil)
  @MainActor private var isDraining = false

  /// Creates an empty mailbox.
  public init() {}

  /// Runs the work that has arrived, in order. Work that arrives meanwhile waits for the next call.
  ///
  /// A call from work that this mailbox is running is a no-op, because it would change the order.
  ///
  /// - Returns: The number of work items that ran.
  /// - Complexity: That of the work.
  @MainActor @discardableResult
  public func drain() -> Int {
    guard !isDraining else { return 0 }
    isDraining = true
    defer { isDraining = false }
    let arrived = waiting.take() ?? []
    for work in arrived { work() }
    return arrived.count
  }

  /// Sets a closure to call when work arrives in the empty mailbox, so a loop that sleeps can wake
  /// up and drain it; `nil` removes the closure. Work that is already there counts as arriving now.
  ///
  /// - Parameter body: Called on any thread.
  public func onArrival(_ body: (@Sendable () -> Void)?) {
    arrival.withLock { $0 = body }
    if !waiting.isEmpty { body?() }
  }

  func post(_ work: @escaping @MainActor @Sendable () -> Void) {
    if waiting.append(work) { arrival.withLock { $0 }?() }
  }
}
