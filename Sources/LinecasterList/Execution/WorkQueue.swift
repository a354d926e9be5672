import Synchronization

/// Takes work for an executor and limits the amount that waits.
///
/// Over the limit, the newest idle work is dropped, then the newest preload work. Work for rows in
/// or near the viewport is never dropped: its amount is bounded by the lists' viewports.
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

  /// The maximum number of pieces of work that wait.
  let maxPending: Int
  private let executor: any WorkExecutor
  private let state = Mutex(State())

  init(executor: any WorkExecutor, maxPending: Int) {
    self.executor = executor
    self.maxPending = max(1, maxPending)
  }

  /// The maximum number of pieces of work that run at once.
  var workerCount: Int { executor.workerCount }

  /// Whether work for rows in or near the viewport waits for a worker, and none is free.
  var isShortOfWorkers: Bool { executor.isShortOfWorkers }

  /// Adds a worker for one whose work is no longer awaited but cannot be stopped.
  func callStandIn() { executor.changeStandIns(by: 1) }

  /// Removes an added worker when the replaced one has finished.
  func dismissStandIn() { executor.changeStandIns(by: -1) }

  /// The number of pieces of work that wait now.
  var pendingCount: Int { state.withLock { $0.waiting.count } }

  /// The largest number of pieces of work that have waited at once.
  var mostPending: Int { state.withLock { $0.most } }

  /// The number of pieces of work dropped because the queue was full.
  var droppedCount: Int { state.withLock { $0.dropped } }

  /// Adds work to the queue.
  ///
  /// - Parameters:
  ///   - list: The list that it is for; workers share their time between lists. `nil` for none.
  ///   - whenDropped: Called once, on any thread, if there is no room for the work. Only idle work
  ///     and preloading need it.
  @discardableResult
  func enqueue(
    _ band: WorkBand, list: ObjectIdentifier? = nil, whenDropped: (@Sendable () -> Void)? = nil,
    _ work: @escaping @Sendable () -> Void
  ) -> WorkTicket {
    let (ticket, victim) = state.withLock { state -> (WorkTicket, Entry?) in
      let ticket = WorkTicket(
        number: state.nextNumber, band: band, list: list,
        whenLeaving: { [weak self] in self?.left($0) }, work: work)
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

  /// Runs work that is not awaited, even while all workers are busy.
  func runAside(_ work: @escaping @Sendable () -> Void) { executor.runAside(work) }

  /// Calls `body` once, on any thread, when the queue is at most half full, or now if it is.
  func whenRoom(_ body: @escaping @Sendable () -> Void) {
    let isRoomy = state.withLock { state in
      if !hasRoom(state) { state.whenRoom.append(body) }
      return hasRoom(state)
    }
    if isRoomy { body() }
  }

  /// Returns the newest work of the least urgent band, if it may be dropped.
  private static func victim(in waiting: [Int: Entry]) -> Entry? {
    let worst = waiting.values.max {
      ($0.ticket.band, $0.ticket.number) < ($1.ticket.band, $1.ticket.number)
    }
    return worst.flatMap { $0.ticket.band >= .preload ? $0 : nil }
  }

  private func drop(_ entry: Entry) {
    guard entry.ticket.cancel() else { return }
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

/// A piece of work that waits for its turn. It can change its band or be cancelled until it starts.
final class WorkTicket: Sendable {
  private enum Progress {
    case waiting, started, cancelled
  }

  private struct State {
    var band: WorkBand
    var phase = Progress.waiting
    /// `nil` once it has started or been cancelled, so its captures are freed even if the ticket is
    /// retained.
    var work: Work?
    var whenRetargeted: (@Sendable (WorkBand) -> Void)?
    var whenCancelled: (@Sendable () -> Void)?
  }

  /// The closure to run. A type of its own: closures passed through generic functions leave a copy
  /// behind until these return, and that copy may hold the last reference to the captures.
  struct Work: Sendable {
    fileprivate let run: @Sendable () -> Void
  }

  /// The number of the ticket in its queue; newer tickets have larger numbers.
  let number: Int
  /// The list that the work is for; `nil` for none.
  let list: ObjectIdentifier?
  private let whenLeaving: @Sendable (WorkTicket) -> Void
  private let state: Mutex<State>

  /// - Parameters:
  ///   - number: The number of the ticket in its queue.
  ///   - list: The list that the work is for; `nil` for none.
  ///   - whenLeaving: Called once, when the work starts or is cancelled, before anything else
  ///     comes of it.
  ///   - work: The work to run.
  init(
    number: Int, band: WorkBand, list: ObjectIdentifier? = nil,
    whenLeaving: @escaping @Sendable (WorkTicket) -> Void, work: @escaping @Sendable () -> Void
  ) {
    self.number = number
    self.list = list
    self.whenLeaving = whenLeaving
    state = Mutex(State(band: band, work: Work(run: work)))
  }

  /// The band of the work.
  var band: WorkBand { state.withLock { $0.band } }

  /// Whether the work has neither started nor been cancelled.
  var isWaiting: Bool { state.withLock { $0.phase == .waiting } }

  /// Sets an executor's observers while the work waits.
  func observe(
    whenRetargeted: @escaping @Sendable (WorkBand) -> Void,
    whenCancelled: @escaping @Sendable () -> Void
  ) {
    state.withLock { state in
      guard state.phase == .waiting else { return }
      state.whenRetargeted = whenRetargeted
      state.whenCancelled = whenCancelled
    }
  }

  /// Gives the work another band; a no-op if it has started.
  func retarget(to band: WorkBand) {
    let observer = state.withLock { state -> (@Sendable (WorkBand) -> Void)? in
      guard state.phase == .waiting, state.band != band else { return nil }
      state.band = band
      return state.whenRetargeted
    }
    observer?(band)
  }

  /// Cancels the work, and releases it.
  ///
  /// - Parameter free: Moves the work, which may hold a whole model, to a place where it can be
  ///   freed; the value left in its place is freed here.
  /// - Returns: Whether it had not started; running work is stopped only by its token.
  @discardableResult
  func cancel(free: (inout Work?) -> Void = { _ in }) -> Bool {
    var observer: (@Sendable () -> Void)?
    var work: Work?
    let isWaiting = leave(.cancelled) {
      observer = $0.whenCancelled
      swap(&work, &$0.work)
    }
    observer?()
    if work != nil { free(&work) }
    return isWaiting
  }

  /// Runs the work on this thread, unless it was cancelled.
  func run() {
    var work: Work?
    _ = leave(.started) { swap(&work, &$0.work) }
    work?.run()
  }

  /// Leaves the queue, unless it has been left before.
  ///
  /// - Parameter take: Takes values from the state.
  private func leave(_ phase: Progress, _ take: (inout State) -> Void) -> Bool {
    let isWaiting = state.withLock { state in
      guard state.phase == .waiting else { return false }
      state.phase = phase
      take(&state)
      state.whenRetargeted = nil
      state.whenCancelled = nil
      return true
    }
    if isWaiting { whenLeaving(self) }
    return isWaiting
  }
}

/// The urgency of work; workers take the nearest band first.
///
/// One pipeline serves many lists: the visible rows of one list are drawn before the update of
/// another is measured.
enum WorkBand: Int, Hashable, Sendable, CaseIterable, Comparable {
  /// Rows that are touched or selected.
  case touched
  /// Visible rows.
  case visible
  /// Updates under way, and rows about to become visible.
  case display
  /// Rows that may become visible soon.
  case preload
  /// Work that is not awaited.
  case idle

  /// Whether work of the left band is more urgent.
  static func < (left: WorkBand, right: WorkBand) -> Bool { left.rawValue < right.rawValue }
}

/// Runs pieces of work on its own threads, the nearest band first; in a band, lists take turns.
protocol WorkExecutor: Sendable {
  /// The maximum number of pieces of work that run at once; at least 1.
  var workerCount: Int { get }

  /// Runs the work of a ticket when its turn comes, unless it was cancelled by then.
  func submit(_ ticket: WorkTicket)

  /// Runs work that is not awaited, for example releasing values, even if all workers are busy.
  func runAside(_ work: @escaping @Sendable () -> Void)

  /// Changes the number of extra workers, which replace workers whose work is not awaited.
  func changeStandIns(by change: Int)

  /// Whether work for rows in or near the viewport waits for a worker, and none is free.
  var isShortOfWorkers: Bool { get }
}

extension WorkExecutor {
  /// A no-op, for executors whose work cannot block other work.
  func changeStandIns(by change: Int) {}

  /// Always false, for executors whose work cannot block other work.
  var isShortOfWorkers: Bool { false }
}
