public import LinecasterBase
import LinecasterCells
public import LinecasterRaster
package import LinecasterText

extension AutoDiffController {
  /// The row that an item is now, counted through the model; nil where there is none.
  ///
  /// - Complexity: O(1) in rows: a few microseconds at most.
  func row(of identifier: ItemIdentifier) -> Int? {
    row(of: RowIdentity(identifier))
  }

  /// The row that has an identity now, counted through the model; nil where there is none.
  ///
  /// - Complexity: O(1) in rows: a few microseconds at most.
  public func row(of identity: RowIdentity) -> Int? {
    rows.row(of: identity)
  }

  /// The newest item with an identifier; nil where there is none.
  ///
  /// - Complexity: As `row(of:)`.
  public func item(_ identifier: ItemIdentifier) -> TableItem? {
    row(of: identifier).flatMap { snapshot.item(atRow: $0) }
  }

  /// Where an item is, in layout points from the top left corner of the list; nil where there is
  /// none.
  ///
  /// - Complexity: O(log rows) besides `row(of:)`.
  public func frame(of identifier: ItemIdentifier) -> Rect? {
    row(of: identifier).flatMap { snapshot.frame(ofRow: $0) }
  }

  /// Where parts of rows in sight are that have some tags, in layout points from the top left
  /// corner of the list; those of rows whose pixels have not come yet are left out.
  ///
  /// - Complexity: O(rows in sight and their regions).
  package func frames(ofTags tags: Set<InlinePayload>) -> [InlinePayload: Rect] {
    guard let host, !tags.isEmpty else { return [:] }
    return rows.frames(ofTags: tags, seen: host.viewport(in: snapshot))
  }

  /// The pixels of an item, drawn by a worker where they are not kept.
  ///
  /// - Throws: `PipelineError` where the item is not in the list or cannot be drawn;
  ///   `CancellationError` where the task is cancelled.
  public func snapshot(of identifier: ItemIdentifier) async throws -> Bitmap {
    guard let row = row(of: identifier), let item = snapshot.item(atRow: row) else {
      throw PipelineError.unknown(identifier)
    }
    let key = MeasurementKey(item.cell, snapshot.environment(ofRow: row))
    return try await pipeline.perform { [cells = pipeline.cells] in
      try cells.image(of: item, key, $0).value.bitmap
    }
  }
}

// MARK: - Actions

extension AutoDiffController {
  /// Runs what the newest model does when a row is tapped.
  ///
  /// - Returns: Whether there was anything to do.
  @discardableResult
  public func tap(_ identity: RowIdentity) -> Bool { run(identity, \.onTap) }

  /// Runs what the newest model does when somebody wants a row deleted.
  ///
  /// - Returns: Whether there was anything to do.
  @discardableResult
  public func delete(_ identity: RowIdentity) -> Bool { run(identity, \.onDelete) }

  /// Asks the newest model whether a row may be edited now.
  public func tryEdit(_ identity: RowIdentity) -> Bool {
    rows.item(identity)?.actions.onTryEdit?() ?? false
  }

  /// Runs one of the actions of a row, if it has it.
  func run(
    _ identity: RowIdentity, _ action: KeyPath<TableItemActions, TableItemActions.Action?>
  ) -> Bool {
    guard let action = actions(of: identity)?[keyPath: action] else { return false }
    action()
    return true
  }

  /// What the newest model does with a row; nil where it is gone.
  func actions(of identity: RowIdentity) -> TableItemActions? {
    rows.item(identity)?.actions
  }
}

/// Showing again without a new model, and taking in new models without showing them.
extension AutoDiffController {
  /// Prepares the rows that can be seen again and hands them to the host again, without a new
  /// model: for images that have come since they were drawn, or a host that has lost its pixels.
  ///
  /// Happens once no update is under way; rows that an update puts into sight meanwhile are
  /// included. What is known of these rows is dropped, rows that could not be drawn are tried
  /// again, and heights that turn out otherwise are corrected around the anchor. Other rows stay as
  /// they are. What another list draws of an equal cell at this moment counts as new. Where it is
  /// asked for again while it happens, it happens once more.
  ///
  /// - Complexity: O(rows in sight) here; the rest is done by workers.
  public func refreshVisible() {
    guard !updates.state.isTornDown, updates.state.isAttached else { return }
    tell(.renew)
  }

  /// Whether updates wait: models are taken in, the newest is kept, and the host is not asked to
  /// show any before this is false again, such as while a finger drags a row.
  ///
  /// What the host has been handed before goes on. Rows are prepared as the list scrolls;
  /// `whenIdle(_:)` and `scroll(to:at:animated:)` wait, and so does `applyNow(_:policy:anchor:)`.
  public var holdsUpdates: Bool {
    get { updates.state.isHeld }
    set {
      guard newValue != updates.state.isHeld, !updates.state.isTornDown else { return }
      perform(newValue ? updates.state.hold() : updates.state.resume(now: delivery.now))
    }
  }
}

extension AutoDiffController {
  /// Scrolls to an item, once the updates that were asked for before are shown, at its place then.
  ///
  /// - Parameters:
  ///   - identifier: Which item; of copies the first.
  ///   - position: Where in the viewport.
  ///   - animated: Whether the host is asked to move there in steps.
  /// - Returns: Whether the host has been told to scroll: false where there is no such item,
  ///   another scroll came before, or the list went away.
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

  /// Scrolls to a row, once the updates that were asked for before are shown, at its place then.
  ///
  /// Rows around it that cannot be measured keep the height that they are taken to have.
  ///
  /// - Parameters:
  ///   - identity: Which row.
  ///   - position: Where in the viewport.
  ///   - animated: Whether the host is asked to move there in steps.
  ///   - completion: Called once: with true when the host has been told to scroll, with false
  ///     where there is no such row, another scroll came before, or the list went away.
  public func scroll(
    to identity: RowIdentity, at position: ScrollPosition = .top, animated: Bool = false,
    completion: @escaping @MainActor (Bool) -> Void
  ) {
    guard !updates.state.isTornDown else { return completion(false) }
    let number = rows.addScroll(by: delivery, completion)
    tell(
      .scroll(
        RowState.Scroll(
          number: number, identity: identity, position: position, isAnimated: animated,
          awaited: updates.state.newest)))
  }
}
