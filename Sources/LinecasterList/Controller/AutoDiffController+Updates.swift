public import LinecasterCells
import LinecasterDiff
import LinecasterBase

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
    let pending = state.pending
    let source = pending.flatMap { recipes[$0]?.source } ?? .shown
    return submit(
      UpdateRecipe(
        source: source.edited(by: edits, of: state.newest + 1), policy: policy, anchor: anchor,
        isAnimated: animated),
      inPlaceOf: pending)
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
    guard let pending = state.pending, let recipe = recipes[pending] else {
      return submit(.shown(anchor: anchor))
    }
    return submit(recipe, inPlaceOf: pending)
  }

  /// Ends every update, stops all work and lets go of the list; later updates end at once as
  /// cancelled.
  public func tearDown() {
    hostNumber += 1
    stopRows()
    rows.stopLoading()
    loads = [:]
    bindings.cancelAll()
    pipeline.forget(ObjectIdentifier(self))
    perform(state.tearDown())
    indexing?.callOff()
    indexing = nil
    index = IdentityIndex()
    inherited = nil
    failures = FailureState()
    // Actions of its rows may hold the controller.
    snapshot = .empty(in: environment, metrics: options.metrics)
  }
}

/// What the controller does when the machine wants it, and what it tells the machine.
extension AutoDiffController {
  /// Gives an update a generation and a handle, and begins it if it is time.
  ///
  /// - Parameter old: The update whose model it shows, where that is under way.
  @discardableResult
  func submit(_ recipe: UpdateRecipe, inPlaceOf old: Int? = nil) -> UpdateHandle {
    let (generation, actions) = state.submit(now: delivery.now, isImmediate: recipe.isImmediate)
    if old != nil || !recipe.source.isNew { failures.carry(from: old, to: generation) }
    let handle = UpdateHandle(generation: generation) { [delivery, weak self] in
      delivery.send { self?.cancel(generation) }
    }
    registry.add(handle)
    recipes[generation] = recipe
    perform(actions)
    return handle
  }

  func cancel(_ generation: Int) {
    perform(state.cancel(generation, now: delivery.now))
  }

  func land(
    _ generation: Int, _ attempt: CancellationToken,
    _ handover: Handover<Result<TableBatch, any Error>>
  ) {
    // Nobody who called this may be the last to hold the result.
    var result = handover.take()
    guard state.running == generation, let handle = registry.handle(of: generation),
      handle.isUnderWay(attempt)
    else { return pipeline.release(taking: &result) }
    let failure = result?.failure
    results[generation] = result.take()
    // Called off while the result was on its way.
    guard !handle.token.isCancelled else { return cancel(generation) }
    switch failure {
    case nil: perform(state.precomputed(generation, now: delivery.now))
    case is CancellationError: perform(state.cancel(generation, now: delivery.now))
    default: perform(state.failed(generation, now: delivery.now))
    }
  }

  /// A host has finished; what one says that has gone since is not heard.
  func finish(_ generation: Int, ofHost number: Int) {
    guard number == hostNumber else { return }
    if state.applying != generation { onDiagnostic?(.hostRepeated(generation: generation)) }
    perform(state.hostFinished(generation, now: delivery.now))
  }

  func start(_ generation: Int) {
    // A newer update may have come while what was wanted before was done.
    guard state.running == generation, let request = request(generation) else { return }
    let attempt = request.context.token
    journal = HeightJournal(generation: generation)
    if recipes[generation]?.isImmediate == true {
      let result = Result { try pipeline.batch(for: request) }
      return land(generation, attempt, Handover(consume result))
    }
    pipeline.precompute(request) { [delivery, weak self] result in
      let result = Handover(result)
      delivery.send { self?.land(generation, attempt, result) }
    }
  }

  func request(_ generation: Int) -> UpdateRequest? {
    guard let recipe = recipes[generation], let handle = registry.handle(of: generation) else {
      return nil
    }
    let shift = BuilderShift(pipeline.work)
    let attempt = handle.beginAttempt { shift.isNotWaitedFor() }
    let source = recipe.source.following(newestShown)
    let makeModel = makeModel(of: source, UpdateContext(token: attempt))
    return UpdateRequest(
      makeModel: { try shift.run(makeModel) }, failure: failures.failure(at: generation),
      base: snapshot, environment: environment,
      metrics: options.metrics, viewport: host?.viewport(in: snapshot) ?? .none,
      reach: options.range.reach, policy: recipe.policy, anchor: recipe.anchor,
      anchorRow: row(of: recipe.anchor), duplicates: options.duplicates,
      stateRows: options.stateRows?.retrying { [weak self] in self?.retryLoading() },
      index: index, means: means,
      context: WorkContext(token: attempt, generation: generation, band: .display))
  }

