import LinecasterBase
import LinecasterBundledFonts
import LinecasterCells
import LinecasterFonts
import LinecasterListSupport
import LinecasterText
import Synchronization
import Testing

@testable import LinecasterList

/// Drains of a mailbox with a time limit, in simulated time.
@Suite(.timeLimit(.minutes(60))) @MainActor struct TimedDrainTests {
  /// A clock that tests set forward.
  private final class TestClock: Sendable {
    private let time = Mutex(Duration.zero)

    var now: Duration { time.withLock { $0 } }

    func advance(by duration: Duration) { time.withLock { $0 += duration } }
  }

  /// A list on a simulated machine whose results wait in a mailbox. Each displayed row takes
  /// `rowTime` of the main actor.
  @MainActor private struct Bench {
    static let rowTime = Duration.microseconds(100)

    let clock = TestClock()
    let host = RecordingHost()
    let machine = SimulatedMachine(seed: 5)
    let mailbox: DeliveryMailbox
    let list: AutoDiffController

    init() throws {
      let clock = clock
      mailbox = DeliveryMailbox { clock.now }
      host.length = 2_000
      let pipeline = PrecomputePipeline(
        arranger: CellArranger(typesetter: Typesetter(fonts: try .bundled())), options: .init(),
        machine: machine)
      list = AutoDiffController(
        pipeline: pipeline, environment: LayoutEnvironment(width: 100), host: host,
        delivery: .manual(mailbox))
      host.whenDisplayed = { [host] in
        clock.advance(by: Self.rowTime * (host.displayed.last?.count ?? 0))
      }
    }

    /// Lets the workers finish all that they have, and drains the mailbox.
    ///
    /// - Returns: The time of the drain, and whether work is left.
    func frame(_ budget: Duration) -> (time: Duration, isLeft: Bool) {
      while machine.step() {}
      let start = clock.now
      let isLeft = mailbox.drain(for: budget)
      return (clock.now - start, isLeft)
    }
  }

  /// A drain ends within its time and the time of its last step, and the list shows all rows in the
  /// end.
  @Test func aListStopsBetweenSteps() throws {
    let budget = Duration.milliseconds(1)
    let timed = try frames(within: budget)
    #expect(timed.longest <= budget + timed.slowestStep, "\(timed)")
    // Without a limit, results that came together are handled together.
    let untimed = try frames(within: .seconds(60))
    #expect(timed.longest < untimed.longest, "\(timed), \(untimed)")
    #expect(timed.pauses > 3 && untimed.pauses == 0, "\(timed), \(untimed)")
  }

  /// Drains a new list until it is idle, and returns the longest drain and the longest display.
  private func frames(
    within budget: Duration
  ) throws -> (longest: Duration, slowestStep: Duration, pauses: Int) {
    let bench = try Bench()
    var (longest, slowest, pauses) = (Duration.zero, Duration.zero, 0)
    bench.host.whenDisplayed = { [host = bench.host, clock = bench.clock] in
      let time = Bench.rowTime * (host.displayed.last?.count ?? 0)
      slowest = max(slowest, time)
      clock.advance(by: time)
    }
    bench.list.update(with: plates(0..<1_000))
    for frame in 0..<5_000 where frame == 0 || !bench.list.isIdle || !bench.mailbox.isEmpty {
      let frame = bench.frame(budget)
      longest = max(longest, frame.time)
      if frame.isLeft, frame.time >= budget { pauses += 1 }
    }
    #expect(bench.host.faults == [])
    #expect((0..<200).allSatisfy { bench.host.pixels[RowIdentity(.number($0))] != nil })
    return (longest, slowest, pauses)
  }

  /// A call of the list performs the steps that a drain has left, before its own.
  @Test func aCallCompletesWhatIsLeft() throws {
    let bench = try Bench()
    bench.list.update(with: plates(0..<1_000))
    var isPaused = false
    for _ in 0..<5_000 where !isPaused {
      _ = bench.frame(.milliseconds(1))
      isPaused = !bench.list.steps.isEmpty
    }
    #expect(isPaused && !bench.list.isIdle)
    let handle = bench.list.applyNow(plates(0..<3))
    #expect(bench.list.steps.isEmpty)
    #expect(handle.currentOutcome != nil && bench.host.shown == plates(0..<3))
    bench.mailbox.drain()
    #expect(bench.host.faults == [])
  }

  /// An update that must be shown before the call returns does not pause in a drain.
  @Test func applyingNowDoesNotPause() throws {
    let bench = try Bench()
    bench.list.update(with: plates(0..<100))
    var outcome: UpdateOutcome?
    bench.list.whenIdle { [list = bench.list, clock = bench.clock] in
      clock.advance(by: .seconds(1))
      outcome = list.applyNow(plates(0..<50)).currentOutcome
    }
    for _ in 0..<5_000 where outcome == nil { _ = bench.frame(.milliseconds(1)) }
    #expect(outcome != nil && bench.host.shown == plates(0..<50))
  }

  /// Heights of idle work are applied in parts, however fast they are measured.
  @Test func heightsOfIdleWorkComeInParts() throws {
    let host = RecordingHost()
    host.length = 100
    let bench = try SimulatedBench(host, seed: 5)
    bench.list.update(with: plates(0..<20_000))
    var (before, most) = (0, 0)
    while bench.machine.step() {
      let measured = bench.list.snapshot.geometry.measuredCount
      most = max(most, measured - before)
      before = measured
    }
    #expect(before == 20_000)
    #expect(most <= RowState.mostFound + 2 * PrecomputePipeline.rowsPerMeasureChunk, "\(most)")
    #expect(most > RowState.mostFound / 2, "heights are collected: \(most)")
  }

  /// Reports are divided after the first that reach a number of rows.
  @Test func reportsAreDividedByRows() {
    let reports = (0..<7).map { RowReport(job: $0) }
    #expect(reports.parts(ofRows: 3).map { $0.map(\.job) } == [[0, 1, 2], [3, 4, 5], [6]])
    #expect([RowReport]().parts(ofRows: 3).isEmpty)
  }
}
