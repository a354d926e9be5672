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
    var whenRetargeted: (@Sendable (WorkBand) -> Void)?
    var whenCalledOff: (@Sendable () -> Void)?
  }

  /// Counts the tickets of a queue; larger is younger.
  let number: Int
  private let work: @Sendable () -> Void
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
    self.work = work
    state = Mutex(State(band: band))
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
    let (isWaiting, observer) = leave(.calledOff)
    observer?()
    return isWaiting
  }

  /// Does the work on this thread, unless it has been called off.
  func run() {
    if leave(.started).isWaiting { work() }
  }

  private func leave(_ phase: Phase) -> (isWaiting: Bool, observer: (@Sendable () -> Void)?) {
    let left = state.withLock { state -> (Bool, (@Sendable () -> Void)?) in
      guard state.phase == .waiting else { return (false, nil) }
      state.phase = phase
      defer {
        state.whenRetargeted = nil
        state.whenCalledOff = nil
      }
      return (true, state.whenCalledOff)
    }
    if left.0 { whenLeaving(self) }
    return left
  }
}
