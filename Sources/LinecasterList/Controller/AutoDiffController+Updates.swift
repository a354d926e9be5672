public import LinecasterCells
import LinecasterDiff
import LinecasterGeometry

extension AutoDiffController {
  /// Shows the model that `makeModel` makes, unless a newer update comes before it lands.
  ///
  /// - Parameters:
  ///   - policy: How many rows are measured before the update is shown.
  ///   - anchor: What stays where it is in the viewport.
  ///   - animated: Whether the host is asked to animate the changes.
  ///   - makeModel: Called on a worker: once, and again if the environment changes or another host
  ///     comes before the update lands. If it throws, the update fails and the list stays as it is.
  @discardableResult
  public func update(
    policy: UpdatePolicy = .visibleFirst(), anchor: Anchor = .firstVisible, animated: Bool = false,
    _ makeModel: @escaping @Sendable () throws -> TableModel
  ) -> UpdateHandle {
    submit(
      UpdateRecipe(makeModel: makeModel, policy: policy, anchor: anchor, isAnimated: animated))
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
        makeModel: { model }, policy: policy, anchor: anchor, isAnimated: false,
        isImmediate: true))
  }

  /// Measures in another width, scale, theme or size of letters the model that is under way, or
  /// else the one that is shown, and shows it; what can be seen comes first and stays where it is.
  @discardableResult
  public func setEnvironment(_ environment: LayoutEnvironment) -> UpdateHandle {
    self.environment = environment
    if let pending = state.pending, let recipe = recipes[pending] { return submit(recipe) }
    return update(with: snapshot.model, anchor: anchor)
  }

  /// Ends every update and stops all work; later updates end at once as cancelled.
  public func tearDown() {
    presenter.stop()
    idleMeasurer.stop()
    scroller.stop()
    renewer.stop()
    loader = nil
    bindings.cancelAll()
    pipeline.bands.set([:], of: ObjectIdentifier(self))
    perform(state.tearDown())
  }
}

