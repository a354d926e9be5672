import Testing

@testable import LinecasterText

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
