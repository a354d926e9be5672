import Foundation
import Synchronization

/// Cancels work after some time, and records the time.
final class CancellationRequest: Sendable {
  private let flag = Atomic<Bool>(false)
  private let nanoseconds = Atomic<Int>(0)

  private let waited = Atomic<Int>(0)

  var isCancelled: Bool { flag.load(ordering: .acquiring) }

  /// Returns whether the work is cancelled, and records how long the thread waited for a processor.
  func ask() -> Bool {
    if isCancelled { return true }
    waited.store(Self.nanosecondsWaited, ordering: .relaxed)
    return false
  }

  /// The milliseconds that the calling thread has waited for a processor since it last asked and
  /// got no cancellation.
  var waitedSince: Double {
    Double(Self.nanosecondsWaited - waited.load(ordering: .relaxed)) * 1e-6
  }

  /// The time that the calling thread was ready without a processor; 0 if the system does not
  /// report it.
  private static var nanosecondsWaited: Int {
    let text = try? String(contentsOfFile: "/proc/thread-self/schedstat", encoding: .utf8)
    return text?.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
  }

  /// The time of the cancellation, in milliseconds of the clock.
  var moment: Double { Double(nanoseconds.load(ordering: .relaxed)) * 1e-6 }

  /// Cancels the work after a number of milliseconds.
  func cancel(after milliseconds: Double) {
    usleep(UInt32(max(1, milliseconds * 1_000)))
    nanoseconds.store(Int(Self.now * 1e6), ordering: .relaxed)
    flag.store(true, ordering: .releasing)
  }

  /// The milliseconds of the monotonic clock.
  static var now: Double {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) * 1e3 + Double(time.tv_nsec) * 1e-6
  }
}

/// A cancellation check that returns true at its n-th call, and counts the calls.
struct CountdownQuestion {
  private(set) var asked = 0
  /// The number of the call that returns true; nil for none.
  var last: Int?

  /// The numbers of the first calls, of some in between and of the last one.
  static func samples(of count: Int) -> [Int] {
    let some = stride(from: 13, to: count, by: max(1, count / 8))
    return Array(1...min(count, 12)) + some + (count > 12 ? [count] : [])
  }

  mutating func ask() -> Bool {
    asked += 1
    return asked == last
  }
}

/// Texts whose stages are slow for different reasons.
enum CancellationTexts {
  /// The repeated pieces, by name.
  static let pieces: [(name: String, piece: String)] = [
    ("Latin", "The quick brown fox jumps over the lazy dog, twice. "),
    ("Arabic and Latin", "قال الرجل hello (12) ثم مضى world "),
    ("Chinese", "天地玄黃，宇宙洪荒。日月盈昃，"),
    ("Thai", "สวัสดีชาวโลกวันนี้อากาศดีมาก"),
    ("emoji", "😀👩‍💻👍🏽🇩🇪❤️"),
    ("one word", "abcdefghij"),
    ("lines", "line after line\n"),
  ]

  /// A text of about a given number of UTF-8 bytes.
  static func text(_ piece: String, bytes: Int) -> String {
    String(repeating: piece, count: max(1, bytes / piece.utf8.count))
  }
}