/// What the controller does when the machine wants it, and what it tells the machine.
extension AutoDiffController {
  /// Gives an update a generation and a handle, and begins it if it is time.
  func submit(_ recipe: UpdateRecipe) -> UpdateHandle {
    let (generation, actions) = state.submit(now: delivery.now, isImmediate: recipe.isImmediate)
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

  func land(_ generation: Int, _ result: Result<TableBatch, any Error>) {
    guard state.running == generation else { return pipeline.release(result) }
    results[generation] = result
    // Called off while the result was on its way.
    guard registry.token(of: generation)?.isCancelled != true else { return cancel(generation) }
    switch result {
    case .success: perform(state.precomputed(generation, now: delivery.now))
    case .failure(PipelineError.cancelled): perform(state.cancel(generation, now: delivery.now))
    case .failure: perform(state.failed(generation, now: delivery.now))
    }
  }

  func finish(_ generation: Int) {
    if state.applying != generation { onDiagnostic?(.hostRepeated(generation: generation)) }
    perform(state.hostFinished(generation, now: delivery.now))
  }

  func perform(_ wanted: [ControllerState.Action]) {
    actions += wanted
    guard !isPerforming else { return }
    isPerforming = true
    var next = 0
    while next < actions.count {
      perform(actions[next])
      next += 1
    }
    actions = []
    isPerforming = false
    notifyIfIdle()
  }

  private func perform(_ action: ControllerState.Action) {
    switch action {
    case .start(let generation): start(generation)
    case .stop(let generation): registry.token(of: generation)?.cancel()
    case .apply(let generation): apply(generation)
    case .resolve(let generation, let ending): resolve(generation, ending)
    case .display: viewportDidChange()
    case .wake(let delay):
      delivery.send(after: delay) { [weak self] in
        guard let self else { return }
        perform(state.woke(now: delivery.now))
      }
    case .watch(let generation, let delay):
      delivery.send(after: delay) { [weak self] in
        guard let self else { return }
        perform(state.hostTookTooLong(generation, now: delivery.now))
      }
    case .reportHost(let generation): onDiagnostic?(.hostForgot(generation: generation))
    }
  }

  private func start(_ generation: Int) {
    // A newer update may have come while what was wanted before was done.
    guard state.running == generation, let request = request(generation) else { return }
    if recipes[generation]?.isImmediate == true {
      return land(generation, Result { try pipeline.batch(for: request) })
    }
    pipeline.precompute(request) { [delivery, weak self] result in
      let result = Handover(result)
      delivery.send { [weak self] in
        guard let self, let result = result.take() else { return }
        land(generation, result)
      }
    }
  }

  func request(_ generation: Int) -> UpdateRequest? {
    guard let recipe = recipes[generation], let token = registry.token(of: generation) else {
      return nil
    }
    return UpdateRequest(
      makeModel: recipe.makeModel, base: snapshot, environment: environment,
      metrics: options.metrics, viewport: host?.viewport(in: snapshot) ?? .none,
      reach: options.range.reach, policy: recipe.policy, anchor: recipe.anchor,
      anchorRow: row(of: recipe.anchor), duplicates: options.duplicates,
      stateRows: options.stateRows,
      means: means,
      context: WorkContext(token: token, generation: generation, band: .display))
  }

  private func resolve(_ generation: Int, _ ending: ControllerState.Ending) {
    let result = results.removeValue(forKey: generation)
    let recipe = recipes.removeValue(forKey: generation)
    let outcome: UpdateOutcome =
      switch ending {
      case .applied: .applied(generation: generation)
      case .superseded(let newer): .superseded(by: newer)
      case .cancelled: .cancelled
      case .failed: .failed(result?.failure ?? PipelineError.cancelled)
      }
    registry.resolve(generation, outcome)
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
    guard case .success(var batch) = results.removeValue(forKey: generation),
      let recipe = recipes[generation]
    else { return }
    let before = snapshot
    let viewport = host?.viewport(in: before) ?? .none
    anchor = recipe.anchor
    let anchorRow = row(of: recipe.anchor)
    batch.offset = AnchorResolver(anchor: recipe.anchor, old: before, viewport: viewport)
      .offset(through: batch.mapping, in: batch.snapshot) { _ in anchorRow }
    batch.isAnimated = recipe.isAnimated && !batch.replacesAll
    if batch.changesEnvironment { means = HeightMeans() }
    means.add(batch.means)
    snapshot = batch.snapshot
    range.offsetWasCorrected(to: batch.offset)
    report(batch)
    loader?.modelDidChange()
    // What only the model's actions or errors distinguish is nothing to a host.
    if batch.isVisible { hand(batch) } else { finish(generation) }
    makeIndex()
    pipeline.release((consume before, consume batch, inherited.take()))
  }

  private func hand(_ batch: TableBatch) {
    let generation = batch.snapshot.generation
    // Kept alive by the closure: a host that drops it has finished too.
    let lease = HostLease { [delivery, weak self] in
      delivery.send { self?.finish(generation) }
    }
    let context = WorkContext(token: CancellationToken(), generation: generation, band: .visible)
    pipeline.meter.measure(.apply, context) {
      host?.apply(batch) { [weak self] in
        lease.end()
        self?.finish(generation)
      }
    }
  }

  private func report(_ batch: TableBatch) {
    guard !batch.duplicates.isEmpty else { return }
    onDiagnostic?(
      .duplicates(batch.duplicates, generation: batch.snapshot.generation))
  }

  /// Takes in what workers have found out about rows: heights first, so that nothing that can be
  /// seen moves, then what to show.
  ///
  /// - Parameter areNew: Whether the results count although the rows have been measured before.
  func take(_ results: [RowResult], of generation: Int, areNew: Bool = false) {
    guard generation == snapshot.generation, !state.isTornDown else { return }
    correctHeights(areNew ? results : results.filter { !snapshot.geometry.isMeasured($0.row) })
    presenter.show(results)
  }

  private func correctHeights(_ new: [RowResult]) {
    guard !new.isEmpty, let host else { return }
    let viewport = host.viewport(in: snapshot)
    let resolver = AnchorResolver(anchor: correctionAnchor, old: snapshot, viewport: viewport)
    let anchorRow = row(of: correctionAnchor)
    var changesHeights = false
    for result in new {
      let before = snapshot.geometry.height(ofRow: result.row)
      snapshot.setCellHeight(result.size.height, ofRow: result.row)
      changesHeights = changesHeights || before != snapshot.geometry.height(ofRow: result.row)
      means.add(result.size.height, of: result.kind)
    }
    guard changesHeights else { return }
    let offset = resolver.offset(correctedIn: snapshot) { _ in anchorRow }
    range.offsetWasCorrected(to: offset)
    host.setOffset(offset, in: snapshot, animated: false)
  }

  /// The row that an anchor names, if it names one and the list has it.
  func row(of anchor: Anchor) -> Int? {
    guard case .row(let identity) = anchor else { return nil }
    return row(of: identity)
  }

  /// Whatever an update asked for, corrections never shift what can be seen.
  private var correctionAnchor: Anchor { anchor == .none ? .firstVisible : anchor }
}

/// An update as it was asked for.
struct UpdateRecipe: Sendable {
  /// Makes the model, on a worker.
  let makeModel: @Sendable () throws -> TableModel
  let policy: UpdatePolicy
  let anchor: Anchor
  let isAnimated: Bool
  /// Whether it is precomputed where it is asked for, without waiting.
  var isImmediate = false
}
