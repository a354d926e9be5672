import LinecasterBase
public import LinecasterCells
import LinecasterDiff
import Synchronization

extension AutoDiffController {
  /// Shows the model that a closure makes, unless a newer update overtakes it before it lands.
  ///
  /// All work is done by workers. If `makeModel` throws, the update fails. The list then stays as
  /// it is, or shows the newest update that this one has overtaken.
  ///
  /// - Parameters:
  ///   - policy: The number of rows measured before the update is shown.
  ///   - anchor: The row that keeps its place in the viewport.
  ///   - animated: Whether the host animates the changes.
  ///   - makeModel: Called on a worker, usually once. It is called again if the update starts again
  ///     before the closure has returned, or because a newer update that overtook it fails or is
  ///     cancelled.
  /// - Complexity: O(rows) on a worker to compare the models, plus measuring new rows.
  @discardableResult
  public func update(
    policy: UpdatePolicy = .visibleFirst(), anchor: Anchor = .firstVisible, animated: Bool = false,
    _ makeModel: @escaping @Sendable () throws -> TableModel
  ) -> UpdateHandle {
    update(policy: policy, anchor: anchor, animated: animated) { _ in try makeModel() }
  }

  /// Shows the model that a slow closure makes, unless a newer update overtakes it before it lands.
  ///
  /// The same as without a context, but the closure can stop if a newer update has come.
  ///
  /// - Parameters:
  ///   - policy: The number of rows measured before the update is shown.
  ///   - anchor: The row that keeps its place in the viewport.
  ///   - animated: Whether the host animates the changes.
  ///   - makeModel: Called on a worker, as without a context.
  /// - Complexity: O(rows) on a worker to compare the models, plus measuring new rows.
  @discardableResult
  public func update(
    policy: UpdatePolicy = .visibleFirst(), anchor: Anchor = .firstVisible, animated: Bool = false,
    _ makeModel: @escaping @Sendable (UpdateContext) throws -> TableModel
  ) -> UpdateHandle {
    submit(
      UpdateRecipe(
        source: .made(ModelMaker(makeModel)), policy: policy, anchor: anchor,
        isAnimated: animated))
  }

  /// Edits the newest requested model and shows it. Models are not compared, so the cost of an
  /// update depends only on its changes.
  ///
  /// Edits refer to the model of the newest update under way, or else to the model that is shown. A
  /// newer update with edits includes them; any other update supersedes them, as it does every
  /// earlier update. An edit that refers to a missing item or section fails the update with a
  /// `TableEditError`, and no edit of the update is applied. The update also fails if the model
  /// under way cannot be made.
  ///
  ///     controller.update(with: [.append([TableItem("bo", cell: Line("Bo"))], to: "main")])
  ///
  /// - Parameters:
  ///   - edits: The changes, each applied after the one before.
  ///   - policy: The number of rows measured before the update is shown.
  ///   - anchor: The row that keeps its place in the viewport.
  ///   - animated: Whether the host animates the changes.
  /// - Complexity: That of `TableModel.apply(_:)` for each edit, on a worker, plus measuring new
  ///   rows.
  @discardableResult
  public func update(
    with edits: [TableEdit], policy: UpdatePolicy = .visibleFirst(),
    anchor: Anchor = .firstVisible, animated: Bool = false
  ) -> UpdateHandle {
    update(anchor: anchor, policy: policy, animated: animated) { edits }
  }

  /// Edits the newest requested model, by edits that a worker makes.
  ///
  /// - Parameter edits: Makes the edits; called again if the update starts again, and must have the
  ///   same result then.
  @discardableResult
  package func update(
    anchor: Anchor, policy: UpdatePolicy = .visibleFirst(), animated: Bool = false,
    edits: @escaping @Sendable () throws -> [TableEdit]
  ) -> UpdateHandle {
    let source = updates.pendingRecipe?.source ?? .shown
    return submit(
      UpdateRecipe(
        source: source.edited(by: edits, of: updates.state.newest + 1), policy: policy,
        anchor: anchor,
        isAnimated: animated),
      inPlaceOf: updates.state.pending)
  }

