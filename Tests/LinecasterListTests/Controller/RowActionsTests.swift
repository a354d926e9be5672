import LinecasterBase
import LinecasterCells
import LinecasterDiff
import LinecasterListSupport
import LinecasterTestSupport
import Testing

@testable import LinecasterList

/// Actions are those of the newest model; rows are found by identity (A44, A46, A56, A67).
@Suite(.timeLimit(.minutes(60))) @MainActor struct RowActionsTests {
  private final class Calls {
    var names: [String] = []
  }

  private func model(_ count: Int, _ name: String, _ calls: Calls) -> TableModel {
    TableModel(
      items: (0..<count).map { number in
        TableItem(.number(number), cell: PlateCell(number: number))
          .onTap { calls.names.append("\(name) tap \(number)") }
          .onDelete { calls.names.append("\(name) delete \(number)") }
          .onTryEdit { number == 1 }
          .onDisplay { calls.names.append("\(name) display \(number)") }
      })
  }

  @Test func actionsAreTheNewestModels() throws {
    let host = RecordingHost()
    let bench = try SimulatedBench(host, seed: 1)
    let calls = Calls()
    bench.list.update(with: model(2, "old", calls))
    bench.settle()
    bench.list.update(with: model(2, "new", calls))
    bench.settle()
    // The host got no second batch.
    #expect(host.generations == [1])
    calls.names = []
    #expect(bench.list.tap(.init(1)))
    #expect(bench.list.delete(.init(0)))
    #expect(calls.names == ["new tap 1", "new delete 0"])
    #expect(bench.list.tryEdit(.init(1)) && !bench.list.tryEdit(.init(0)))
    #expect(!bench.list.tap(.init(7)) && !bench.list.tryEdit(.init(7)))
  }

  /// Seed row C4: a host requests a deletion, and the new model performs it.
  @Test func deletingIsAnActionThatUpdatesTheModel() throws {
    let bench = try SimulatedBench(RecordingHost(), seed: 1)
    func model(_ numbers: [Int]) -> TableModel {
      TableModel(
        items: numbers.map { number in
          TableItem(.number(number), cell: PlateCell(number: number)).onDelete {
            bench.list.update(with: model(numbers.filter { $0 != number }))
          }
        })
    }
    bench.list.update(with: model([1, 2, 3]))
    bench.settle()
    for (number, left) in [(2, [1, 3]), (3, [1])] {
      #expect(bench.list.delete(RowIdentity(.number(number))))
      bench.settle()
      #expect(bench.host.shown == model(left))
      #expect(bench.host.batches.last?.changes.itemDeletes.count == 1)
    }
    #expect(!bench.list.delete(RowIdentity(2)) && bench.host.faults.isEmpty)
  }

  /// Finding rows takes no longer after many updates.
  @Test func theIndexIsMadeAnewNowAndAgain() throws {
    let bench = try SimulatedBench(RecordingHost(), seed: 1)
    for count in 0..<100 {
      bench.list.update(with: plates((1_000 - count)..<1_300))
      bench.settle()
      #expect(!bench.list.rows.index.needsRebuild(at: bench.list.snapshot.rowCount))
    }
    #expect(bench.list.row(of: RowIdentity(.number(901))) == 0)
    #expect(bench.list.row(of: RowIdentity(.number(1_299))) == 398)
  }

  @Test func comingIntoSightIsToldOnceEachTime() throws {
    let host = RecordingHost()
    host.length = 20
    let bench = try SimulatedBench(host, seed: 1)
    let calls = Calls()
    bench.list.update(with: model(10, "m", calls))
    bench.settle()
    #expect(calls.names.sorted() == ["m display 0", "m display 1"])
    calls.names = []
    for offset in [10.0, 10, 0] {
      host.scroll(to: offset)
      bench.list.viewportDidChange()
      bench.settle()
    }
    #expect(calls.names == ["m display 2", "m display 0"])
  }

  @Test func rowsAreFoundByIdentifier() throws {
    let bench = try SimulatedBench(RecordingHost(), seed: 1)
    bench.list.update(with: plates(0..<1_000))
    bench.settle()
    #expect(bench.list.item(613)?.identifier == 613)
    #expect(bench.list.frame(of: 613) == Rect(x: 0, y: 6_130, width: 100, height: 10))
    #expect(bench.list.item(1_000) == nil && bench.list.frame(of: "613") == nil)
    #expect(bench.list.row(of: RowIdentity(7, occurrence: 1)) == nil)
  }

  @Test func rowsAreFoundAsSoonAsTheyAreThere() throws {
    let bench = try SimulatedBench(RecordingHost(), seed: 1)
    bench.list.applyNow(plates(0..<1_000))
    #expect(bench.list.row(of: 999) == 999)
  }

  /// Rows are found by an index: a linear search would take a hundred times as long.
  @Test func rowsAreFoundWithoutALookAtEach() throws {
    let bench = try SimulatedBench(RecordingHost(), seed: 1)
    let count = 100_000
    bench.host.length = 100
    bench.list.applyNow(plates(0..<count))
    var time = 0.0
    for number in count - 2_000..<count where time < 8_000 {
      time += ThreadClock.milliseconds {
        #expect(bench.list.row(of: RowIdentity(.number(number))) == number)
      }
    }
    #expect(time < 8_000)
  }

  /// After many updates without time to make an index, rows are found as by a linear search.
  @Test func rowsAreFoundAfterManyUpdates() throws {
    let seed = TestSettings.seed
    var generator = ModelGenerator(seed: seed) { AnyCell(PlateCell(number: $0)) }
    let bench = try SimulatedBench(RecordingHost(), seed: seed)
    var model = generator.model(sections: 12)
    for round in 0..<200 {
      bench.list.applyNow(model)
      if round.isMultiple(of: 90) { bench.settle() }
      let snapshot = bench.list.snapshot
      let found = snapshot.identities.map { bench.list.row(of: $0) }
      #expect(found == Array(0..<snapshot.rowCount), "LINECASTER_SEED=\(seed), round \(round)")
      model = generator.successor(of: model)
    }
  }

  @Test func aSnapshotOfAnItemIsItsPixels() async throws {
    let bench = try ThreadBench(RecordingHost())
    let list = try bench.list
    list.update(with: boxes(1, 2))
    try await bench.settle()
    let pixels = try await list.snapshot(of: 2)
    #expect(try pixels == bench.host.pixels[.init(2)]?.image?.bitmap())
    await #expect(throws: PipelineError.self) { try await list.snapshot(of: 3) }
  }
}
