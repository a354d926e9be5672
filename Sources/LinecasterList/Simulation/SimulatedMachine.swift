import Synchronization

/// A stand-in for threads, the main queue and the clock, for tests: everything runs on the thread
/// that calls it, in an order that a seed decides, in a time that passes only here.
///
/// The same seed gives the same order, whatever the machine. A pipeline made with it has its
/// workers here, and `delivery` is its main queue:
///
/// ```swift
/// let machine = SimulatedMachine(seed: 7)
/// let pipeline = PrecomputePipeline(fonts: fonts, machine: machine)
/// let controller = AutoDiffController(…, delivery: machine.delivery)
/// controller.update { … }
/// machine.run()
/// ```
public final class SimulatedMachine: Sendable {
  /// What the machine did at a time.
  public enum Step: Hashable, Sendable {
    /// A worker did a piece of work of a band; it took so long.
    case work(WorkBand, number: Int, lasting: Duration)
    /// The main queue ran what was posted to it.
    case delivery
    /// The main queue ran what was to be run at this time.
    case timer(at: Duration)
  }

  private let agenda: Mutex<SimulatedAgenda>

  /// Makes a machine whose time begins at 0.
  public init(seed: UInt64) {
    agenda = Mutex(SimulatedAgenda(seed: seed))
  }

  /// The time that has passed on the machine.
  public var now: Duration { agenda.withLock { $0.now } }

  /// All that the machine has done, in order.
  public var steps: [Step] { agenda.withLock { $0.steps } }

  /// The main queue and the clock of the machine.
  public var delivery: Delivery {
    Delivery(
      post: { [self] work in agenda.withLock { $0.deliveries.append(work) } },
      postLater: { [self] delay, work in
        agenda.withLock { $0.add(work, after: delay) }
      },
      clock: { [self] in now })
  }

  /// Does the next thing, of all that could be next.
  ///
  /// - Returns: Whether there was any.
  @MainActor @discardableResult
  public func step() -> Bool {
    switch agenda.withLock({ $0.choose() }) {
    case .ticket(let ticket): ticket.run()
    case .delivery(let work): work()
    case nil: return false
    }
    return true
  }

  /// Goes on until nothing is left to do, timers included, or `limit` things have been done.
  ///
  /// - Returns: Whether nothing is left.
  @MainActor @discardableResult
  public func run(limit: Int = 1_000_000) -> Bool {
    for _ in 0..<limit where !step() { return true }
    return false
  }
}

extension SimulatedMachine: WorkExecutor {
  /// One: what a worker does is done before anything else is.
  var workerCount: Int { 1 }

  func submit(_ ticket: WorkTicket) {
    agenda.withLock { $0.tickets.append(ticket) }
  }
}
