import LinecasterTestSupport
import Testing

@testable import LinecasterList

/// The state machines of updates and rows together, without threads, in every order of events.
@Suite struct RowStateTests {
  /// Three rows, two workers of which one may be lost, and three updates at a time: all states
  /// after some events.
  @Test func keepsItsPromisesInAllShortHistories() {
    let exploration = Exploration([RowWatch()], depth: TestSettings.isLong ? 7 : 4)
    print("updates and rows: \(exploration)")
    #expect(exploration.fault == nil)
    #expect(exploration.states > (TestSettings.isLong ? 500_000 : 4_000))
  }

  /// The list stays empty because the update for it is cancelled.
  @Test func aScrollToNowhereKeepsNothingElseWaiting() {
    var watch = RowWatch()
    for event in [.attach, .renew, .scroll, .loadEnds, .cancel(2)] as [RowWatch.Event] {
      watch.step(event)
    }
    #expect(watch.faultOnceAtRest == nil)
    #expect(!watch.state.isRunning)
  }

  @Test func keepsItsPromisesInLongHistories() {
    let seed = TestSettings.seed
    var random = SeededGenerator(seed: seed)
    for _ in 0..<300 {
      var watch = RowWatch()
      for _ in 0..<60 {
        let events = watch.possibleEvents.filter { !$0.endsMuch || random.oneIn(10) }
        if let event = events.randomElement(using: &random) { watch.step(event) }
        guard let fault = watch.fault else { continue }
        Issue.record("LINECASTER_SEED=\(seed): \(fault) after \(watch.history)")
        return
      }
      if let fault = watch.faultOnceAtRest {
        Issue.record("LINECASTER_SEED=\(seed): \(fault)")
        return
      }
    }
  }
}

extension RowWatch.Event {
  /// Whether an event ends so much that long histories should have few of it.
  fileprivate var endsMuch: Bool {
    switch self {
    case .detach, .tearDown, .stall, .hold, .cancel: true
    default: false
    }
  }
}
