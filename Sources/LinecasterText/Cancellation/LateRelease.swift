/// Lets go of values on a thread of its own, since to give back the memory of a text of megabytes
/// takes tens of milliseconds.
///
/// Owners have it behind their own references to the values, so that it is the last to let go.
final class LateRelease<Value: Sendable>: Sendable {
  private final class Remains: Sendable {
    private let value: Value

    init(_ value: Value) {
      self.value = value
    }
  }

  /// Retained until a thread has taken it over.
  private let remains: Unmanaged<Remains>

  init(_ value: Value) {
    remains = Unmanaged.passRetained(Remains(value))
  }

  deinit {
    let remains = remains
    if !DetachedThread.start({ remains.release() }) { remains.release() }
  }
}
