import Synchronization

/// The newest of the elements that wait for the main actor.
final class NewestElement<Element: Sendable>: Sendable {
  private let waiting = Mutex<Element?>(nil)

  /// Puts an element in the place of the one that waits.
  ///
  /// - Returns: Whether none waited, so that somebody has to be told.
  func put(_ element: Element) -> Bool {
    waiting.withLock { waiting in
      defer { waiting = element }
      return waiting == nil
    }
  }

  /// Takes the element that waits.
  func take() -> Element? {
    waiting.withLock { waiting in
      defer { waiting = nil }
      return waiting
    }
  }
}
