import Foundation
import Synchronization

/// Runs work on an operation queue, the nearest band first, the oldest of a band first.
///
/// There is an operation for each worker that has something to do, not for each piece of work: an
/// operation queue keeps one that has been cancelled until its turn comes, which behind a slow cell
/// may be long.
final class OperationExecutor: WorkExecutor {
  private struct State {
    var lines = [TicketLine](repeating: TicketLine(), count: WorkBand.allCases.count)
    /// The operations that are in the queue or at work.
    var operations = 0
    /// How many of them are not at a piece of work.
    var free = 0
    /// How many of them there may be.
    var limit: Int
    /// How many are at work that nobody waits for.
    var standIns = 0

    init(limit: Int) { self.limit = limit }

    /// Has another operation begin, if there may be one.
    mutating func begin() -> Bool {
      guard operations < limit else { return false }
      operations += 1
      free += 1
      return true
    }

    /// What a free operation does next; nil ends it.
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

    /// Whether more work waits in a band, or in a nearer one, than is about to be begun.
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

  /// - Parameter surroundings: Calls what a worker does, each time it does something.
  init(
    workerCount: Int, surroundings: @escaping @Sendable (() -> Void) -> Void = { $0() }
  ) {
    self.workerCount = max(1, workerCount)
    self.surroundings = surroundings
    state = Mutex(State(limit: self.workerCount))
    queue = OperationQueue()
    queue.name = "linecaster.precompute"
    queue.maxConcurrentOperationCount = self.workerCount
    // Behind the main thread where both want a processor; on Linux it is a nice value of 2, where
    // that of `.userInitiated` is -2, before everything else, if the program may ask for that.
    queue.qualityOfService = .utility
  }

  /// The tickets that are kept, those that do not wait any more included.
  var keptCount: Int { state.withLock { $0.lines.reduce(0) { $0 + $1.count } } }

  func submit(_ ticket: WorkTicket) {
    ticket.observe(
      whenRetargeted: { [weak self, weak ticket] band in
        if let ticket { self?.add(ticket, band) }
      },
      whenCalledOff: { [weak self] in self?.compact() })
    add(ticket, ticket.band)
  }

  func runAside(_ work: @escaping @Sendable () -> Void) {
    aside.async { [surroundings] in surroundings(work) }
  }

  /// Puts a ticket into the line of its band; where it stood before it is passed over.
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

  /// Threads that are added at most, whatever programs do.
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

/// The tickets of a band that wait, oldest first, and some that do not wait there any more.
private struct TicketLine {
  private var tickets: [WorkTicket] = []
  private var first = 0
  /// How many there were when all of them were waiting.
  private var least = 0

  var count: Int { tickets.count - first }

  mutating func add(_ ticket: WorkTicket) { tickets.append(ticket) }

  /// The oldest that waits in a band.
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

  /// How many wait in a band; those beyond a number are not counted.
  func waitingCount(_ band: WorkBand, upTo most: Int) -> Int {
    let waiting = tickets[first...].lazy.filter { $0.isWaiting && $0.band == band }
    return waiting.prefix(most).count
  }

  /// Drops those that do not wait here, once there are twice as many as there need be.
  mutating func compact(_ band: WorkBand) {
    guard count > 2 * least + 32 else { return }
    tickets = tickets[first...].filter { $0.isWaiting && $0.band == band }
    first = 0
    least = tickets.count
  }
}
