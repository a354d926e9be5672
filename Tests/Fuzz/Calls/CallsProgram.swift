import Foundation
import LinecasterCSupport
import LinecasterTestSupport

#if canImport(Glibc)
  import Glibc
#endif

/// Makes random calls of the C interface, for `.ci/stress calls`, which builds it with a sanitizer:
///
///     RandomCalls COUNT FILE [ROUND]
///
/// Before each round its number is written into FILE, so a crash can be repeated by ROUND and the
/// value of `LINECASTER_SEED`. A round that takes longer than `limit` seconds ends the program.
@main
enum CallsProgram {
  private static let limit: UInt32 = 120

  static func main() {
    let words = CommandLine.arguments
    guard words.count > 2, let count = Int(words[1]), count > 0 else {
      print("usage: RandomCalls COUNT FILE [ROUND]")
      exit(64)
    }
    let only = words.count > 3 ? Int(words[3]) : nil
    var rounds = CallRounds(seed: TestSettings.seed)
    let total = only.map { $0..<$0 + 1 } ?? 0..<(count + CallRounds.length - 1) / CallRounds.length
    let clock = ContinuousClock()
    let start = clock.now
    for round in total {
      alarm(limit)
      try? "\(round)\n".write(toFile: words[2], atomically: false, encoding: .utf8)
      if let fault = rounds.run(round) {
        print("calls: round \(round): \(fault)")
        exit(1)
      }
      if (round + 1) % 250 == 0 { report(rounds, since: start) }
    }
    alarm(0)
    report(rounds, since: start)
    summarize(rounds)
    if only == nil, let missing = untested(rounds) {
      print("calls: \(missing)")
      exit(1)
    }
  }

  private static func report(_ rounds: CallRounds, since start: ContinuousClock.Instant) {
    let seconds = start.duration(to: .now) / .seconds(1)
    let rate = String(format: "%.0f", Double(rounds.callCount) / max(seconds, 0.001))
    print("calls: \(rounds.callCount), \(rate) a second, \(residentMegabytes) MB")
    fflush(nil)
  }

  /// The memory of the process.
  private static var residentMegabytes: Int {
    let status = (try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8)) ?? ""
    let pages = status.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
    return (pages * 4_096) >> 20
  }

  /// Prints where the time went.
  private static func summarize(_ rounds: CallRounds) {
    for (name, tally) in rounds.tallies.sorted(by: { $0.value.time > $1.value.time }).prefix(10) {
      let mean = String(format: "%.0f", tally.time / tally.calls / .microseconds(1))
      let longest = String(format: "%.0f", tally.longest / .milliseconds(1))
      print(
        "\(name): \(tally.calls) calls, \(tally.successes) succeeded,",
        "\(mean) µs each, at most \(longest) ms in round \(tally.round)")
    }
  }

  /// Returns the functions that a run of some length has never seen succeed or fail.
  private static func untested(_ rounds: CallRounds) -> String? {
    guard rounds.callCount >= 400_000 else { return nil }
    let names = RandomCaller.functions.map(\.name).filter { name in
      guard let tally = rounds.tallies[name] else { return true }
      return tally.successes == 0 || tally.successes == tally.calls
    }
    return names.isEmpty ? nil : "never succeed or never fail: \(names.joined(separator: ", "))"
  }
}
