import Synchronization

/// A piece of work that waits for its turn: may be given another band, or called off, until it
/// starts.
final class WorkTicket: Sendable {
  private enum Phase {
    case waiting, started, calledOff
  }

  private struct State {
    var band: WorkBand
    var phase = Phase.waiting
    /// Gone once it has started, so that what it holds is freed where it runs, however long others
    /// keep the ticket; work that has been called off goes with the ticket.
    var work: (@Sendable () -> Void)?
    var whenRetargeted: (@Sendable (WorkBand) -> Void)?
    var whenCalledOff: (@Sendable () -> Void)?
  }

  /// Counts the tickets of a queue; larger is younger.
  let number: Int
  private let whenLeaving: @Sendable (WorkTicket) -> Void
  private let state: Mutex<State>

  /// - Parameters:
  ///   - number: Which ticket of its queue it is.
  ///   - whenLeaving: Called once, when the work starts or is called off, before anything else
  ///     comes of it.
  ///   - work: What to do.
  init(
    number: Int, band: WorkBand, whenLeaving: @escaping @Sendable (WorkTicket) -> Void,
    work: @escaping @Sendable () -> Void
  ) {
    self.number = number
    self.whenLeaving = whenLeaving
    state = Mutex(State(band: band, work: work))
  }

  /// How soon the work is wanted.
  var band: WorkBand { state.withLock { $0.band } }

  /// Whether the work has neither started nor been called off.
  var isWaiting: Bool { state.withLock { $0.phase == .waiting } }

  /// Sets what an executor wants to hear of while the work waits.
  func observe(
    whenRetargeted: @escaping @Sendable (WorkBand) -> Void,
    whenCalledOff: @escaping @Sendable () -> Void
  ) {
    state.withLock { state in
      guard state.phase == .waiting else { return }
      state.whenRetargeted = whenRetargeted
      state.whenCalledOff = whenCalledOff
    }
  }

  /// Gives the work another band; nothing happens to work that has started.
  func retarget(to band: WorkBand) {
    let observer = state.withLock { state -> (@Sendable (WorkBand) -> Void)? in
      guard state.phase == .waiting, state.band != band else { return nil }
      state.band = band
      return state.whenRetargeted
    }
    observer?(band)
  }

  /// Calls the work off.
  ///
  /// - Returns: Whether it had not started; work that runs is stopped by its token only.
  @discardableResult
  func callOff() -> Bool {
    var observer: (@Sendable () -> Void)?
    let isWaiting = leave(.calledOff) { observer = $0.whenCalledOff }
    observer?()
    return isWaiting
  }

  /// Does the work on this thread, unless it has been called off.
  func run() {
    var work: (@Sendable () -> Void)?
    _ = leave(.started) { swap(&work, &$0.work) }
    work?()
  }

  /// Leaves the queue, if it has not been left before.
  ///
  /// - Parameter take: Takes what is wanted from the state.
  private func leave(_ phase: Phase, _ take: (inout State) -> Void) -> Bool {
    let isWaiting = state.withLock { state in
      guard state.phase == .waiting else { return false }
      state.phase = phase
      take(&state)
      state.whenRetargeted = nil
      state.whenCalledOff = nil
      return true
    }
    if isWaiting { whenLeaving(self) }
    return isWaiting
  }
}
