import Foundation
import Synchronization

/// A loop whose rounds several workers share: each takes the next chunk until none is left.
///
/// The worker that started the loop takes part in it, so it makes progress when all others are
/// busy, and a queue of one worker cannot wait for itself.
final class ChunkedWork: Sendable {
  private struct State {
    var next = 0
    var running = 0
    var isClosed = false
    var failure: (any Error)?
  }

  private let count: Int
  private let chunkSize: Int
  private let body: @Sendable (Range<Int>) throws -> Void
  private let state = Mutex(State())
  private let lastChunkFinished = DispatchSemaphore(value: 0)

  /// Creates a loop over `0..<count`.
  init(count: Int, chunkSize: Int, body: @escaping @Sendable (Range<Int>) throws -> Void) {
    self.count = count
    self.chunkSize = max(1, chunkSize)
    self.body = body
  }

  /// The number of chunks, and so the number of workers that find work.
  var chunkCount: Int { (count + chunkSize - 1) / chunkSize }

  /// Takes chunks until none is left or one has failed.
  func takePart() {
    while let chunk = claim() {
      var failure: (any Error)?
      do { try body(chunk) } catch { failure = error }
      finish(failure)
    }
  }

  /// Takes part, waits for the chunks taken by others, and throws the first failure.
  ///
  /// The awaited chunks run on other threads, at most one per worker.
  func run() throws {
    takePart()
    let mustWait = state.withLock { state in
      state.isClosed = true
      return state.running > 0
    }
    if mustWait { lastChunkFinished.wait() }
    if let failure = state.withLock({ $0.failure }) { throw failure }
  }

  private func claim() -> Range<Int>? {
    state.withLock { state in
      guard !state.isClosed, state.failure == nil, state.next < count else { return nil }
      let chunk = state.next..<min(state.next + chunkSize, count)
      state.next = chunk.upperBound
      state.running += 1
      return chunk
    }
  }

  private func finish(_ failure: (any Error)?) {
    let isLast = state.withLock { state in
      state.running -= 1
      if state.failure == nil { state.failure = failure }
      return state.isClosed && state.running == 0
    }
    if isLast { lastChunkFinished.signal() }
  }
}

/// A flag that tells running work to stop; set once, from any thread.
final class CancellationToken: Sendable {
  private let flag = Atomic<Bool>(false)

  /// Whether the work should stop.
  var isCancelled: Bool { flag.load(ordering: .relaxed) }

  /// Asks the work to stop.
  func cancel() { flag.store(true, ordering: .relaxed) }
}
