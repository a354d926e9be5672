/// Showing again without a new model, and taking in new models without showing them.
extension AutoDiffController {
  /// Prepares the rows that can be seen again and hands them to the host again, without a new
  /// model: for images that have come since they were drawn, or a host that has lost its pixels.
  ///
  /// Happens once no update is under way; rows that an update puts into sight meanwhile are
  /// included. What is known of these rows is dropped, rows that could not be drawn are tried
  /// again, and heights that turn out otherwise are corrected around the anchor. Other rows stay as
  /// they are. What another list draws of an equal cell at this moment counts as new.
  ///
  /// - Complexity: O(rows in sight) here; the rest is done by workers.
  public func refreshVisible() {
    guard !state.isTornDown, state.isAttached else { return }
    renewer.renew()
  }

  /// Whether updates wait: models are taken in, the newest is kept, and the host is not asked to
  /// show any before this is false again, such as while a finger drags a row.
  ///
  /// What the host has been handed before goes on. Rows are prepared as the list scrolls;
  /// `whenIdle(_:)` and `scroll(to:at:animated:)` wait, and so does `applyNow(_:policy:anchor:)`.
  public var holdsUpdates: Bool {
    get { state.isHeld }
    set {
      guard newValue != state.isHeld, !state.isTornDown else { return }
      perform(newValue ? state.hold() : state.resume(now: delivery.now))
    }
  }
}
