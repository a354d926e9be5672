import LinecasterBase
public import LinecasterCells
import LinecasterDiff

extension AutoDiffController {
  /// Shows the model that `makeModel` makes, unless a newer update comes before it lands.
  ///
  /// - Parameters:
  ///   - policy: How many rows are measured before the update is shown.
  ///   - anchor: What stays where it is in the viewport.
  ///   - animated: Whether the host is asked to animate the changes.
  ///   - makeModel: Called on a worker: once, and again if the environment changes, another host
  ///     comes or edits are asked for before the update lands, or if a newer update overtook it
  ///     that fails or is cancelled. If it throws, the update fails; the list stays as it is, or
  ///     shows the newest update that this one has overtaken.
  @discardableResult
  public func update(
    policy: UpdatePolicy = .visibleFirst(), anchor: Anchor = .firstVisible, animated: Bool = false,
    _ makeModel: @escaping @Sendable () throws -> TableModel
  ) -> UpdateHandle {
    update(policy: policy, anchor: anchor, animated: animated) { _ in try makeModel() }
  }

  /// Shows the model that `makeModel` makes, unless a newer update comes before it lands.
  ///
  /// As without a context, for closures that take long: where a newer update has come, they may
  /// stop.
  ///
  /// - Parameters:
  ///   - policy: How many rows are measured before the update is shown.
  ///   - anchor: What stays where it is in the viewport.
  ///   - animated: Whether the host is asked to animate the changes.
  ///   - makeModel: Called on a worker, as without a context, and again if a newer update that
  ///     came before it landed fails or is cancelled.
  @discardableResult
  public func update(
    policy: UpdatePolicy = .visibleFirst(), anchor: Anchor = .firstVisible, animated: Bool = false,
    _ makeModel: @escaping @Sendable (UpdateContext) throws -> TableModel
  ) -> UpdateHandle {
    submit(
      UpdateRecipe(
        source: .made(makeModel), policy: policy, anchor: anchor, isAnimated: animated))
  }

  /// Shows the newest model that was asked for, edited: nothing is compared, so that an update
  /// costs what it changes.
  ///
  /// Edits refer to the model of the newest update under way, or else to the one that is shown. A
  /// newer update of edits takes them along; any other makes them void, as it does every update
  /// before it. An edit that names what is not there fails the update, with a `TableEditError`, and
  /// none of its edits is applied; so does a model under way that cannot be made.
  ///
  ///     controller.update(with: [.append([TableItem("bo", cell: Line("Bo"))], to: "main")])
  ///
  /// - Parameters:
  ///   - edits: What changes, each edit after the one before.
  ///   - policy: How many rows are measured before the update is shown.
  ///   - anchor: What stays where it is in the viewport.
  ///   - animated: Whether the host is asked to animate the changes.
  @discardableResult
  public func update(
    with edits: [TableEdit], policy: UpdatePolicy = .visibleFirst(),
    anchor: Anchor = .firstVisible, animated: Bool = false
  ) -> UpdateHandle {
    let source = updates.pendingRecipe?.source ?? .shown
    return submit(
      UpdateRecipe(
        source: source.edited(by: edits, of: updates.state.newest + 1), policy: policy,
        anchor: anchor,
        isAnimated: animated),
      inPlaceOf: updates.state.pending)
  }

  /// Shows a model, unless a newer update comes before it lands.
  @discardableResult
  public func update(
    with model: TableModel, policy: UpdatePolicy = .visibleFirst(),
    anchor: Anchor = .firstVisible, animated: Bool = false
  ) -> UpdateHandle {
    update(policy: policy, anchor: anchor, animated: animated) { model }
  }

  /// Shows a model before it returns, for launches and tests: the work of workers is done here.
  ///
  /// Takes the way of any update; what is under way is superseded. Where the host is still applying
  /// another update, or calls this while it is called itself, this one waits for it.
  @discardableResult
  public func applyNow(
    _ model: TableModel, policy: UpdatePolicy = .visibleFirst(), anchor: Anchor = .firstVisible
  ) -> UpdateHandle {
    submit(
      UpdateRecipe(
        source: .made { _ in model }, policy: policy, anchor: anchor, isAnimated: false,
        isImmediate: true))
  }

  /// Measures in another width, scale, theme or size of letters the model that is under way, or
  /// else the one that is shown, and shows it; what can be seen comes first and stays where it is.
  @discardableResult
  public func setEnvironment(_ environment: LayoutEnvironment) -> UpdateHandle {
    self.environment = environment
    guard let pending = updates.state.pending, let recipe = updates.pendingRecipe else {
      return submit(.shown(anchor: rows.anchor))
    }
    return submit(recipe, inPlaceOf: pending)
  }

