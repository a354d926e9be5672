import Foundation
import LinecasterCells
import LinecasterGeometry
import Testing

@testable import LinecasterList

/// Rows that nobody waits for, and those who do wait.
@Suite(.timeLimit(.minutes(4))) @MainActor struct IdleWorkTests {
  /// A row that takes longer to lay out than idle work may go on at a time.
  private struct SlowCell: Cell {
    let number: Int

    func body(in environment: LayoutEnvironment) -> LayoutNode {
      Thread.sleep(forTimeInterval: 0.003)
      return Box(.black, size: Size(width: 10, height: 10 + Double(number % 7))).node
    }
  }

  /// On a screen of ten points, nearly all rows are far from sight.
  @Test func slowRowsGiveWayToOthersAndAreAllMeasured() async throws {
    var options = PrecomputePipeline.Options()
    options.workerCount = 1
    let trace = PipelineTrace()
    options.trace = trace
    let bench = try Workbench(HeadlessHost(.points(10)), options: options)
    let model = TableModel(
      items: (0..<80).map { TableItem(.number($0), cell: SlowCell(number: $0)) })
    try bench.list.update(with: model)
    try await bench.settle()
    let snapshot = try bench.list.snapshot
    #expect(snapshot.geometry.measuredCount == 80)
    #expect((0..<80).allSatisfy { snapshot.geometry.height(ofRow: $0) == 10 + Double($0 % 7) })
    let pieces = trace.spans.count { $0.name == .measure && $0.band == .idle }
    let rows = trace.spans.count { $0.name == .layOut && $0.band == .idle }
    #expect(rows > 40 && pieces == rows, "\(pieces) pieces of work for \(rows) rows")
  }

  @Test(arguments: [(0, 1), (1, 1), (2, 2), (3, 2), (8, 7)])
  func aProcessorIsLeftToTheMainThread(processors: Int, workers: Int) {
    #expect(PrecomputePipeline.Options.workerCount(processors: processors) == workers)
  }
}
