import Synchronization

/// Values that are let go of together, where and when somebody says, not where the last closure
/// that holds one of them happens to end.
final class ReleaseBin: Sendable {
  private let values = Mutex<[any Sendable]>([])

  /// Puts a value in.
  ///
  /// - Returns: Whether the bin was empty, so that somebody has to be told to empty it.
  func put<Value: Sendable>(_ value: consuming Value) -> Bool {
    // Handed over whole: a reference that stayed here could become the last one.
    var last: (any Sendable)? = value
    return values.withLock { values in
      if let value = last.take() { values.append(value) }
      return values.count == 1
    }
  }

  /// Lets go of all there is, on this thread.
  func empty() {
    let all = values.withLock { values in
      defer { values = [] }
      return values
    }
    _ = consume all
  }
}

/// A value on its way from one thread to another.
///
/// Closures that carry it hold nothing once it has been taken, so that the one who took it decides
/// where it is freed: the last reference to a model frees all of its rows.
final class Handover<Value: Sendable>: Sendable {
  private let value: Mutex<Value?>

  init(_ value: consuming Value) {
    self.value = Mutex(value)
  }

  /// The value, for the first who asks.
  func take() -> Value? {
    value.withLock { value in
      defer { value = nil }
      return value
    }
  }
}
