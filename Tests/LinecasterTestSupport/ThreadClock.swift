import Foundation

/// The processor time of a thread, which other programs and threads do not change.
package enum ThreadClock {
  /// Returns the milliseconds that a call takes.
  package static func milliseconds<Failure: Error>(
    _ body: () throws(Failure) -> Void
  ) throws(Failure) -> Double {
    let start = now
    try body()
    return now - start
  }

  private static var now: Double {
    var time = timespec()
    unsafe clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) * 1e3 + Double(time.tv_nsec) * 1e-6
  }
}
