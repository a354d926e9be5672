import LinecasterDiff
import LinecasterTestSupport
import Synchronization
import Testing

/// How often content is compared: once for a survivor, never for anything else.
@Suite struct ContentComparisonTests {
  private final class Counter: Sendable {
    let count = Mutex(0)
  }

  private struct Counted: Differentiable {
    let differenceIdentifier: Int
    let counter: Counter

    func isContentEqual(to other: Counted) -> Bool {
      counter.count.withLock { $0 += 1 }
      return true
    }
  }

  @Test(arguments: [
    ([1, 2, 3], [1, 2, 3]), ([1, 2, 3], [4, 5, 6]), ([1, 2, 3, 4], [9, 3, 1, 8]), ([], [1]),
    ([5, 4, 3, 2, 1], [1, 2, 3, 4, 5]), ([1, 2, 7, 3], [1, 8, 2, 3]),
  ])
  func onlySurvivorsAreCompared(old: [Int], new: [Int]) {
    let counter = Counter()
    _ = Changeset(
      from: old.map { Counted(differenceIdentifier: $0, counter: counter) },
      to: new.map { Counted(differenceIdentifier: $0, counter: counter) })
    #expect(counter.count.withLock { $0 } == Set(old).intersection(new).count)
  }

  @Test func randomSurvivorsAreComparedOnce() {
    let seed = TestSettings.seed
    var random = SeededGenerator(seed: seed)
    for _ in 0..<200 {
      let old = Array((0..<40).shuffled(using: &random).prefix(25))
      let new = Array((0..<40).shuffled(using: &random).prefix(25))
      let counter = Counter()
      _ = Changeset(
        from: old.map { Counted(differenceIdentifier: $0, counter: counter) },
        to: new.map { Counted(differenceIdentifier: $0, counter: counter) })
      #expect(
        counter.count.withLock { $0 } == Set(old).intersection(new).count, "LINECASTER_SEED=\(seed)"
      )
    }
  }
}
