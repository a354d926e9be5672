import ArgumentParser
import BenchMeasurement
import Foundation
import Synchronization

/// Records the frames of a window as its user sees them, and paces them.
@MainActor
struct FrameMeter {
  private let frameNanoseconds: Int
  private var nextFrame = 0
  private var times: [Int] = []
  private var lateFrames = 0
  private var rowFrames = 0
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
      .init("row_frames", rowFrames), .init("blank_rows", blankRows),
      .init("blank_frames", blankFrames),
    ]
  }

  /// Makes the first frame due now.
  mutating func start() { nextFrame = BenchClock.wall.nanoseconds }

  /// Runs a frame: does the work of the main thread, then waits for the next frame.
  ///
  /// - Parameter work: Returns the number of visible rows, and of those without pixels.
  mutating func frame(_ work: () throws -> (rows: Int, blank: Int)) rethrows {
    let (main, wall) = (Stopwatch(.thread), Stopwatch(.wall))
    let (rows, blank) = try work()
    times.append(main.nanoseconds)
    if wall.nanoseconds > frameNanoseconds { lateFrames += 1 }
    rowFrames += rows
    blankRows += blank
    blankFrames += blank > 0 ? 1 : 0
    nextFrame += frameNanoseconds
    let rest = nextFrame - BenchClock.wall.nanoseconds
    if rest > 0 { usleep(UInt32(rest / 1_000)) }
  }
}

/// The load of the machine by other work.
struct NeighbourOptions: ParsableArguments {
  @Option(help: "The number of busy threads beside the list while frames are shown.")
  var neighbours = 0

  func validate() throws {
    guard (0...256).contains(neighbours) else {
      throw ValidationError("--neighbours must be from 0 to 256.")
    }
  }
}

/// Threads that spin until the object is released.
final class BusyNeighbours: Sendable {
  private let hasEnded = Flag()

  private final class Flag: Sendable {
    let isSet = Atomic(false)
  }

  init(_ count: Int) {
    for _ in 0..<count {
      Thread.detachNewThread { [hasEnded] in
        while !hasEnded.isSet.load(ordering: .relaxed) {}
      }
    }
  }

  deinit { hasEnded.isSet.store(true, ordering: .relaxed) }
}
