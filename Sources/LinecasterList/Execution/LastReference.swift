import Synchronization

/// A value that is let go of where and when somebody says, not where the last closure that holds it
/// happens to end.
final class LastReference<Value: Sendable>: Sendable {
  private let value: Mutex<Value?>

  init(_ value: consuming Value) {
    self.value = Mutex(value)
  }

  /// Lets go of the value, on this thread.
  func drop() {
    let last = value.withLock { value in
      defer { value = nil }
      return value
    }
    _ = consume last
  }
}
