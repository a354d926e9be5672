import LinecasterBase
import LinecasterCells
import LinecasterTestSupport
import Testing

@testable import LinecasterList
@testable import LinecasterSurface

/// The scroll bar of a list whose height changes.
@Suite(.timeLimit(.minutes(60))) @MainActor struct ScrollBarTests {
  private func motion(_ height: Double, at offset: Double) -> ScrollMotion {
    var motion = ScrollMotion()
    motion.setLimits(0...max(0, height - 200), length: 200)
    motion.jump(to: offset)
    return motion
  }

  private let size = Size(width: 100, height: 200)

  /// While the height is constant, the thumb's place is proportional to the offset.
  @Test func placesAreSharesOfTheOffset() throws {
    var random = SeededGenerator()
    for _ in 0..<200 {
      let height = Double.random(in: 201...9_000, using: &random)
      var bar = try #require(ScrollBar(of: motion(height, at: 0), in: size))
      for _ in 0..<20 {
        let offset = Double.random(in: -50...height, using: &random)
        if random.oneIn(2) {
          bar.scroll(to: offset)
        } else {
          let way = 200 - bar.frame.height
          let top = Double.random(in: -9...way + 9, using: &random)
          let led = bar.drag(top: top)
          #expect(abs(led - min(max(top / way, 0), 1) * (height - 200)) < 1e-6)
        }
        let offsetNow = bar.frame.minY / (200 - bar.frame.height) * (height - 200)
        let other = try #require(ScrollBar(of: motion(height, at: offsetNow), in: size))
        #expect(abs(other.frame.minY - bar.frame.minY) < 1e-6, "seed \(random.seed)")
      }
      bar.scroll(to: height)
      #expect(abs(bar.frame.maxY - 200) < 1e-9)
    }
    #expect(ScrollBar(of: motion(150, at: 0), in: size) == nil)
  }

  /// At any change of the height, the thumb moves only in the direction of the scroll, and reaches
  /// both ends together with the list.
  @Test func theThumbStaysWhileHeightsChange() throws {
    var random = SeededGenerator()
    for _ in 0..<200 {
      var height = 2_000.0
      var offset = Double.random(in: 0...1_800, using: &random)
      var bar = try #require(ScrollBar(of: motion(height, at: offset), in: size))
      for _ in 0..<40 {
        let frame = bar.frame
        switch Int.random(in: 0..<3, using: &random) {
        case 0:
          height = Double.random(in: 300...9_000, using: &random)
          offset = min(offset, height - 200)
          bar.correct(motion(height, at: offset))
          #expect(bar.frame == frame)
        case 1:
          let change = Double.random(in: -300...300, using: &random)
          offset = min(max(offset + change, 0), height - 200)
          bar.scroll(to: offset)
          #expect((bar.frame.minY - frame.minY) * change >= 0)
        default:
          let top = Double.random(in: 0...180, using: &random)
          let led = bar.drag(top: top)
          #expect(abs(bar.frame.minY - min(top, 200 - frame.height)) < 1e-9)
          #expect((led - offset) * (bar.frame.minY - frame.minY) >= 0)
          offset = led
        }
        #expect(bar.frame.height == frame.height && bar.frame.minY >= 0)
        #expect(bar.frame.maxY < 200 + 1e-9 && offset >= 0 && offset <= height - 200 + 1e-6)
        var end = bar
        end.scroll(to: height)
        var start = bar
        start.scroll(to: 0)
        if offset < height - 201 { #expect(abs(end.frame.maxY - 200) < 1e-9) }
        if offset > 1 { #expect(abs(start.frame.minY) < 1e-9) }
        var dragged = bar
        if bar.frame.maxY < 199 {
          #expect(abs(dragged.drag(top: 999) - (height - 200)) < 1e-6, "seed \(random.seed)")
        }
      }
    }
  }

  private func thumb(_ bench: Bench) -> Rect? { bench.host.barState.bar?.frame }

  /// Rows with new heights out of sight, and rows added at both ends, do not move the thumb while
  /// the reader rests or holds it.
  @Test func theVisibleBarDoesNotBreathe() throws {
    let bench = try Bench()
    bench.surface.isSeen = false
    bench.show(0..<100)
    bench.host.wheel(by: 900, time: bench.time)
    while bench.host.motion.isMoving { bench.frame() }
    let rest = try #require(thumb(bench))
    func change(_ numbers: [Int]) {
      bench.show(numbers)
      bench.frame()
    }
    let changes = [Array(-200..<100), Array(-200..<900), Array(0..<60)]
    for numbers in changes {
      change(numbers)
      #expect(thumb(bench) == rest)
    }
    // A held thumb stays under the pointer, and can be dragged to the very end.
    let grip = Point(x: 97, y: rest.minY + 3)
    bench.host.pointerDown(at: grip, scrolls: false, time: bench.time)
    for (step, numbers) in (changes + changes).enumerated() {
      change(numbers)
      let top = try #require(thumb(bench)?.minY)
      #expect(abs(top - rest.minY - Double(step)) < 1e-9)
      let offset = bench.host.offset
      bench.host.pointerMoved(to: Point(x: 97, y: grip.y + Double(step + 1)), time: bench.time)
      #expect(bench.host.offset > offset)
    }
    bench.host.pointerMoved(to: Point(x: 97, y: 500), time: bench.time)
    #expect(bench.host.offset == bench.host.motion.limits.upperBound)
    bench.host.pointerUp(at: Point(x: 97, y: 500), time: bench.time)
    bench.host.pointerLeft(time: bench.time)
    bench.frame()
    // After it has faded, the thumb returns to its exact place.
    bench.frame(after: 5_000)
    bench.frame()
    #expect(thumb(bench) == nil)
    change(Array(0..<100))
    bench.host.wheel(by: -10, time: bench.time)
    bench.frame()
    let fresh = try #require(ScrollBar(of: bench.host.motion, in: bench.host.size))
    #expect(abs((thumb(bench)?.minY ?? 0) - fresh.frame.minY) < 1e-9)
  }

  /// A scroll by the program moves the thumb to its exact place.
  @Test func scrollsOfTheProgramMoveTheThumb() throws {
    let bench = try Bench()
    bench.surface.isSeen = false
    bench.show(0..<200)
    bench.host.wheel(by: 30, time: bench.time)
    for _ in 0..<10 { bench.frame() }
    bench.list.scrollToEnd()
    bench.settle()
    let bar = try #require(bench.host.scrollBar)
    #expect(bar.frame.maxY == bench.host.size.height)
  }
}
