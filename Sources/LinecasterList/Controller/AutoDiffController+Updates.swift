public import LinecasterCells
import LinecasterDiff
import LinecasterGeometry
import Synchronization

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
      UpdateRecipe(
        source: .made(makeModel), policy: policy, anchor: anchor, isAnimated: animated))
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
        source: .made { model }, policy: policy, anchor: anchor, isAnimated: false,
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
    load = nil
    bindings.cancelAll()
    pipeline.bands.set([:], of: ObjectIdentifier(self))
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
    if old != nil || recipe.source.isShown { failures.carry(from: old, to: generation) }
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
    _ generation: Int, _ attempt: CancellationToken, _ result: Result<TableBatch, any Error>
  ) {
    guard state.running == generation, let handle = registry.handle(of: generation),
      handle.isUnderWay(attempt)
    else { return pipeline.release(result) }
    results[generation] = result
    // Called off while the result was on its way.
    guard !handle.token.isCancelled else { return cancel(generation) }
    switch result {
    case .success: perform(state.precomputed(generation, now: delivery.now))
    case .failure(let error) where error is CancellationError:
      perform(state.cancel(generation, now: delivery.now))
    case .failure: perform(state.failed(generation, now: delivery.now))
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
    if recipes[generation]?.isImmediate == true {
      return land(generation, attempt, Result { try pipeline.batch(for: request) })
    }
    pipeline.precompute(request) { [delivery, weak self] result in
      let result = Handover(result)
      delivery.send { result.take().map { self?.land(generation, attempt, $0) } }
    }
  }

  func request(_ generation: Int) -> UpdateRequest? {
    guard let recipe = recipes[generation], let handle = registry.handle(of: generation) else {
      return nil
    }
    let attempt = handle.beginAttempt()
    return UpdateRequest(
      makeModel: makeModel(of: recipe.source), failure: failures.error(at: generation),
      base: snapshot, environment: environment,
      metrics: options.metrics, viewport: host?.viewport(in: snapshot) ?? .none,
      reach: options.range.reach, policy: recipe.policy, anchor: recipe.anchor,
      anchorRow: row(of: recipe.anchor), duplicates: options.duplicates,
      stateRows: options.stateRows,
      means: means,
      context: WorkContext(token: attempt, generation: generation, band: .display))
  }

  private func makeModel(of source: ModelSource) -> @Sendable () throws -> TableModel {
    switch source {
    case .made(let makeModel): return makeModel
    case .shown:
      let model = inherited?.model ?? snapshot.modelAsMade
      return { model }
    }
  }

  /// Has the work of an update stop, and lets go of what has come of it.
  func stop(_ generation: Int) {
    registry.handle(of: generation)?.stopAttempt()
    guard let result = results.removeValue(forKey: generation) else { return }
    pipeline.release(result)
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
    let viewport = host?.viewport(in: before) ?? .none
    anchor = recipe.anchor
    let anchorRow = row(of: recipe.anchor)
    batch.offset = AnchorResolver(anchor: recipe.anchor, old: before, viewport: viewport)
      .offset(through: batch.mapping, in: batch.snapshot) { _ in anchorRow }
    batch.isAnimated = recipe.isAnimated && !batch.replacesAll
    if batch.changesEnvironment { means = HeightMeans() }
    means.add(batch.means)
    snapshot = batch.snapshot
    index.add(batch.index, generation: generation)
    rows.offsetWasCorrected(to: batch.offset)
    failures.landed(generation, isNew: !recipe.source.isShown)
    _ = rows.handle(.landed, in: RowScene(snapshot: snapshot, viewport: nil, updates: updates))
    if !batch.duplicates.isEmpty {
      // Told after the host has the batch: who is told may take the list from it.
      perform([.tell(.duplicates(batch.duplicates, generation: generation))])
    }
    // What only the model's actions or errors distinguish is nothing to a host.
    if batch.isVisible { hand(batch) } else { finish(generation, ofHost: hostNumber) }
    remakeIndexIfWorn()
    pipeline.release((consume before, consume batch, inherited.take()))
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

  /// The row that an anchor names, if it names one and the list has it.
  func row(of anchor: Anchor) -> Int? {
    guard case .row(let identity) = anchor else { return nil }
    return row(of: identity)
  }
}

/// An update as it was asked for.
struct UpdateRecipe: Sendable {
  let source: ModelSource
  let policy: UpdatePolicy
  let anchor: Anchor
  let isAnimated: Bool
  /// Whether it is precomputed where it is asked for, without waiting.
  var isImmediate = false

  /// Shows again what is shown.
  static func shown(anchor: Anchor) -> UpdateRecipe {
    UpdateRecipe(source: .shown, policy: .visibleFirst(), anchor: anchor, isAnimated: false)
  }
}

/// Where the model of an update comes from.
enum ModelSource: Sendable {
  /// Made on a worker.
  case made(@Sendable () throws -> TableModel)
  /// What is shown when the update is begun, or was by the last host.
  case shown

  var isShown: Bool {
    if case .shown = self { true } else { false }
  }
}

/// Tells when somebody has let go of what was to say that something has finished, such as a batch
/// or a load, without saying so.
///
/// The closure that is handed out keeps the lease alive. Who goes away, or forgets the closure,
/// releases it, and the controller does not wait for ever.
final class Lease: Sendable {
  private let isEnded = Atomic<Bool>(false)
  private let whenDropped: @Sendable () -> Void

  /// - Parameter whenDropped: Called at most once, on the thread that drops the lease.
  init(whenDropped: @escaping @Sendable () -> Void) {
    self.whenDropped = whenDropped
  }

  deinit {
    if !isEnded.load(ordering: .relaxed) { whenDropped() }
  }

  /// It has been said as it should.
  func end() { isEnded.store(true, ordering: .relaxed) }
}
