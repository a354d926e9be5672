import BenchMeasurement
import Foundation

/// Records the frames of a window as its user sees them, and paces them.
@MainActor
struct FrameMeter {
  private let frameNanoseconds: Int
  private var nextFrame = 0
  private var times: [Int] = []
  private var lateFrames = 0
  private var blankRows = 0
  private var blankFrames = 0

  /// - Parameter rate: The frame rate, per second.
  init(rate: Int) { frameNanoseconds = 1_000_000_000 / rate }

  /// The processor time of the main thread in all frames, in nanoseconds.
  var mainNanoseconds: Int { times.reduce(0, +) }

  /// The frame times and blank rows as seen by the user.
  var facts: [Sample.Fact] {
    [
      .init("main_p50_ns", times.percentile(0.5)), .init("main_p99_ns", times.percentile(0.99)),
      .init("main_max_ns", times.max() ?? 0), .init("late_frames", lateFrames),
      .init("blank_rows", blankRows), .init("blank_frames", blankFrames),
    ]
  }

  /// Makes the first frame due now.
  mutating func start() { nextFrame = BenchClock.wall.nanoseconds }

  /// Runs a frame: does the work of the main thread, then waits for the next frame.
  ///
  /// - Parameter work: Returns the number of visible rows without pixels.
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
