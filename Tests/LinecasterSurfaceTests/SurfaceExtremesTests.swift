import LinecasterBase
import LinecasterCells
import LinecasterList
import LinecasterSurface
import LinecasterTestSupport
import LinecasterText
import Testing

/// Motions and hosts with extreme numbers: nothing traps, and all offsets are finite.
@Suite(.timeLimit(.minutes(60))) struct SurfaceExtremesTests {
  private func time(_ random: inout SeededGenerator) -> Duration {
    random.oneIn(4)
      ? .seconds(Int64.random(in: -(1 << 60)...(1 << 60), using: &random))
      : .milliseconds(Int.random(in: 0...5_000, using: &random))
  }

  @Test func motions() {
    var random = SeededGenerator()
    for _ in 0..<2_000 {
      var motion = ScrollMotion()
      for _ in 0..<12 {
        let (number, other) = (random.extreme(), random.extreme())
        switch Int.random(in: 0..<9, using: &random) {
        case 0 where number <= other: motion.setLimits(number...other, length: random.extreme())
        case 1: motion.jump(to: number)
        case 2: motion.shift(by: number)
        case 3: motion.move(to: number, at: time(&random))
        case 4: motion.turn(by: number, at: time(&random))
        case 5: motion.beginDrag(at: time(&random))
        case 6: motion.drag(by: number, at: time(&random))
        case 7: motion.endDrag(at: time(&random))
        default: motion.advance(to: time(&random))
        }
        #expect(motion.offset.isFinite && motion.velocity.isFinite, "seed \(random.seed)")
      }
    }
  }

  @Test @MainActor func hosts() throws {
    var random = SeededGenerator()
    for _ in 0..<12 {
      let bench = try Bench()
      bench.show(0..<20)
      for _ in 0..<30 {
        let point = Point(x: random.extreme(), y: random.extreme())
        switch Int.random(in: 0..<7, using: &random) {
        case 0: bench.host.pointerDown(at: point, scrolls: random.oneIn(2), time: bench.time)
        case 1: bench.host.pointerMoved(to: point, time: bench.time)
        case 2: bench.host.pointerUp(at: point, time: bench.time)
        case 3: bench.host.wheel(by: point.x, time: bench.time)
        case 4: bench.host.size = Size(width: point.x, height: point.y)
        case 5: bench.host.pointerLeft(time: bench.time)
        default: bench.frame()
        }
        #expect(bench.host.offset.isFinite, "seed \(random.seed)")
        // A large viewport is reduced, because its frames would take long.
        if bench.host.size.height > 2_000 { bench.host.size = Size(width: 100, height: 160) }
      }
    }
  }

  @Test @MainActor func sidewaysWheels() throws {
    var random = SeededGenerator()
    let bench = try Bench()
    bench.list.update(with: TableModel(items: [TableItem(0, cell: WideCell(number: 0))]))
    bench.machine.run()
    for _ in 0..<60 {
      bench.host.sidewaysWheel(
        by: random.extreme(), at: Point(x: 50, y: 10), time: bench.time)
      bench.list.scrollSideways(
        at: Point(x: random.extreme(), y: random.extreme()), by: random.extreme())
      bench.frame()
      let frames = bench.list.hit(at: Point(x: 50, y: 10))?.cell.regions.map(\.frame) ?? []
      #expect(frames.count == 1 && frames.allSatisfy { $0.minX >= 0 && $0.maxX <= 100 })
    }
  }

  @Test func quads() {
    var random = SeededGenerator()
    for _ in 0..<200 {
      let rect = Rect(
        x: random.extreme(), y: random.extreme(), width: random.extreme(), height: random.extreme())
      let quad = SurfaceQuad(rect, opacity: random.extreme())
      // A rectangle with a finite corner is an upright quad.
      let isUpright = rect.origin.x == rect.minX && rect.origin.y == rect.minY
      #expect((quad.frame?.origin == rect.origin) == isUpright, "\(rect)")
      // Its opposite corner may be any number, but must not trap.
      _ = quad.bottomRight
    }
  }

  @Test @MainActor func inputs() throws {
    var random = SeededGenerator(salt: 3)
    for _ in 0..<20 {
      let bench = try InputBench(
        TextInput("one two", kind: random.anyCase(of: TextInput.Kind.self)))
      for _ in 0..<20 {
        let point = Point(x: random.extreme(), y: random.extreme())
        switch Int.random(in: 0..<7, using: &random) {
        case 0: bench.host.frame = Rect(x: point.x, y: point.y, width: 90, height: 30)
        case 1: bench.host.frame = Rect(x: 0, y: 0, width: point.x, height: point.y)
        case 2:
          bench.host.pointerDown(
            at: point, clicks: random.extremeInteger(), extending: random.oneIn(2),
            time: bench.time)
        case 3: bench.host.pointerMoved(to: point, time: time(&random))
        case 4:
          let ends = [random.extremeInteger(), random.extremeInteger()]
          bench.host.compose("one", selected: (ends.min() ?? 0)..<(ends.max() ?? 0))
        case 5: bench.host.environment.scale = PixelScale(random.extreme())
        default: bench.host.draw(at: time(&random))
        }
        if random.oneIn(2) { bench.settle() }
      }
      bench.settle()
      #expect(!bench.host.isBusy, "seed \(random.seed)")
    }
  }
}
