import Synchronization

/// Objects that one thread may use at a time, lent out and taken back.
///
/// Operations hop between threads, so what wraps a C handle must not be keyed by thread: a worker
/// checks an object out, uses it and returns it. The lock is held for a push or a pop only. In this
/// module, since generic code of another one is not specialized and asks for metadata at each use.
final class ExclusivePool<Element, Failure: Error>: Sendable {
  /// Unchecked: a boxed element is reachable from the free list or from one borrower, never both.
  private struct Box: @unchecked Sendable {
    let element: Element
  }

  private let free = Mutex<[Box]>([])
  private let make: @Sendable () throws(Failure) -> Element

  /// Elements kept while nobody uses them; more threads than this at once make theirs again.
  private static var maximumIdle: Int { 64 }

  /// Makes a pool that calls `make` when an element is wanted and none is free.
  init(_ make: @escaping @Sendable () throws(Failure) -> Element) {
    self.make = make
  }

  /// Lends an element to `body` for the time of the call.
  func withElement<Result>(
    _ body: (Element) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let box: Box
    if let waiting = free.withLock({ $0.popLast() }) {
      box = waiting
    } else {
      box = Box(element: try make())
    }
    defer {
      free.withLock { if $0.count < Self.maximumIdle { $0.append(box) } }
    }
    return try body(box.element)
  }
}
