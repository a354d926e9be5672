import Foundation
import Synchronization
import Testing

@testable import LinecasterServer

/// The limits of running and waiting work.
@Suite(.timeLimit(.minutes(60))) struct RenderQueueTests {
  /// Work that continues until its gate is opened.
  private final class Gate: Sendable {
    private let isOpen = Atomic(false)
    private let begun = Atomic(0)

    var count: Int { begun.load(ordering: .relaxed) }

    func open() { isOpen.store(true, ordering: .relaxed) }

    func pass(_ isCancelled: () -> Bool) throws {
      begun.add(1, ordering: .relaxed)
      while !isOpen.load(ordering: .relaxed) {
        if isCancelled() { throw CancellationError() }
        usleep(200)
      }
    }
  }

  private func until(_ condition: () -> Bool) async throws {
    while !condition() { try await Task.sleep(for: .milliseconds(1)) }
  }

  @Test func noMoreIsDoneAtOnceThanAllowed() async throws {
    let queue = RenderQueue(workerCount: 3, waitingLimit: 200)
    let (running, most) = (Count(), Count())
    try await withThrowingTaskGroup(of: Int.self) { group in
      for index in 0..<100 {
        group.addTask {
          try await queue.run(timeLimit: .seconds(30)) { _ in
            most.raise(to: running.add())
            usleep(1_000)
            running.add(-1)
            return index
          }
        }
      }
      var sum = 0
      for try await number in group { sum += number }
      #expect(sum == 4_950)
    }
    #expect(most.value == 3)
    try await until { queue.load == RenderQueue.Load() }
  }

  @Test func whatIsTooMuchIsTurnedAway() async throws {
    let (queue, gate) = (RenderQueue(workerCount: 1, waitingLimit: 2), Gate())
    let tasks = (0..<3).map { _ in
      Task { try await queue.run(timeLimit: .seconds(30)) { try gate.pass($0) } }
    }
    try await until { queue.load == RenderQueue.Load(running: 1, waiting: 2) }
    let fault = await #expect(throws: ServerFault.self) {
      try await queue.run(timeLimit: .seconds(30)) { _ in }
    }
    #expect(fault?.retryAfter ?? .zero >= .seconds(1))
    gate.open()
    for task in tasks { try await task.value }
    #expect(gate.count == 3)
  }

  @Test func whatWaitsTooLongIsNeverBegun() async throws {
    let (queue, gate) = (RenderQueue(workerCount: 1, waitingLimit: 2), Gate())
    let first = Task { try await queue.run(timeLimit: .seconds(30)) { try gate.pass($0) } }
    try await until { queue.load.running == 1 }
    let begun = Count()
    await #expect(throws: ServerFault.late(.milliseconds(20))) {
      try await queue.run(timeLimit: .milliseconds(20)) { _ in
        begun.add()
      }
    }
    #expect(queue.load == RenderQueue.Load(running: 1, waiting: 0))
    gate.open()
    try await first.value
    #expect(begun.value == 0)
  }

  @Test func whatTakesTooLongIsAskedToStop() async throws {
    let (queue, gate) = (RenderQueue(workerCount: 1, waitingLimit: 2), Gate())
    await #expect(throws: ServerFault.late(.milliseconds(20))) {
      try await queue.run(timeLimit: .milliseconds(20)) { try gate.pass($0) }
    }
  }

  @Test func tasksAreCancelledWhileTheyWaitAndWhileTheyWork() async throws {
    let (queue, gate) = (RenderQueue(workerCount: 1, waitingLimit: 2), Gate())
    let tasks = (0..<2).map { _ in
      Task { try await queue.run(timeLimit: .seconds(30)) { try gate.pass($0) } }
    }
    try await until { queue.load == RenderQueue.Load(running: 1, waiting: 1) }
    for task in tasks.reversed() {
      task.cancel()
      await #expect(throws: CancellationError.self) { try await task.value }
    }
    try await until { queue.load == RenderQueue.Load() }
    #expect(gate.count == 1)
    let begun = Count()
    let cancelled = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      try await queue.run(timeLimit: .seconds(30)) { _ in _ = begun.add() }
    }
    await #expect(throws: CancellationError.self) { try await cancelled.value }
    #expect(begun.value == 0)
  }

  @Test func errorsOfTheWorkAreThoseOfTheCaller() async throws {
    let queue = RenderQueue(workerCount: 1, waitingLimit: 0)
    await #expect(throws: ServerFault.unknown("x")) {
      try await queue.run(timeLimit: .seconds(30)) { _ in throw ServerFault.unknown("x") }
    }
  }
}

/// The times at which memory is returned to the system.
@Suite struct RestWatchTests {
  @Test func memoryIsGivenBackOnceAfterWork() {
    var watch = RestWatch()
    let (rest, busy) = (RenderQueue.Load(), RenderQueue.Load(running: 1, waiting: 0))
    let looks: [(load: RenderQueue.Load, doneCount: Int, isDue: Bool)] = [
      (rest, 0, false), (rest, 0, false), (busy, 0, false), (rest, 1, false), (rest, 1, true),
      (rest, 1, false), (busy, 1, false), (busy, 3, false), (busy, 3, false), (rest, 4, false),
      (rest, 5, false), (rest, 5, true), (rest, 5, false),
    ]
    for (index, look) in looks.enumerated() {
      #expect(watch.isDue(look.load, doneCount: look.doneCount) == look.isDue, "look \(index)")
    }
  }

  /// Freed blocks between some that stay in use, as finished pictures leave them.
  @Test func freePagesGoBack() throws {
    func residentByteCount() throws -> Int {
      let text = try String(contentsOfFile: "/proc/self/statm", encoding: .utf8)
      return try #require(Int(text.split(separator: " ")[1])) * 4096
    }
    var blocks = (0..<2_000).map { _ in [UInt8](repeating: 1, count: 40_000) }
    let full = try residentByteCount()
    blocks = blocks.enumerated().filter { $0.offset % 10 == 9 }.map(\.element)
    MemoryReturn.releaseMemory()
    // Nine tenths of 80 MB were free; other tests use some at the same time.
    #expect(try residentByteCount() < full - 40_000_000)
    #expect(blocks.count == 200)
  }
}
