import Foundation
import Synchronization

/// Calls work off after some time, and says when it did.
final class CancellationRequest: Sendable {
  private let flag = Atomic<Bool>(false)
  private let nanoseconds = Atomic<Int>(0)

  var isCancelled: Bool { flag.load(ordering: .acquiring) }

  /// When the work was called off, in milliseconds of the clock.
  var moment: Double { Double(nanoseconds.load(ordering: .relaxed)) * 1e-6 }

  /// Calls the work off after so many milliseconds.
  func cancel(after milliseconds: Double) {
    usleep(UInt32(max(1, milliseconds * 1_000)))
    nanoseconds.store(Int(Self.now * 1e6), ordering: .relaxed)
    flag.store(true, ordering: .releasing)
  }

  /// The milliseconds of a clock that nobody sets.
  static var now: Double {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) * 1e3 + Double(time.tv_nsec) * 1e-6
  }
}
