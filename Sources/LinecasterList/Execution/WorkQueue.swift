import Synchronization

/// Takes work for an executor and keeps what waits within a bound.
///
/// Over the bound the youngest idle work is dropped, then the youngest work of preloading. Work for
/// what can be seen, or is about to be, is never dropped: there is no more of it than the
/// viewports of the lists ask for.
final class WorkQueue: Sendable {
  private struct State {
    var nextNumber = 0
    var waiting: [Int: Entry] = [:]
    var whenRoom: [@Sendable () -> Void] = []
    var most = 0
    var dropped = 0
  }

  private struct Entry {
    let ticket: WorkTicket
    let whenDropped: (@Sendable () -> Void)?
  }

  /// The most pieces of work that wait.
  let maxPending: Int
  private let executor: any WorkExecutor
  private let state = Mutex(State())

  init(executor: any WorkExecutor, maxPending: Int) {
    self.executor = executor
    self.maxPending = max(1, maxPending)
  }

  /// The most pieces of work that run at once.
  var workerCount: Int { executor.workerCount }

  /// The number of pieces of work that wait now.
  var pendingCount: Int { state.withLock { $0.waiting.count } }

  /// The most pieces of work that have waited at once.
  var mostPending: Int { state.withLock { $0.most } }

  /// The number of pieces of work dropped for want of room.
  var droppedCount: Int { state.withLock { $0.dropped } }

  /// Has work done.
  ///
  /// - Parameters:
  ///   - whenDropped: Called once, on any thread, if there is no room for the work. Only idle work
  ///     and preloading need it.
  @discardableResult
  func enqueue(
    _ band: WorkBand, whenDropped: (@Sendable () -> Void)? = nil,
    _ work: @escaping @Sendable () -> Void
  ) -> WorkTicket {
    let (ticket, victim) = state.withLock { state -> (WorkTicket, Entry?) in
      let ticket = WorkTicket(
        number: state.nextNumber, band: band, whenLeaving: { [weak self] in self?.left($0) },
        work: work)
      state.nextNumber += 1
      state.waiting[ticket.number] = Entry(ticket: ticket, whenDropped: whenDropped)
      let victim = state.waiting.count > maxPending ? Self.victim(in: state.waiting) : nil
      return (ticket, victim)
    }
    if let victim { drop(victim) }
    state.withLock { $0.most = max($0.most, $0.waiting.count) }
    if ticket.isWaiting { executor.submit(ticket) }
    return ticket
  }

  /// Calls `body` once, on any thread, when half of the room is free, or now if it is.
  func whenRoom(_ body: @escaping @Sendable () -> Void) {
    let isRoomy = state.withLock { state in
      if !hasRoom(state) { state.whenRoom.append(body) }
      return hasRoom(state)
    }
    if isRoomy { body() }
  }

  /// The youngest of the work that is wanted least, if it may be dropped.
  private static func victim(in waiting: [Int: Entry]) -> Entry? {
    let worst = waiting.values.max {
      ($0.ticket.band, $0.ticket.number) < ($1.ticket.band, $1.ticket.number)
    }
    return worst.flatMap { $0.ticket.band >= .preload ? $0 : nil }
  }

  private func drop(_ entry: Entry) {
    guard entry.ticket.callOff() else { return }
    state.withLock { $0.dropped += 1 }
    entry.whenDropped?()
  }

  private func left(_ ticket: WorkTicket) {
    let observers = state.withLock { state -> [@Sendable () -> Void] in
      state.waiting[ticket.number] = nil
      guard hasRoom(state) else { return [] }
      defer { state.whenRoom = [] }
      return state.whenRoom
    }
    for observer in observers { observer() }
  }

  private func hasRoom(_ state: borrowing State) -> Bool {
    state.waiting.count <= maxPending / 2
  }
}
