public import LinecasterCells
import LinecasterDiff

/// Keeps a list showing the newest model: precomputes updates on workers and hands the host
/// finished batches on the main actor.
///
/// Newest wins: an update that is overtaken before it lands is not applied, and what it computed
/// stays in the caches. Every update ends exactly once, see `UpdateOutcome`. Updates wait for a
/// host if there is none.
@MainActor
public final class AutoDiffController {
  /// The state the host shows, or is about to.
  public internal(set) var snapshot: TableSnapshot
  /// What rows are measured in; `setEnvironment(_:)` changes it.
  public internal(set) var environment: LayoutEnvironment
  /// How much of the list is prepared: little while it comes up, then what scrolling wants, unless
  /// a host asks for less.
  public var rangeMode: RangeMode {
    get { range.mode }
    set {
      guard newValue != range.mode else { return }
      range.mode = newValue
      viewportDidChange()
    }
  }
  /// Called with what is wrong with the list and does not keep it from being shown.
  public var onDiagnostic: (@MainActor (TableDiagnostic) -> Void)?
  /// What the controller does with rows, updates and its host.
  public let options: Options

  let pipeline: PrecomputePipeline
  let delivery: Delivery
  let registry = HandleRegistry()
  let bindings = BindingRegistry()
  weak var host: (any TableHost)?
  var inherited: InheritedModel?

  var state: ControllerState
  /// The updates that wait or are being precomputed.
  var recipes: [Int: UpdateRecipe] = [:]
  /// What came of updates that have been precomputed and not been applied or resolved.
  var results: [Int: Result<TableBatch, any Error>] = [:]
  /// What the machine wants done. Hosts and observers may call back meanwhile; what follows from
  /// that is done after what was wanted before.
  var actions: [ControllerState.Action] = []
  var isPerforming = false
  /// How what can be seen is held in place when heights are corrected.
  var anchor = Anchor.firstVisible
  /// What rows are estimated by.
  var means = HeightMeans()
  var range: RangeController
  /// Finds rows by their identity; made by a worker after each update.
  var index: (generation: Int, rows: IdentityIndex)?
  var indexing: WorkTicket?
  lazy var presenter = RowPresenter(controller: self)
  lazy var idleMeasurer = IdleMeasurer(controller: self)
  var loader: MoreLoader?
  lazy var scroller = RowScroller(controller: self)
  lazy var renewer = RowRenewer(controller: self)
  private var idleObservers: [@MainActor () -> Void] = []

  /// Makes a controller of an empty list.
  ///
  /// - Parameters:
  ///   - pipeline: What precomputes updates; controllers may share it.
  ///   - environment: What rows are measured in at first.
  ///   - host: What shows the list; held weakly. Without one, the newest update waits for
  ///     `attach(_:)`.
  ///   - delivery: How results get to the main actor.
  ///   - options: What the controller does with rows, updates and its host.
  public init(
    pipeline: PrecomputePipeline, environment: LayoutEnvironment, host: (any TableHost)? = nil,
    delivery: Delivery = .mainQueue, options: Options = Options()
  ) {
    self.pipeline = pipeline
    self.environment = environment
    self.host = host
    self.options = options
    self.delivery = delivery.metered(by: pipeline.meter)
    state = ControllerState(pace: options.pace, isAttached: host != nil)
    range = RangeController(options: options.range)
    snapshot = .empty(in: environment, metrics: options.metrics)
    pipeline.meter.trace?.registerMainThread()
  }

  deinit { pipeline.bands.set([:], of: ObjectIdentifier(self)) }

  /// Whether no update is under way and all rows that can be seen, or are about to be, are shown.
  public var isIdle: Bool {
    state.isIdle && !isPerforming && !presenter.isRunning && !renewer.isRunning
  }

  /// Whether, besides, all rows are measured.
  public var isSettled: Bool { isIdle && !idleMeasurer.isRunning }

  /// Calls `body` once, when the controller is idle, or now if it is.
  public func whenIdle(_ body: @escaping @MainActor () -> Void) {
    idleObservers.append(body)
    notifyIfIdle()
  }

  func notifyIfIdle() {
    scroller.advance()
    renewer.advance()
    guard isIdle else { return }
    loader?.listDidSettle()
    guard !idleObservers.isEmpty else { return }
    let observers = idleObservers
    idleObservers = []
    for observer in observers { observer() }
  }
}
