import LinecasterBase
import LinecasterCells
import LinecasterDiff
import LinecasterListSupport
import Testing

@testable import LinecasterList

/// Seed row A31: hosts animate their existing views from one frame to another.
@Suite(.timeLimit(.minutes(60))) @MainActor struct AnimatedUpdateTests {
  private let height = { (number: Int) in Double(10 + number) }

  private func bench() throws -> SimulatedBench<RecordingHost> {
    let bench = try SimulatedBench(RecordingHost(), seed: 3)
    bench.list.update(with: plates(0..<5, height: height))
    bench.settle()
    bench.host.forgetDisplayed()
    return bench
  }

  @Test func aRowThatMovesKeepsItsPixelsAndHasBothFrames() throws {
    let bench = try bench()
    let before = try #require(bench.host.snapshot)
    bench.list.update(with: plates([4, 0, 1, 2, 3], height: height), animated: true)
    bench.settle()
    let batch = try #require(bench.host.batches.last)
    #expect(batch.isAnimated && batch.changes.itemMoves.count == 1)
    #expect(before.frame(ofRow: 4) == Rect(x: 0, y: 46, width: 100, height: 14))
    #expect(batch.snapshot.frame(ofRow: 0) == Rect(x: 0, y: 0, width: 100, height: 14))
    #expect(bench.host.displayed.isEmpty && bench.host.pixels.count == 5)
    #expect(bench.host.faults.isEmpty)
  }

  /// A changed row keeps its identity, which lets its view animate the change.
  @Test func aRowThatChangesKeepsItsIdentity() throws {
    let bench = try bench()
    var model = plates(0..<5, height: height)
    model.sections[0].items[2].cell = AnyCell(PlateCell(number: 90, height: 40))
    bench.list.update(with: model, animated: true)
    bench.settle()
    #expect(bench.host.displayedIdentities == [RowIdentity(2)])
    #expect(bench.host.batches.last?.changes.itemUpdates.count == 1)
    #expect(bench.host.pixels[RowIdentity(2)]?.image?.size.height == 40)
  }

  @Test func whatHasNothingInCommonIsNotAnimated() throws {
    let bench = try bench()
    bench.list.update(with: TableModel(), animated: true)
    bench.settle()
    #expect(bench.host.batches.last?.isAnimated == false)
  }
}
