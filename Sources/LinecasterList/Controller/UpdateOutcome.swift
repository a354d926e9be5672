/// How an update ended; every update ends exactly once.
public enum UpdateOutcome: Sendable {
  /// The host shows it, or something newer that came of it.
  case applied(generation: Int)
  /// A newer update came before it was applied.
  case superseded(by: Int)
  /// It was called off, or its controller went away.
  case cancelled
  /// Its model could not be made, measured or drawn.
  case failed(any Error)
}
