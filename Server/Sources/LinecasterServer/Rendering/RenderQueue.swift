import Dispatch
import Foundation
import Synchronization

/// Work on threads of its own: so much at once, so much more that waits, and what comes beyond that
/// is turned away.
///
/// What waits is begun in the order in which it came. Work that is called off, or whose time is up,
/// while it waits is never begun; work that has begun is asked to stop.
final class RenderQueue: Sendable {
  /// How much is done, and how much waits.
  struct Load: Hashable, Sendable {
    var running = 0
    var waiting = 0
  }

  private let workerCount: Int
  private let waitingLimit: Int
  private let work = QueuedWork()

  /// Makes a queue with its threads, which end with it.
  ///
  /// - Parameters:
  ///   - workerCount: How much is done at once, at least 1.
  ///   - waitingLimit: How much waits at most.
  init(workerCount: Int, waitingLimit: Int) {
    self.workerCount = max(1, workerCount)
    self.waitingLimit = max(0, waitingLimit)
    for number in 0..<self.workerCount {
      // Not those of Dispatch, which are no more than there are cores.
      let thread = Thread { [work] in work.run() }
      thread.name = "rendering \(number)"
      thread.start()
    }
  }

  deinit { work.close() }

  var load: Load { work.load }

  /// How much was done until now.
  var doneCount: Int { work.doneCount }

  /// Does some work on a thread where it may take its time.
  ///
  /// - Parameters:
  ///   - timeLimit: How long it may wait and take together.
  ///   - work: Is handed a function that says whether to stop, and asks it often.
  /// - Throws: `ServerFault.busy` where too much waits, `ServerFault.late` where the time is up,
  ///   `CancellationError` where the task is cancelled, and what the work throws.
  func run<Value: Sendable>(
    timeLimit: Duration, _ work: @escaping @Sendable (() -> Bool) throws -> Value
  ) async throws -> Value {
    let ticket = Ticket(deadline: .now.advanced(by: timeLimit), timeLimit: timeLimit)
    let timer = Task { [weak self] in
      try await Task.sleep(until: ticket.deadline, clock: .continuous)
      self?.giveUp(ticket, ServerFault.late(timeLimit))
    }
    defer { timer.cancel() }
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        ticket.prepare(continuation, work)
        admit(ticket)
      }
    } onCancel: {
      ticket.callOff()
      giveUp(ticket, CancellationError())
    }
  }

  /// Lets a ticket wait for a thread, or turns it away.
  private func admit(_ ticket: Ticket) {
    let fault: (any Error)? =
      ticket.isCalledOff
      ? CancellationError()
      : work.add(ticket, limit: workerCount + waitingLimit).map { time in
        ServerFault.busy(
          retryAfter: max(.seconds(1), min(.seconds(60), time * waitingLimit / workerCount)))
      }
    if let fault { ticket.abandon(fault) }
  }

  /// Lets a ticket that waits go; one that has begun is left to what it is asked.
  private func giveUp(_ ticket: Ticket, _ fault: any Error) {
    if work.remove(ticket) { ticket.abandon(fault) }
  }
}

/// What waits in a queue and what is done, shared by its threads.
private final class QueuedWork: Sendable {
  private struct State {
    var running = 0
    var doneCount = 0
    var waiting: [Ticket] = []
    var isClosed = false
    /// How long work takes: a mean in which each later one counts an eighth.
    var usual = Duration.zero
  }

  private let state = Mutex(State())
  /// Raised for each ticket that comes, and whenever there may be a reason to look.
  private let signal = DispatchSemaphore(value: 0)

  var load: RenderQueue.Load {
    state.withLock { RenderQueue.Load(running: $0.running, waiting: $0.waiting.count) }
  }

  var doneCount: Int { state.withLock { $0.doneCount } }

  /// Takes a ticket; where there are as many as may be, says how long one takes instead.
  func add(_ ticket: Ticket, limit: Int) -> Duration? {
    let usual: Duration? = state.withLock { state in
      guard state.running + state.waiting.count < limit else { return state.usual }
      state.waiting.append(ticket)
      return nil
    }
    if usual == nil { signal.signal() }
    return usual
  }

  /// Takes a ticket back; false where it does not wait.
  func remove(_ ticket: Ticket) -> Bool {
    state.withLock { state in
      guard let place = state.waiting.firstIndex(where: { $0 === ticket }) else { return false }
      state.waiting.remove(at: place)
      return true
    }
  }

  /// Lets the threads end.
  func close() {
    state.withLock { $0.isClosed = true }
    signal.signal()
  }

  /// Does what comes, until the queue is closed.
  func run() {
    while true {
      signal.wait()
      let (ticket, isClosed) = state.withLock { state -> (Ticket?, Bool) in
        // A ticket that was taken back has left its signal.
        guard !state.waiting.isEmpty else { return (nil, state.isClosed) }
        state.running += 1
        return (state.waiting.removeFirst(), false)
      }
      if isClosed { break }
      guard let ticket else { continue }
      let start = ContinuousClock.now
      ticket.perform()
      let took = ContinuousClock.now - start
      state.withLock { state in
        state.usual = state.usual == .zero ? took : state.usual + (took - state.usual) / 8
        state.running -= 1
        state.doneCount += 1
      }
    }
    // The next thread is to end as well.
    signal.signal()
  }
}

/// A place in a queue, and what it is for.
private final class Ticket: Sendable {
  let deadline: ContinuousClock.Instant
  private let timeLimit: Duration
  private let calledOff = Atomic(false)
  /// What is to be done, handed an error where it is not; nil once it was begun or given up.
  private let body = Mutex<(@Sendable ((any Error)?) -> Void)?>(nil)

  init(deadline: ContinuousClock.Instant, timeLimit: Duration) {
    (self.deadline, self.timeLimit) = (deadline, timeLimit)
  }

  var isCalledOff: Bool { calledOff.load(ordering: .relaxed) }

  func callOff() { calledOff.store(true, ordering: .relaxed) }

  func prepare<Value: Sendable>(
    _ continuation: CheckedContinuation<Value, any Error>,
    _ work: @escaping @Sendable (() -> Bool) throws -> Value
  ) {
    body.withLock { body in
      body = { [self] fault in
        if let fault { return continuation.resume(throwing: fault) }
        continuation.resume(with: Result { try perform(work) })
      }
    }
  }

  /// Does the work; a time that is up is told as that.
  private func perform<Value>(_ work: (() -> Bool) throws -> Value) throws -> Value {
    var isLate = false
    do {
      return try work {
        isLate = isLate || ContinuousClock.now >= deadline
        return isLate || isCalledOff
      }
    } catch is CancellationError where isLate && !isCalledOff {
      throw ServerFault.late(timeLimit)
    }
  }

  func perform() { take()?(nil) }

  func abandon(_ fault: any Error) { take()?(fault) }

  private func take() -> (@Sendable ((any Error)?) -> Void)? {
    body.withLock { body in
      defer { body = nil }
      return body
    }
  }
}
