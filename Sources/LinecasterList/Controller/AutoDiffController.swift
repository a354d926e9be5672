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
  private var requests: [Int: @Sendable () throws -> TableModel] = [:]
  private var precomputed: ListBatch?
  private var failure: (any Error)?
  private var newestModel: @Sendable () throws -> TableModel = { TableModel() }
  private lazy var display = RowDisplay(controller: self)
  private var idleObservers: [@MainActor () -> Void] = []

  /// Makes a controller of an empty list.
  ///
  /// - Parameters:
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
  /// - Parameter makeModel: Called once, on a worker. If it throws, the update fails and the list
  ///   stays as it is.
  @discardableResult
  public func update(_ makeModel: @escaping @Sendable () throws -> TableModel) -> UpdateHandle {
    newestModel = makeModel
    let (generation, actions) = state.submit()
    let handle = UpdateHandle(generation: generation) { [delivery, weak self] in
      delivery.send { self?.cancel(generation) }
    }
    registry.add(handle)
    requests[generation] = makeModel
    perform(actions)
    return handle
  }

  /// Shows a model, unless a newer update comes before it lands.
  @discardableResult
  public func update(with model: TableModel) -> UpdateHandle {
    update { model }
  }

  /// Measures the newest model in another width, scale or theme, and shows it.
  @discardableResult
  public func setEnvironment(_ environment: LayoutEnvironment) -> UpdateHandle {
    self.environment = environment
    return update(newestModel)
  }

  /// Tells that another part of the list can be seen; rows that are new to sight are rasterized.
  public func viewportDidChange() {
    display.refresh()
  }

  /// Ends every update and stops all work; later updates end at once as cancelled.
  public func tearDown() {
    perform(state.tearDown())
    display.stop()
  }

  /// Whether no update is under way and all rows that can be seen have been displayed.
  public var isIdle: Bool { state.isIdle && !display.isRunning }

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
    switch result {
    case .success(let batch):
      guard state.pending == generation else { return }
      precomputed = batch
      perform(state.precomputed(generation))
    case .failure(PipelineError.cancelled):
      perform(state.cancel(generation))
    case .failure(let error):
      failure = error
      perform(state.failed(generation))
    }
  }

  func notifyIfIdle() {
    guard isIdle else { return }
    let observers = idleObservers
    idleObservers = []
    for observer in observers { observer() }
  }
}

// MARK: - Actions

extension AutoDiffController {
  private func perform(_ actions: [ControllerState.Action]) {
    for action in actions { perform(action) }
    notifyIfIdle()
  }

  private func perform(_ action: ControllerState.Action) {
    switch action {
    case .start(let generation): start(generation)
    case .stop(let generation): registry.token(of: generation)?.cancel()
    case .apply(let generation): apply(generation)
    case .resolve(let generation, let ending): resolve(generation, ending)
    case .display: display.refresh()
    }
  }

  private func start(_ generation: Int) {
    guard let makeModel = requests.removeValue(forKey: generation),
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
    guard let batch = precomputed else { return }
    precomputed = nil
    snapshot = batch.snapshot
    guard let host else {
      perform(state.hostFinished(generation))
      return
    }
    host.apply(batch) { [weak self] in
      guard let self else { return }
      perform(state.hostFinished(generation))
    }
  }

  private func resolve(_ generation: Int, _ ending: ControllerState.Ending) {
    requests.removeValue(forKey: generation)
    let outcome: UpdateOutcome =
      switch ending {
      case .applied: .applied(generation: generation)
      case .superseded(let newer): .superseded(by: newer)
      case .cancelled: .cancelled
      case .failed: .failed(failure ?? PipelineError.cancelled)
      }
    registry.resolve(generation, outcome)
  }
}
