import LinecasterBase
import LinecasterBoxLayout
import LinecasterCells
import LinecasterText
import Testing

@testable import LinecasterList
@testable import LinecasterSurface

/// Three squares side by side, of which one fits.
struct WideCell: Cell {
  var number: Int

  func body(in environment: LayoutEnvironment) -> some Layout {
    Column {
      Grid(columns: [80, 80, 80]) {
        for index in 0..<3 {
          Box(
            Color(red: UInt8(80 * index), green: 0, blue: 0), size: Size(width: 80, height: 30)
          ).tag(index)
        }
      }
      .scrollsSideways("wide")
      Spacer().frame(height: 10)
    }
  }
}

@Suite(.timeLimit(.minutes(60))) @MainActor struct SidewaysWheelTests {
  private func bench() throws -> Bench {
    let bench = try Bench()
    bench.list.update(
      with: TableModel(
        items: (0..<60).map { TableItem(.number($0), cell: WideCell(number: $0)) }))
    bench.machine.run()
    bench.settle()
    return bench
  }

  /// The tag at a point.
  private func tag(_ bench: Bench, x: Double, y: Double) -> Int? {
    bench.list.hit(at: Point(x: x, y: y))?.cell.tag?.value as? Int
  }

  @Test func wheelsScrollTheRowBeneathThem() throws {
    let bench = try bench()
    #expect(tag(bench, x: 90, y: 10) == 1 && tag(bench, x: 90, y: 50) == 1)
    let before = bench.surface.bitmap
    bench.host.sidewaysWheel(by: 100, at: Point(x: 50, y: 10), time: bench.time)
    bench.settle()
    #expect(tag(bench, x: 90, y: 10) == 2 && tag(bench, x: 90, y: 50) == 1)
    #expect(bench.surface.bitmap != before && bench.host.offset == 0)
    // Beyond its end it stays, and comes back at once.
    bench.host.sidewaysWheel(by: 9_000, at: Point(x: 50, y: 10), time: bench.time)
    bench.host.sidewaysWheel(by: -140, at: Point(x: 50, y: 10), time: bench.time)
    bench.settle()
    #expect(tag(bench, x: 90, y: 10) == 1 && bench.surface.bitmap == before)
    // Elsewhere in the row nothing scrolls.
    bench.host.sidewaysWheel(by: 100, at: Point(x: 50, y: 35), time: bench.time)
    bench.settle()
    #expect(bench.surface.bitmap == before)
  }

  /// A row keeps its distance out of sight and in new models.
  @Test func distancesStayWithTheRow() throws {
    let bench = try bench()
    bench.host.sidewaysWheel(by: 100, at: Point(x: 50, y: 10), time: bench.time)
    bench.settle()
    let scrolled = bench.surface.bitmap
    bench.host.scroll(to: 1_500, animated: false, time: bench.time)
    bench.settle()
    bench.host.scroll(to: 0, animated: false, time: bench.time)
    bench.settle()
    #expect(bench.surface.bitmap == scrolled)
    bench.list.update(
      with: TableModel(
        items: (0..<50).map { TableItem(.number($0), cell: WideCell(number: $0)) }))
    bench.machine.run()
    bench.settle()
    #expect(bench.surface.bitmap == scrolled)
  }

  /// A finger that begins to move sideways scrolls the content; otherwise it drags the list.
  @Test func fingersScrollTheWayTheyBegin() throws {
    let bench = try bench()
    bench.host.pointerDown(at: Point(x: 80, y: 10), scrolls: true, time: bench.time)
    bench.host.pointerMoved(to: Point(x: 40, y: 12), time: bench.time)
    bench.host.pointerMoved(to: Point(x: 0, y: 90), time: bench.time)
    #expect(!bench.host.pointerUp(at: Point(x: 0, y: 90), time: bench.time))
    bench.settle()
    #expect(bench.host.offset == 0 && tag(bench, x: 90, y: 10) == 2)
    bench.host.pointerDown(at: Point(x: 80, y: 90), scrolls: true, time: bench.time)
    bench.host.pointerMoved(to: Point(x: 75, y: 50), time: bench.time)
    bench.host.pointerMoved(to: Point(x: 5, y: 20), time: bench.time)
    bench.frame()
    #expect(bench.host.offset == 30 && tag(bench, x: 90, y: 60) == 1)
    bench.host.pointerUp(at: Point(x: 5, y: 20), time: bench.time)
  }
}
