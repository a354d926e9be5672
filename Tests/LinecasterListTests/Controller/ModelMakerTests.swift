import LinecasterBase
import LinecasterCells
import LinecasterListSupport
import Synchronization
import Testing

@testable import LinecasterList

@Suite(.timeLimit(.minutes(60))) @MainActor struct ModelMakerTests {
  private final class Calls: Sendable {
    let count = Atomic<Int>(0)
  }

  private func items(_ rows: Range<Int>) -> [TableItem] {
    rows.map { TableItem(.number($0), cell: PlateCell(number: $0)) }
  }

  /// Wherever an edit and a new environment come, they do not have the model made again once it is
  /// made, and the list shows all of it.
  @Test(arguments: 0..<40)
  func editsDoNotMakeTheModelAgain(steps: Int) throws {
    let bench = try SimulatedBench(RecordingHost(), seed: UInt64(steps))
    let calls = Calls()
    let items = items(0..<50)
    bench.list.update {
      calls.count.add(1, ordering: .relaxed)
      return TableModel(items: items)
    }
    bench.machine.run(limit: steps)
    let made = calls.count.load(ordering: .relaxed)
    bench.list.update(with: [.append(self.items(50..<51), to: "main")])
    bench.machine.run(limit: steps)
    bench.list.setEnvironment(LayoutEnvironment(width: 90))
    bench.settle()
    #expect(bench.list.snapshot.rowCount == 51)
    #expect(calls.count.load(ordering: .relaxed) == 1 && made <= 1)
  }

  @Test func madeModelsAreTakenOnce() throws {
    let maker = ModelMaker { _ in TableModel() }
    _ = try maker.model(UpdateContext(token: CancellationToken()))
    #expect(maker.take() != nil && maker.take() == nil)
  }

  /// A model that a newer update has overtaken is shown if that update fails, wherever that comes.
  @Test(arguments: 0..<20)
  func overtakenModelsAreMadeAgain(steps: Int) throws {
    let bench = try SimulatedBench(RecordingHost(), seed: UInt64(steps))
    let items = items(0..<10)
    bench.list.update { TableModel(items: items) }
    bench.machine.run(limit: steps)
    bench.list.update { throw CancellationError() }
    bench.settle()
    #expect(bench.list.snapshot.rowCount == 10)
  }
}
