import LinecasterCells
import LinecasterListSupport
import Testing

@testable import LinecasterList

/// Lists that load more as their end comes near (A42, A53).
@Suite(.timeLimit(.minutes(1))) @MainActor struct LoadMoreTests {
  private struct Outage: Error {}

  private func model(_ count: Int, _ state: LoadState = .ready) -> TableModel {
    var model = plates(0..<count)
    model.loadState = state
    return model
  }

  /// A list of pages of ten rows, thirty in all.
  private func bench(
    length: Double, pages: Int = 3
  ) throws -> (SimulatedBench<RecordingHost>, Log<Int>) {
    let host = RecordingHost()
    host.length = length
    let bench = try SimulatedBench(host, seed: 5)
    let loads = Log<Int>()
    let (list, machine) = (bench.list, bench.machine)
    list.onNearEnd(.rows(2)) { [weak list] done in
      loads.add(list?.snapshot.rowCount ?? 0)
      machine.delivery.send(after: .milliseconds(80)) {
        guard let list else { return }
        let count = list.snapshot.rowCount + 10
        list.update(with: model(count, count < pages * 10 ? .ready : .idle))
        done(nil)
      }
    }
    list.update(with: model(10))
    return (bench, loads)
  }

  @Test func loadsOnePageAtATimeWhileScrolled() throws {
    let (bench, loads) = try bench(length: 40)
    bench.settle()
    #expect(loads.entries.isEmpty)
    for offset in stride(from: 0.0, through: 260, by: 3) {
      bench.host.scroll(to: offset)
      bench.list.viewportDidChange()
      bench.settle()
    }
    #expect(loads.entries == [10, 20])
    #expect(bench.list.snapshot.rowCount == 30)
  }

  @Test func fillsAViewportThatIsTooLarge() throws {
    let (bench, loads) = try bench(length: 1_000, pages: 5)
    bench.settle()
    #expect(loads.entries == [10, 20, 30, 40])
    #expect(bench.host.shown.rowCount == 50)
  }

  @Test func aJumpLoadsOnce() throws {
    let (bench, loads) = try bench(length: 40)
    bench.settle()
    bench.list.scroll(to: RowIdentity(9), at: .bottom) { _ in }
    for _ in 0..<20 {
      bench.list.viewportDidChange()
      bench.machine.step()
    }
    bench.settle()
    #expect(loads.entries == [10])
  }

  @Test func errorsAreShownAndTriedAgainOnRequest() throws {
    let host = RecordingHost()
    host.length = 1_000
    let bench = try SimulatedBench(host, seed: 5)
    let list = bench.list
    let loads = Log<Int>()
    list.onNearEnd { [weak list] done in
      loads.add(1)
      if loads.entries.count == 1 { return done(Outage()) }
      list?.update(with: model(20, .idle))
      done(nil)
    }
    list.update(with: model(10))
    bench.settle()
    #expect(loads.entries.count == 1)
    #expect(host.shown.loadState.error is Outage && host.shown.rowCount == 10)
    list.viewportDidChange()
    bench.settle()
    #expect(loads.entries.count == 1)
    list.retryLoading()
    bench.settle()
    #expect(loads.entries.count == 2 && host.shown.rowCount == 20)
  }
}
