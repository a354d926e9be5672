public import LinecasterBase
package import LinecasterCells
public import LinecasterRaster
package import LinecasterText

extension AutoDiffController {
  /// Returns the current row of an item, counted through the model, or `nil`.
  ///
  /// - Complexity: O(1) in rows: a few microseconds at most.
  func row(of identifier: ItemIdentifier) -> Int? {
    row(of: RowIdentity(identifier))
  }

  /// Returns the current row of an identity, counted through the model; `nil` if there is no such
  /// row.
  ///
  /// - Complexity: O(1) in the number of rows: a few microseconds at most.
  public func row(of identity: RowIdentity) -> Int? {
    rows.row(of: identity)
  }

  /// The arranger that lays out the rows.
  package var arranger: CellArranger { pipeline.arranger }

  /// The rasterizer that draws the rows.
  package var rasterizer: DisplayRasterizer { pipeline.rasterizer }

  /// Returns the newest item with an identifier; `nil` if no item has it.
  ///
  /// - Complexity: That of ``row(of:)``.
  public func item(_ identifier: ItemIdentifier) -> TableItem? {
    row(of: identifier).flatMap { snapshot.item(atRow: $0) }
  }

  /// Returns the frame of an item, in layout points from the top-left corner of the list; `nil` if
  /// there is no such item.
  ///
  /// - Complexity: O(log rows), plus that of ``row(of:)``.
  public func frame(of identifier: ItemIdentifier) -> Rect? {
    row(of: identifier).flatMap { snapshot.frame(ofRow: $0) }
  }

  /// Returns the frames of tagged regions in visible rows, in layout points from the top-left
  /// corner of the list. Rows whose pixels have not arrived yet are left out.
  ///
  /// - Complexity: O(visible rows and their regions).
  package func frames(ofTags tags: Set<InlinePayload>) -> [InlinePayload: Rect] {
    guard let host, !tags.isEmpty else { return [:] }
    return rows.frames(ofTags: tags, seen: host.viewport(in: snapshot))
  }

  /// Returns the frames of text inputs in tagged regions of visible rows, in layout points from the
  /// top-left corner of the list. Rows whose pixels have not arrived yet are left out.
  ///
  /// - Complexity: O(visible rows and their regions).
  package func fieldFrames(ofTags tags: Set<InlinePayload>) -> [InlinePayload: FieldFrames] {
    guard let host, !tags.isEmpty else { return [:] }
    return rows.fieldFrames(ofTags: tags, seen: host.viewport(in: snapshot))
  }

  /// Returns the pixels of an item, drawn by a worker unless they are cached.
  ///
  /// - Throws: `PipelineError` if the item is not in the list or cannot be drawn;
  ///   `CancellationError` if the task is cancelled.
  /// - Complexity: That of ``row(of:)`` on the main actor; a worker draws the row.
  public func snapshot(of identifier: ItemIdentifier) async throws -> Bitmap {
    guard let row = row(of: identifier), let item = snapshot.item(atRow: row) else {
      throw PipelineError.unknown(identifier)
    }
    let key = MeasurementKey(item.cell, snapshot.environment(ofRow: row))
    return try await pipeline.perform { [cells = pipeline.cells] in
      try cells.image(of: item, key, $0).value.bitmap()
    }
  }
}

// MARK: - Actions

extension AutoDiffController {
  /// Runs the tap action that the newest model has for a row.
  ///
  /// - Returns: Whether there was an action to run.
  @discardableResult
  public func tap(_ identity: RowIdentity) -> Bool { run(identity, \.onTap) }

  /// Runs the delete action that the newest model has for a row.
  ///
  /// - Returns: Whether there was an action to run.
  @discardableResult
  public func delete(_ identity: RowIdentity) -> Bool { run(identity, \.onDelete) }

  /// Returns whether the newest model has a delete action for a row.
  public func isDeletable(_ identity: RowIdentity) -> Bool {
    actions(of: identity)?.onDelete != nil
  }

  /// Returns whether the newest model allows a row to be edited now.
  public func tryEdit(_ identity: RowIdentity) -> Bool {
    rows.item(identity)?.actions.onTryEdit?() ?? false
  }

  /// Runs an action of a row, if the row has it.
  func run(
    _ identity: RowIdentity, _ action: KeyPath<TableItemActions, TableItemActions.Action?>
  ) -> Bool {
    guard let action = actions(of: identity)?[keyPath: action] else { return false }
    action()
    return true
  }

