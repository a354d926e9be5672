import Dispatch
import Foundation
import Synchronization

/// A bounded queue with threads of its own; work beyond its limits is rejected.
///
/// Waiting work starts in order (FIFO). Work that is cancelled or late while it waits never starts;
/// running work is asked to stop.
final class RenderQueue: Sendable {
  /// The numbers of running and waiting jobs.
  struct Load: Hashable, Sendable {
    var running = 0
    var waiting = 0
  }

  private let workerCount: Int
  private let waitingLimit: Int
  private let work = QueuedWork()

  /// Creates a queue with its threads, which end with it.
  ///
  /// - Parameters:
  ///   - workerCount: The number of threads, at least 1.
  ///   - waitingLimit: The maximum number of waiting jobs.
  init(workerCount: Int, waitingLimit: Int) {
    self.workerCount = max(1, workerCount)
    self.waitingLimit = max(0, waitingLimit)
    for number in 0..<self.workerCount {
      // Not threads of Dispatch, which are limited to the number of cores.
      let thread = Thread { [work] in work.run() }
      thread.name = "rendering \(number)"
      thread.start()
    }
  }

  deinit { work.close() }

  var load: Load { work.load }

  /// The number of jobs done so far.
  var doneCount: Int { work.doneCount }

  /// Runs blocking work on a thread of the queue.
  ///
  /// - Parameters:
  ///   - timeLimit: The time limit for waiting and running together.
  ///   - work: Receives a function to poll often, which returns whether to stop.
  /// - Throws: `ServerFault.busy` if the queue is full, `ServerFault.late` after the time limit,
  ///   `CancellationError` if the task is cancelled, and errors of the work.
  func run<Value: Sendable>(
    timeLimit: Duration, _ work: @escaping @Sendable (() -> Bool) throws -> Value
  ) async throws -> Value {
    let ticket = Ticket(deadline: .now.advanced(by: timeLimit), timeLimit: timeLimit)
    let timer = Task { [weak self] in
      try await Task.sleep(until: ticket.deadline, clock: .continuous)
      self?.abandon(ticket, ServerFault.late(timeLimit))
    }
    defer { timer.cancel() }
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        ticket.prepare(continuation, work)
        admit(ticket)
      }
    } onCancel: {
      ticket.cancel()
      abandon(ticket, CancellationError())
    }
  }

  /// Enqueues a ticket, or rejects it.
  private func admit(_ ticket: Ticket) {
    let fault: (any Error)? =
      ticket.isCancelled
      ? CancellationError()
      : work.add(ticket, limit: workerCount + waitingLimit).map { time in
        ServerFault.busy(
          retryAfter: max(.seconds(1), min(.seconds(60), time * waitingLimit / workerCount)))
      }
    if let fault { ticket.abandon(fault) }
  }

  /// Abandons a waiting ticket; a running one stops when it polls.
  private func abandon(_ ticket: Ticket, _ fault: any Error) {
    if work.remove(ticket) { ticket.abandon(fault) }
  }
}

/// The waiting and running jobs of a queue, shared by its threads.
private final class QueuedWork: Sendable {
  private struct State {
    var running = 0
    var doneCount = 0
    var waiting: [Ticket] = []
    var isClosed = false
    /// The usual duration of a job: a moving average with weight 1/8.
    var usual = Duration.zero
  }

  private let state = Mutex(State())
  /// Signaled for each new ticket, and when threads should check the state.
  private let signal = DispatchSemaphore(value: 0)

  var load: RenderQueue.Load {
    state.withLock { RenderQueue.Load(running: $0.running, waiting: $0.waiting.count) }
  }

  var doneCount: Int { state.withLock { $0.doneCount } }

  /// Adds a ticket; if the queue is full, returns the usual duration of a job instead.
  func add(_ ticket: Ticket, limit: Int) -> Duration? {
    let usual: Duration? = state.withLock { state in
      guard state.running + state.waiting.count < limit else { return state.usual }
      state.waiting.append(ticket)
      return nil
    }
    if usual == nil { signal.signal() }
    return usual
  }

  /// Removes a waiting ticket; returns false if it does not wait.
  func remove(_ ticket: Ticket) -> Bool {
    state.withLock { state in
      guard let place = state.waiting.firstIndex(where: { $0 === ticket }) else { return false }
      state.waiting.remove(at: place)
      return true
    }
  }

  /// Ends the threads.
  func close() {
    state.withLock { $0.isClosed = true }
    signal.signal()
  }

  /// Runs jobs until the queue is closed.
  func run() {
    while true {
      signal.wait()
      let (ticket, isClosed) = state.withLock { state -> (Ticket?, Bool) in
        // A removed ticket leaves its signal behind.
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
    // Wake the next thread to end it, too.
    signal.signal()
  }
}

/// A job in a queue.
private final class Ticket: Sendable {
  let deadline: ContinuousClock.Instant
  private let timeLimit: Duration
  private let cancelled = Atomic(false)
  /// The job, called with an error if it never runs; `nil` once started or abandoned.
  private let body = Mutex<(@Sendable ((any Error)?) -> Void)?>(nil)

  init(deadline: ContinuousClock.Instant, timeLimit: Duration) {
    (self.deadline, self.timeLimit) = (deadline, timeLimit)
  }

  var isCancelled: Bool { cancelled.load(ordering: .relaxed) }

  func cancel() { cancelled.store(true, ordering: .relaxed) }

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

  /// Runs the work; reports an exceeded deadline as `ServerFault.late`.
  private func perform<Value>(_ work: (() -> Bool) throws -> Value) throws -> Value {
    var isLate = false
    do {
      return try work {
        isLate = isLate || ContinuousClock.now >= deadline
        return isLate || isCancelled
      }
    } catch is CancellationError where isLate && !isCancelled {
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
