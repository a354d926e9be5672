import BenchMeasurement
import Foundation

/// Notes what the user of a window sees of its frames, and waits from one to the next.
@MainActor
struct FrameMeter {
  private let frameNanoseconds: Int
  private var nextFrame = 0
  private var times: [Int] = []
  private var lateFrames = 0
  private var blankRows = 0
  private var blankFrames = 0

  /// - Parameter rate: Frames a second.
  init(rate: Int) { frameNanoseconds = 1_000_000_000 / rate }

  /// The processor time of the main thread in all frames, in nanoseconds.
  var mainNanoseconds: Int { times.reduce(0, +) }

  /// What its user has seen.
  var facts: [Sample.Fact] {
    [
      .init("main_p50_ns", times.percentile(0.5)), .init("main_p99_ns", times.percentile(0.99)),
      .init("main_max_ns", times.max() ?? 0), .init("late_frames", lateFrames),
      .init("blank_rows", blankRows), .init("blank_frames", blankFrames),
    ]
  }

  /// The first frame comes now.
  mutating func start() { nextFrame = BenchClock.wall.nanoseconds }

  /// A frame: does the work of the main thread, and waits for the next one.
  ///
  /// - Parameter work: Says how many rows in sight have no pixels.
  mutating func frame(_ work: () throws -> Int) rethrows {
    let (main, wall) = (Stopwatch(.thread), Stopwatch(.wall))
    let blank = try work()
    times.append(main.nanoseconds)
    if wall.nanoseconds > frameNanoseconds { lateFrames += 1 }
    blankRows += blank
    blankFrames += blank > 0 ? 1 : 0
    nextFrame += frameNanoseconds
    let rest = nextFrame - BenchClock.wall.nanoseconds
    if rest > 0 { usleep(UInt32(rest / 1_000)) }
  }
}
