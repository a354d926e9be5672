import LinecasterTestSupport
import Testing

@testable import LinecasterList

/// The machine for rows, without threads, in every order that events can come in.
@Suite struct RowStateTests {
  /// Three rows, two workers and one update: all states that six events lead to.
  @Test func keepsItsPromisesInAllShortHistories() {
    let start = ContinuousClock.now
    let first = RowWatch()
    var met: Set<RowWatch.Essence> = [first.essence]
    var frontier = [first]
    var transitions = 0
    for _ in 0..<6 {
      var next: [RowWatch] = []
      for watch in frontier {
        for event in watch.possibleEvents {
          var after = watch
          after.step(event)
          transitions += 1
          guard met.insert(after.essence).inserted else { continue }
          next.append(after)
          guard let fault = after.fault ?? after.faultAtTheEnd() else { continue }
          Issue.record("\(fault) after \(after.history)")
          return
        }
      }
      frontier = next
    }
    print("rows: \(met.count) states, \(transitions) transitions, \(start.duration(to: .now))")
    #expect(met.count > 1_000 && transitions > 10_000)
  }

  @Test func keepsItsPromisesInLongHistories() {
    let seed = TestSettings.seed
    var random = SeededGenerator(seed: seed)
    for _ in 0..<300 {
      var watch = RowWatch()
      for _ in 0..<60 {
        let events = watch.possibleEvents.filter { $0 != .detach || random.oneIn(10) }
        if let event = events.randomElement(using: &random) { watch.step(event) }
        guard let fault = watch.fault else { continue }
        Issue.record("LINECASTER_SEED=\(seed): \(fault) after \(watch.history)")
        return
      }
      if let fault = watch.faultAtTheEnd() {
        Issue.record("LINECASTER_SEED=\(seed): \(fault) after \(watch.history)")
        return
      }
    }
  }
}
