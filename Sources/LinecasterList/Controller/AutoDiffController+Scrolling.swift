extension AutoDiffController {
  /// Scrolls to an item, once no update is under way: with the newest model, at its place then.
  ///
  /// - Parameters:
  ///   - identifier: Which item; of copies the first.
  ///   - position: Where in the viewport.
  ///   - animated: Whether the host is asked to move there in steps.
  /// - Returns: Whether the host has been told to scroll: false where there is no such item, or
  ///   another scroll came before.
  @discardableResult
  public func scroll(
    to identifier: ItemIdentifier, at position: ScrollPosition = .top, animated: Bool = false
  ) async -> Bool {
    await withCheckedContinuation { continuation in
      scroll(to: RowIdentity(identifier), at: position, animated: animated) {
        continuation.resume(returning: $0)
      }
    }
  }

  /// Scrolls to a row, once no update is under way: with the newest model, at its place then.
  ///
  /// - Parameters:
  ///   - identity: Which row.
  ///   - position: Where in the viewport.
  ///   - animated: Whether the host is asked to move there in steps.
  ///   - completion: Called once: with true when the host has been told to scroll, with false
  ///     where there is no such row, or another scroll came before.
  public func scroll(
    to identity: RowIdentity, at position: ScrollPosition = .top, animated: Bool = false,
    completion: @escaping @MainActor (Bool) -> Void
  ) {
    guard !state.isTornDown else { return completion(false) }
    scroller.scroll(to: identity, at: position, animated: animated, completion: completion)
  }
}
