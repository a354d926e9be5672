import Dispatch
import Synchronization

#if !LINECASTER_ESSENTIALS
  import Foundation
#endif

/// Runs work on an operation queue, the nearest band first. In a band, the list that has received
/// the least time goes first, with its oldest work.
///
/// There is an operation for each busy worker, not for each piece of work. An operation queue keeps
/// a cancelled operation until its turn comes, which can take long behind a slow cell.
final class OperationExecutor: WorkExecutor {
  private struct State {
    var lines = [TicketLines](repeating: TicketLines(), count: WorkBand.allCases.count)
    var shares = WorkShares()
    /// The number of operations in the queue or running.
    var operations = 0
    /// The number of operations that are not running a piece of work.
    var free = 0
    /// The maximum number of operations.
    var limit: Int
    /// The number of running operations whose work is no longer awaited.
    var standIns = 0

    init(limit: Int) { self.limit = limit }

    /// Reserves another operation, if the limit allows it.
    mutating func begin() -> Bool {
      guard operations < limit else { return false }
      operations += 1
      free += 1
      return true
    }

    /// Returns the next work of a free operation; `nil` ends the operation.
    mutating func next() -> WorkTicket? {
      free -= 1
      if operations <= limit {
        for band in WorkBand.allCases {
          guard let ticket = lines[band.rawValue].next(band, shares) else { continue }
          shares.begin(ticket.list)
          return ticket
        }
      }
      operations -= 1
      return nil
    }

    /// Adds a ticket to the line of its list in a band.
    mutating func add(_ ticket: WorkTicket, _ band: WorkBand) {
      let waits = WorkBand.allCases.contains {
        lines[$0.rawValue].isWaiting($0, of: ticket.list)
      }
      if !waits { shares.enter(ticket.list) }
      lines[band.rawValue].add(ticket)
    }

    /// Returns whether more work waits in this band and nearer ones than is about to start.
    func isShort(upTo last: WorkBand) -> Bool {
      var left = free
      for band in WorkBand.allCases where band <= last {
        left -= lines[band.rawValue].waitingCount(band, upTo: left + 1)
        if left < 0 { return true }
      }
      return false
    }
  }

  let workerCount: Int
  private let surroundings: @Sendable (() -> Void) -> Void
  private let state: Mutex<State>
  private let threads: WorkerThreads
  private let aside = DispatchQueue(label: "linecaster.aside", qos: .utility)

  /// - Parameters:
  ///   - threads: The threads of the workers; `nil` for those of an operation queue.
  ///   - surroundings: Wraps each piece of work that a worker runs.
  init(
    workerCount: Int, threads: WorkerThreads? = nil,
    surroundings: @escaping @Sendable (() -> Void) -> Void = { $0() }
  ) {
    self.workerCount = max(1, workerCount)
    self.surroundings = surroundings
    state = Mutex(State(limit: self.workerCount))
    self.threads = threads ?? .usual(limit: self.workerCount)
  }

  /// The number of tickets kept, including those that no longer wait.
  var keptCount: Int { state.withLock { $0.lines.reduce(0) { $0 + $1.count } } }

  func submit(_ ticket: WorkTicket) {
    ticket.observe(
      whenRetargeted: { [weak self, weak ticket] band in
        if let ticket { self?.add(ticket, band) }
      },
      whenCancelled: { [weak self, list = ticket.list] in self?.compact(list) })
    add(ticket, ticket.band)
  }

  func runAside(_ work: @escaping @Sendable () -> Void) {
    aside.async { [surroundings] in surroundings(work) }
  }

  /// Adds a ticket to the line of its band; its old place is skipped.
  private func add(_ ticket: WorkTicket, _ band: WorkBand) {
    let needsWorker = state.withLock { state in
      state.add(ticket, band)
      return state.begin()
    }
    if needsWorker { threads.run { [self] in work() } }
  }

  func changeStandIns(by change: Int) {
    let needsWorker = state.withLock { state in
      state.standIns += change
      state.limit = workerCount + min(state.standIns, Self.mostStandIns)
      threads.setLimit(state.limit)
      return state.lines.contains { $0.count > 0 } && state.begin()
    }
    if needsWorker { threads.run { [self] in work() } }
  }

  /// The maximum number of added threads.
  private static let mostStandIns = 8

  private func compact(_ list: ObjectIdentifier?) {
    state.withLock { state in
      for band in WorkBand.allCases { state.lines[band.rawValue].compact(band, of: list) }
    }
  }

  var isShortOfWorkers: Bool { state.withLock { $0.isShort(upTo: .display) } }

  private func work() {
    var next = state.withLock { $0.next() }
    while let ticket = next {
      let start = ContinuousClock.now
      surroundings(ticket.run)
      let time = start.duration(to: .now)
      next = state.withLock { state in
        state.free += 1
        state.shares.end(ticket.list, time)
        return state.next()
      }
    }
  }
}

/// The time that workers have spent on each list, by which lists take turns.
///
/// A list that comes or comes back starts level with the list that was served last, so it neither
/// waits for others to catch up nor takes their turns (start-time fair queueing: Goyal, Vin and
/// Cheng, 1996).
struct WorkShares: Sendable {
  private var spent: [ObjectIdentifier?: Duration] = [:]
  /// The number of lists that are remembered.
  var count: Int { spent.count }
  /// The time of the list that was served last.
  private var level = Duration.zero

  /// Returns the time of a list.
  func time(of list: ObjectIdentifier?) -> Duration { spent[list] ?? level }

  /// Notes that a list without waiting work has work again.
  mutating func enter(_ list: ObjectIdentifier?) { spent[list] = max(level, time(of: list)) }

  /// Notes that work of a list starts.
  mutating func begin(_ list: ObjectIdentifier?) { level = max(level, time(of: list)) }

