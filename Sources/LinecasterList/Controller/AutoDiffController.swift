public import LinecasterCells
public import LinecasterDiff

/// Keeps a list showing the newest model: precomputes updates on workers and hands the host
/// finished batches on the main actor.
///
/// Newest wins: an update that is overtaken before it lands is not applied, and what it computed
/// stays in the caches. Every update ends exactly once, see `UpdateOutcome`. Updates wait for a
/// host if there is none.
///
///     let pipeline = PrecomputePipeline(fonts: try .bundled())
///     let controller = AutoDiffController(
///       pipeline: pipeline, environment: LayoutEnvironment(width: 320), host: host)
///     controller.update { TableModel(items: [TableItem("hello", cell: Line("Hello"))]) }
///     controller.whenIdle { print("shown") }
@MainActor
public final class AutoDiffController {
  /// The state the host shows, or is about to.
  public var snapshot: TableSnapshot { rows.snapshot }
  /// What rows are measured in; `setEnvironment(_:)` changes it.
  public internal(set) var environment: LayoutEnvironment
  /// How much of the list is prepared: little while it comes up, then what scrolling wants, unless
  /// a host asks for less.
  public var rangeMode: RangeMode {
    get { rows.state.range.mode }
    set {
      guard newValue != rows.state.range.mode else { return }
      rows.state.setRangeMode(newValue)
      viewportDidChange()
    }
  }
  /// Called with what is wrong with the list and does not keep it from being shown.
  public var onDiagnostic: (@MainActor (TableDiagnostic) -> Void)?
  /// How often a tap came to nothing, since what it was meant for had gone from the newest model.
  public var lostTapCount: Int { touch.lostTapCount }
  /// What the controller does with rows, updates and its host.
  let options: Options

  let pipeline: PrecomputePipeline
  package let delivery: Delivery
  weak var host: (any TableHost)?
  /// Counts the hosts, and the times without one.
  var hostNumber = 0

  /// The updates that have not ended.
  let updates: ListUpdates
  /// The rows that are shown. Workers never hold the list: the last one to release it would be a
  /// worker, and end it there.
  private(set) lazy var rows = ListRows(
    pipeline, of: ObjectIdentifier(self),
    showing: .empty(in: environment, metrics: options.metrics), options
  ) { [delivery, weak self] signal in
    delivery.send { self?.take(signal) }
  }
  /// What somebody is doing with rows.
  var touch = TouchState()
  /// Loads more rows, by the edge.
  var loads: [ListEdge: LoadMore] = [:]
  private var bindings: [WeakBinding] = []

  /// What is left to do.
  var steps: [ControllerStep] = []
  var isPerforming = false
  var idleObservers: [IdleObserver] = []

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
    updates = ListUpdates(pipeline, pace: options.pace, isAttached: host != nil)
    pipeline.actions.add(ObjectIdentifier(self), self.delivery)
    // Images may come from now on.
    _ = rows
  }

  deinit {
    for entry in bindings { entry.binding?.cancel() }
    pipeline.forget(ObjectIdentifier(self))
  }

  /// Whether no update is under way and all rows that can be seen, or are about to be, are shown.
  public var isIdle: Bool {
    updates.state.isIdle && !isPerforming && !rows.state.isRunning
  }

  /// Whether, besides, all rows are measured.
  public var isSettled: Bool { isIdle && !rows.state.isMeasuringIdly }

  /// Calls `body` once, when the controller is idle, or now if it is.
  ///
  /// Where updates never cease, it is called between two of them: when all that were asked for
  /// before the call have ended, and the rows that were being prepared then are.
  public func whenIdle(_ body: @escaping @MainActor () -> Void) {
    idleObservers.append(IdleObserver(awaited: updates.state.newest, body: body))
    perform([ControllerStep]())
  }
}

extension AutoDiffController {
  /// What a controller does with rows, updates and its host.
  public struct Options: Sendable {
    /// The least height of rows and the greatest width of their content.
    public var metrics = RowMetrics()
    /// What the host is given to show.
    public var output = PrecomputePipeline.Output.bitmaps
    /// What to do about identifiers that occur more than once.
    public var duplicates = DuplicatePolicy.disambiguate
    /// The rows that say that a list is empty, loading or failed, by the load state of its models;
    /// nil for none.
    public var stateRows: StateRows?
    /// How fast updates are taken.
    public var pace = UpdatePace()
    /// How far ahead of sight rows are prepared.
    public var range = RangeOptions()
    /// Whether rows far from sight are measured while there is nothing else to do.
    public var measuresIdly = true

    /// Makes the default options.
    public init() {}
  }
}

extension AutoDiffController {
  /// Shows the list in a host that shows nothing yet: the newest update on its way, or the state
  /// that the last host showed where there is none or it fails or is cancelled.
  public func attach(_ host: any TableHost) {
    detach()
    self.host = host
    hostNumber += 1
    updates.inherit(snapshot)
    rows.reset(to: .empty(in: environment, metrics: options.metrics))
    perform(updates.state.attach(now: delivery.now))
    showInherited()
  }

  /// Takes the list from its host; updates wait for the next one.
  public func detach() {
    guard updates.state.isAttached else { return }
    host = nil
    hostNumber += 1
    stopRows()
    perform(updates.state.detach())
  }

  /// Tells that another part of the list can be seen, or that the host has another size: what is
  /// new to sight is prepared first, what is about to be seen next.
  ///
  /// To be called once a frame while the list scrolls. O(rows in sight).
  public func viewportDidChange() {
    guard !updates.state.isTornDown, updates.state.isAttached else { return }
    (host as? CheckedHost)?.viewportWasTold()
    tell(.look)
  }

  /// Stops all work for rows at once, also while something else is being done: nothing that is
  /// wanted of one host is done to the next.
  func stopRows() {
    rows.dropAll()
    let actions = rows.handle(.detached, updates: updates.scene, now: delivery.now)
    steps += actions.map { .row($0) }
  }

  /// An update ended without being shown: unless another is on its way, the host is to show what
  /// the one before it did.
  func updateWasLost(_ generation: Int) {
    if updates.keepsInherited(withoutUpdate: generation) { showInherited() }
  }

  private func showInherited() {
    guard updates.mustShowInherited else { return }
    updates.inheritedIsShown(by: submit(.shown(anchor: .none)).generation)
  }
}

// MARK: - Bindings

/// A binding that its owner keeps.
private struct WeakBinding: Sendable {
  weak var binding: TableBinding?
}

extension AutoDiffController {
  /// Adds a binding, which ends with the list.
  func add(_ binding: TableBinding) {
    guard !updates.state.isTornDown else { return binding.cancel() }
    bindings.removeAll { $0.binding == nil }
    bindings.append(WeakBinding(binding: binding))
  }

  /// Ends all bindings.
  func cancelBindings() { for entry in bindings { entry.binding?.cancel() } }
}

/// Loads more rows at an edge.
typealias LoadMore =
  @MainActor (_ done: @escaping @MainActor @Sendable ((any Error)?) -> Void) -> Void

/// Somebody who waits for the list to be idle, or for all that was under way when he asked.
struct IdleObserver {
  /// The newest update then.
  let awaited: Int
  /// The newest job when all updates up to it had ended; nil before.
  var jobs: Int?
  let body: @MainActor () -> Void
}
