import LinecasterBase
import LinecasterCells
import LinecasterRaster
import LinecasterTestSupport
import Testing

@testable import LinecasterList
@testable import LinecasterSurface

private struct Stripe: Cell {
  var number: Int

  func body(in environment: LayoutEnvironment) -> some Layout {
    Row(spacing: 4) {
      Text("Stripe \(number)").grow()
      Box(.black, size: Size(width: 20, height: 20)).tag("box")
    }
    .frame(height: 40)
    .background(environment.state.hovered == nil ? .white : Color(red: 9, green: 9, blue: 200))
  }
}

/// Rows that can be deleted, and that react to secondary clicks.
@MainActor private final class Stripes {
  let bench: Bench
  var numbers: [Int]
  var said: [String] = []

  init(_ count: Int = 20) throws {
    bench = try Bench(width: 200)
    numbers = Array(0..<count)
    show()
    bench.settle()
  }

  func show() {
    let items = numbers.map { number in
      TableItem(.number(number), cell: Stripe(number: number))
        .onTap { [weak self] in self?.said.append("tap \(number)") }
        .onDelete { [weak self] in
          self?.numbers.removeAll { $0 == number }
          self?.show()
        }
        .onSecondaryTap { [weak self] in
          self?.said.append("menu \(number) at \(Int(saturating: $0.y))")
        }
        .onSecondaryTap("box") { [weak self] _ in self?.said.append("box \(number)") }
    }
    bench.list.update(with: TableModel(items: items))
    bench.machine.run()
  }

  /// Drags a finger along points, and lifts it.
  func drag(_ points: [Point]) {
    for (index, point) in points.enumerated() {
      if index == 0 {
        bench.host.pointerDown(at: point, scrolls: true, time: bench.time)
      } else {
        bench.host.pointerMoved(to: point, time: bench.time)
      }
      bench.frame()
    }
    if let last = points.last { bench.host.pointerUp(at: last, time: bench.time) }
  }
}

