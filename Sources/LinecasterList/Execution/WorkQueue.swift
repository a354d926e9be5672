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

  /// Whether work that can be seen, or is about to be, waits for a worker, and none is free.
  var isShortOfWorkers: Bool { executor.isShortOfWorkers }

  /// A worker is at work that nobody waits for and that cannot be stopped: another takes its place.
  func callStandIn() { executor.changeStandIns(by: 1) }

  /// A worker that another took the place of has finished.
  func dismissStandIn() { executor.changeStandIns(by: -1) }

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

  /// Has work done that nobody waits for, even while all workers are busy.
  func runAside(_ work: @escaping @Sendable () -> Void) { executor.runAside(work) }

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

/// A piece of work that waits for its turn: may be given another band, or called off, until it
/// starts.
final class WorkTicket: Sendable {
  private enum Progress {
    case waiting, started, calledOff
  }

  private struct State {
    var band: WorkBand
    var phase = Progress.waiting
    /// Gone once it has started or been called off, so that what it holds is freed there, however
    /// long others keep the ticket.
    var work: Work?
    var whenRetargeted: (@Sendable (WorkBand) -> Void)?
    var whenCalledOff: (@Sendable () -> Void)?
  }

  /// What to do. A type of its own: closures that go through generic functions leave a copy behind
  /// until these return, which may be the last to hold what the work does.
  struct Work: Sendable {
    fileprivate let run: @Sendable () -> Void
  }

  /// Counts the tickets of a queue; larger is younger.
  let number: Int
  private let whenLeaving: @Sendable (WorkTicket) -> Void
  private let state: Mutex<State>

  /// - Parameters:
  ///   - number: Which ticket of its queue it is.
  ///   - whenLeaving: Called once, when the work starts or is called off, before anything else
  ///     comes of it.
  ///   - work: What to do.
  init(
    number: Int, band: WorkBand, whenLeaving: @escaping @Sendable (WorkTicket) -> Void,
    work: @escaping @Sendable () -> Void
  ) {
    self.number = number
    self.whenLeaving = whenLeaving
    state = Mutex(State(band: band, work: Work(run: work)))
  }

  /// How soon the work is wanted.
  var band: WorkBand { state.withLock { $0.band } }

  /// Whether the work has neither started nor been called off.
  var isWaiting: Bool { state.withLock { $0.phase == .waiting } }

  /// Sets what an executor wants to hear of while the work waits.
  func observe(
    whenRetargeted: @escaping @Sendable (WorkBand) -> Void,
    whenCalledOff: @escaping @Sendable () -> Void
  ) {
    state.withLock { state in
      guard state.phase == .waiting else { return }
      state.whenRetargeted = whenRetargeted
      state.whenCalledOff = whenCalledOff
    }
  }

  /// Gives the work another band; nothing happens to work that has started.
  func retarget(to band: WorkBand) {
    let observer = state.withLock { state -> (@Sendable (WorkBand) -> Void)? in
      guard state.phase == .waiting, state.band != band else { return nil }
      state.band = band
      return state.whenRetargeted
    }
    observer?(band)
  }

  /// Calls the work off, and lets go of it.
  ///
  /// - Parameter free: Takes the work, which may hold a whole model, to where it can be freed; what
  ///   is left in its place is freed here.
  /// - Returns: Whether it had not started; work that runs is stopped by its token only.
  @discardableResult
  func callOff(free: (inout Work?) -> Void = { _ in }) -> Bool {
    var observer: (@Sendable () -> Void)?
    var work: Work?
    let isWaiting = leave(.calledOff) {
      observer = $0.whenCalledOff
      swap(&work, &$0.work)
    }
    observer?()
    if work != nil { free(&work) }
    return isWaiting
  }

  /// Does the work on this thread, unless it has been called off.
  func run() {
    var work: Work?
    _ = leave(.started) { swap(&work, &$0.work) }
    work?.run()
  }

  /// Leaves the queue, if it has not been left before.
  ///
  /// - Parameter take: Takes what is wanted from the state.
  private func leave(_ phase: Progress, _ take: (inout State) -> Void) -> Bool {
    let isWaiting = state.withLock { state in
      guard state.phase == .waiting else { return false }
      state.phase = phase
      take(&state)
      state.whenRetargeted = nil
      state.whenCalledOff = nil
      return true
    }
    if isWaiting { whenLeaving(self) }
    return isWaiting
  }
}

/// How soon work is wanted; workers take the nearest band first.
///
/// One pipeline serves many lists: what one of them shows at the moment is drawn before the update
/// of another is measured.
enum WorkBand: Int, Hashable, Sendable, CaseIterable, Comparable {
  /// Rows that somebody touches.
  case touched
  /// Rows that can be seen.
  case visible
  /// Updates on their way, and rows that are about to be seen.
  case display
  /// Rows that may be seen soon.
  case preload
  /// What nobody waits for.
  case idle

  /// Whether work of the left band is wanted sooner.
  static func < (left: WorkBand, right: WorkBand) -> Bool { left.rawValue < right.rawValue }
}

/// Runs pieces of work on threads of its own, the nearest band first.
protocol WorkExecutor: Sendable {
  /// The most pieces of work that run at once; at least 1.
  var workerCount: Int { get }

  /// Runs the work of a ticket when its turn comes, unless it has been called off by then.
  func submit(_ ticket: WorkTicket)

  /// Runs work that nobody waits for, such as letting go of values, even while all workers are
  /// busy.
  func runAside(_ work: @escaping @Sendable () -> Void)

  /// Sets how many more pieces of work run at once, for those that nobody waits for.
  func changeStandIns(by change: Int)

  /// Whether work that can be seen, or is about to be, waits for a worker, and none is free.
  var isShortOfWorkers: Bool { get }
}

extension WorkExecutor {
  /// Nothing, where work that nobody waits for keeps no other from running.
  func changeStandIns(by change: Int) {}

  /// Never, where work that runs does not keep other work waiting.
  var isShortOfWorkers: Bool { false }
}