  /// Shows a model, unless a newer update overtakes it before it lands.
  ///
  /// - Complexity: O(rows) on a worker to compare the models, plus measuring new rows.
  @discardableResult
  public func update(
    with model: TableModel, policy: UpdatePolicy = .visibleFirst(),
    anchor: Anchor = .firstVisible, animated: Bool = false
  ) -> UpdateHandle {
    update(policy: policy, anchor: anchor, animated: animated) { model }
  }

  /// Shows a model before the call returns, for launches and tests; the calling thread does the
  /// work of the workers.
  ///
  /// Otherwise, the update behaves like any other: it supersedes updates under way. If the host is
  /// still applying another update, or calls this from one of its own methods, this update waits
  /// for it.
  ///
  /// - Complexity: O(rows) on the main actor to compare the models, plus measuring and drawing the
  ///   rows that `policy` requires.
  @discardableResult
  public func applyNow(
    _ model: TableModel, policy: UpdatePolicy = .visibleFirst(), anchor: Anchor = .firstVisible
  ) -> UpdateHandle {
    submit(
      UpdateRecipe(
        source: .made(ModelMaker { _ in model }), policy: policy, anchor: anchor, isAnimated: false,
        isImmediate: true))
  }

  /// Shows the list in a new environment: width, scale, theme or text size.
  ///
  /// The model under way, or else the one that is shown, is measured again. Visible rows come first
  /// and keep their place.
  ///
  /// - Complexity: O(rows), on workers.
  @discardableResult
  public func setEnvironment(_ environment: LayoutEnvironment) -> UpdateHandle {
    self.environment = environment
    guard let pending = updates.state.pending, let recipe = updates.pendingRecipe else {
      return submit(.shown(anchor: rows.anchor))
    }
    return submit(recipe, inPlaceOf: pending)
  }

  /// Ends every update, stops all work and releases the list. Later updates end at once as
  /// cancelled.
  public func tearDown() {
    hostNumber += 1
    stopRows()
    rows.state.stopLoading()
    loads = [:]
    cancelBindings()
    pipeline.forget(ObjectIdentifier(self))
    perform(updates.state.tearDown())
    updates.forget()
    // Row actions may retain the controller.
    rows.tearDown(.empty(in: environment, metrics: options.metrics))
  }
}

/// Performing the state machine's actions and sending it events.
extension AutoDiffController {
  /// Gives an update a generation and a handle, and starts it if it is time.
  ///
  /// - Parameter old: The update whose model it shows, if that is under way.
  @discardableResult
  func submit(_ recipe: UpdateRecipe, inPlaceOf old: Int? = nil) -> UpdateHandle {
    let (handle, actions) = updates.add(recipe, inPlaceOf: old, now: delivery.now) {
      [delivery, weak self] generation in
      delivery.send { self?.cancel(generation) }
    }
    perform(actions)
    return handle
  }

  private func cancel(_ generation: Int) {
    perform(updates.state.cancel(generation, now: delivery.now))
  }

  /// - Parameter mayPause: Whether it may land in the next drain.
  private func land(
    _ generation: Int, _ attempt: CancellationToken,
    _ transfer: Transfer<Result<TableBatch, any Error>>, mayPause: Bool
  ) {
    // The result's last reference must not be a caller's.
    var result = transfer.take()
    let actions = updates.take(&result, of: generation, attempt, now: delivery.now)
    guard let actions else { return pipeline.release(taking: &result) }
    perform(actions.map { .update($0) }, mayPause: mayPause)
  }

  /// Handles a host's completion; a completion from a former host is ignored.
  func finish(_ generation: Int, ofHost number: Int) {
    guard number == hostNumber else { return }
    if updates.state.applying != generation {
      onDiagnostic?(.hostFinishedTwice(generation: generation))
    }
    perform(updates.state.hostFinished(generation, now: delivery.now))
  }

  func start(_ generation: Int) {
    guard let attempt = updates.begin(generation, on: snapshot) else { return }
    let request = request(attempt, generation)
    let token = attempt.token
    if attempt.recipe.isImmediate {
      let result = Result { try pipeline.batch(for: request) }
      return land(generation, token, Transfer(consume result), mayPause: false)
    }
    pipeline.precompute(request) { [delivery, weak self] result in
      let result = Transfer(result)
      delivery.send { self?.land(generation, token, result, mayPause: true) }
    }
  }

