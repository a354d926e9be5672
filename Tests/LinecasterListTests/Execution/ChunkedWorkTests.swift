import Foundation
import Synchronization
import Testing

@testable import LinecasterList

@Suite(.timeLimit(.minutes(1))) struct ChunkedWorkTests {
  /// Runs work on a queue of so many workers, as the pipeline does.
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
      // Who comes late finds nothing to do.
      work.takePart()
    }
  }

  private struct Refusal: Error {}
}
