import LinecasterBase
import LinecasterBundledFonts
import LinecasterCells
import LinecasterDiff
import LinecasterDisplay
import LinecasterFonts
import LinecasterRaster
import LinecasterTestSupport
import LinecasterText
import Testing

@testable import LinecasterList
@testable import LinecasterSurface

/// A plate with a number, and a button.
private struct Plate: Cell {
  var number: Int
  var height = 40.0

  func body(in environment: LayoutEnvironment) -> some Layout {
    Row(spacing: 4) {
      Text("\(number)").grow()
      Box(.black, size: Size(width: 30, height: 20)).tag("button").role(.button)
    }
    .frame(height: height)
    .background(
      Color(
        red: UInt8(truncatingIfNeeded: number * 40),
        green: environment.state.pressed == nil ? 200 : 9,
        blue: 90))
  }
}

/// A row of another kind, without text.
private struct Wall: Cell {
  var height: Double

  func body(in environment: LayoutEnvironment) -> some Layout {
    Box(Color(red: 90, green: 20, blue: 60), size: Size(width: 100, height: height))
  }
}

/// A list on a surface, on a machine with simulated threads and clock.
@MainActor final class Bench {
  let machine: SimulatedMachine
  let surface: SoftwareSurface
  let host: SurfaceHost<SoftwareSurface>
  let list: AutoDiffController
  var taps: [String] = []
  var time = Duration.zero

  init(width: Double = 100, height: Double = 160, scale: Double = 1, seed: UInt64 = 1) throws {
    machine = SimulatedMachine(seed: seed)
    let environment = LayoutEnvironment(width: width, scale: PixelScale(scale))
    surface = try SoftwareSurface(
      width: environment.scale.pixels(width), height: environment.scale.pixels(height))
    host = SurfaceHost(on: surface, size: Size(width: width, height: height))
    list = AutoDiffController(
      pipeline: PrecomputePipeline(
        arranger: CellArranger(typesetter: Typesetter(fonts: try .bundled())), machine: machine),
      environment: environment, host: host, delivery: machine.delivery)
    host.controller = list
  }

  func model(_ numbers: some Sequence<Int>) -> TableModel {
    TableModel(
      items: numbers.map { number in
        TableItem(.number(number), cell: Plate(number: number, height: 30 + Double(number % 5) * 7))
          .onTap { [weak self] in self?.taps.append("row \(number)") }
          .on("button") { [weak self] in self?.taps.append("button \(number)") }
          .appearance(.fading)
      })
  }

  func show(_ numbers: some Sequence<Int>, animated: Bool = false) {
    list.update(with: model(numbers), animated: animated)
    machine.run()
  }

  /// Draws a frame after some milliseconds.
  @discardableResult
  func frame(after milliseconds: Int = 16) -> Bool {
    time += .milliseconds(milliseconds)
    surface.quads = []
    let goesOn = host.draw(at: time)
    machine.run()
    return goesOn
  }

  /// Draws frames until nothing moves.
  func settle() {
    for _ in 0..<1_000 where frame() { continue }
    frame()
  }
}

