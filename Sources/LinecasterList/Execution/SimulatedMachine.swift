import LinecasterBase
import Synchronization

/// A simulation of threads, the main queue and the clock, for tests. Everything runs on the calling
/// thread, in simulated time, in an order that depends on a seed.
///
/// The same seed gives the same order on every computer. A pipeline created with a simulated
/// machine has its workers there, and `delivery` is the main queue:
///
///     let machine = SimulatedMachine(seed: 7)
///     let pipeline = PrecomputePipeline(arranger: arranger, machine: machine)
///     let controller = AutoDiffController(
///       pipeline: pipeline, environment: environment, delivery: machine.delivery)
///     controller.update { model }
///     machine.run()
public final class SimulatedMachine: Sendable {
  /// A step of the machine.
  enum Step: Hashable, Sendable {
    /// A worker ran work of a band, for this duration.
    case work(WorkBand, number: Int, lasting: Duration)
    /// The main queue ran posted work.
    case delivery
    /// The main queue ran work that was due at this time.
    case timer(at: Duration)
  }

  /// Whether a machine's worker runs on this thread.
  @TaskLocal static var isWorking = false

  private let agenda: Mutex<SimulatedAgenda>

  /// Creates a machine whose time begins at 0.
  public init(seed: UInt64) {
    agenda = Mutex(SimulatedAgenda(seed: seed))
  }

  /// The simulated time that has passed.
  public var now: Duration { agenda.withLock { $0.now } }

  /// All steps so far, in order.
  var steps: [Step] { agenda.withLock { $0.steps } }

  /// A delivery by the simulated main queue and clock.
  public var delivery: Delivery {
    Delivery(
      post: { [self] work in agenda.withLock { $0.deliveries.append(work) } },
      postLater: { [self] delay, work in
        agenda.withLock { $0.add(work, after: delay) }
      },
      postTimeout: { [self] delay, work in
        agenda.withLock { $0.add(work, after: delay, isTimeout: true) }
      },
      clock: { [self] in now })
  }

  /// Performs one of the steps that could be next.
  ///
  /// - Returns: Whether there was a step.
  @MainActor @discardableResult
  func step() -> Bool {
    switch agenda.withLock({ $0.choose() }) {
    case .ticket(let ticket): Self.$isWorking.withValue(true) { ticket.run() }
    case .delivery(let work): work()
    case nil: return false
    }
    return true
  }

  /// Runs until there is nothing left to do, timers included, or until `limit` steps have been
  /// performed.
  ///
  /// - Returns: Whether there is nothing left to do.
  /// - Complexity: O(steps), plus that of the work.
  @MainActor @discardableResult
  public func run(limit: Int = 1_000_000) -> Bool {
    for _ in 0..<max(0, limit) where !step() { return true }
    return false
  }
}

extension SimulatedMachine: WorkExecutor {
  /// One: a worker's step ends before any other begins.
  var workerCount: Int { 1 }

  func submit(_ ticket: WorkTicket) {
    agenda.withLock { $0.tickets.append(ticket) }
  }

  func runAside(_ work: @escaping @Sendable () -> Void) {
    submit(WorkTicket(number: -1, band: .display, whenLeaving: { _ in }, work: work))
  }
}

/// The work left on a simulated machine, and its past steps.
struct SimulatedAgenda {
  /// The next step.
  enum Choice {
    case ticket(WorkTicket)
    case delivery(Delivery.Work)
  }

  private struct Timer {
    let due: Duration
    let number: Int
    /// Whether it waits until nothing else is due.
    let isTimeout: Bool
    let work: Delivery.Work
  }

  private var random: UInt64
  private(set) var now = Duration.zero
  private(set) var steps: [SimulatedMachine.Step] = []
  var tickets: [WorkTicket] = []
  var deliveries: [Delivery.Work] = []
  private var timers: [Timer] = []
  private var timerCount = 0

  init(seed: UInt64) {
    random = seed
  }

  /// Schedules work for the main queue.
  ///
  /// - Parameter isTimeout: Whether it waits, even beyond its time, until nothing else is due.
  mutating func add(
    _ work: @escaping Delivery.Work, after delay: Duration, isTimeout: Bool = false
  ) {
    timerCount += 1
    timers.append(
      Timer(due: now + max(.zero, delay), number: timerCount, isTimeout: isTimeout, work: work))
  }

  /// Chooses the next step: work of the nearest band, posted work or a due timer. Time passes
  /// during work, or if there is nothing else to do.
  mutating func choose() -> Choice? {
    tickets.removeAll { !$0.isWaiting }
    let isWorkNext = !tickets.isEmpty && (deliveries.isEmpty || next() % 2 == 0)
    return isWorkNext ? chooseWork() : chooseTimer() ?? chooseDelivery() ?? chooseWork()
  }

  private mutating func chooseTimer() -> Choice? {
    let isBusy = !tickets.isEmpty || !deliveries.isEmpty
    // A timeout that is overdue comes after the timers that are due.
    func order(_ timer: Timer) -> (Duration, Int, Int) {
      (timer.isTimeout ? max(timer.due, now) : timer.due, timer.isTimeout ? 1 : 0, timer.number)
    }
    let first = timers.indices.filter { !isBusy || !timers[$0].isTimeout }
      .min { order(timers[$0]) < order(timers[$1]) }
    guard let first, timers[first].due <= now || deliveries.isEmpty else { return nil }
    let timer = timers.remove(at: first)
    now = max(now, timer.due)
    steps.append(.timer(at: now))
    return .delivery(timer.work)
  }

  private mutating func chooseDelivery() -> Choice? {
    guard !deliveries.isEmpty else { return nil }
    steps.append(.delivery)
    return .delivery(deliveries.removeFirst())
  }

  private mutating func chooseWork() -> Choice? {
    guard let nearest = tickets.map(\.band).min() else { return nil }
    let candidates = tickets.indices.filter { tickets[$0].band == nearest }
    let ticket = tickets.remove(at: candidates[Int(next() % UInt64(candidates.count))])
    let lasting = Duration.microseconds(Int64(next() % 2_000))
    now += lasting
    steps.append(.work(nearest, number: ticket.number, lasting: lasting))
    return .ticket(ticket)
  }

  /// SplitMix64 (Steele, Lea and Flood, 2014).
  private mutating func next() -> UInt64 {
    random &+= 0x9E37_79B9_7F4A_7C15
    var mixed = random
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}
