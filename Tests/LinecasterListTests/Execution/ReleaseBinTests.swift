import LinecasterListSupport
import Testing

@testable import LinecasterList

@Suite @MainActor struct ReleaseBinTests {
  /// Says when it is let go of.
  private final class Held: Sendable {
    let log: Log<String>
    init(_ log: Log<String>) { self.log = log }
    deinit { log.add("freed") }
  }

  @Test func letsGoOfAllAtOnce() {
    let log = Log<String>()
    let bin = ReleaseBin()
    #expect(bin.put(Held(log)))
    #expect(!bin.put(Held(log)))
    log.add("kept")
    bin.empty()
    log.add("emptied")
    #expect(bin.put(Held(log)))
    bin.empty()
    bin.empty()
    #expect(log.entries == ["kept", "freed", "freed", "emptied", "freed"])
  }

  /// However many updates are overtaken before a worker gets to anything.
  @Test func aFloodLeavesLittleWorkWaiting() throws {
    let bench = try SimulatedBench(RecordingHost(), seed: 2)
    for number in 0..<5_000 { bench.list.update(with: plates([number])) }
    #expect(bench.pipeline.work.pendingCount < 10)
    bench.settle()
    #expect(bench.host.shown == plates([4_999]))
  }
}
