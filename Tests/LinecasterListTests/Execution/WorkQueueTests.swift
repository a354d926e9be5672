import Foundation
import Synchronization
import Testing

@testable import LinecasterList

/// The tests run one by one: several block threads, of which Dispatch has few on two processors.
@Suite(.serialized) struct WorkQueueTests {
  /// An executor that keeps tickets until a test runs them.
  private final class Shelf: WorkExecutor {
    let workerCount = 1
    let tickets = Log<WorkTicket>()

    func submit(_ ticket: WorkTicket) { tickets.add(ticket) }

    func runAside(_ work: @escaping @Sendable () -> Void) { work() }

    func runAll() {
      for ticket in tickets.entries { ticket.run() }
    }
  }

  @Test func dropsTheYoungestIdleWorkFirst() {
    let shelf = Shelf()
    let queue = WorkQueue(executor: shelf, maxPending: 4)
    let log = Log<String>()
    func add(_ band: WorkBand, _ name: String) {
      queue.enqueue(band, whenDropped: { log.add("-\(name)") }) {
        log.add(name)
      }
    }
    add(.idle, "i1")
    add(.preload, "p1")
    add(.idle, "i2")
    add(.display, "d1")
    add(.visible, "v1")
    add(.visible, "v2")
    add(.preload, "p2")
    #expect(log.entries == ["-i2", "-i1", "-p2"])
    add(.display, "d2")
    add(.display, "d3")
    #expect(log.entries == ["-i2", "-i1", "-p2", "-p1"])
    #expect(queue.pendingCount == 5)
    shelf.runAll()
    #expect(Array(log.entries.dropFirst(4)) == ["d1", "v1", "v2", "d2", "d3"])
    #expect(queue.pendingCount == 0 && queue.droppedCount == 4 && queue.mostPending == 5)
  }

  @Test func tellsWhenThereIsRoomAgain() {
    let shelf = Shelf()
    let queue = WorkQueue(executor: shelf, maxPending: 4)
    for _ in 0..<4 { queue.enqueue(.idle) {} }
    let calls = Atomic<Int>(0)
    queue.whenRoom { calls.wrappingAdd(1, ordering: .relaxed) }
    #expect(calls.load(ordering: .relaxed) == 0)
    shelf.runAll()
    #expect(calls.load(ordering: .relaxed) == 1)
    queue.whenRoom { calls.wrappingAdd(1, ordering: .relaxed) }
    #expect(calls.load(ordering: .relaxed) == 2)
  }

  @Test func skipsWhatIsCancelled() {
    let shelf = Shelf()
    let queue = WorkQueue(executor: shelf, maxPending: 4)
    let ran = Atomic<Bool>(false)
    let ticket = queue.enqueue(.visible) { ran.store(true, ordering: .relaxed) }
    #expect(ticket.cancel())
    #expect(!ticket.cancel())
    shelf.runAll()
    #expect(!ran.load(ordering: .relaxed) && queue.pendingCount == 0)
  }

  /// A count of pieces of work that run at once, and its maximum.
  private final class Gauge: Sendable {
    private let counts = Mutex((now: 0, most: 0))
    private let isFull = DispatchSemaphore(value: 0)
    private let expected: Int
    let done = DispatchSemaphore(value: 0)

    init(expected: Int) { self.expected = expected }

    var most: Int { counts.withLock { $0.most } }

    /// The first pieces wait until the expected number runs, however busy the machine is.
    func run() {
      let (now, most) = counts.withLock { counts in
        counts = (counts.now + 1, max(counts.most, counts.now + 1))
        return counts
      }
      if most < expected {
        isFull.wait()
      } else if now == expected, most == expected {
        for _ in 1..<expected { isFull.signal() }
      }
      usleep(3_000)
      counts.withLock { $0.now -= 1 }
      done.signal()
    }
  }

  /// Both kinds of threads run as many pieces at once as there are workers, and no more.
  @Test(.timeLimit(.minutes(60)), arguments: [true, false])
  func runsAsMuchAtOnceAsThereAreWorkers(isConcurrentQueue: Bool) {
    let threads = isConcurrentQueue ? WorkerThreads.concurrent() : .usual(limit: 3)
    let executor = OperationExecutor(workerCount: 3, threads: threads)
    let queue = WorkQueue(executor: executor, maxPending: 1_000)
    let gauge = Gauge(expected: 3)
    for _ in 0..<60 { queue.enqueue(.visible) { gauge.run() } }
    for _ in 0..<60 { gauge.done.wait() }
    #expect(gauge.most == 3)
  }

