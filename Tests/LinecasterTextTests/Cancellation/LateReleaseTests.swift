import Foundation
import Synchronization
import Testing

@testable import LinecasterText

@Suite struct LateReleaseTests {
  /// Where and when a witness went.
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

  /// An owner as a paragraph is one: what takes long first, then what is the last to let go of it.
  private final class Owner: Sendable {
    let witness: Witness
    let remains: LateRelease<Witness>

    init(_ place: Place) {
      witness = Witness(place)
      remains = LateRelease(witness)
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