  private func makeModel(
    of source: ModelSource, _ context: UpdateContext
  ) -> @Sendable () throws -> MadeModel {
    switch source {
    case .made(let makeModel): return { MadeModel(try makeModel(context)) }
    case .shown:
      let model = inherited?.model ?? snapshot.modelAsMade
      return { MadeModel(model) }
    case .edited(let groups, let base):
      let makeBase = makeModel(of: base, context)
      let isShown = !base.isNew && inherited == nil
      return {
        var made = try makeBase()
        try made.apply(groups.map(\.edits), isShown: isShown)
        return made
      }
    }
  }

  /// Has the work of an update stop, and lets go of what has come of it.
  func stop(_ generation: Int) {
    registry.handle(of: generation)?.stopAttempt()
    var result = results.removeValue(forKey: generation)
    pipeline.release(taking: &result)
  }

  func resolve(_ generation: Int, _ ending: ControllerState.Ending) {
    let result = results.removeValue(forKey: generation)
    let recipe = recipes.removeValue(forKey: generation)
    let outcome: UpdateOutcome =
      switch ending {
      case .applied: .applied(generation: generation)
      case .superseded(let newer): .superseded(by: newer)
      case .cancelled: .cancelled
      case .failed: .failed(result?.failure ?? CancellationError())
      }
    registry.resolve(generation, outcome)
    forgetJournal(of: generation)
    if ending == .failed || ending == .cancelled { updateWasLost(generation) }
    // What makes a model may hold all of what it is made of, which takes its time to free.
    pipeline.release((consume recipe, consume result))
  }
}

extension Result {
  fileprivate var failure: Failure? {
    guard case .failure(let failure) = self else { return nil }
    return failure
  }
}

/// Handing batches and heights to the host.
extension AutoDiffController {
  /// Hands a precomputed update to the host, scrolled so that the anchor stays where it is.
  func apply(_ generation: Int) {
    // The host may have gone while what was wanted before was done.
    guard state.applying == generation,
      case .success(var batch) = results.removeValue(forKey: generation),
      let recipe = recipes[generation]
    else { return }
    let before = snapshot
    anchor = recipe.anchor
    note(rows.takeFound())
    if let journal = journal.take() { batch.replay(journal, from: before.rows) }
    let changesHeights = !batch.isVisible && takePlaces(of: before, into: &batch)
    batch.offset = offset(after: batch)
    batch.isAnimated = recipe.isAnimated && !batch.replacesAll
    if batch.changesEnvironment { means = HeightMeans() }
    means.add(batch.means)
    snapshot = batch.snapshot
    newestShown = generation
    index.add(batch.index, generation: generation)
    if batch.isVisible || changesHeights { rows.offsetWasCorrected(to: batch.offset) }
    failures.landed(generation, isNew: recipe.source.isNew)
    _ = rows.handle(.landed, in: RowScene(snapshot: snapshot, viewport: nil, updates: updates))
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
    remakeIndexIfWorn()
    pipeline.release((consume before, consume batch, inherited.take()))
  }

  /// Where the host is to be scrolled so that the anchor stays where it is seen.
  private func offset(after batch: TableBatch) -> Double {
    let viewport = host?.viewport(in: snapshot) ?? .none
    let anchor = batch.isVisible ? anchor : correctionAnchor
    let anchorRow = row(of: anchor)
    return AnchorResolver(anchor: anchor, old: snapshot, viewport: viewport)
      .offset(through: batch.mapping, in: batch.snapshot) { _ in anchorRow }
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

  /// Keeps heights for the update that is compared with the rows they are of, if there is one.
  func note(_ results: [RowResult]) {
    for result in results { journal?.note(result.size.height, ofRow: result.row) }
  }

  /// Forgets what was found for an update that does not land.
  private func forgetJournal(of generation: Int) {
    guard journal?.generation == generation else { return }
    if journal.take()?.isFull == true { tell(.look) }
  }

  /// The row that an anchor names, if it names one and the list has it.
  func row(of anchor: Anchor) -> Int? {
    guard case .row(let identity) = anchor else { return nil }
    return row(of: identity)
  }
}