  /// Returns the newest model's actions for a row; `nil` if the row is gone.
  func actions(of identity: RowIdentity) -> TableItemActions? {
    rows.item(identity)?.actions
  }
}

/// Refreshing without a new model, and holding new models back.
extension AutoDiffController {
  /// Prepares the visible rows again and hands them to the host, without a new model.
  ///
  /// Use it for images that arrived after drawing, or for a host that lost its pixels. The refresh
  /// starts once no update is under way, and includes rows that an update brings into view
  /// meanwhile.
  ///
  /// The cached results of the visible rows are dropped, failed rows are retried, and changed
  /// heights are corrected around the anchor. Other rows stay as they are. A cell that another list
  /// is drawing at this moment is not drawn again. A request during a refresh causes one more
  /// refresh.
  ///
  /// - Complexity: O(visible rows) on the main actor; workers do the rest.
  public func refreshVisible() {
    guard !updates.state.isTornDown, updates.state.isAttached else { return }
    send(.renew)
  }

  /// Whether updates are held back, for example while a finger drags a row. While true, the newest
  /// model is kept, and the host shows no update.
  ///
  /// Batches that the host already has proceed, and rows are still prepared as the list scrolls.
  /// `whenIdle(_:)`, `scroll(to:at:animated:)` and `applyNow(_:policy:anchor:)` wait.
  public var holdsUpdates: Bool {
    get { updates.state.isHeld }
    set {
      guard newValue != updates.state.isHeld, !updates.state.isTornDown else { return }
      perform(newValue ? updates.state.hold() : updates.state.resume(now: delivery.now))
    }
  }
}

extension AutoDiffController {
  /// Scrolls to an item once the updates requested before are shown.
  ///
  /// - Parameters:
  ///   - identifier: The item; the first one if the identifier occurs more than once.
  ///   - position: The target position in the viewport.
  ///   - animated: Whether the host animates the scroll.
  /// - Returns: Whether the host was asked to scroll: false if there is no such item, another
  ///   scroll came first, or the controller was released.
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

  /// Scrolls to a row once the updates requested before are shown.
  ///
  /// Rows around the target that cannot be measured keep their estimated heights.
  ///
  /// - Parameters:
  ///   - identity: The row.
  ///   - position: The target position in the viewport.
  ///   - animated: Whether the host animates the scroll.
  ///   - completion: Called once: with true when the host has been asked to scroll, with false if
  ///     there is no such row, another scroll came first, or the controller was released.
  public func scroll(
    to identity: RowIdentity, at position: ScrollPosition = .top, animated: Bool = false,
    completion: @escaping @MainActor (Bool) -> Void
  ) {
    scroll(to: identity as RowIdentity?, position, animated, completion)
  }

  /// Scrolls to the end of the list once the updates requested before are shown, and follows it
  /// from then on if the anchor of updates is ``Anchor/end``.
  ///
  /// The end is reached exactly, even if rows above it were never measured. Scrolling hosts keep to
  /// the end if the list grows during an animation.
  ///
  /// - Parameter animated: Whether the host animates the scroll.
  public func scrollToEnd(animated: Bool = false) {
    scroll(to: nil, .bottom, animated) { _ in }
  }

  /// Whether the end of the list is in view, for example to hide a button that leads there.
  public var isAtEnd: Bool {
    host.map { $0.viewport(in: snapshot).isAtEnd(of: snapshot.geometry.totalHeight) } ?? true
  }

  /// Scrolls to a part of a row, unless that is in sight.
  ///
  /// - Parameter part: The part, in layout points from the top of the row; `nil` for all of it.
  func scroll(to identity: RowIdentity, part: ClosedRange<Double>?, animated: Bool) {
    scroll(to: identity, .nearest, animated, part: part) { _ in }
  }

  private func scroll(
    to identity: RowIdentity?, _ position: ScrollPosition, _ animated: Bool,
    part: ClosedRange<Double>? = nil, _ completion: @escaping @MainActor (Bool) -> Void
  ) {
    guard !updates.state.isTornDown else { return completion(false) }
    let number = rows.addScroll(by: delivery, completion)
    send(
      .scroll(
        RowState.Scroll(
          number: number, identity: identity, position: position, isAnimated: animated,
          awaited: updates.state.newest, part: part)))
  }
}
