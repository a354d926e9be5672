import LinecasterBase
import LinecasterCells
import LinecasterTestSupport
import Testing

@testable import LinecasterList
@testable import LinecasterSurface

/// A list on a surface follows its end until the reader scrolls, and again after the reader
/// returns.
@Suite(.timeLimit(.minutes(60))) @MainActor struct SurfaceFollowingTests {
  /// A list at its end, which grows while frames are drawn.
  @MainActor private final class Stream {
    let bench: Bench
    private(set) var count = 40

    init() throws {
      bench = try Bench()
      bench.surface.isSeen = false
      bench.list.update(with: bench.model(0..<count), anchor: .end)
      bench.settle()
    }

    /// Adds a row, and draws a frame.
    func grow(by rows: Int = 1, frames: Int = 1) {
      count += rows
      bench.list.update(with: bench.model(0..<count), anchor: .end)
      bench.machine.run()
      for _ in 0..<frames { bench.frame() }
    }

    /// The distance to the end of the list.
    var wayToEnd: Double { bench.host.motion.limits.upperBound - bench.host.offset }

    /// The row at the top, and its place in the viewport.
    var top: [Double] {
      let snapshot = bench.list.snapshot
      let row = snapshot.geometry.row(at: bench.host.offset) ?? -1
      return [Double(row), (snapshot.frame(ofRow: row)?.minY ?? 0) - bench.host.offset]
    }
  }

  @Test func followsAtTheEnd() throws {
    let stream = try Stream()
    for _ in 0..<10 {
      stream.grow()
      #expect(stream.wayToEnd == 0)
    }
  }

  /// Even a small turn stops it, in whose first frames the list has hardly moved.
  @Test(arguments: [-3.0, -40, -300]) func aWheelStopsIt(_ change: Double) throws {
    let stream = try Stream()
    stream.bench.host.wheel(by: change, time: stream.bench.time)
    stream.grow()
    stream.bench.settle()
    let top = stream.top
    for _ in 0..<10 { stream.grow() }
    #expect(stream.top == top && stream.wayToEnd > 300)
    stream.bench.host.wheel(by: 100_000, time: stream.bench.time)
    for _ in 0..<40 { stream.grow() }
    stream.bench.settle()
    #expect(stream.wayToEnd == 0)
    stream.grow()
    #expect(stream.wayToEnd == 0)
  }

  @Test(arguments: [SurfaceKey.up, .pageUp, .home]) func aKeyStopsIt(_ key: SurfaceKey) throws {
    let stream = try Stream()
    stream.bench.host.key(key, time: stream.bench.time)
    stream.grow()
    stream.bench.settle()
    let top = stream.top
    for _ in 0..<5 { stream.grow() }
    #expect(stream.top == top && stream.wayToEnd > 100)
  }

  /// The scroll reaches the end exactly, although the end moves in the meantime.
  @Test func theEndKeyReachesTheEndOfAListThatGrows() throws {
    let stream = try Stream()
    stream.bench.host.key(.home, time: stream.bench.time)
    stream.bench.settle()
    #expect(stream.bench.host.offset == 0)
    stream.bench.host.key(.end, time: stream.bench.time)
    var frames = 0
    while stream.wayToEnd > 0, frames < 120 {
      let before = stream.bench.host.offset
      stream.grow()
      // Rows added at the end do not move the list.
      #expect(stream.bench.host.offset >= before)
      frames += 1
    }
    #expect(stream.wayToEnd == 0 && frames < 120)
    for _ in 0..<5 {
      stream.grow()
      #expect(stream.wayToEnd == 0)
    }
  }

  @Test func toTheLatestInOneGo() throws {
    for isAnimated in [false, true] {
      let stream = try Stream()
      stream.bench.host.key(.home, time: stream.bench.time)
      stream.bench.settle()
      stream.grow(by: 3_000)
      #expect(!stream.bench.list.isAtEnd)
      stream.bench.list.scrollToEnd(animated: isAnimated)
      stream.bench.machine.run()
      if !isAnimated { #expect(stream.wayToEnd == 0) }
      for _ in 0..<60 { stream.grow() }
      stream.bench.settle()
      #expect(stream.wayToEnd == 0 && stream.bench.list.isAtEnd)
    }
  }

  /// A finger holds the list from the moment of the touch.
  @Test func aFingerStopsIt() throws {
    let stream = try Stream()
    let point = Point(x: 20, y: 80)
    stream.bench.host.pointerDown(at: point, scrolls: true, time: stream.bench.time)
    let top = stream.top
    for _ in 0..<5 { stream.grow() }
    #expect(stream.top == top)
    for y in [100.0, 120] {
      stream.bench.host.pointerMoved(to: Point(x: 20, y: y), time: stream.bench.time)
    }
    stream.grow()
    #expect(stream.top != top)
    let dragged = stream.top
    for _ in 0..<5 { stream.grow() }
    #expect(stream.top == dragged)
    stream.bench.host.pointerUp(at: Point(x: 20, y: 120), time: stream.bench.time)
    stream.bench.settle()
    let rest = stream.top
    stream.grow()
    #expect(stream.top == rest)
  }

  @Test func selectingStopsIt() throws {
    let stream = try Stream()
    stream.bench.host.pointerDown(at: Point(x: 2, y: 60), scrolls: false, time: stream.bench.time)
    stream.bench.host.pointerMoved(to: Point(x: 30, y: 90), time: stream.bench.time)
    #expect(stream.bench.list.textSelection != nil)
    let (top, selection) = (stream.top, stream.bench.list.textSelection)
    for _ in 0..<5 { stream.grow() }
    #expect(stream.top == top && stream.bench.list.textSelection == selection)
  }

  @Test func theScrollBarStopsIt() throws {
    let stream = try Stream()
    let bar = try #require(stream.bench.host.scrollBar)
    let grip = Point(x: 97, y: bar.frame.maxY - 2)
    stream.bench.host.pointerDown(at: grip, scrolls: false, time: stream.bench.time)
    let top = stream.top
    for _ in 0..<5 { stream.grow() }
    #expect(stream.top == top)
  }

  /// The list does not follow its end if rows below shrink and so show the end to a reader who had
  /// scrolled away.
  @Test func aReaderWhoHasLeftIsNotTakenAlong() throws {
    let stream = try Stream()
    stream.bench.host.wheel(by: -20, time: stream.bench.time)
    stream.bench.settle()
    let bench = stream.bench
    bench.list.update(with: [.remove(39)], anchor: .end)
    bench.settle()
    #expect(stream.wayToEnd == 0)
    let top = stream.top
    bench.list.update(
      with: [.append(bench.model(50..<60).sections[0].items, to: "main")], anchor: .end)
    bench.settle()
    #expect(stream.top == top && stream.wayToEnd > 100)
  }

  /// The thumb stays at the bottom and only shrinks while a list grows.
  @Test func theScrollBarDoesNotBreathe() throws {
    let stream = try Stream()
    var length = Double.infinity
    for _ in 0..<30 {
      stream.grow()
      let bar = try #require(stream.bench.host.scrollBar)
      #expect(abs(bar.frame.maxY - stream.bench.host.size.height) < 1e-9)
      #expect(bar.frame.height <= length)
      length = bar.frame.height
    }
  }
}
