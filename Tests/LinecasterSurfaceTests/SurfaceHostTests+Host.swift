import LinecasterBase
import LinecasterCells
import LinecasterTestSupport
import Testing

@testable import LinecasterList
@testable import LinecasterSurface

@MainActor private final class Flag {
  var isRaised = false
}

/// A host that keeps the batches of a list.
@MainActor private final class BatchRecorder: TableHost {
  private let record: (TableBatch) -> Void

  init(_ record: @escaping (TableBatch) -> Void) { self.record = record }

  func viewport(in snapshot: TableSnapshot) -> Viewport { Viewport(offset: 0, length: 160) }

  func apply(_ batch: TableBatch, done: @escaping @MainActor @Sendable () -> Void) {
    record(batch)
    done()
  }

  func display(_ rows: [DisplayedRow]) {}
  func recycle(_ rows: [RowIdentity]) {}
  func setOffset(_ offset: Double, in snapshot: TableSnapshot, animated: Bool) {}
  func displayFailed(_ error: any Error) {}
}

/// The events that a host reports, and the batches that it applies.
extension SurfaceHostTests {
  @Test func whatMovesTheListIsTold() throws {
    let bench = try Bench()
    bench.surface.isSeen = false
    bench.show(0..<200)
    var phases: [ScrollPhase] = []
    bench.host.onScrollPhase = { phases.append($0) }
    bench.settle()
    #expect(phases.isEmpty)
    bench.host.pointerDown(at: Point(x: 50, y: 150), scrolls: true, time: bench.time)
    for step in 1...5 {
      let point = Point(x: 50, y: 150 - Double(step) * 25)
      bench.host.pointerMoved(to: point, time: bench.time)
      bench.frame()
    }
    #expect(phases == [.dragging])
    bench.host.pointerUp(at: Point(x: 50, y: 25), time: bench.time)
    bench.settle()
    #expect(phases == [.dragging, .decelerating, .idle])
    phases = []
    bench.host.wheel(by: 60, time: bench.time)
    bench.settle()
    #expect(phases == [.animating, .idle])
    phases = []
    bench.host.setOffset(0, in: bench.list.snapshot, animated: true)
    bench.settle()
    #expect(phases == [.animating, .idle])
    phases = []
    // Beyond its end the list springs back.
    bench.host.pointerDown(at: Point(x: 50, y: 20), scrolls: true, time: bench.time)
    for step in 1...10 {
      bench.frame(after: 100)
      let point = Point(x: 50, y: 20 + Double(step) * 12)
      bench.host.pointerMoved(to: point, time: bench.time)
    }
    bench.frame(after: 400)
    #expect(bench.host.offset < 0)
    bench.host.pointerUp(at: Point(x: 50, y: 140), time: bench.time)
    bench.settle()
    #expect(phases == [.dragging, .decelerating, .idle] && bench.host.offset == 0)
  }

  /// Invalid batches do not trap: entries for missing rows are ignored.
  @Test func aBatchThatIsWrongEndsNothing() throws {
    var random = SeededGenerator()
    for _ in 0..<8 {
      let bench = try Bench(seed: random.next())
      bench.surface.isSeen = false
      bench.show(0..<20)
      bench.settle()
      var batches: [TableBatch] = []
      let recorder = BatchRecorder { batches.append($0) }
      let other = AutoDiffController(
        pipeline: bench.list.pipeline, environment: bench.list.environment, host: recorder,
        delivery: bench.machine.delivery)
      for count in [30, 3] {
        other.update(
          with: bench.model((0..<count).shuffled(using: &random)), animated: true)
        bench.machine.run()
      }
      // Batches of another list, which has other rows at these places, or none.
      for batch in batches.shuffled(using: &random) {
        let flag = Flag()
        bench.host.apply(batch) { flag.isRaised = true }
        #expect(flag.isRaised)
        bench.frame()
      }
      bench.show(0..<5)
      bench.settle()
      #expect(bench.list.snapshot.rowCount == 5 && bench.host.failure == nil)
      withExtendedLifetime(recorder) {}
    }
  }
}