/// Row actions other than taps.
@Suite(.timeLimit(.minutes(60))) @MainActor struct SurfaceActionTests {
  @Test func theDeleteKeyDeletesTheFocusedRowAndTheNextOneHasTheFocus() throws {
    let rows = try Stripes(4)
    let (host, list) = (rows.bench.host, rows.bench.list)
    #expect(!host.key(.delete, time: rows.bench.time))
    for _ in 0..<2 { host.key(.tab, time: rows.bench.time) }
    #expect(list.focusedRow == RowIdentity(.number(1)) && list.focusedPart == .row)
    rows.bench.frame()
    #expect(host.key(.delete, time: rows.bench.time) && rows.numbers == [0, 2, 3])
    rows.bench.settle()
    #expect(list.focusedRow == RowIdentity(.number(2)))
    host.key(.delete, time: rows.bench.time)
    rows.bench.settle()
    host.key(.delete, time: rows.bench.time)
    rows.bench.settle()
    #expect(rows.numbers == [0] && list.focusedRow == RowIdentity(.number(0)))
    #expect(list.focus(RowIdentity(.number(0))) && !list.focus(RowIdentity(.number(9))))
  }

  @Test func aSwipeFarEnoughDeletesARow() throws {
    let rows = try Stripes()
    let y = 60.0
    rows.drag([Point(x: 150, y: y), Point(x: 130, y: y), Point(x: 110, y: y)])
    #expect(rows.numbers.count == 20)
    rows.bench.settle()
    rows.drag([Point(x: 150, y: y), Point(x: 130, y: y), Point(x: 40, y: y)])
    rows.bench.settle()
    #expect(!rows.numbers.contains(1) && rows.numbers.count == 19 && rows.said.isEmpty)
    // A swipe to the other side deletes nothing, and a vertical one scrolls.
    rows.drag([Point(x: 50, y: y), Point(x: 90, y: y), Point(x: 190, y: y)])
    rows.bench.settle()
    #expect(rows.numbers.count == 19)
  }

  @Test func aSwipeThatIsCancelledDeletesNothing() throws {
    let rows = try Stripes()
    let host = rows.bench.host
    host.pointerDown(at: Point(x: 150, y: 60), scrolls: true, time: rows.bench.time)
    for x in [130.0, 60, 10] {
      host.pointerMoved(to: Point(x: x, y: 60), time: rows.bench.time)
      rows.bench.frame()
    }
    // The row is drawn shifted, on its own background.
    #expect(rows.bench.surface.bitmap.color(atX: 190, y: 50)?.red ?? 0 > 150)
    host.pointerLeft(time: rows.bench.time)
    rows.bench.settle()
    #expect(rows.numbers.count == 20)
    #expect(rows.bench.surface.bitmap.color(atX: 190, y: 50)?.red ?? 0 < 150)
  }

  @Test func secondaryClicksFindTheirHandlers() throws {
    let rows = try Stripes()
    let host = rows.bench.host
    #expect(host.secondaryTap(at: Point(x: 20, y: 50), time: rows.bench.time))
    #expect(host.secondaryTap(at: Point(x: 185, y: 90), time: rows.bench.time))
    #expect(rows.said == ["menu 1 at 50", "box 2"])
    rows.said = []
    #expect(!host.key(.menu, time: rows.bench.time))
    host.key(.tab, time: rows.bench.time)
    #expect(host.key(.menu, time: rows.bench.time) && rows.said == ["menu 0 at 20"])
  }

  @Test func theScrollBarIsDragged() throws {
    let rows = try Stripes()
    let (host, bench) = (rows.bench.host, rows.bench)
    host.pointerMoved(to: Point(x: 196, y: 5), time: bench.time)
    bench.frame()
    // 20 rows of 40 points: a fifth of 800 is visible.
    host.pointerDown(at: Point(x: 196, y: 10), scrolls: false, time: bench.time)
    host.pointerMoved(to: Point(x: 150, y: 74), time: bench.time)
    bench.frame()
    #expect(abs(host.offset - 320) < 1)
    host.pointerMoved(to: Point(x: 150, y: 400), time: bench.time)
    bench.frame()
    #expect(host.offset == 640)
    host.pointerUp(at: Point(x: 150, y: 400), time: bench.time)
    #expect(rows.said.isEmpty)
    // A press above the thumb goes back by a page.
    host.pointerDown(at: Point(x: 196, y: 5), scrolls: false, time: bench.time)
    host.pointerUp(at: Point(x: 196, y: 5), time: bench.time)
    bench.settle()
    #expect(host.offset == 520 && rows.said.isEmpty)
  }

  @Test func aPressStopsTheMovement() throws {
    let rows = try Stripes(200)
    let (host, bench) = (rows.bench.host, rows.bench)
    host.wheel(by: 2_000, time: bench.time)
    for _ in 0..<5 { bench.frame() }
    host.pointerDown(at: Point(x: 40, y: 50), scrolls: false, time: bench.time)
    let offset = host.offset
    for _ in 0..<20 { bench.frame() }
    #expect(offset > 0 && host.offset == offset)
    host.pointerUp(at: Point(x: 40, y: 50), time: bench.time)
    #expect(rows.said.count == 1)
  }

  @Test func rowsThatScrollBeneathARestingPointerAreHovered() throws {
    let rows = try Stripes()
    let (host, bench) = (rows.bench.host, rows.bench)
    func hovered() -> [Int] {
      (0..<4).filter {
        bench.surface.bitmap.color(atX: 120, y: 10 + $0 * 40)?.blue == 200
          && bench.surface.bitmap.color(atX: 120, y: 10 + $0 * 40)?.red == 9
      }
    }
    host.pointerMoved(to: Point(x: 60, y: 50), time: bench.time)
    bench.settle()
    #expect(hovered() == [1])
    host.wheel(by: 80, time: bench.time)
    bench.settle()
    #expect(host.offset == 80 && hovered() == [1])
    host.pointerLeft(time: bench.time)
    bench.settle()
    #expect(hovered().isEmpty)
  }

  @Test func textAndButtonsAreToldApartForPointers() throws {
    let bench = try Bench()
    bench.show(0..<5)
    bench.settle()
    #expect(bench.host.isSelectableText(at: Point(x: 3, y: 5)))
    #expect(!bench.host.isSelectableText(at: Point(x: 85, y: 5)))
    #expect(!bench.host.isSelectableText(at: Point(x: 3, y: 500)))
  }

  @Test func nothingIsDrawnAtRest() throws {
    let rows = try Stripes()
    let (host, bench) = (rows.bench.host, rows.bench)
    bench.frame(after: 5_000)
    bench.frame()
    #expect(host.nextFrame == nil)
    // The bar fades a second after a scroll, and a press becomes a long press after half a second.
    host.wheel(by: 40, time: bench.time)
    #expect(host.nextFrame.map { $0 <= bench.time } == true)
    for _ in 0..<60 { bench.frame() }
    #expect(host.nextFrame.map { $0 > bench.time } == true)
    bench.frame(after: 3_000)
    bench.frame()
    #expect(host.nextFrame == nil)
    host.pointerDown(at: Point(x: 40, y: 50), scrolls: false, time: bench.time)
    bench.frame(after: 0)
    bench.frame(after: 0)
    #expect(host.nextFrame == bench.time + .milliseconds(500))
    host.pointerUp(at: Point(x: 40, y: 50), time: bench.time)
    bench.settle()
    #expect(host.nextFrame == nil)
    rows.numbers.removeFirst()
    rows.show()
    #expect(host.nextFrame.map { $0 <= bench.time } == true)
  }

  @Test(arguments: [
    ("Ctrl+Z", KeyStroke("Z", .control)), ("shift+ctrl+z", KeyStroke("Z", [.control, .shift])),
    ("+", KeyStroke("+")), ("Ctrl++", KeyStroke("+", .control)), ("F5", KeyStroke("F5")),
    ("Alt+PageUp", KeyStroke("PageUp", .alt)), ("Super+A", KeyStroke("A", .command)),
  ])
  func keyStrokesAreReadAndWritten(text: String, stroke: KeyStroke) {
    #expect(KeyStroke(text) == stroke && KeyStroke(stroke.description) == stroke)
  }
}
