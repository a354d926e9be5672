import Foundation
import Synchronization

/// Threads that share work at the same time, more of them than the machine has cores.
struct ThreadTeam {
  let count: Int

  /// Calls `body` on every thread with the thread's number, and waits for all; the results are in
  /// the order of the numbers.
  func run<Result: Sendable>(_ body: @escaping @Sendable (Int) -> Result) -> [Result] {
    let results = Results<Result>(count: count)
    let group = DispatchGroup()
    for number in 0..<count {
      group.enter()
      let thread = Thread {
        let result = body(number)
        results.values.withLock { $0[number] = result }
        group.leave()
      }
      thread.start()
    }
    group.wait()
    return results.values.withLock { $0.compactMap(\.self) }
  }

  private final class Results<Result: Sendable>: Sendable {
    let values: Mutex<[Result?]>

    init(count: Int) {
      values = Mutex(Array(repeating: nil, count: count))
    }
  }
}
