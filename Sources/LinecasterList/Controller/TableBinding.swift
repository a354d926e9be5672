/// A source of models that a controller follows; letting go of it, or of the controller, ends it.
public final class TableBinding: Sendable {
  private let task: Task<Void, Never>

  init(_ task: Task<Void, Never>) {
    self.task = task
  }

  deinit { task.cancel() }

  /// Stops following the source.
  public func cancel() { task.cancel() }

  /// Returns when the source has ended or following it has been stopped.
  public func finished() async { await task.value }
}
