import LinecasterCells
public import LinecasterGeometry
public import LinecasterRaster

extension AutoDiffController {
  /// The row that an item is now, counted through the model; nil where there is none.
  ///
  /// - Complexity: O(1) once a worker has made the index of a new state, O(rows) before.
  public func row(of identifier: ItemIdentifier) -> Int? {
    row(of: RowIdentity(identifier))
  }

  /// The row that has an identity now, counted through the model; nil where there is none.
  ///
  /// - Complexity: O(1) once a worker has made the index of a new state, O(rows) before.
  public func row(of identity: RowIdentity) -> Int? {
    if let index, index.generation == snapshot.generation {
      return index.rows.path(of: identity).flatMap(snapshot.row)
    }
    return (0..<snapshot.rowCount).first { snapshot.identity(ofRow: $0) == identity }
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

  /// The pixels of an item, drawn by a worker where they are not kept.
  ///
  /// - Throws: `PipelineError` where the item is not in the list or cannot be drawn.
  public func snapshot(of identifier: ItemIdentifier) async throws -> Bitmap {
    guard let row = row(of: identifier), let item = snapshot.item(atRow: row) else {
      throw PipelineError.unknown(identifier)
    }
    let key = MeasurementKey(item.cell, snapshot.environment(ofRow: row))
    let context = WorkContext(
      token: CancellationToken(), generation: snapshot.generation, band: .visible)
    return try await withCheckedThrowingContinuation { continuation in
      pipeline.work.enqueue(.visible) { [cells = pipeline.cells] in
        continuation.resume(
          with: Result { try cells.image(of: item, key, context).bitmap })
      }
    }
  }
}

// MARK: - The index

extension AutoDiffController {
  /// Has a worker make the index of the state, when nothing is more urgent.
  func makeIndex() {
    indexing?.callOff()
    let (model, generation) = (snapshot.model, snapshot.generation)
    indexing = pipeline.work.enqueue(.preload) { [delivery, weak self] in
      let rows = Handover(IdentityIndex(model))
      delivery.send { self?.take(rows, of: generation) }
    }
  }

  private func take(_ made: Handover<IdentityIndex>, of generation: Int) {
    guard let rows = made.take() else { return }
    guard generation == snapshot.generation else { return pipeline.release(rows) }
    // Its place is taken before a worker may let go of it: the last who does frees a whole model.
    let before = index
    index = (generation, rows)
    pipeline.release(consume before)
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
    row(of: identity).flatMap { snapshot.item(atRow: $0) }?.actions.onTryEdit?() ?? false
  }

  private func run(
    _ identity: RowIdentity, _ action: KeyPath<TableItemActions, TableItemActions.Action?>
  ) -> Bool {
    guard let row = row(of: identity),
      let action = snapshot.item(atRow: row)?.actions[keyPath: action]
    else { return false }
    action()
    return true
  }
}
