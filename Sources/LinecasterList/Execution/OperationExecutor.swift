import Foundation
import Synchronization

/// Runs work on an operation queue, the nearest band first, the oldest of a band first.
///
/// There is an operation for each busy worker, not for each piece of work. An operation queue keeps
/// a cancelled operation until its turn comes, which can take long behind a slow cell.
final class OperationExecutor: WorkExecutor {
  private struct State {
    var lines = [TicketLine](repeating: TicketLine(), count: WorkBand.allCases.count)
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
          if let ticket = lines[band.rawValue].next(band) { return ticket }
        }
      }
      operations -= 1
      return nil
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
  private let queue: OperationQueue
  private let aside = DispatchQueue(label: "linecaster.aside", qos: .utility)

  /// - Parameter surroundings: Wraps each piece of work that a worker runs.
  init(
    workerCount: Int, surroundings: @escaping @Sendable (() -> Void) -> Void = { $0() }
  ) {
    self.workerCount = max(1, workerCount)
    self.surroundings = surroundings
    state = Mutex(State(limit: self.workerCount))
    queue = OperationQueue()
    queue.name = "linecaster.precompute"
    queue.maxConcurrentOperationCount = self.workerCount
    // Below the main thread if both need a processor. On Linux it is a nice value of 2; that of
    // `.userInitiated` is -2, ahead of everything else, if the program may ask for that.
    queue.qualityOfService = .utility
  }

  /// The number of tickets kept, including those that no longer wait.
  var keptCount: Int { state.withLock { $0.lines.reduce(0) { $0 + $1.count } } }

  func submit(_ ticket: WorkTicket) {
    ticket.observe(
      whenRetargeted: { [weak self, weak ticket] band in
        if let ticket { self?.add(ticket, band) }
      },
      whenCancelled: { [weak self] in self?.compact() })
    add(ticket, ticket.band)
  }

  func runAside(_ work: @escaping @Sendable () -> Void) {
    aside.async { [surroundings] in surroundings(work) }
  }

  /// Adds a ticket to the line of its band; its old place is skipped.
  private func add(_ ticket: WorkTicket, _ band: WorkBand) {
    let needsWorker = state.withLock { state in
      state.lines[band.rawValue].add(ticket)
      return state.begin()
    }
    if needsWorker { queue.addOperation { [self] in work() } }
  }

  func changeStandIns(by change: Int) {
    let needsWorker = state.withLock { state in
      state.standIns += change
      state.limit = workerCount + min(state.standIns, Self.mostStandIns)
      queue.maxConcurrentOperationCount = state.limit
      return state.lines.contains { $0.count > 0 } && state.begin()
    }
    if needsWorker { queue.addOperation { [self] in work() } }
  }

  /// The maximum number of added threads.
  private static let mostStandIns = 8

  private func compact() {
    state.withLock { state in
      for band in WorkBand.allCases { state.lines[band.rawValue].compact(band) }
    }
  }

  var isShortOfWorkers: Bool { state.withLock { $0.isShort(upTo: .display) } }

  private func work() {
    var next = state.withLock { $0.next() }
    while let ticket = next {
      surroundings(ticket.run)
      next = state.withLock { state in
        state.free += 1
        return state.next()
      }
    }
  }
}

/// The tickets that wait in a band, oldest first, and some that no longer wait there.
private struct TicketLine {
  private var tickets: [WorkTicket] = []
  private var first = 0
  /// The number of tickets when all of them were waiting.
  private var least = 0

  var count: Int { tickets.count - first }

  mutating func add(_ ticket: WorkTicket) { tickets.append(ticket) }

  /// Returns the oldest ticket that waits in a band.
  mutating func next(_ band: WorkBand) -> WorkTicket? {
    if first > 32, first * 2 > tickets.count {
      tickets.removeFirst(first)
      first = 0
    }
    while first < tickets.count {
      let ticket = tickets[first]
      first += 1
      if ticket.isWaiting, ticket.band == band { return ticket }
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
