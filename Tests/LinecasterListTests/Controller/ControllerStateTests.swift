import LinecasterTestSupport
import Testing

@testable import LinecasterList

/// Seed rows A55 and A58: every update ends exactly once, and the newest wins.
@Suite struct ControllerStateTests {
  /// Any number of updates, at most three at a time, in every order of the possible events.
  @Test func keepsItsPromisesInAllStates() {
    let starts = [true, false].map { MachineWatch(mostOpen: 3, isAttached: $0) }
    let exploration = Exploration(starts, depth: TestSettings.isLong ? .max : 8)
    print("updates: \(exploration)")
    #expect(exploration.fault == nil)
    #expect(exploration.states > (TestSettings.isLong ? 90_000 : 6_000))
    #expect(exploration.isWhole == TestSettings.isLong)
  }

  @Test func keepsItsPromisesInLongHistories() {
    let seed = TestSettings.seed
    var random = SeededGenerator(seed: seed)
    for _ in 0..<1_000 {
      var watch = MachineWatch(isAttached: random.oneIn(2))
      for _ in 0..<80 {
        let events = watch.possibleEvents.filter { $0 != .tearDown || random.oneIn(30) }
        if let event = events.randomElement(using: &random) { watch.step(event) }
        if let fault = watch.fault {
          Issue.record("LINECASTER_SEED=\(seed): \(fault) after \(watch.history)")
          return
        }
      }
      if let fault = watch.faultOnceAtRest ?? watch.faultAtTheEnd {
        Issue.record("LINECASTER_SEED=\(seed): \(fault) after \(watch.history)")
        return
      }
    }
  }

