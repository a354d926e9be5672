import LinecasterBase
import LinecasterBoxLayout
import LinecasterCells
import LinecasterText
import Testing

@testable import LinecasterList
@testable import LinecasterSurface

/// Tooltips beside a resting pointer.
@Suite(.timeLimit(.minutes(60))) @MainActor struct TooltipTests {
  /// A control without text, a text with a tooltip, and a control with text, side by side.
  private struct Parts: Cell {
    func body(in environment: LayoutEnvironment) -> some Layout {
      Row(alignment: .flexStart) {
        Box(.black, size: Size(width: 20, height: 20)).tag("like").role(.button, label: "Like")
        Text("b").frame(width: 40).tooltip("An explanation that is longer than the row is wide")
        Text("c").frame(width: 40).tag("c").role(.button, label: "Another label")
      }
      .frame(height: 40)
    }
  }

  private func bench() throws -> Bench {
    let bench = try Bench()
    bench.list.update(
      with: TableModel(items: (0..<4).map { TableItem(.number($0), cell: Parts()) }))
    bench.machine.run()
    bench.settle()
    return bench
  }

  /// The tooltip in the last frame: the texture in front of the four rows.
  private func tooltip(_ bench: Bench, after milliseconds: Int) -> Rect? {
    bench.frame(after: milliseconds)
    return bench.surface.quads.count > 4 ? bench.surface.quads.last?.frame : nil
  }

  @Test func comesAfterARest() throws {
    let bench = try bench()
    bench.host.pointerMoved(to: Point(x: 6, y: 10), time: bench.time)
    #expect(tooltip(bench, after: 400) == nil)
    bench.host.pointerMoved(to: Point(x: 8, y: 12), time: bench.time)
    let due = bench.time + TooltipState.delay
    #expect(tooltip(bench, after: 400) == nil)
    #expect(bench.host.nextFrame == due)
    let frame = try #require(tooltip(bench, after: 200))
    #expect(frame.minX == 8 && frame.minY == 32 && frame.width < 60)
    // It stays while the pointer is over the part, and needs no frames.
    bench.host.pointerMoved(to: Point(x: 10, y: 14), time: bench.time)
    #expect(tooltip(bench, after: 5_000) == frame)
    #expect(bench.host.nextFrame == nil)
    bench.host.pointerLeft(time: bench.time)
    #expect(tooltip(bench, after: 16) == nil)
    #expect(bench.surface.made - bench.surface.dropped == bench.host.textureCount)
  }

  /// Long tooltips stay in the window, and above a pointer at its bottom edge.
  @Test func staysInTheWindow() throws {
    let bench = try bench()
    bench.host.pointerMoved(to: Point(x: 50, y: 125), time: bench.time)
    let frame = try #require(tooltip(bench, after: 600))
    #expect(frame.minX == 0 && frame.maxX <= 100)
    #expect(frame.maxY <= 125)
  }

  @Test func goesWithPressesKeysAndScrolls() throws {
    let gestures: [@MainActor (Bench) -> Void] = [
      { bench in
        bench.host.pointerDown(at: Point(x: 6, y: 10), scrolls: false, time: bench.time)
        bench.host.pointerUp(at: Point(x: 6, y: 10), time: bench.time)
      },
      { $0.host.key(.escape, time: $0.time) },
      { $0.host.secondaryTap(at: Point(x: 6, y: 10), time: $0.time) },
    ]
    for gesture in gestures {
      let bench = try bench()
      bench.host.pointerMoved(to: Point(x: 6, y: 10), time: bench.time)
      #expect(tooltip(bench, after: 600) != nil)
      gesture(bench)
      #expect(tooltip(bench, after: 16) == nil)
      bench.host.pointerMoved(to: Point(x: 7, y: 10), time: bench.time)
      #expect(tooltip(bench, after: 700) == nil)
      bench.host.pointerMoved(to: Point(x: 30, y: 10), time: bench.time)
      #expect(tooltip(bench, after: 700) != nil)
    }
  }

  /// Texts on controls need no second label.
  @Test func controlsWithTextHaveNone() throws {
    let bench = try bench()
    bench.host.pointerMoved(to: Point(x: 70, y: 10), time: bench.time)
    #expect(tooltip(bench, after: 700) == nil)
  }

  /// Screen readers read the tooltip of a part without a label.
  @Test func isReadWithoutALabel() throws {
    let icon = Box(.black, size: Size(width: 20, height: 20)).tooltip("Send").role(.button)
    let list = try bench().list
    let arrangement = try list.arranger.arrange(icon, in: LayoutEnvironment(width: 100))
    #expect(arrangement.hit(Point(x: 3, y: 3))?.tooltip == "Send")
    let semantics = RowSemantics(
      RowIdentity("a"), Rect(x: 0, y: 0, width: 20, height: 20), TableItemActions(),
      CellState(), arrangement, fieldTags: [])
    #expect(semantics.node(position: 1).children.map(\.label) == ["Send"])
  }
}
