import Foundation
import Synchronization
import Testing

@testable import LinecasterList

@Suite(.timeLimit(.minutes(60))) struct ChunkedWorkTests {
  /// Runs work on a queue of a given number of workers, as the pipeline does.
  private func run(_ work: ChunkedWork, workers: Int) async throws {
    let queue = OperationQueue()
    queue.maxConcurrentOperationCount = workers
    try await withCheckedThrowingContinuation { (done: CheckedContinuation<Void, any Error>) in
      queue.addOperation {
        for _ in 1..<max(2, workers) { queue.addOperation { work.takePart() } }
        done.resume(with: Result { try work.run() })
      }
    }
  }

  @Test(arguments: [1, 2, 8], [(0, 4), (1, 4), (4, 4), (5, 4), (1000, 7), (64, 0), (3, 100)])
  func takesEveryIndexOnce(workers: Int, size: (count: Int, chunk: Int)) async throws {
    for _ in 0..<20 {
      let visits = Mutex([Int](repeating: 0, count: size.count))
      let visit = { @Sendable (chunk: Range<Int>) in
        visits.withLock { visits in for index in chunk { visits[index] += 1 } }
      }
      try await run(
        ChunkedWork(count: size.count, chunkSize: size.chunk, body: visit), workers: workers)
      #expect(visits.withLock { $0 }.allSatisfy { $0 == 1 })
    }
  }

  @Test(arguments: [1, 2, 8])
  func throwsAFailureWhenNoChunkRuns(workers: Int) async throws {
    for _ in 0..<50 {
      let running = Atomic<Int>(0)
      let work = ChunkedWork(count: 100, chunkSize: 1) { chunk in
        running.wrappingAdd(1, ordering: .relaxed)
        defer { running.wrappingSubtract(1, ordering: .relaxed) }
        if chunk.lowerBound == 30 { throw Refusal() }
      }
      await #expect(throws: Refusal.self) { try await run(work, workers: workers) }
      #expect(running.load(ordering: .relaxed) == 0)
      // A late worker finds nothing to do.
      work.takePart()
    }
  }

  private struct Refusal: Error {}
}

@Suite(.timeLimit(.minutes(60))) struct ParallelValueTests {
  private struct Failure: Error {}

  /// An executor with a number of workers that run only on request, all at once.
  private final class Shelf: WorkExecutor {
    let workerCount: Int
    let tickets = Log<WorkTicket>()
    init(workerCount: Int) { self.workerCount = workerCount }
    func runAside(_ work: @escaping @Sendable () -> Void) { work() }

    func submit(_ ticket: WorkTicket) { tickets.add(ticket) }
  }

  @Test(arguments: [1, 2]) func isFoundHereWhereNobodyIsFree(workers: Int) throws {
    let shelf = Shelf(workerCount: workers)
    let log = Log<String>()
    let work = ParallelValue(on: WorkQueue(executor: shelf, maxPending: 9), .visible) {
      log.add("found")
      return 7
    }
    #expect(log.entries.isEmpty && shelf.tickets.entries.count == workers - 1)
    #expect(try work.value() == 7)
    #expect(try work.value() == 7)
    for ticket in shelf.tickets.entries { ticket.run() }
    #expect(log.entries == ["found"])
  }

  @Test func isFoundByTheWorkerThatIsFree() throws {
    let shelf = Shelf(workerCount: 2)
    let finder = Mutex<Thread?>(nil)
    let work = ParallelValue(on: WorkQueue(executor: shelf, maxPending: 9), .visible) {
      finder.withLock { $0 = Thread.current }
      return 7
    }
    let done = DispatchSemaphore(value: 0)
    let worker = Thread {
      for ticket in shelf.tickets.entries { ticket.run() }
      done.signal()
    }
    worker.start()
    done.wait()
    #expect(try work.value() == 7)
    #expect(finder.withLock { $0 } === worker)
  }

  @Test func failuresAreThrownWhereTheValueIsAskedFor() {
    let work = ParallelValue(
      on: WorkQueue(executor: Shelf(workerCount: 1), maxPending: 9), .visible
    ) {
      () throws -> Int in throw Failure()
    }
    #expect(throws: Failure.self) { try work.value() }
  }
}
