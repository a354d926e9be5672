/// How an update ended; every update ends exactly once.
public enum UpdateOutcome: Sendable {
  /// It was handed to the host, which has finished or gone away.
  case applied(generation: Int)
  /// A newer update came before it was applied.
  case superseded(by: Int)
  /// It was called off, or its controller went away.
  case cancelled
  /// Its model could not be made, measured or drawn.
  case failed(any Error)
}