  /// Ends every update, stops all work and lets go of the list; later updates end at once as
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
    // Actions of its rows may hold the controller.
    rows.tearDown(.empty(in: environment, metrics: options.metrics))
  }
}

/// What the controller does when the machine wants it, and what it tells the machine.
extension AutoDiffController {
  /// Gives an update a generation and a handle, and begins it if it is time.
  ///
  /// - Parameter old: The update whose model it shows, where that is under way.
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

  private func land(
    _ generation: Int, _ attempt: CancellationToken,
    _ transfer: Transfer<Result<TableBatch, any Error>>
  ) {
    // No caller may be the last to hold the result.
    var result = transfer.take()
    let actions = updates.take(&result, of: generation, attempt, now: delivery.now)
    guard let actions else { return pipeline.release(taking: &result) }
    perform(actions)
  }

  /// A host has finished; what one says that has gone since is not heard.
  func finish(_ generation: Int, ofHost number: Int) {
    guard number == hostNumber else { return }
    if updates.state.applying != generation { onDiagnostic?(.hostRepeated(generation: generation)) }
    perform(updates.state.hostFinished(generation, now: delivery.now))
  }

  func start(_ generation: Int) {
    guard let attempt = updates.begin(generation, on: snapshot) else { return }
    let request = request(attempt, generation)
    let token = attempt.token
    if attempt.recipe.isImmediate {
      let result = Result { try pipeline.batch(for: request) }
      return land(generation, token, Transfer(consume result))
    }
    pipeline.precompute(request) { [delivery, weak self] result in
      let result = Transfer(result)
      delivery.send { self?.land(generation, token, result) }
    }
  }

  private func request(_ attempt: ListUpdates.Attempt, _ generation: Int) -> UpdateRequest {
    UpdateRequest(
      makeModel: attempt.makeModel, failure: updates.failures.failure(at: generation),
      base: snapshot, environment: environment,
      metrics: options.metrics, viewport: host?.viewport(in: snapshot) ?? .none,
      reach: options.range.reach, policy: attempt.recipe.policy, anchor: attempt.recipe.anchor,
      anchorRow: rows.row(of: attempt.recipe.anchor), duplicates: options.duplicates,
      stateRows: options.stateRows?.retrying { [weak self] in self?.retryLoading() },
      index: rows.index, means: updates.means,
      context: WorkContext(token: attempt.token, generation: generation, band: .display))
  }

  func resolve(_ generation: Int, _ ending: ControllerState.Ending) {
    if updates.end(generation, ending) { tell(.look) }
    if ending == .failed || ending == .cancelled { updateWasLost(generation) }
  }
}

/// Handing batches and heights to the host.
extension AutoDiffController {
  /// Hands a precomputed update to the host, scrolled so that the anchor stays where it is.
  func apply(_ generation: Int) {
    guard case (var batch, let recipe)? = updates.takeBatch(of: generation) else { return }
    let before = snapshot
    rows.anchor = recipe.anchor
    updates.note(rows.state.takeFound())
    updates.replayJournal(in: &batch, from: before.rows)
    let changesHeights = !batch.isVisible && takePlaces(of: before, into: &batch)
    batch.offset = rows.offset(after: batch, seen: host?.viewport(in: snapshot) ?? .none)
    batch.isAnimated = recipe.isAnimated && !batch.replacesAll
    updates.landed(batch, isNew: recipe.source.isNew)
    rows.land(batch, isMoved: batch.isVisible || changesHeights)
    _ = rows.handle(.landed, updates: updates.scene, now: delivery.now)
    if !batch.duplicates.isEmpty {
      // Told after the host has the batch: who is told may take the list from it.
      perform([.tell(.duplicates(batch.duplicates, generation: generation))])
    }
    let number = hostNumber
    if batch.isVisible {
      hand(batch)
    } else {
      // What only the model's actions or errors distinguish is nothing to a host; heights are.
      if changesHeights { host?.setOffset(batch.offset, in: snapshot, animated: false) }
      finish(generation, ofHost: number)
    }
    rows.remakeIndexIfWorn()
    pipeline.release((consume before, consume batch, updates.takeInherited()))
  }

  /// Leaves the rows of an update that changes none where the host has them.
  ///
  /// - Returns: Whether they cannot stay there, as some have been measured meanwhile.
  private func takePlaces(of before: TableSnapshot, into batch: inout TableBatch) -> Bool {
    guard batch.snapshot.geometry.measuredCount == before.geometry.measuredCount else {
      return true
    }
    batch.snapshot.takePlaces(of: before)
    return false
  }

  private func hand(_ batch: TableBatch) {
    let (generation, number) = (batch.snapshot.generation, hostNumber)
    // Kept alive by the closure: a host that drops it has finished too.
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