@Suite(.timeLimit(.minutes(60))) @MainActor struct SurfaceHostTests {
  /// At rest the surface equals a second witness: the rows drawn by a picture host.
  @Test(arguments: [1, 1.5, 2])
  func atRestItShowsWhatAPictureShows(scale: Double) throws {
    var random = SeededGenerator()
    for round in 0..<6 {
      let bench = try Bench(scale: scale, seed: random.next())
      var section = TableSection(
        "s", header: TableItem("h", cell: Plate(number: 77, height: 25)),
        items: bench.model(0..<40).sections[0].items)
      section.isHeaderSticky = round % 2 == 0
      section.insets = Insets(top: 5, left: 3, bottom: 2, right: 4)
      let model = TableModel(sections: [section])
      bench.list.update(with: model)
      bench.machine.run()
      bench.host.wheel(by: .random(in: 0...900, using: &random), time: bench.time)
      bench.settle()
      bench.settle()
      let picture = HeadlessHost(.points(160))
      picture.offset = bench.host.offset
      let other = AutoDiffController(
        pipeline: bench.list.pipeline, environment: bench.list.environment, host: picture,
        delivery: bench.machine.delivery)
      other.update(with: model, anchor: .none)
      bench.machine.run()
      picture.offset = bench.host.offset
      other.viewportDidChange()
      bench.machine.run()
      let expected = try #require(try picture.composition()?.bitmap())
      #expect(bench.surface.bitmap == expected, "round \(round), seed \(random.seed)")
    }
  }

  @Test func texturesAreMadeOnceAndDroppedOnce() throws {
    let bench = try Bench()
    bench.show(0..<300)
    for step in 0..<150 {
      if step % 10 == 0 { bench.host.wheel(by: step % 20 == 0 ? 900 : -500, time: bench.time) }
      if step % 37 == 0 { bench.show((0..<300).filter { $0 % 7 != step % 7 }, animated: true) }
      bench.frame()
      #expect(bench.surface.made - bench.surface.dropped == bench.host.textureCount)
    }
    bench.settle()
    #expect(bench.host.textureCount < 40)
    #expect(bench.surface.made - bench.surface.dropped == bench.host.textureCount)
    bench.show([])
    bench.settle()
    #expect(bench.host.textureCount == 0 && bench.surface.dropped == bench.surface.made)
  }

  /// Rows of one kind and size share textures, of which there are hardly more than rows at once,
  /// and show the pixels of their own; rows of other kinds share none.
  @Test func texturesAreUsedAgainByRowsOfTheirKind() throws {
    let bench = try Bench()
    bench.host.animates = false
    let items = (0..<300).map { number in
      number % 10 == 9
        ? TableItem(.number(number), cell: Wall(height: 40))
        : TableItem(.number(number), cell: Plate(number: number))
    }
    bench.list.update(with: TableModel(items: items))
    bench.machine.run()
    for _ in 0..<60 {
      bench.host.wheel(by: 80, time: bench.time)
      bench.settle()
    }
    #expect(bench.host.offset == 4_800)
    #expect(bench.surface.made < 24, "\(bench.surface.made) textures for 120 rows")
    #expect(bench.surface.made - bench.surface.dropped == bench.host.textureCount)
    let fresh = try Bench()
    fresh.host.animates = false
    fresh.list.update(with: TableModel(items: items))
    fresh.machine.run()
    fresh.host.wheel(by: 4_800, time: fresh.time)
    fresh.settle()
    fresh.frame(after: 5_000)
    bench.frame(after: 5_000)
    #expect(bench.surface.bitmap == fresh.surface.bitmap)
  }

  @Test func spareTexturesAreBoundedAndOfOneKindAndSize() throws {
    let surface = try SoftwareSurface(width: 10, height: 10)
    let pool = TexturePool(on: surface)
    func bitmap(_ width: Int, _ height: Int) throws -> Bitmap {
      try Bitmap(width: width, height: height)
    }
    let kept = try (0..<4).map { _ in
      try #require(pool.texture(of: bitmap(10, 10), for: "a"))
    }
    let first = try #require(pool.texture(of: bitmap(10, 10), for: "a"))
    pool.takeBack(first)
    #expect(pool.spareCount == 1 && surface.made == 5)
    // Another kind, and another size.
    let other = try #require(pool.texture(of: bitmap(10, 10), for: "b"))
    let small = try #require(pool.texture(of: bitmap(10, 9), for: "a"))
    #expect(pool.spareCount == 1 && surface.made == 7)
    let again = try #require(pool.texture(of: bitmap(10, 10), for: "a"))
    #expect(again.texture === first.texture && pool.spareCount == 0 && surface.made == 7)
    // If no texture can be allocated, the pool reuses a spare one.
    pool.takeBack(again)
    surface.hasRoom = false
    #expect(try pool.texture(of: bitmap(3, 3), for: "c") == nil)
    #expect(pool.spareCount == 0 && surface.dropped == 1)
    // Spare textures may have half as many pixels as those in use.
    pool.takeBack(other)
    pool.takeBack(small)
    #expect(pool.spareCount == 2)
    for pooled in kept { pool.takeBack(pooled) }
    #expect(pool.spareCount == 0 && surface.dropped == surface.made)
  }

  /// A wheel event at the time of a frame has rows prepared for what that frame shows.
  @Test func theListHearsOfWhatMovesAtTheMomentOfAFrame() throws {
    let bench = try Bench()
    bench.show(0..<300)
    bench.settle()
    for step in 0..<100 {
      bench.time += .milliseconds(16)
      bench.host.wheel(by: 60, time: bench.time)
      bench.surface.quads = []
      bench.host.draw(at: bench.time)
      #expect(bench.host.blankRowCount == 0, "frame \(step), offset \(bench.host.offset)")
      bench.machine.run()
    }
    #expect(bench.host.offset > 3_000)
  }

  /// While rows move, those beside the viewport are drawn too, but do not count as late if they
  /// have no pixels.
  @Test func onlyRowsInSightAreLate() throws {
    let bench = try Bench()
    bench.show(0..<60)
    bench.settle()
    bench.list.update(with: bench.model([0, 100] + Array(1..<60)), animated: true)
    bench.machine.run()
    bench.host.recycle((6..<60).map { RowIdentity(.number($0)) })
    bench.host.draw(at: bench.time)
    #expect(bench.host.blankRowCount == 0)
    bench.host.recycle([RowIdentity(.number(0))])
    bench.host.draw(at: bench.time)
    #expect(bench.host.blankRowCount == 1)
  }

  @Test func whatIsPressedChangesItsTextureInPlace() throws {
    let bench = try Bench()
    bench.show(0..<20)
    bench.settle()
    let made = bench.surface.made
    let before = bench.surface.bitmap
    bench.host.pointerDown(at: Point(x: 10, y: 10), scrolls: true, time: bench.time)
    bench.machine.run()
    bench.frame()
    #expect(bench.surface.made == made && bench.surface.changedPixels > 0)
    #expect(bench.surface.bitmap.color(atX: 50, y: 2)?.green == 9)
    #expect(bench.host.pointerUp(at: Point(x: 12, y: 11), time: bench.time))
    bench.machine.run()
    bench.settle()
    #expect(bench.taps == ["row 0"] && bench.surface.bitmap == before)
  }

  @Test func pointersSelectTextAndScrollForIt() throws {
    let bench = try Bench()
    bench.show(100..<160)
    bench.settle()
    let before = bench.surface.bitmap
    // From the first digit to the third.
    bench.host.pointerDown(at: Point(x: 1, y: 3), scrolls: false, time: bench.time)
    bench.host.pointerMoved(to: Point(x: 3, y: 5), time: bench.time)
    #expect(bench.list.textSelection == nil)
    bench.host.pointerMoved(to: Point(x: 70, y: 80), time: bench.time)
    let selection = try #require(bench.list.textSelection)
    #expect(selection.anchor == .init(RowIdentity(100), TextPlace(text: 0, utf16Offset: 0)))
    #expect(selection.focus == .init(RowIdentity(102), TextPlace(text: 0, utf16Offset: 3)))
    bench.settle()
    #expect(bench.surface.bitmap != before && bench.taps.isEmpty)
    // A pointer held below the list scrolls on, and so does one above it.
    bench.host.pointerMoved(to: Point(x: 70, y: 400), time: bench.time)
    for _ in 0..<400 { bench.frame() }
    let limit = bench.host.motion.limits.upperBound
    #expect(bench.host.offset == limit)
    #expect(bench.list.textSelection?.focus.identity == RowIdentity(159))
    #expect(bench.list.textSelection?.anchor == selection.anchor)
    bench.host.pointerMoved(to: Point(x: 70, y: -40), time: bench.time)
    for _ in 0..<400 { bench.frame() }
    #expect(bench.host.offset == 0)
    #expect(!bench.host.pointerUp(at: Point(x: 70, y: -40), time: bench.time))
    bench.host.key(.escape, time: bench.time)
    bench.settle()
    #expect(bench.list.textSelection == nil && bench.surface.bitmap == before)
  }

  @Test func twoClicksSelectAWordAndButtonsNone() throws {
    let bench = try Bench()
    bench.show(100..<160)
    bench.settle()
    bench.host.pointerDown(at: Point(x: 4, y: 3), scrolls: false, clicks: 2, time: bench.time)
    _ = bench.host.pointerUp(at: Point(x: 4, y: 3), time: bench.time)
    #expect(
      bench.list.textSelection
        == ListSelection(
          from: .init(RowIdentity(100), TextPlace(text: 0, utf16Offset: 0)),
          to: .init(RowIdentity(100), TextPlace(text: 0, utf16Offset: 3))))
    bench.host.pointerDown(at: Point(x: 85, y: 15), scrolls: false, time: bench.time)
    #expect(bench.list.textSelection == nil)
    bench.host.pointerMoved(to: Point(x: 10, y: 100), time: bench.time)
    #expect(bench.list.textSelection == nil)
    bench.host.pointerLeft(time: bench.time)
    bench.host.key(.selectAll, time: bench.time)
    #expect(bench.list.textSelection?.focus.identity == RowIdentity(159))
    #expect(bench.taps.isEmpty)
  }

  @Test func tapsReachButtonsAndDragsDoNot() throws {
    let bench = try Bench()
    bench.show(0..<60)
    bench.settle()
    bench.host.pointerDown(at: Point(x: 85, y: 15), scrolls: true, time: bench.time)
    #expect(bench.host.pointerUp(at: Point(x: 84, y: 14), time: bench.time))
    #expect(bench.taps == ["button 0"])
    bench.host.pointerDown(at: Point(x: 85, y: 105), scrolls: true, time: bench.time)
    for step in 1...5 {
      bench.frame()
      bench.host.pointerMoved(to: Point(x: 85, y: 105 - Double(step) * 15), time: bench.time)
    }
    #expect(!bench.host.pointerUp(at: Point(x: 85, y: 30), time: bench.time))
    let dragged = bench.host.offset
    #expect(dragged >= 60 && bench.taps.count == 1)
    bench.frame()
    #expect(bench.host.offset > dragged, "it was thrown")
    // A finger on a moving list stops it, and is no tap.
    bench.host.pointerDown(at: Point(x: 85, y: 50), scrolls: true, time: bench.time)
    let caught = bench.host.offset
    #expect(!bench.host.pointerUp(at: Point(x: 85, y: 50), time: bench.time + .milliseconds(300)))
    bench.settle()
    #expect(abs(bench.host.offset - caught) < 1 && bench.taps.count == 1)
  }

  @Test func aLongPressComesOnceAndIsNoTap() throws {
    let bench = try Bench()
    var presses = 0
    let items = bench.model(0..<9).sections[0].items.map { $0.onLongPress { presses += 1 } }
    bench.list.update(with: TableModel(items: items))
    bench.machine.run()
    bench.host.pointerDown(at: Point(x: 10, y: 10), scrolls: true, time: bench.time)
    for _ in 0..<80 { bench.frame() }
    #expect(presses == 1)
    #expect(!bench.host.pointerUp(at: Point(x: 10, y: 10), time: bench.time))
    #expect(bench.taps.isEmpty)
  }

  @Test func rowsAreSeenToMoveAndToGo() throws {
    let bench = try Bench()
    bench.show(0..<10)
    bench.settle()
    let top = bench.surface.quads.map(\.topLeft.y)
    bench.show([0, 2, 3, 1] + Array(4..<10), animated: true)
    bench.frame(after: 1)
    // At the start of the animation, everything is close to its old place.
    let begun = bench.surface.quads.map(\.topLeft.y)
    #expect(zip(begun.sorted(), top).allSatisfy { abs($0 - $1) <= 3 })
    var last = begun.sorted()
    var changes = 0
    while bench.frame() {
      let next = bench.surface.quads.map(\.topLeft.y).sorted()
      if next != last { changes += 1 }
      last = next
    }
    #expect(changes > 5)
    bench.show([0, 3, 1] + Array(4..<10), animated: true)
    bench.frame()
    #expect(bench.surface.quads.contains { $0.opacity > 0 && $0.opacity < 1 })
    let quads = bench.surface.quads.count
    bench.settle()
    #expect(bench.surface.quads.count == quads - 1)
    #expect(bench.surface.quads.allSatisfy { $0.opacity == 1 })
    // Without animations, the next frame is the last.
    bench.host.animates = false
    bench.show([3, 0] + Array(4..<10), animated: true)
    bench.frame()
    let still = bench.surface.bitmap
    bench.settle()
    #expect(bench.surface.bitmap == still)
  }

  @Test func keysScrollAndFocus() throws {
    let bench = try Bench()
    bench.show(0..<60)
    bench.settle()
    let end = bench.list.snapshot.geometry.totalHeight - 160
    for (key, offset) in [
      (SurfaceKey.down, 40.0), (.up, 0), (.pageDown, 120), (.pageDown, 240), (.pageUp, 120),
      (.end, end), (.home, 0), (.up, 0),
    ] {
      #expect(bench.host.key(key, time: bench.time))
      bench.settle()
      #expect(abs(bench.host.offset - offset) < 0.5, "\(key)")
    }
    #expect(bench.host.key(.tab, time: bench.time) && bench.host.key(.tab, time: bench.time))
    #expect(bench.host.key(.activate, time: bench.time) && bench.taps == ["button 0"])
    #expect(
      bench.host.key(.escape, time: bench.time) && !bench.host.key(.activate, time: bench.time))
  }

  @Test func tallRowsAreSeveralTextures() throws {
    let bench = try Bench()
    bench.list.update(
      with: TableModel(items: [TableItem("a", cell: Plate(number: 1, height: 5_000))]))
    bench.machine.run()
    bench.settle()
    // Bands out of sight have no texture.
    #expect(bench.host.textureCount == 1 && bench.surface.quads.count == 1)
    bench.host.wheel(by: 1_000, time: bench.time)
    bench.settle()
    #expect(bench.surface.quads.count == 2 && bench.host.textureCount <= 6)
    #expect(bench.host.blankRowCount == 0)
    #expect(bench.surface.bitmap.color(atX: 20, y: 120)?.green == 200)
  }

  @Test func aSurfaceWithoutRoomLeavesRowsOut() throws {
    let bench = try Bench()
    bench.surface.hasRoom = false
    bench.show(0..<20)
    bench.settle()
    #expect(bench.host.textureCount == 0 && bench.surface.quads.isEmpty)
  }
}
