/// The first failure of work that goes on without the rows that fail.
final class FirstFailure {
  private(set) var error: (any Error)?

  /// The result of `body`, or nil if it fails.
  func keep<Result>(_ body: () throws(PipelineError) -> Result) -> Result? {
    do {
      return try body()
    } catch {
      if case .cancelled = error { return nil }
      self.error = self.error ?? error
      return nil
    }
  }
}
