import Testing

@testable import LinecasterList

@Suite struct WorkTicketTests {
  /// Says when it is let go of.
  private final class Held: Sendable {
    let log: Log<String>
    init(_ log: Log<String>) { self.log = log }
    deinit { log.add("freed") }
  }

  private func ticket(_ log: Log<String>) -> WorkTicket {
    let held = Held(log)
    return WorkTicket(number: 1, band: .idle, whenLeaving: { _ in log.add("left") }) {
      log.add("ran")
      withExtendedLifetime(held) {}
    }
  }

  @Test func freesWhatWorkHoldsWhereItRan() {
    let log = Log<String>()
    let ticket = ticket(log)
    ticket.run()
    log.add("after")
    ticket.run()
    #expect(log.entries == ["left", "ran", "freed", "after"])
    withExtendedLifetime(ticket) {}
  }

  @Test func workCalledOffGoesWithItsTicket() {
    let log = Log<String>()
    var kept: WorkTicket? = ticket(log)
    #expect(kept?.callOff() == true)
    #expect(kept?.callOff() == false)
    kept?.run()
    log.add("after")
    kept = nil
    #expect(log.entries == ["left", "after", "freed"])
  }

  @Test func whatIsHandedOverIsFreedWhereItWasTaken() {
    let log = Log<String>()
    let handover = Handover(Held(log))
    log.add("kept")
    _ = handover.take()
    log.add("taken")
    #expect(handover.take() == nil)
    #expect(log.entries == ["kept", "freed", "taken"])
  }
}
