import LinecasterCells
import LinecasterListSupport
import Testing

@testable import LinecasterList

/// Lists that follow a sequence of values (A55, A74, C1).
@Suite(.timeLimit(.minutes(60))) @MainActor struct BindingTests {
  private struct Outage: Error {}

  @Test func showsTheNewestElement() async throws {
    let bench = try ThreadBench(RecordingHost())
    let list = try bench.list
    let (stream, source) = AsyncStream.makeStream(of: Int.self)
    let binding = list.bind(stream) { boxes($0) }
    for number in 1...500 { source.yield(number) }
    source.finish()
    try await bench.drain { bench.host.shown == boxes(500) }
    try await bench.settle()
    await binding.finished()
    #expect(bench.host.generations.count < 500)
    #expect(bench.host.faults.isEmpty)
  }

  @Test func errorsBecomeTheLoadState() async throws {
    let bench = try ThreadBench(RecordingHost())
    let list = try bench.list
    let (stream, source) = AsyncThrowingStream.makeStream(of: Int.self)
    let binding = list.bind(stream) { boxes($0) }
    source.yield(3)
    try await bench.drain { bench.host.shown == boxes(3) }
    source.finish(throwing: Outage())
    try await bench.drain { list.snapshot.model.loadState.error is Outage }
    #expect(list.snapshot.model.rowCount == 1)
    binding.cancel()
  }

  @Test func errorsOfModelsBecomeTheLoadState() async throws {
    let bench = try ThreadBench(RecordingHost())
    let list = try bench.list
    let (stream, source) = AsyncStream.makeStream(of: Int.self)
    let binding = list.bind(stream) { number in
      if number == 2 { throw Outage() }
      return boxes(number)
    }
    source.yield(1)
    try await bench.drain { bench.host.shown == boxes(1) }
    source.yield(2)
    try await bench.drain { list.snapshot.model.loadState.error is Outage }
    binding.cancel()
  }

  @Test func lettingGoEndsIt() async throws {
    let bench = try ThreadBench(RecordingHost())
    let (stream, source) = AsyncStream.makeStream(of: Int.self)
    let ended = Log<Bool>()
    source.onTermination = { _ in ended.add(true) }
    var binding: TableBinding? = try bench.list.bind(stream) { boxes($0) }
    #expect(binding != nil)
    binding = nil
    try await bench.drain { ended.entries == [true] }
  }

  @Test func goesWithItsControllerWhileTheSourceIsSilent() async throws {
    let bench = try ThreadBench(RecordingHost())
    let (stream, source) = AsyncStream.makeStream(of: Int.self)
    let ended = Log<Bool>()
    source.onTermination = { _ in ended.add(true) }
    let binding = try bench.list.bind(stream) { boxes($0) }
    source.yield(1)
    try await bench.drain { bench.host.shown == boxes(1) }
    bench.releaseController()
    await binding.finished()
    #expect(ended.entries == [true])
  }

  @Test func endsWhenTheControllerIsTornDown() async throws {
    let bench = try ThreadBench(RecordingHost())
    let (stream, source) = AsyncStream.makeStream(of: Int.self)
    let binding = try bench.list.bind(stream) { boxes($0) }
    try bench.list.tearDown()
    await binding.finished()
    source.yield(1)
    #expect(bench.host.generations.isEmpty)
  }

  @Test func goesWithItsController() async throws {
    let bench = try ThreadBench(RecordingHost())
    let (stream, source) = AsyncStream.makeStream(of: Int.self)
    let binding = try bench.list.bind(stream) { boxes($0) }
    bench.releaseController()
    source.yield(1)
    await binding.finished()
    #expect(bench.host.generations.isEmpty)
  }
}

/// The newest elements of two sequences, whenever either has a new one.
///
/// The same as `combineLatest` of swift-async-algorithms, which takes longer to build than these
/// tests.
private func combineLatest<First: AsyncSequence & Sendable, Second: AsyncSequence & Sendable>(
  _ first: First, _ second: Second
) -> AsyncThrowingStream<(First.Element, Second.Element), any Error>
where First.Element: Sendable, Second.Element: Sendable {
  AsyncThrowingStream { continuation in
    let newest = NewestPair<First.Element, Second.Element>(continuation)
    let task = Task {
      do {
        try await withThrowingTaskGroup(of: Void.self) { group in
          group.addTask { for try await element in first { await newest.set(first: element) } }
          group.addTask { for try await element in second { await newest.set(second: element) } }
          // The first error cancels the other task, for which `waitForAll` would wait.
          while try await group.next() != nil {}
        }
        continuation.finish()
      } catch {
        continuation.finish(throwing: error)
      }
    }
    continuation.onTermination = { _ in task.cancel() }
  }
}

