import Synchronization

/// The first failure of work that goes on without the rows that fail.
final class FirstFailure: Sendable {
  private let error = Mutex<(any Error)?>(nil)

  /// The result of `body`, or nil if it fails; being cancelled ends the whole work.
  func keep<Result>(_ body: () throws -> Result) throws -> Result? {
    do {
      return try body()
    } catch PipelineError.cancelled {
      throw PipelineError.cancelled
    } catch {
      self.error.withLock { $0 = $0 ?? error }
      return nil
    }
  }

  /// Throws the failure if there was one.
  func check() throws {
    if let error = error.withLock({ $0 }) { throw error }
  }
}
