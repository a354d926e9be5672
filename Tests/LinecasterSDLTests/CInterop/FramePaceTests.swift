#if SDL
  import Testing

  @testable import LinecasterSDL

  @Suite struct FramePaceTests {
    private var pace = FramePace(interval: .milliseconds(16))

    @Test mutating func nothingIsDrawnWhileNothingChanges() {
      #expect(pace.next(after: nil, at: .zero) == .zero)
      pace.frameBegins(at: .zero)
      #expect(pace.next(after: nil, at: .seconds(5)) == nil)
      #expect(pace.next(after: .seconds(9), at: .seconds(5)) == .seconds(9))
    }

    @Test mutating func framesKeepTheirDistance() {
      pace.frameBegins(at: .milliseconds(100))
      #expect(pace.next(after: .milliseconds(101), at: .milliseconds(101)) == .milliseconds(116))
      pace.eventsCame(at: .milliseconds(102))
      #expect(pace.next(after: nil, at: .milliseconds(103)) == .milliseconds(116))
      #expect(pace.next(after: nil, at: .milliseconds(150)) == .milliseconds(150))
    }

    @Test mutating func memoryReturnsAfterWorkAndNowAndThenDuringIt() {
      let isDueAtFirst = pace.returnsMemory(at: .seconds(60))
      #expect(!isDueAtFirst)
      var times: [Duration] = []
      for step in 0..<1_000 {
        let time = Duration.milliseconds(60_000 + step * 100)
        // Frames for 18 seconds, then an event after half a minute.
        if step < 180 { pace.frameBegins(at: time) }
        if step == 550 { pace.eventsCame(at: time) }
        if pace.returnsMemory(at: time) { times.append(time - .seconds(60)) }
      }
      let rests: [Duration] = [.milliseconds(19_900), .seconds(57)]
      #expect(times == [.seconds(5), .seconds(10), .seconds(15)] + rests)
    }

    @Test mutating func eventsAreLookedForAsOftenAsTheyCanBeMissed() {
      func poll(_ hears: Bool, _ isWriting: Bool, at time: Duration) -> Duration {
        pace.pollInterval(hearsEvents: hears, isWriting: isWriting, at: time)
      }
      #expect(poll(true, false, at: .zero) == .milliseconds(250))
      #expect(poll(false, false, at: .zero) == .milliseconds(10))
      pace.eventsCame(at: .seconds(1))
      #expect(poll(true, true, at: .milliseconds(1_400)) == .milliseconds(10))
      #expect(poll(true, true, at: .milliseconds(1_600)) == .milliseconds(100))
      #expect(poll(true, false, at: .milliseconds(1_400)) == .milliseconds(250))
    }
  }
#endif
