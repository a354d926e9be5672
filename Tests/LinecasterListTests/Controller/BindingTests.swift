import LinecasterCells
import LinecasterListSupport
import Testing

@testable import LinecasterList

/// Lists that follow a sequence of values (A55, A74, C1).
@Suite(.timeLimit(.minutes(1))) @MainActor struct BindingTests {
  private struct Outage: Error {}

  @Test func showsTheNewestElement() async throws {
    let bench = try Workbench(RecordingHost())
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
    let bench = try Workbench(RecordingHost())
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
    let bench = try Workbench(RecordingHost())
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
    let bench = try Workbench(RecordingHost())
    let (stream, source) = AsyncStream.makeStream(of: Int.self)
    let ended = Log<Bool>()
    source.onTermination = { _ in ended.add(true) }
    var binding: TableBinding? = try bench.list.bind(stream) { boxes($0) }
    #expect(binding != nil)
    binding = nil
    try await bench.drain { ended.entries == [true] }
  }

  @Test func goesWithItsControllerWhileTheSourceIsSilent() async throws {
    let bench = try Workbench(RecordingHost())
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
    let bench = try Workbench(RecordingHost())
    let (stream, source) = AsyncStream.makeStream(of: Int.self)
    let binding = try bench.list.bind(stream) { boxes($0) }
    try bench.list.tearDown()
    await binding.finished()
    source.yield(1)
    #expect(bench.host.generations.isEmpty)
  }

  @Test func goesWithItsController() async throws {
    let bench = try Workbench(RecordingHost())
    let (stream, source) = AsyncStream.makeStream(of: Int.self)
    let binding = try bench.list.bind(stream) { boxes($0) }
    bench.releaseController()
    source.yield(1)
    await binding.finished()
    #expect(bench.host.generations.isEmpty)
  }
}
