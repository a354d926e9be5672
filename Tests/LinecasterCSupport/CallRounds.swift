import CLinecaster
import Dispatch
import LinecasterTestSupport
import Synchronization

/// Random calls in rounds, each of which starts and ends without handles.
///
/// A round draws its calls from the seed and its number alone, so it can be run again without those
/// before it. In every fourth round two threads share the handles; such a round has the same calls
/// again, but not in the same order.
package struct CallRounds: Sendable {
  /// The results of the calls of a function.
  package struct Tally: Sendable {
    package var calls = 0
    package var successes = 0
    package var time = Duration.zero
    /// The longest call, and its round.
    package var longest = Duration.zero
    package var round = 0

    fileprivate mutating func add(_ other: Tally) {
      calls += other.calls
      successes += other.successes
      time += other.time
      if other.longest > longest { (longest, round) = (other.longest, other.round) }
    }
  }

  /// The number of calls of a round.
  package static let length = 2_000
  /// The number of calls at the start of a round that create handles.
  private static let creations = 150
  /// Functions that take as long as a hundred others; they are called a tenth as often.
  private static let slow: Set = [
    "lc_fonts_add_bundled", "lc_painter_create", "lc_picture_draw", "lc_picture_draw_template",
    "lc_picture_draw_markdown", "lc_scene_create", "lc_list_wait", "lc_typesetter_create",
    "lc_typesetter_release_memory", "lc_painter_release_memory",
  ]

  private static let creating = RandomCaller.functions.filter {
    $0.name.hasSuffix("_create") || $0.name.contains("_add_")
  }
  /// The functions, each as often as its share of the calls.
  private static let all = RandomCaller.functions.flatMap {
    Array(repeating: $0, count: slow.contains($0.name) ? 1 : 10)
  }

  package private(set) var tallies: [String: Tally] = [:]
  private let seed: UInt64

  /// Creates rounds of a seed.
  package init(seed: UInt64) { self.seed = seed }

  /// The number of calls so far.
  package var callCount: Int { tallies.values.reduce(0) { $0 + $1.calls } }

  /// Runs a round.
  ///
  /// - Returns: The fault that it has found; `nil` for none.
  package mutating func run(_ round: Int) -> String? {
    let pool = HandlePool()
    let threads = round % 4 == 3 ? 2 : 1
    let seed = seed
    let results = Mutex<[(tallies: [String: Tally], fault: String?)]>([])
    DispatchQueue.concurrentPerform(iterations: threads) { thread in
      let random = SeededGenerator(seed: seed, salt: UInt64(truncatingIfNeeded: 2 * round + thread))
      let result = Self.calls(
        RandomCaller(random, pool: pool, isAlone: threads == 1), Self.length / threads, round)
      results.withLock { $0.append(result) }
    }
    var random = SeededGenerator(seed: seed, salt: UInt64(truncatingIfNeeded: 2 * round))
    pool.destroyAll(&random)
    var fault: String?
    for result in results.withLock({ $0 }) {
      for (name, tally) in result.tallies { tallies[name, default: Tally()].add(tally) }
      fault = fault ?? result.fault
    }
    return fault
  }

  private static func calls(
    _ caller: RandomCaller, _ count: Int, _ round: Int
  ) -> (tallies: [String: Tally], fault: String?) {
    var (caller, tallies) = (caller, [String: Tally]())
    for index in 0..<count {
      let choices = index < creations ? creating : all
      guard let function = choices.randomElement(using: &caller.random) else { break }
      let start = ContinuousClock.now
      let status = function.call(&caller)
      let time = start.duration(to: .now)
      tallies[function.name, default: Tally()].add(
        Tally(
          calls: 1, successes: status == LC_OK ? 1 : 0, time: time, longest: time, round: round))
      if let fault = function.fault(in: status) { return (tallies, fault) }
    }
    return (tallies, nil)
  }
}
