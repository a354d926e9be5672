import Synchronization

/// A value on its way from one thread to another.
///
/// Closures that carry it hold nothing once it has been taken, so that the one who took it decides
/// where it is freed: the last reference to a model frees all of its rows.
package final class Handover<Value: Sendable>: Sendable {
  private let value: Mutex<Value?>

  package init(_ value: consuming Value) {
    self.value = Mutex(value)
  }

  /// The value, for the first who asks.
  package func take() -> Value? {
    value.withLock { value in
      defer { value = nil }
      return value
    }
  }
}
