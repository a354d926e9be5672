import LinecasterBase
import LinecasterCells
import LinecasterDisplay
import LinecasterListSupport
import LinecasterTestSupport
import LinecasterText
import Testing

@testable import LinecasterList

/// A row of three tagged squares, whose appearance shows the touch state.
private struct TouchCell: Cell {
  var number: Int
  var height = 20.0

  func body(in environment: LayoutEnvironment) -> LayoutNode {
    let state = environment.state
    return Row {
      for tag in 0..<3 {
        let level: UInt8 =
          (state.isPressed(tag) ? 1 : 0) + (state.isHovered(tag) ? 2 : 0)
          + (state.isFocused(tag) ? 4 : 0)
        Box(
          Color(red: level, green: UInt8(tag), blue: 0), size: Size(width: 20, height: height)
        ).tag(tag)
      }
    }
    .background(
      Color(
        red: state.pressed == .row ? 1 : 0, green: state.focused == .row ? 1 : 0,
        blue: state.isSelected ? 1 : 0)
    ).node
  }
}

@MainActor private final class Calls {
  var names: [String] = []
}

@Suite(.timeLimit(.minutes(60))) @MainActor struct TouchTests {
  private func model(_ numbers: some Sequence<Int>, _ calls: Calls? = nil) -> TableModel {
    TableModel(
      items: numbers.map { number in
        let item = TableItem(.number(number), cell: TouchCell(number: number))
        guard let calls else { return item }
        return item.onTap { calls.names.append("row \(number)") }
          .on(1) { calls.names.append("tag 1 of \(number)") }
          .onLongPress { calls.names.append("long \(number)") }
      })
  }

  private func bench(
    _ model: TableModel, seed: UInt64 = 1
  ) throws -> SimulatedBench<RecordingHost> {
    let host = RecordingHost()
    host.length = 100
    let bench = try SimulatedBench(host, seed: seed)
    bench.list.update(with: model)
    bench.settle()
    return bench
  }

  /// The touch state with which the host shows a row.
  private func shown(_ number: Int, _ host: RecordingHost) -> CellState? {
    host.pixels[RowIdentity(.number(number))]?.key.environment.state
  }

  @Test func pointsAreRowsAndTheirRegions() throws {
    let bench = try bench(model(0..<50))
    bench.host.scroll(to: 205)
    bench.list.viewportDidChange()
    bench.settle()
    let hit = try #require(bench.list.hit(at: Point(x: 25, y: 20)))
    #expect(hit.identity == RowIdentity(11) && hit.point == Point(x: 25, y: 5))
    #expect(hit.cell.isTagged(1) && !hit.cell.isTagged(2) && hit.text == nil)
    #expect(try #require(bench.list.hit(at: Point(x: 70, y: 20))).cell.tag == nil)
    for point in [Point(x: -1, y: 5), Point(x: 100, y: 5), Point(x: 5, y: 5_000)] {
      #expect(bench.list.hit(at: point) == nil)
    }
    for number in [Double.nan, .infinity, -.infinity, 1e300, -1e300, Double.leastNonzeroMagnitude] {
      _ = bench.list.hit(at: Point(x: number, y: 5))
      _ = bench.list.hit(at: Point(x: 5, y: number))
      bench.list.press(at: Point(x: number, y: number))
    }
  }

  /// Hits agree with a second witness: a search among the frames of all rows.
  @Test func hitsAreThoseOfASearchAmongAllRows() throws {
    var random = SeededGenerator()
    var sections = (0..<6).map { section in
      TableSection(
        .number(section), header: TableItem(.name("h\(section)"), cell: TouchCell(number: -1)),
        items: (0..<15).map { row in
          TableItem(
            .number(section * 100 + row),
            cell: TouchCell(number: row, height: Double(5 + (row * 7 + section) % 30)))
        })
    }
    for index in sections.indices {
      sections[index].insets = Insets(top: 3, left: 7, bottom: 5, right: 4)
    }
    let bench = try bench(TableModel(sections: sections))
    for _ in 0..<300 {
      bench.host.scroll(to: Double.random(in: -50..<2_000, using: &random))
      let point = Point(
        x: Double.random(in: -5..<105, using: &random),
        y: Double.random(in: -5..<105, using: &random))
      let (snapshot, offset) = (bench.list.snapshot, bench.host.offset)
      let place = Point(x: point.x, y: point.y + offset)
      let row = (0..<snapshot.rowCount).first {
        snapshot.frame(ofRow: $0)?.contains(place) == true
      }
      #expect(
        bench.list.hit(at: point)?.identity == row.flatMap { snapshot.identity(ofRow: $0) },
        "seed \(random.seed)")
    }
  }

  @Test func aHeaderThatStaysIsHitWhereItIsSeen() throws {
    var section = TableSection(
      "s", header: TableItem("h", cell: TouchCell(number: -1)),
      items: (0..<40).map { TableItem(.number($0), cell: TouchCell(number: $0)) })
    section.isHeaderSticky = true
    let bench = try bench(TableModel(sections: [section]))
    bench.host.scroll(to: 310)
    bench.list.viewportDidChange()
    bench.settle()
    let hit = try #require(bench.list.hit(at: Point(x: 45, y: 12)))
    #expect(hit.identity.kind == .header && hit.point.y == 12 && hit.cell.isTagged(2))
  }

  @Test func rowsAreShownAsTheyAreTouched() throws {
    let bench = try bench(model(0..<50))
    bench.host.forgetDisplayed()
    bench.list.press(at: Point(x: 25, y: 45))
    bench.settle()
    #expect(bench.host.displayedIdentities == [RowIdentity(2)])
    #expect(shown(2, bench.host)?.isPressed(1) == true)
    bench.list.hover(at: Point(x: 25, y: 65))
    bench.list.press(at: nil)
    bench.settle()
    #expect(shown(2, bench.host) == CellState() && shown(3, bench.host)?.isHovered(1) == true)
    bench.list.selection = [RowIdentity(1), RowIdentity(40)]
    bench.settle()
    #expect(shown(1, bench.host)?.isSelected == true && shown(40, bench.host) == nil)
    bench.list.hover(at: nil)
    bench.list.selection = []
    bench.settle()
    for row in bench.host.pixels.values { #expect(row.key.environment.state == CellState()) }
    #expect(bench.list.rows.state.states.isEmpty && bench.host.faults.isEmpty)
    // No row is redrawn without a change.
    bench.host.forgetDisplayed()
    bench.list.press(at: nil)
    bench.list.selection = []
    bench.settle()
    #expect(bench.host.displayed.isEmpty)
  }

  /// After any sequence of touches, updates and scrolls, each visible row is shown in its touch
  /// state.
  @Test(arguments: 0..<12)
  func whatIsShownIsWhatIsTouched(salt: UInt64) throws {
    var random = SeededGenerator(salt: salt)
    let bench = try bench(model(0..<60), seed: random.next())
    for _ in 0..<60 {
      let point = Point(
        x: Double.random(in: -5..<105, using: &random),
        y: Double.random(in: -5..<105, using: &random))
      switch Int.random(in: 0..<8, using: &random) {
      case 0: bench.list.press(at: point)
      case 1: bench.list.press(at: nil)
      case 2: bench.list.hover(at: random.oneIn(3) ? nil : point)
      case 3:
        bench.list.selection = Set(
          (0..<5).map { _ in RowIdentity(.number(Int.random(in: 0..<60, using: &random))) })
      case 4: _ = bench.list.moveFocus(random.oneIn(2) ? .forward : .backward)
      case 5:
        let numbers = (0..<60).filter { _ in !random.oneIn(5) }
        bench.list.update(with: model(numbers.shuffled(using: &random)))
      case 6:
        bench.host.scroll(to: Double.random(in: 0..<900, using: &random))
        bench.list.viewportDidChange()
      default: bench.machine.run(limit: Int.random(in: 0..<6, using: &random))
      }
    }
    bench.settle()
    let snapshot = bench.list.snapshot
    let seen = snapshot.geometry.rows(in: bench.host.viewport(in: snapshot).range)
    for row in seen {
      let identity = try #require(snapshot.identity(ofRow: row))
      let key = try #require(bench.host.pixels[identity]).key
      #expect(
        key.environment.state == bench.list.touch.state(of: identity),
        "row \(row), seed \(random.seed), salt \(salt)")
    }
    #expect(bench.host.faults.isEmpty, "seed \(random.seed), salt \(salt)")
  }

  @Test func tapsGoToTheInnermostThatAnswers() throws {
    let calls = Calls()
    let bench = try bench(model(0..<5, calls))
    #expect(bench.list.tap(at: Point(x: 25, y: 45)) && bench.list.tap(at: Point(x: 5, y: 45)))
    #expect(bench.list.longPress(at: Point(x: 5, y: 5)))
    #expect(!bench.list.tap(at: Point(x: 5, y: 500)))
    #expect(calls.names == ["tag 1 of 2", "row 2", "long 0"] && bench.list.lostTapCount == 0)
    // A press is a tap only if it ends where it began.
    calls.names = []
    bench.list.press(at: Point(x: 25, y: 45))
    #expect(bench.list.release(at: Point(x: 30, y: 47)))
    bench.list.press(at: Point(x: 25, y: 45))
    #expect(!bench.list.release(at: Point(x: 5, y: 45)))
    #expect(calls.names == ["tag 1 of 2"] && bench.list.touch.pressed == nil)
  }

  @Test func handlersAreTheNewestModels() throws {
    let (old, new) = (Calls(), Calls())
    let bench = try bench(model(0..<5, old))
    bench.list.update(with: model(0..<5, new))
    bench.settle()
    #expect(bench.host.generations == [1])
    #expect(bench.list.tap(at: Point(x: 25, y: 5)))
    #expect(old.names.isEmpty && new.names == ["tag 1 of 0"])
    bench.list.update(with: model(0..<5))
    bench.settle()
    #expect(!bench.list.tap(at: Point(x: 25, y: 5)) && bench.list.lostTapCount == 1)
    #expect(!bench.list.tap(at: Point(x: 90, y: 5)) && bench.list.lostTapCount == 1)
  }

  @Test func linksAreHandedOn() throws {
    struct LinkCell: Cell {
      func body(in environment: LayoutEnvironment) -> LayoutNode {
        let style = TextStyle(size: 15)
        var text = AttributedText("", style: style)
        text.append(
          AttributedText("page", style: style), in: InlineBox(style: style, link: "a://b"))
        return Text(Paragraph(text)).node
      }
    }
    struct Failure: Error {}
    let calls = Calls()
    let bench = try bench(
      TableModel(items: [
        TableItem("a", cell: LinkCell()).onLink { calls.names.append($0) },
        TableItem("b", cell: LinkCell()).onLink { _ in throw Failure() },
      ]))
    var failed: [RowIdentity] = []
    bench.list.onDiagnostic = {
      if case .actionFailed(let row, is Failure) = $0 { failed.append(row) }
    }
    let hit = try #require(bench.list.hit(at: Point(x: 8, y: 8)))
    let text = try #require(hit.text)
    #expect(text.utf16Offset == 1 && hit.cell.link == "a://b")
    #expect(bench.list.tap(at: Point(x: 8, y: 8)) && calls.names == ["a://b"])
    let below = bench.list.snapshot.geometry.height(ofRow: 0) + 8
    #expect(bench.list.tap(at: Point(x: 8, y: below)) && failed == [RowIdentity("b")])
  }

  @Test func theFocusGoesThroughAllThatAnswersAndIntoSight() throws {
    let calls = Calls()
    let bench = try bench(model(0..<30, calls))
    var seen: [TouchState.Target] = []
    while bench.list.moveFocus(.forward) {
      bench.settle()
      let target = try #require(bench.list.touch.focused)
      seen.append(target)
      let row = try #require(bench.list.row(of: target.identity))
      let frame = try #require(bench.list.snapshot.frame(ofRow: row))
      #expect(frame.minY >= bench.host.offset && frame.maxY <= bench.host.offset + 100)
      #expect(bench.list.activateFocus())
    }
    let expected = (0..<30).flatMap { number in
      [CellState.Part.row, .tag(InlinePayload(1))].map {
        TouchState.Target(identity: RowIdentity(.number(number)), part: $0)
      }
    }
    #expect(seen == expected)
    #expect(calls.names == (0..<30).flatMap { ["row \($0)", "tag 1 of \($0)"] })
    #expect(shown(29, bench.host)?.isFocused(1) == true)
    #expect(bench.list.moveFocus(.backward) && bench.list.touch.focused == expected[58])
    bench.list.clearFocus()
    bench.settle()
    #expect(shown(29, bench.host) == CellState() && !bench.list.activateFocus())
  }
}