  private func request(_ attempt: ListUpdates.Attempt, _ generation: Int) -> UpdateRequest {
    UpdateRequest(
      makeModel: attempt.makeModel, failure: updates.failures.failure(at: generation),
      base: snapshot, environment: environment,
      metrics: options.metrics, viewport: host?.viewport(in: snapshot) ?? .none,
      reach: options.range.reach, policy: attempt.recipe.policy, anchor: attempt.recipe.anchor,
      anchorRow: rows.row(of: attempt.recipe.anchor), isFollowing: rows.isFollowing,
      duplicates: options.duplicates,
      stateRows: options.stateRows?.retrying { [weak self] in self?.retryLoading() },
      index: rows.index, gaps: rows.gaps, means: updates.means, former: updates.former,
      tallRows: rows.tallArrangements,
      context: WorkContext(
        token: attempt.token, generation: generation, band: .display,
        list: ObjectIdentifier(self)))
  }

  func resolve(_ generation: Int, _ ending: ControllerState.Ending) {
    if updates.end(generation, ending) { send(.look) }
    if ending == .failed || ending == .cancelled { updateWasLost(generation) }
  }
}

/// Handing batches and heights to the host.
extension AutoDiffController {
  /// Hands a precomputed update to the host, scrolled so the anchor keeps its place.
  func apply(_ generation: Int) {
    guard case (var batch, let recipe)? = updates.takeBatch(of: generation) else { return }
    let before = snapshot
    rows.take(anchor: recipe.anchor)
    updates.note(rows.state.takeFound())
    updates.replayJournal(in: &batch, from: before.rows)
    let changesHeights = !batch.isVisible && takePlaces(of: before, into: &batch)
    batch.offset = rows.offset(
      after: batch, by: recipe.anchor, seen: host?.viewport(in: snapshot) ?? .none)
    batch.isAnimated = recipe.isAnimated && !batch.replacesAll
    updates.landed(batch, isNew: recipe.source.isNew)
    rows.land(batch, isMoved: batch.isVisible || changesHeights)
    let found = rows.finder.state.landed(batch)
    let islands = rows.handle(
      .landed, viewport: rows.reading?.viewport, updates: updates.scene, now: delivery.now)
    if !batch.duplicates.isEmpty {
      // Reported after the host has the batch: the observer may detach the host.
      perform([.report(.duplicates(batch.duplicates, generation: generation))])
    }
    let number = hostNumber
    if batch.isVisible {
      hand(batch)
    } else {
      // Changed actions or errors do not affect a host; heights do.
      if changesHeights { host?.setOffset(batch.offset, in: snapshot, animated: false) }
      finish(generation, ofHost: number)
    }
    perform(islands, ofHost: number)
    perform(found)
    rows.rebuildIndexIfNeeded()
    pipeline.release((consume before, consume batch, updates.takeInherited()))
  }

  /// Keeps the shown row positions for an update that changes no rows.
  ///
  /// - Returns: Whether they cannot be kept, because rows have been measured meanwhile.
  private func takePlaces(of before: TableSnapshot, into batch: inout TableBatch) -> Bool {
    guard batch.snapshot.geometry.measuredCount == before.geometry.measuredCount else {
      return true
    }
    batch.snapshot.takePlaces(of: before)
    return false
  }

  private func hand(_ batch: TableBatch) {
    let (generation, number) = (batch.snapshot.generation, hostNumber)
    // Retained by the closure: a host that releases it has finished too.
    let lease = Lease { [delivery, weak self] in
      delivery.send { self?.finish(generation, ofHost: number) }
    }
    let context = WorkContext(token: CancellationToken(), generation: generation, band: .visible)
    pipeline.meter.measure(.apply, context) {
      host?.apply(batch) { [weak self] in
        lease.end()
        self?.finish(generation, ofHost: number)
      }
    }
  }
}

/// A value on its way from one thread to another.
///
/// Closures that carry it hold nothing once it has been taken, so the receiver decides where it is
/// freed: the last reference to a model frees all of its rows.
package final class Transfer<Value: Sendable>: Sendable {
  private let value: Mutex<Value?>

  package init(_ value: consuming Value) {
    self.value = Mutex(value)
  }

  /// Takes the value; `nil` if it was taken before.
  package func take() -> Value? {
    value.withLock { value in
      defer { value = nil }
      return value
    }
  }
}
