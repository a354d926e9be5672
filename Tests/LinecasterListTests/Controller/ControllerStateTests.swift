import LinecasterTestSupport
import Testing

@testable import LinecasterList

@Suite struct ControllerStateTests {
  @Test func keepsItsPromisesInAllShortHistories() {
    var histories = 0
    explore(MachineWatch(), depth: 6, count: &histories)
    #expect(histories > 10_000)
  }

  private func explore(_ watch: MachineWatch, depth: Int, count: inout Int) {
    count += 1
    var end = watch
    end.step(.tearDown)
    if let fault = watch.fault ?? end.faultAtTheEnd {
      Issue.record("\(fault) after \(watch.history)")
      return
    }
    guard depth > 0 else { return }
    for event in watch.possibleEvents {
      var next = watch
      next.step(event)
      explore(next, depth: depth - 1, count: &count)
    }
  }

  @Test func keepsItsPromisesInLongHistories() {
    let seed = TestSettings.seed
    var random = SeededGenerator(seed: seed)
    for _ in 0..<300 {
      var watch = MachineWatch()
      for _ in 0..<60 {
        let events = watch.possibleEvents.filter { $0 != .tearDown || random.oneIn(30) }
        if let event = events.randomElement(using: &random) { watch.step(event) }
      }
      watch.step(.tearDown)
      if let fault = watch.faultAtTheEnd {
        Issue.record("LINECASTER_SEED=\(seed): \(fault) after \(watch.history)")
        return
      }
    }
  }

  @Test func newestWinsWhileTheHostIsBusy() {
    var state = ControllerState()
    #expect(state.submit().actions == [.start(generation: 1)])
    #expect(state.precomputed(1) == [.apply(generation: 1)])
    #expect(state.submit().actions == [.start(generation: 2)])
    #expect(state.precomputed(2).isEmpty)
    #expect(
      state.submit().actions == [
        .stop(generation: 2), .resolve(generation: 2, .superseded(by: 3)), .start(generation: 3),
      ])
    #expect(state.hostFinished(1) == [.resolve(generation: 1, .applied), .display])
    #expect(state.precomputed(2).isEmpty)
    #expect(state.precomputed(3) == [.apply(generation: 3)])
  }
}
