import LinecasterCaches
public import LinecasterCells
import LinecasterDiff

/// Keeps a list showing the newest model: precomputes updates on workers and hands the host
/// finished batches on the main actor.
///
/// Newest wins: an update that is overtaken before it lands is never applied, and what it computed
/// stays in the caches. Every update ends exactly once, see `UpdateOutcome`.
@MainActor
public final class AutoDiffController {
  /// The state the host shows, or is about to.
  public private(set) var snapshot: TableSnapshot
  /// What rows are measured in; `setEnvironment(_:)` changes it.
  public private(set) var environment: LayoutEnvironment

  let pipeline: PrecomputePipeline
  let delivery: Delivery
  let registry = HandleRegistry()
  private(set) weak var host: (any ListHost)?

  private var state = ControllerState()
  /// The model of the update under way.
  private var pendingModel: (@Sendable () throws -> TableModel)?
  /// What came of updates that have been precomputed and not been applied or resolved.
  private var results: [Int: Result<ListBatch, any Error>] = [:]
  /// What the machine wants done. Hosts and observers may call back meanwhile; what follows from
  /// that is done after what was wanted before.
  private var actions: [ControllerState.Action] = []
  private var isPerforming = false
  private lazy var display = RowDisplay(controller: self)
  private var idleObservers: [@MainActor () -> Void] = []

  /// Makes a controller of an empty list.
  ///
  /// - Parameters:
  ///   - pipeline: What precomputes updates; controllers may share it.
  ///   - environment: What rows are measured in at first.
  ///   - host: What shows the list; held weakly.
  ///   - delivery: How results get to the main actor.
  public init(
    pipeline: PrecomputePipeline, environment: LayoutEnvironment, host: any ListHost,
    delivery: Delivery = .mainQueue
  ) {
    self.pipeline = pipeline
    self.environment = environment
    self.host = host
    self.delivery = delivery.metered(by: pipeline.meter)
    snapshot = .empty(in: environment)
  }

  /// Shows the model that `makeModel` makes, unless a newer update comes before it lands.
  ///
  /// - Parameter makeModel: Called on a worker: once, and again if the environment changes before
  ///   the update lands. If it throws, the update fails and the list stays as it is.
  @discardableResult
  public func update(_ makeModel: @escaping @Sendable () throws -> TableModel) -> UpdateHandle {
    let (generation, actions) = state.submit()
    let handle = UpdateHandle(generation: generation) { [delivery, weak self] in
      delivery.send { self?.cancel(generation) }
    }
    registry.add(handle)
    pendingModel = makeModel
    perform(actions)
    return handle
  }

  /// Shows a model, unless a newer update comes before it lands.
  @discardableResult
  public func update(with model: TableModel) -> UpdateHandle {
    update { model }
  }

  /// Measures in another width, scale or theme the model that is under way, or else the one that
  /// is shown, and shows it.
  @discardableResult
  public func setEnvironment(_ environment: LayoutEnvironment) -> UpdateHandle {
    self.environment = environment
    guard state.pending != nil, let pendingModel else { return update(with: snapshot.model) }
    return update(pendingModel)
  }

  /// Tells that another part of the list can be seen; rows that are new to sight are rasterized.
  public func viewportDidChange() {
    refreshDisplay()
    notifyIfIdle()
  }

  /// Ends every update and stops all work; later updates end at once as cancelled.
  public func tearDown() {
    display.stop()
    perform(state.tearDown())
  }

  /// Whether no update is under way and all rows that can be seen have been displayed.
  public var isIdle: Bool { state.isIdle && !isPerforming && !display.isRunning }

  /// Calls `body` once, when the controller is idle, or now if it is.
  public func whenIdle(_ body: @escaping @MainActor () -> Void) {
    idleObservers.append(body)
    notifyIfIdle()
  }
}

// MARK: - Events

extension AutoDiffController {
  private func cancel(_ generation: Int) {
    perform(state.cancel(generation))
  }

  private func land(_ generation: Int, _ result: Result<ListBatch, any Error>) {
    guard state.pending == generation else { return }
    results[generation] = result
    switch result {
    case .success: perform(state.precomputed(generation))
    case .failure(PipelineError.cancelled): perform(state.cancel(generation))
    case .failure: perform(state.failed(generation))
    }
  }

  private func hostFinished(_ generation: Int) {
    perform(state.hostFinished(generation))
  }

  func notifyIfIdle() {
    guard isIdle, !idleObservers.isEmpty else { return }
    let observers = idleObservers
    idleObservers = []
    for observer in observers { observer() }
  }
}

// MARK: - Actions

extension AutoDiffController {
  private func perform(_ wanted: [ControllerState.Action]) {
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
    case .display: refreshDisplay()
    }
  }

  private func refreshDisplay() {
    if !state.isTornDown { display.refresh() }
  }

  private func start(_ generation: Int) {
    // A newer update may have come while what was wanted before was done.
    guard state.pending == generation, let makeModel = pendingModel,
      let token = registry.token(of: generation)
    else { return }
    let request = PrecomputeRequest(
      generation: generation, makeModel: makeModel, base: snapshot, environment: environment,
      token: token)
    pipeline.precompute(request) { [delivery, weak self] result in
      delivery.send { self?.land(generation, result) }
    }
  }

  private func apply(_ generation: Int) {
    guard case .success(let batch) = results.removeValue(forKey: generation) else { return }
    let before = snapshot
    snapshot = batch.snapshot
    // Kept alive by the closure: a host that drops it has finished too.
    let lease = HostLease { [delivery, weak self] in
      delivery.send { self?.hostFinished(generation) }
    }
    host?.apply(batch) { [weak self] in
      lease.end()
      self?.hostFinished(generation)
    }
    pipeline.release(before)
  }

  private func resolve(_ generation: Int, _ ending: ControllerState.Ending) {
    let result = results.removeValue(forKey: generation)
    if state.pending == nil { pendingModel = nil }
    let outcome: UpdateOutcome =
      switch ending {
      case .applied: .applied(generation: generation)
      case .superseded(let newer): .superseded(by: newer)
      case .cancelled: .cancelled
      case .failed: .failed(result?.failure ?? PipelineError.cancelled)
      }
    registry.resolve(generation, outcome)
  }
}

extension Result {
  fileprivate var failure: Failure? {
    guard case .failure(let failure) = self else { return nil }
    return failure
  }
}
