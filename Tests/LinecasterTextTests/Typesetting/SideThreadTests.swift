import Foundation
import LinecasterBase
import Synchronization
import Testing

@testable import LinecasterText

@Suite(.serialized) struct SideThreadTests {
  /// A timeout that no test reaches on a busy machine, in nanoseconds.
  private static let patience = 300_000_000_000

  /// Runs work on a side thread, in a scope of its own.
  private static func run<Value: Sendable>(
    _ isCancelled: () -> Bool,
    _ work: @escaping @Sendable (WorkScope) throws(CancellationError) -> Value
  ) throws(CancellationError) -> Value {
    try WorkScope.run(isCancelled) { scope throws(CancellationError) in
      try SideThread.run(scope, work)
    }
  }

  @Test func handsOverWhatTheWorkComesTo() throws {
    let caller = UInt(pthread_self())
    let value = try Self.run({ false }) { _ in [UInt(pthread_self()), 7] }
    #expect(value[1] == 7)
    #expect(value[0] != caller)
  }

  @Test func asksOnTheThreadOfTheCaller() throws {
    let caller = pthread_self()
    var asked = 0
    let rest = TimedFlag()
    _ = try Self.run({
      asked += 1
      #expect(pthread_equal(caller, pthread_self()) != 0)
      if asked == 5 { rest.raise() }
      return false
    }) { _ in rest.wait(Self.patience) }
    #expect(asked >= 5)
  }

  @Test func doesNothingForWhoDoesNotWantIt() {
    #expect(throws: CancellationError.self) {
      try Self.run({ true }) { _ in Issue.record("the work began") }
    }
  }

  /// The work cannot be stopped, and continues after the caller has returned.
  @Test func freesTheCallerWhileTheWorkGoesOn() {
    let (start, rest, end) = (TimedFlag(), TimedFlag(), TimedFlag())
    #expect(throws: CancellationError.self) {
      try Self.run({ start.wait(0) }) { _ in
        start.raise()
        _ = rest.wait(Self.patience)
        end.raise()
      }
    }
    #expect(!end.wait(0))
    rest.raise()
    #expect(end.wait(Self.patience))
  }

  @Test func stopsTheWorkAtItsNextQuestion() {
    let (start, stopped) = (TimedFlag(), TimedFlag())
    #expect(throws: CancellationError.self) {
      try Self.run({ start.wait(0) }) { scope throws(CancellationError) in
        start.raise()
        do throws(CancellationError) {
          while true { try scope.pass(1_000_000) }
        } catch {
          stopped.raise()
          throw error
        }
      }
    }
    #expect(stopped.wait(Self.patience))
  }

  /// Abandoned work uses memory, so a caller waits if there is too much of it, and may still be
  /// cancelled.
  @Test func leavesOnlySoMuchBehind() throws {
    let rest = TimedFlag()
    let begun = Atomic<Int>(0)
    func leave() {
      var asked = 0
      _ = try? Self.run({
        asked += 1
        return asked == 20
      }) { _ in
        begun.wrappingAdd(1, ordering: .relaxed)
        _ = rest.wait(Self.patience)
      }
    }
    for _ in 0..<6 { leave() }
    #expect(begun.load(ordering: .relaxed) <= 4)
    rest.raise()
    #expect(try Self.run({ false }) { _ in 1 } == 1)
  }
}

@Suite struct LateReleaseTests {
  /// The thread and the time of a witness's release.
  private final class Place: Sendable {
    let thread = Atomic<UInt>(0)
    let flag = TimedFlag()
  }

  private final class Witness: Sendable {
    let place: Place

    init(_ place: Place) {
      self.place = place
    }

    deinit {
      place.thread.store(UInt(pthread_self()), ordering: .relaxed)
      place.flag.raise()
    }
  }

  /// An owner shaped like a paragraph: slow content first, then its last reference.
  private final class Owner: Sendable {
    let witness: Witness
    let remains: BackgroundRelease<Witness>

    init(_ place: Place) {
      witness = Witness(place)
      remains = BackgroundRelease(witness)
    }
  }

  @Test func letsGoOnAnotherThread() {
    let place = Place()
    do { _ = Owner(place) }
    #expect(place.flag.wait(60_000_000_000))
    #expect(place.thread.load(ordering: .relaxed) != UInt(pthread_self()))
  }

  @Test func keepsWhatOthersHave() {
    let place = Place()
    var witness: Witness? = Owner(place).witness
    #expect(!place.flag.wait(20_000_000))
    #expect(witness != nil)
    witness = nil
    #expect(place.flag.wait(60_000_000_000))
  }
}

@Suite struct TimedFlagTests {
  @Test func waitsNoLongerThanAsked() {
    let flag = TimedFlag()
    #expect(!flag.wait(1_000))
    #expect(!flag.wait(0))
    flag.raise()
    #expect(flag.wait(0))
    #expect(flag.wait(1_000_000_000))
  }

  @Test func wakesWhoWaits() {
    let flag = TimedFlag()
    #expect(DetachedThread.start { flag.raise() })
    #expect(flag.wait(60_000_000_000))
  }
}
