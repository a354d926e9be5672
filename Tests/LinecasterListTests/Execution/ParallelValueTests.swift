import Foundation
import Synchronization
import Testing

@testable import LinecasterList

@Suite(.timeLimit(.minutes(1))) struct ParallelValueTests {
  private struct Failure: Error {}

  /// An executor of so many workers, none of which ever comes, or all at once.
  private final class Shelf: WorkExecutor {
    let workerCount: Int
    let tickets = Log<WorkTicket>()
    init(workerCount: Int) { self.workerCount = workerCount }
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
    let queue = WorkQueue(executor: Shelf(workerCount: 1), maxPending: 9)
    let work = ParallelValue(on: queue, .visible) {
      () throws -> Int in throw Failure()
    }
    #expect(throws: Failure.self) { try work.value() }
  }
}