  /// Waiting work runs in the order of the bands that it has when the only worker becomes free.
  @Test(.timeLimit(.minutes(60))) func retargetsWaitingOperations() async {
    let queue = WorkQueue(executor: OperationExecutor(workerCount: 1), maxPending: 100)
    let log = Log<String>()
    let gate = DispatchSemaphore(value: 0)
    queue.enqueue(.visible) { gate.wait() }
    let names = ["a", "b", "c", "d"]
    let tickets = names.map { name in
      queue.enqueue(.preload) { log.add(name) }
    }
    tickets[2].retarget(to: .visible)
    tickets[0].retarget(to: .idle)
    await withCheckedContinuation { continuation in
      queue.enqueue(.idle) { continuation.resume() }
      gate.signal()
    }
    #expect(log.entries == ["c", "b", "d", "a"])
  }

  /// Cancelled work leaves nothing behind while the only worker is busy.
  @Test(.timeLimit(.minutes(60))) func keepsNothingOfWhatIsCancelled() async {
    let executor = OperationExecutor(workerCount: 1)
    let queue = WorkQueue(executor: executor, maxPending: 100)
    let gate = DispatchSemaphore(value: 0)
    queue.enqueue(.visible) { gate.wait() }
    weak var last: WorkTicket?
    for number in 0..<10_000 {
      let ticket = queue.enqueue(.preload) {}
      if number % 3 == 0 { ticket.retarget(to: .visible) }
      ticket.cancel()
      if number == 5_000 { last = ticket }
    }
    #expect(last == nil && executor.keptCount < 300)
    await withCheckedContinuation { continuation in
      queue.enqueue(.idle) { continuation.resume() }
      gate.signal()
    }
    #expect(executor.keptCount == 0)
  }
}

extension WorkQueueTests {
  /// Work that a worker is about to begin does not count as waiting for a worker.
  @Test func isShortOfWorkersWhereNoneIsFree() throws {
    for _ in 0..<200 {
      let queue = WorkQueue(executor: OperationExecutor(workerCount: 1), maxPending: 9)
      queue.enqueue(.visible) {}
      #expect(!queue.isShortOfWorkers)
    }
    let queue = WorkQueue(executor: OperationExecutor(workerCount: 1), maxPending: 9)
    let (began, gate) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    // The gate opens only at the end, which keeps the worker busy however slow the machine is.
    defer { gate.signal() }
    queue.enqueue(.visible) {
      began.signal()
      gate.wait()
    }
    try #require(began.wait(timeout: .now() + 240) == .success)
    queue.enqueue(.idle) {}
    queue.enqueue(.preload) {}
    #expect(!queue.isShortOfWorkers)
    let ticket = queue.enqueue(.display) {}
    #expect(queue.isShortOfWorkers)
    ticket.cancel()
    #expect(!queue.isShortOfWorkers)
  }
}

@Suite struct WorkTicketTests {
  /// An object that logs its release.
  private final class Held: Sendable {
    let log: Log<String>
    init(_ log: Log<String>) { self.log = log }
    deinit { log.add("freed") }
  }

  private func ticket(_ log: Log<String>) -> WorkTicket {
    let held = Held(log)
    return WorkTicket(number: 1, band: .idle, whenLeaving: { _ in log.add("left") }) {
      log.add("ran")
      withExtendedLifetime(held) {}
    }
  }

  @Test func freesWhatWorkHoldsWhereItRan() {
    let log = Log<String>()
    let ticket = ticket(log)
    ticket.run()
    log.add("after")
    ticket.run()
    #expect(log.entries == ["left", "ran", "freed", "after"])
    withExtendedLifetime(ticket) {}
  }

  /// Cancelling frees the captured values at once; tickets may be kept long behind slow work.
  @Test func freesWhatWorkHoldsWhereItIsCancelled() {
    let log = Log<String>()
    let ticket = ticket(log)
    #expect(ticket.cancel())
    log.add("after")
    #expect(!ticket.cancel())
    ticket.run()
    #expect(log.entries == ["left", "freed", "after"])
    withExtendedLifetime(ticket) {}
  }

  @Test func handsOverWhatIsCancelled() {
    let log = Log<String>()
    let ticket = ticket(log)
    var kept: WorkTicket.Work?
    #expect(ticket.cancel { kept = $0 })
    #expect(!ticket.cancel { _ in log.add("again") })
    log.add("kept")
    kept = nil
    #expect(log.entries == ["left", "kept", "freed"] && kept == nil)
    withExtendedLifetime(ticket) {}
  }

  @Test func whatIsHandedOverIsFreedWhereItWasTaken() {
    let log = Log<String>()
    let handover = Transfer(Held(log))
    log.add("kept")
    _ = handover.take()
    log.add("taken")
    #expect(handover.take() == nil)
    #expect(log.entries == ["kept", "freed", "taken"])
  }
}