private actor NewestPair<First: Sendable, Second: Sendable> {
  private let continuation: AsyncThrowingStream<(First, Second), any Error>.Continuation
  private var (first, second): (First?, Second?) = (nil, nil)

  init(_ continuation: AsyncThrowingStream<(First, Second), any Error>.Continuation) {
    self.continuation = continuation
  }

  func set(first: First) {
    self.first = first
    yield()
  }

  func set(second: Second) {
    self.second = second
    yield()
  }

  private func yield() {
    if let first, let second { continuation.yield((first, second)) }
  }
}

/// Lists that follow two sources at once.
///
/// Seed row A74: a model and another input of its presentation, observed together.
@Suite(.timeLimit(.minutes(60))) @MainActor struct CombinedBindingTests {
  private struct Outage: Error {}

  private let numbers = AsyncThrowingStream.makeStream(of: Int.self)
  private let offsets = AsyncStream.makeStream(of: Int.self)

  private func bind(_ bench: ThreadBench<RecordingHost>) throws -> TableBinding {
    try bench.list.bind(combineLatest(numbers.stream, offsets.stream)) { number, offset in
      if number < 0 { throw Outage() }
      return boxes(number, number + offset)
    }
  }

  @Test func nothingIsShownBeforeBothHaveSpoken() async throws {
    let bench = try ThreadBench(RecordingHost())
    let binding = try bind(bench)
    numbers.continuation.yield(1)
    numbers.continuation.yield(2)
    for _ in 0..<20 {
      bench.mailbox.drain()
      await Task.yield()
    }
    #expect(bench.host.generations.isEmpty)
    offsets.continuation.yield(10)
    try await bench.drain { bench.host.shown == boxes(2, 12) }
    binding.cancel()
  }

  /// The list ends with the newest elements of both sources, in any order of arrival.
  @Test func theLatestOfBothWins() async throws {
    let bench = try ThreadBench(RecordingHost())
    let binding = try bind(bench)
    for number in 1...300 {
      numbers.continuation.yield(number)
      offsets.continuation.yield(1000 * number)
    }
    numbers.continuation.finish()
    offsets.continuation.finish()
    await binding.finished()
    try await bench.drain { bench.host.shown == boxes(300, 300_300) }
    try await bench.settle()
    #expect(bench.host.shown == boxes(300, 300_300))
    #expect(bench.host.generations.count < 600 && bench.host.faults.isEmpty)
  }

  @Test func endsBothWithTheController() async throws {
    let bench = try ThreadBench(RecordingHost())
    let ended = Log<String>()
    numbers.continuation.onTermination = { _ in ended.add("numbers") }
    offsets.continuation.onTermination = { _ in ended.add("offsets") }
    let binding = try bind(bench)
    numbers.continuation.yield(1)
    offsets.continuation.yield(1)
    try await bench.drain { bench.host.shown == boxes(1, 2) }
    bench.releaseController()
    await binding.finished()
    try await bench.drain { Set(ended.entries) == ["numbers", "offsets"] }
    #expect(bench.host.shown == boxes(1, 2))
  }

  @Test func endsBothWithTheBinding() async throws {
    let bench = try ThreadBench(RecordingHost())
    let ended = Log<String>()
    numbers.continuation.onTermination = { _ in ended.add("numbers") }
    offsets.continuation.onTermination = { _ in ended.add("offsets") }
    var binding: TableBinding? = try bind(bench)
    numbers.continuation.yield(1)
    offsets.continuation.yield(1)
    try await bench.drain { bench.host.shown == boxes(1, 2) }
    #expect(binding != nil)
    binding = nil
    try await bench.drain { Set(ended.entries) == ["numbers", "offsets"] }
  }

  @Test func anErrorOfOneBecomesTheLoadState() async throws {
    let bench = try ThreadBench(RecordingHost())
    let binding = try bind(bench)
    numbers.continuation.yield(3)
    offsets.continuation.yield(1)
    try await bench.drain { bench.host.shown == boxes(3, 4) }
    numbers.continuation.finish(throwing: Outage())
    let list = try bench.list
    try await bench.drain { list.snapshot.model.loadState.error is Outage }
    #expect(list.snapshot.model.rowCount == 2)
    await binding.finished()
  }

  @Test func anErrorOfTheModelBecomesTheLoadState() async throws {
    let bench = try ThreadBench(RecordingHost())
    let binding = try bind(bench)
    let list = try bench.list
    numbers.continuation.yield(5)
    offsets.continuation.yield(1)
    try await bench.drain { bench.host.shown == boxes(5, 6) }
    numbers.continuation.yield(-1)
    try await bench.drain { list.snapshot.model.loadState.error is Outage }
    numbers.continuation.yield(7)
    try await bench.drain { bench.host.shown == boxes(7, 8) }
    binding.cancel()
  }
}
