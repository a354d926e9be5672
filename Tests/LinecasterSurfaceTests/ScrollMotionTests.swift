import LinecasterSurface
import LinecasterTestSupport
import Testing

@Suite struct ScrollMotionTests {
  private func motion(at offset: Double = 1_000) -> ScrollMotion {
    var motion = ScrollMotion()
    motion.setLimits(0...4_000, length: 600)
    motion.jump(to: offset)
    return motion
  }

  private func milliseconds(_ number: Int) -> Duration { .milliseconds(number) }

  /// Flings the list: drags at a constant speed for a tenth of a second, then releases.
  private func thrown(by way: Double, from offset: Double = 1_000) -> ScrollMotion {
    var motion = motion(at: offset)
    motion.beginDrag(at: .zero)
    for step in 1...10 { motion.drag(by: way, at: milliseconds(step * 10)) }
    motion.endDrag(at: milliseconds(101))
    return motion
  }

  @Test func aFingerMovesTheListByItsWay() {
    let motion = thrown(by: 12)
    #expect(abs(motion.offset - 1_120) < 1e-9 && motion.isMoving)
    // At most 1,200 points a second; earlier movements count less.
    #expect(motion.velocity > 900 && motion.velocity <= 1_200)
  }

  /// The motion agrees with a second witness, which integrates the speed in small steps.
  @Test func aListThatWasThrownSlowsDown() {
    var motion = thrown(by: 20)
    var (expected, speed, time) = (motion.offset, motion.velocity, 101.0)
    while motion.isMoving {
      time += 1
      motion.advance(to: .milliseconds(Int(time)))
      expected += speed * 0.0005
      speed -= speed * 2 * 0.001
      expected += speed * 0.0005
      #expect(abs(motion.offset - expected) < 2)
      guard time < 20_000 else { break }
    }
    #expect(!motion.isMoving && motion.velocity == 0 && motion.offset > 1_500)
    let rest = motion
    motion.advance(to: .seconds(1_000))
    #expect(motion.offset == rest.offset)
  }

  /// A flung list comes to rest between its ends, without oscillating about them.
  @Test func restsBetweenItsEnds() {
    var random = SeededGenerator()
    for _ in 0..<300 {
      var motion = thrown(
        by: .random(in: -80...80, using: &random), from: .random(in: 0...4_000, using: &random))
      var time = 101
      var ends = 0
      var wasOutside = false
      while motion.isMoving, time < 30_000 {
        time += Int.random(in: 1...40, using: &random)
        motion.advance(to: .milliseconds(time))
        let isOutside = motion.offset < -1e-6 || motion.offset > 4_000 + 1e-6
        if isOutside, !wasOutside { ends += 1 }
        wasOutside = isOutside
        #expect(abs(motion.offset - 2_000) < 2_000 + 700, "seed \(random.seed)")
      }
      #expect(!motion.isMoving && (0...4_000).contains(motion.offset), "seed \(random.seed)")
      #expect(ends <= 1, "seed \(random.seed)")
    }
  }

  /// The number of frames changes nothing but rounding.
  @Test func framesDoNotMatter() {
    for way in [3.0, -6, 30] {
      var (often, seldom) = (thrown(by: way), thrown(by: way))
      for time in stride(from: 102, through: 500, by: 1) { often.advance(to: milliseconds(time)) }
      seldom.advance(to: milliseconds(500))
      #expect(abs(often.offset - seldom.offset) < 1e-6)
    }
  }

  @Test func beyondAnEndAFingerIsFollowedLessAndLess() {
    var motion = motion(at: 0)
    motion.beginDrag(at: .zero)
    var (last, lastStep) = (0.0, Double.infinity)
    for step in 1...200 {
      motion.drag(by: -50, at: milliseconds(step * 16))
      let way = last - motion.offset
      #expect(way > 0 && way <= lastStep + 1e-9 && way < 50)
      (last, lastStep) = (motion.offset, way)
    }
    #expect(motion.offset > -600)
    // Grabbing the list there again causes no jump.
    motion.beginDrag(at: .seconds(4))
    #expect(abs(motion.offset - last) < 1e-9)
    motion.drag(by: -1e-9, at: .seconds(5))
    #expect(abs(motion.offset - last) < 1e-6)
    motion.endDrag(at: .seconds(6))
    motion.advance(to: .seconds(8))
    #expect(motion.offset == 0 && !motion.isMoving)
  }

  @Test func wheelsAddUp() {
    var motion = motion()
    motion.turn(by: 100, at: .zero)
    motion.advance(to: milliseconds(30))
    motion.turn(by: 100, at: milliseconds(30))
    motion.advance(to: .seconds(3))
    #expect(motion.offset == 1_200 && !motion.isMoving)
    motion.turn(by: 1e9, at: .seconds(3))
    motion.advance(to: .seconds(9))
    #expect(motion.offset == 4_000)
    motion.move(to: -50, at: .seconds(9))
    motion.advance(to: .seconds(20))
    #expect(motion.offset == 0)
  }

  /// Rows above with new heights shift the content without stopping the motion.
  @Test func correctionsDoNotStopIt() {
    var random = SeededGenerator()
    for _ in 0..<100 {
      var moved = thrown(by: .random(in: -9...9, using: &random), from: 2_000)
      var still = moved
      let at = Int.random(in: 102...300, using: &random)
      moved.advance(to: milliseconds(at))
      still.advance(to: milliseconds(at))
      moved.shift(by: 333)
      moved.setLimits(0...9_000, length: 600)
      for time in stride(from: at, through: at + 300, by: 7) {
        moved.advance(to: milliseconds(time))
        still.advance(to: milliseconds(time))
      }
      #expect(abs(moved.offset - still.offset - 333) < 1e-6, "seed \(random.seed)")
    }
  }

  /// Events often arrive together, between two frames.
  @Test func speedDoesNotDependOnFrames() {
    var (apart, together) = (motion(), motion())
    apart.beginDrag(at: .zero)
    together.beginDrag(at: .zero)
    for step in 1...10 {
      apart.drag(by: 24, at: milliseconds(step * 16))
      together.advance(to: milliseconds(step * 16))
      together.drag(by: 10, at: milliseconds(step * 16))
      together.drag(by: 14, at: milliseconds(step * 16))
    }
    #expect(together.velocity > 1_000 && abs(together.offset - apart.offset) < 1e-9)
  }

  @Test func aFingerThatStandsStillThrowsNothing() {
    var motion = motion()
    motion.beginDrag(at: .zero)
    for step in 1...10 { motion.drag(by: 30, at: milliseconds(step * 10)) }
    motion.endDrag(at: milliseconds(900))
    let offset = motion.offset
    motion.advance(to: .seconds(5))
    #expect(abs(motion.offset - offset) < 1 && !motion.isMoving)
  }
}