  @Test func newestWinsWhileTheHostIsBusy() {
    var state = ControllerState()
    #expect(state.submit(now: .zero).actions == [.start(generation: 1)])
    #expect(
      state.precomputed(1, now: .milliseconds(1)) == [
        .apply(generation: 1), .watch(generation: 1, after: .seconds(10)),
      ])
    #expect(state.submit(now: .milliseconds(30)).actions == [.start(generation: 2)])
    #expect(state.precomputed(2, now: .milliseconds(31)).isEmpty)
    #expect(
      state.submit(now: .milliseconds(32)).actions == [
        .stop(generation: 2), .start(generation: 3),
      ])
    #expect(
      state.hostFinished(1, now: .milliseconds(33)) == [
        .resolve(generation: 1, .applied), .display,
      ])
    #expect(state.precomputed(2, now: .milliseconds(34)).isEmpty)
    #expect(
      state.precomputed(3, now: .milliseconds(35)).prefix(2) == [
        .resolve(generation: 2, .superseded(by: 3)), .apply(generation: 3),
      ])
  }

  @Test func callsOffWhatIsUnderWay() {
    var state = ControllerState()
    _ = state.submit(now: .zero)
    #expect(
      state.submit(now: .milliseconds(1)).actions == [
        .stop(generation: 1), .start(generation: 2),
      ])
    #expect(
      state.precomputed(2, now: .milliseconds(2)).prefix(2) == [
        .resolve(generation: 1, .superseded(by: 2)), .apply(generation: 2),
      ])
  }

  @Test func fallsBackToWhatABadUpdateOvertook() {
    var state = ControllerState(pace: UpdatePace(maximumDelay: .seconds(100)))
    _ = state.submit(now: .zero)
    _ = state.submit(now: .seconds(1))
    #expect(
      state.failed(2, now: .seconds(2)) == [
        .resolve(generation: 2, .failed), .start(generation: 1),
      ])
    _ = state.submit(now: .seconds(3))
    #expect(
      state.cancel(3, now: .seconds(4)) == [
        .stop(generation: 3), .resolve(generation: 3, .cancelled), .start(generation: 1),
      ])
    #expect(state.precomputed(1, now: .seconds(5)).first == .apply(generation: 1))
  }

  @Test func keepsAFewOfWhatIsOvertaken() {
    var state = ControllerState(isAttached: false)
    let ended = (1...20).flatMap { _ in state.submit(now: .zero).actions }
    #expect(
      ended
        == (1...11).map { .resolve(generation: $0, .superseded(by: $0 + 1)) })
    for generation in (13...20).reversed() {
      #expect(
        state.cancel(generation, now: .zero) == [.resolve(generation: generation, .cancelled)])
    }
    #expect(state.waiting == 12 && state.overtaken.isEmpty)
  }

  @Test func beginsTwoUpdatesAnIntervalUnderAFlood() {
    var state = ControllerState(pace: UpdatePace(maximumDelay: .seconds(100)))
    var starts = 0
    var wakes: [Duration] = []
    for millisecond in 0..<1_000 {
      let now = Duration.milliseconds(millisecond)
      var actions = state.submit(now: now).actions
      for wake in wakes where wake <= now { actions += state.woke(now: wake) }
      wakes.removeAll { $0 <= now }
      for action in actions {
        if case .wake(let delay) = action { wakes.append(now + delay) }
        if case .start = action { starts += 1 }
      }
    }
    // At most two updates begin in each interval of 16 ms, and updates keep coming.
    let most = 2 * 1_000 / 16 + 2
    #expect(starts >= 100 && starts <= most, "\(starts) updates begun")
  }

  /// Precomputing an update takes longer than the time to the next one, yet some are shown.
  @Test func showsSomethingUnderAFloodOfSlowUpdates() {
    var watch = MachineWatch(pace: UpdatePace())
    var landing: (generation: Int, at: Duration)?
    for _ in 0..<3_000 {
      watch.step(.submit)
      watch.step(.pass(.milliseconds(1)))
      if watch.possibleEvents.contains(.wake) { watch.step(.wake) }
      if watch.state.running != landing?.generation {
        landing = watch.state.running.map { ($0, watch.now + .milliseconds(50)) }
      }
      if let due = landing, due.at <= watch.now {
        watch.step(.precomputed(due.generation))
        watch.step(.hostFinished(due.generation))
        landing = nil
      }
    }
    #expect(watch.fault == nil)
    #expect((15...25).contains(watch.applied.count), "\(watch.applied.count) shown in 3 s")
  }

  @Test func keepsTheNewestForAHostToCome() {
    var state = ControllerState(isAttached: false)
    #expect(state.submit(now: .zero).actions.isEmpty)
    #expect(state.submit(now: .zero).actions.isEmpty)
    #expect(state.attach(now: .seconds(1)) == [.start(generation: 2)])
    #expect(state.detach().isEmpty)
    #expect(state.precomputed(2, now: .seconds(1)).isEmpty)
    #expect(state.attach(now: .seconds(2)) == [.start(generation: 2)])
    #expect(
      state.precomputed(2, now: .seconds(2)).prefix(2) == [
        .resolve(generation: 1, .superseded(by: 2)), .apply(generation: 2),
      ])
  }

  @Test func comparesAgainWhatWasBegunForAnotherHost() {
    var state = ControllerState()
    _ = state.submit(now: .zero)
    #expect(state.detach().isEmpty)
    #expect(state.attach(now: .seconds(1)).isEmpty)
    #expect(state.precomputed(1, now: .seconds(1)) == [.start(generation: 1)])
    #expect(state.precomputed(1, now: .seconds(1)).first == .apply(generation: 1))
  }

  @Test func keepsTheNewestWhileUpdatesAreHeld() {
    var state = ControllerState()
    _ = state.submit(now: .zero)
    _ = state.precomputed(1, now: .zero)
    _ = state.submit(now: .seconds(1))
    _ = state.precomputed(2, now: .seconds(1))
    #expect(state.ready == 2 && state.hold().isEmpty && state.waiting == 2)
    #expect(state.submit(now: .seconds(2)).actions.isEmpty)
    #expect(
      state.hostFinished(1, now: .seconds(2)) == [.resolve(generation: 1, .applied), .display])
    #expect(state.resume(now: .seconds(3)) == [.start(generation: 3)])
  }

  @Test func goesOnAfterAHostThatForgets() {
    var state = ControllerState()
    _ = state.submit(now: .zero)
    _ = state.precomputed(1, now: .zero)
    _ = state.submit(now: .seconds(1))
    _ = state.precomputed(2, now: .seconds(1))
    let actions = state.hostTookTooLong(1, now: .seconds(10))
    #expect(
      actions.prefix(4) == [
        .reportHost(generation: 1), .resolve(generation: 1, .applied), .display,
        .apply(generation: 2),
      ])
    #expect(state.hostFinished(1, now: .seconds(11)).isEmpty)
    #expect(state.applying == 2)
  }
}
