import Dispatch
import Foundation
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
  /// The mailbox that the work goes to; `nil` for other ways of delivery.
  private var mailbox: DeliveryMailbox?
  /// Counts the time of work that does not go through `post`.
  private var meter: PipelineMeter?

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
    delivery.mailbox = mailbox
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

  /// Whether the running work should be short, because a drain with a time limit runs it.
  @MainActor var isTimed: Bool { mailbox?.isTimed ?? false }

  /// Whether the time limit of the drain that runs the work is over; false without one.
  @MainActor var isTimeOver: Bool { mailbox?.isTimeOver ?? false }

  /// Runs `work` on the main actor before all other work that waits. Without a mailbox, after it.
  @MainActor func sendNext(_ work: @escaping Work) {
    guard let mailbox else { return send(work) }
    mailbox.runNext { [meter] in
      let start = ContinuousClock.now
      work()
      meter?.countDelivery(since: start)
    }
  }
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
    (delivery.number, delivery.mailbox, delivery.meter) = (number, mailbox, meter)
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
  /// The work that a drain has left because its time was over, last first.
  @MainActor private var left: [@MainActor @Sendable () -> Void] = []
  /// The end of the time limit of the running drain; `nil` if it has none, or none is running.
  @MainActor private var end: Duration?
  /// The time since a fixed moment.
  private let clock: @Sendable () -> Duration

  /// Creates an empty mailbox.
  public convenience init() {
    let start = ContinuousClock.now
    self.init { start.duration(to: .now) }
  }

  /// Creates an empty mailbox with its own clock, which measures the time limits of drains.
  init(clock: @escaping @Sendable () -> Duration) { self.clock = clock }

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
    takeArrived()
    let count = left.count
    for _ in 0..<count { left.popLast()?() }
    return count
  }

  /// Runs the work that has arrived, in order, until a time is over; the rest waits for the next
  /// call. One step runs even if there is no time.
  ///
  /// A list stops between the steps of its work, for example between rows that it displays and a
  /// batch that it hands to its host. It goes on with the next call, or earlier if it is called.
  ///
  ///     if mailbox.drain(for: .milliseconds(2)) { requestFrame() }
  ///
  /// A call from work that this mailbox is running is a no-op.
  ///
  /// - Returns: Whether work is left.
  /// - Complexity: That of the work.
  @MainActor @discardableResult
  public func drain(for budget: Duration) -> Bool {
    guard !isDraining else { return true }
    isDraining = true
    end = clock() + budget
    defer { (isDraining, end) = (false, nil) }
    takeArrived()
    var next = left.popLast()
    while let work = next {
      work()
      next = isTimeOver ? nil : left.popLast()
    }
    return !left.isEmpty || !waiting.isEmpty
  }

  /// Whether a drain with a time limit is running.
  @MainActor fileprivate var isTimed: Bool { end != nil }

  /// Whether the time limit of the running drain is over.
  @MainActor fileprivate var isTimeOver: Bool { end.map { clock() >= $0 } ?? false }

  /// Runs work before all other work that waits.
  @MainActor fileprivate func runNext(_ work: @escaping @MainActor @Sendable () -> Void) {
    takeArrived()
    left.append(work)
  }

  @MainActor private func takeArrived() {
    guard let arrived = waiting.take() else { return }
    left = arrived.reversed() + left
  }

  /// Whether work waits for a drain.
  @MainActor public var isEmpty: Bool { left.isEmpty && waiting.isEmpty }

  /// Sets a closure to call when work arrives in the empty mailbox, so a loop that sleeps can wake
  /// up and drain it; `nil` removes the closure. Work that is already there counts as arriving now.
  ///
  /// - Parameter body: Called on any thread.
  public func onArrival(_ body: (@Sendable () -> Void)?) {
    arrival.withLock { $0 = body }
    if !waiting.isEmpty { body?() }
  }

  /// Adds work, which runs in the next drain.
  package func post(_ work: @escaping @MainActor @Sendable () -> Void) {
    if waiting.append(work) { arrival.withLock { $0 }?() }
  }
}

/// Reports, once, that a program does not drain its main queue although work waits there.
///
/// On Linux, a loop in C drains it only if it runs `RunLoop.main` or `dispatchMain()`, and a list
/// without that stays empty without any other sign.
final class MainQueueWatch: Sendable {
  private struct State {
    var posted = 0
    var ran = 0
    var isWatching = false
    var hasReported = false
  }

  /// The watch of the main queue.
  static let main = MainQueueWatch(
    schedule: { check in
      DispatchQueue.global(qos: .utility).asyncAfter(
        deadline: .now() + .nanoseconds(MainQueueWatch.limit.nanoseconds), execute: check)
    },
    report: { message in
      // A file handle would need all of Foundation, of which the C library has the essentials.
      let line = Array("\(message)\n".utf8)
      _ = unsafe line.withUnsafeBytes { unsafe write(STDERR_FILENO, $0.baseAddress, $0.count) }
    })

  /// The time that work waits before it is reported.
  static let limit = Duration.seconds(2)
  static let message = """
    linecaster: results have waited for 2 seconds for the main queue, which does not run; call \
    RunLoop.main.run(mode: .default, before: .now) in each turn of your loop, end main() with \
    dispatchMain(), or drain a DeliveryMailbox
    """

  private let state = Mutex(State())
  private let schedule: @Sendable (@escaping @Sendable () -> Void) -> Void
  private let report: @Sendable (String) -> Void

  /// Creates a watch.
  ///
  /// - Parameters:
  ///   - schedule: Runs a check after the limit, on any thread.
  ///   - report: Receives the message, on any thread.
  init(
    schedule: @escaping @Sendable (@escaping @Sendable () -> Void) -> Void,
    report: @escaping @Sendable (String) -> Void
  ) {
    self.schedule = schedule
    self.report = report
  }

  /// Notes that work was posted.
  func workWasPosted() {
    let begins = state.withLock { state in
      state.posted += 1
      guard !state.isWatching, !state.hasReported else { return false }
      state.isWatching = true
      return true
    }
    if begins { watch() }
  }

  /// Notes that work ran.
  func workRan() { state.withLock { $0.ran += 1 } }

  /// Checks after the limit whether any work has run, and goes on as long as some waits.
  private func watch() {
    let before = state.withLock { $0.ran }
    schedule { [self] in
      let (stalls, waits) = state.withLock { state in
        let waits = state.posted > state.ran
        let stalls = waits && state.ran == before
        state.isWatching = waits && !stalls
        if stalls { state.hasReported = true }
        return (stalls, waits)
      }
      if stalls { report(Self.message) } else if waits { watch() }
    }
  }
}