  /// Notes that work of a list has taken some time.
  mutating func end(_ list: ObjectIdentifier?, _ time: Duration) {
    spent[list] = self.time(of: list) + time
    // Lists at the level are as good as new.
    if spent.count > Self.mostKept { spent = spent.filter { $0.value > level } }
  }

  /// The number of lists above which those without a lead are forgotten.
  private static let mostKept = 256
}

/// The tickets that wait in a band, in a line for each list.
private struct TicketLines {
  private var lines: [ObjectIdentifier?: TicketLine] = [:]

  var count: Int { lines.values.reduce(0) { $0 + $1.count } }

  mutating func add(_ ticket: WorkTicket) { lines[ticket.list, default: TicketLine()].add(ticket) }

  /// Returns whether a ticket of a list waits in a band.
  mutating func isWaiting(_ band: WorkBand, of list: ObjectIdentifier?) -> Bool {
    lines[list]?.oldest(band) != nil
  }

  /// Takes the oldest ticket of the list with the least time.
  ///
  /// - Complexity: O(lists with work in the band).
  mutating func next(_ band: WorkBand, _ shares: WorkShares) -> WorkTicket? {
    var best: (list: ObjectIdentifier?, time: Duration, number: Int)?
    for list in Array(lines.keys) {
      guard let ticket = lines[list]?.oldest(band) else {
        lines[list] = nil
        continue
      }
      let time = shares.time(of: list)
      if best.map({ (time, ticket.number) < ($0.time, $0.number) }) ?? true {
        best = (list, time, ticket.number)
      }
    }
    return best.flatMap { lines[$0.list]?.next(band) }
  }

  /// Returns the number of tickets that wait in a band, counted up to a limit.
  func waitingCount(_ band: WorkBand, upTo most: Int) -> Int {
    var count = 0
    for line in lines.values where count < most {
      count += line.waitingCount(band, upTo: most - count)
    }
    return count
  }

  /// Drops tickets of a list that do not wait here, once there are twice as many as needed.
  mutating func compact(_ band: WorkBand, of list: ObjectIdentifier?) {
    lines[list]?.compact(band)
  }
}

/// The tickets of a list that wait in a band, oldest first, and some that no longer wait there.
private struct TicketLine {
  private var tickets: [WorkTicket] = []
  private var first = 0
  /// The number of tickets when all of them were waiting.
  private var least = 0

  var count: Int { tickets.count - first }

  mutating func add(_ ticket: WorkTicket) { tickets.append(ticket) }

  /// Takes the oldest ticket that waits in a band.
  mutating func next(_ band: WorkBand) -> WorkTicket? {
    guard let ticket = oldest(band) else { return nil }
    first += 1
    return ticket
  }

  /// Returns the oldest ticket that waits in a band, and drops those before it.
  mutating func oldest(_ band: WorkBand) -> WorkTicket? {
    if first > 32, first * 2 > tickets.count {
      tickets.removeFirst(first)
      first = 0
    }
    while first < tickets.count {
      let ticket = tickets[first]
      if ticket.isWaiting, ticket.band == band { return ticket }
      first += 1
    }
    tickets = []
    first = 0
    return nil
  }

  /// Returns the number of tickets that wait in a band, counted up to a limit.
  func waitingCount(_ band: WorkBand, upTo most: Int) -> Int {
    let waiting = tickets[first...].lazy.filter { $0.isWaiting && $0.band == band }
    return waiting.prefix(most).count
  }

  /// Drops tickets that do not wait here, once there are twice as many as needed.
  mutating func compact(_ band: WorkBand) {
    guard count > 2 * least + 32 else { return }
    tickets = tickets[first...].filter { $0.isWaiting && $0.band == band }
    first = 0
    least = tickets.count
  }
}

/// The queue whose threads run the workers of a pipeline.
///
/// The executor never has more work in it than it may run, so both kinds run as much at once. The C
/// library links only the essentials of Foundation (`LINECASTER_ESSENTIALS`), which have no
/// operation queue: all of Foundation would add the data of its own ICU, 45 MB.
enum WorkerThreads: Sendable {
  /// A concurrent queue of Dispatch, on whose threads operation queues run, too.
  case dispatch(DispatchQueue)
  #if !LINECASTER_ESSENTIALS
    /// An operation queue.
    case operations(OperationQueue)
  #endif

  private static let name = "linecaster.precompute"

  /// Creates the threads of a pipeline: an operation queue, if there are any.
  static func usual(limit: Int) -> WorkerThreads {
    #if LINECASTER_ESSENTIALS
      return concurrent()
    #else
      let queue = OperationQueue()
      queue.name = name
      queue.maxConcurrentOperationCount = limit
      // Below the main thread if both need a processor. On Linux it is a nice value of 2; that of
      // `.userInitiated` is -2, ahead of everything else, if the program may ask for that.
      queue.qualityOfService = .utility
      return .operations(queue)
    #endif
  }

  /// Creates threads of Dispatch.
  static func concurrent() -> WorkerThreads {
    .dispatch(DispatchQueue(label: name, qos: .utility, attributes: .concurrent))
  }

  /// Changes the number of threads that may work at once.
  func setLimit(_ limit: Int) {
    switch self {
    // The executor itself keeps the limit.
    case .dispatch: break
    #if !LINECASTER_ESSENTIALS
      case .operations(let queue): queue.maxConcurrentOperationCount = limit
    #endif
    }
  }

  /// Runs work on a thread.
  func run(_ work: @escaping @Sendable () -> Void) {
    switch self {
    case .dispatch(let queue): queue.async(execute: work)
    #if !LINECASTER_ESSENTIALS
      case .operations(let queue): queue.addOperation(work)
    #endif
    }
  }
}
