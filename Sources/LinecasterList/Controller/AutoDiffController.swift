public import LinecasterCells
public import LinecasterDiff

/// Keeps a list showing the newest model: precomputes updates on workers and hands finished batches
/// to the host on the main actor.
///
/// The newest update wins: an update that is overtaken before it lands is not applied, but its
/// results stay in the caches. Every update ends exactly once, see `UpdateOutcome`. Updates wait
/// until there is a host.
///
///     let pipeline = PrecomputePipeline(fonts: try .bundled())
///     let controller = AutoDiffController(
///       pipeline: pipeline, environment: LayoutEnvironment(width: 320), host: host)
///     controller.update { TableModel(items: [TableItem("hello", cell: Line("Hello"))]) }
///     controller.whenIdle { print("shown") }
///
/// ## Topics
///
/// ### Create a controller
///
/// - ``init(pipeline:environment:host:delivery:options:)``
/// - ``Options``
/// - ``attach(_:)``
/// - ``detach()``
/// - ``tearDown()``
///
/// ### Show models
///
/// - ``applyNow(_:policy:anchor:)``
/// - ``bind(_:policy:anchor:animated:_:)``
/// - ``setEnvironment(_:)``
/// - ``refreshVisible()``
/// - ``holdsUpdates``
/// - ``retryLoading()``
///
/// ### Observe the list
///
/// - ``snapshot``
/// - ``environment``
/// - ``isIdle``
/// - ``isSettled``
/// - ``whenIdle(_:)``
/// - ``onDiagnostic``
/// - ``lostTapCount``
///
/// ### Scroll
///
/// - ``scroll(to:at:animated:)``
/// - ``scroll(to:at:animated:completion:)``
/// - ``scrollToEnd(animated:)``
/// - ``isAtEnd``
/// - ``viewportDidChange()``
/// - ``rangeMode``
///
/// ### Find rows
///
/// - ``row(of:)``
/// - ``item(_:)``
/// - ``frame(of:)``
/// - ``snapshot(of:)``
/// - ``hit(at:)``
///
/// ### Handle input
///
/// - ``press(at:)``
/// - ``release(at:)``
/// - ``hover(at:)``
/// - ``tap(at:)``
/// - ``longPress(at:)``
/// - ``isInteractive(at:)``
/// - ``tap(_:)``
/// - ``delete(_:)``
/// - ``tryEdit(_:)``
/// - ``selection``
/// - ``actionTimeLimit``
///
/// ### Move keyboard focus
///
/// - ``moveFocus(_:)``
/// - ``activateFocus()``
/// - ``clearFocus()``
///
/// ### Select text
///
/// - ``textSelection``
/// - ``textPlace(at:)``
/// - ``selectWord(at:)``
/// - ``selectAllText()``
/// - ``selectedText(limit:)``
///
/// ### Find text
///
/// - ``findQuery``
/// - ``findProgress``
/// - ``onFindProgress``
/// - ``findNext(animated:)``
/// - ``findPrevious(animated:)``
///
/// ### Support assistive technologies
///
/// - ``semantics(in:)``
/// - ``perform(_:on:)``
@MainActor
public final class AutoDiffController {
  /// The state that the host shows or is about to show.
  public var snapshot: TableSnapshot { rows.snapshot }
  /// The environment in which rows are measured. Use `setEnvironment(_:)` to change it.
  public internal(set) var environment: LayoutEnvironment
  /// The range of the list that is prepared: minimal until the list is first shown, then as
  /// scrolling requires, unless a host asks for less.
  public var rangeMode: RangeMode {
    get { rows.state.range.mode }
    set {
      guard newValue != rows.state.range.mode else { return }
      rows.state.setRangeMode(newValue)
      viewportDidChange()
    }
  }
  /// Called with problems in the list that do not prevent it from being shown.
  public var onDiagnostic: (@MainActor (TableDiagnostic) -> Void)?
  /// The number of taps that hit a part that is no longer in the newest model.
  public var lostTapCount: Int { touch.lostTapCount }
  /// The options for rows, updates and the host.
  let options: Options

  let pipeline: PrecomputePipeline
  package let delivery: Delivery
  weak var host: (any TableHost)?
  /// The number of hosts so far, counting also the periods without one.
  var hostNumber = 0

  /// The updates that have not ended.
  let updates: ListUpdates
  /// The rows that are shown. Workers never retain the list: a worker's release could be the last
  /// and deinitialize it there.
  private(set) lazy var rows = ListRows(
    pipeline, of: ObjectIdentifier(self),
    showing: .empty(in: environment, metrics: options.metrics), options
  ) { [delivery, weak self] signal in
    delivery.send { self?.take(signal) }
  }
  /// The state of touches, hover, selection and focus.
  var touch = TouchState()
  /// The loaders of more rows, by edge.
  var loads: [ListEdge: LoadMore] = [:]
  private var bindings: [WeakBinding] = []

  /// The steps left to do, after those that are done.
  var steps: [ControllerStep] = []
  /// The index of the next step.
  var nextStep = 0
  var isPerforming = false
  var idleObservers: [IdleObserver] = []

  /// Creates a controller of an empty list.
  ///
  /// - Parameters:
  ///   - pipeline: The pipeline that precomputes updates; controllers may share it.
  ///   - environment: The environment in which rows are measured at first.
  ///   - host: The host that shows the list; held weakly. Without one, the newest update waits for
  ///     `attach(_:)`.
  ///   - delivery: How results reach the main actor.
  ///   - options: The options for rows, updates and the host.
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
    // Images may arrive from now on.
    _ = rows
  }

  deinit {
    for entry in bindings { entry.binding?.cancel() }
    pipeline.forget(ObjectIdentifier(self))
  }

  /// Whether no update is under way, no requested scroll is left, and all rows in or near the
  /// viewport are shown with the images that have arrived.
  public var isIdle: Bool {
    updates.state.isIdle && !isPerforming && steps.isEmpty && !rows.state.isRunning
      && rows.state.scroll == nil && !rows.hasNews
  }

  /// Whether the controller is idle and all rows are measured.
  public var isSettled: Bool { isIdle && !rows.state.isMeasuringIdly }

  /// Calls `body` once: when the controller becomes idle, or now if it is idle.
  ///
  /// If updates never cease, it is called between two of them: after all updates and scrolls
  /// requested before the call have ended, and the rows that were being prepared then are ready.
  public func whenIdle(_ body: @escaping @MainActor () -> Void) {
    idleObservers.append(
      IdleObserver(
        awaited: updates.state.newest, scroll: rows.state.scroll?.number, body: body))
    perform([ControllerStep]())
  }
}

extension AutoDiffController {
  /// Options for rows, updates and the host.
  public struct Options: Sendable {
    /// The minimum row height and maximum content width.
    public var metrics = RowMetrics()
    /// The form of the output that the host receives.
    public var output = PrecomputePipeline.Output.bitmaps
    /// The handling of identifiers that occur more than once.
    public var duplicates = DuplicatePolicy.disambiguate
    /// The rows for empty, loading and failed lists, by the load state of their models; `nil` for
    /// none.
    public var stateRows: StateRows?
    /// The anchor that keeps visible rows in place when heights, the environment or the host
    /// change, whatever the anchors of updates; `nil` is that of the last update. ``Anchor/none``
    /// counts as ``Anchor/firstVisible``.
    public var anchor: Anchor?
    /// The rate at which updates are taken.
    public var pace = UpdatePace()
    /// The distance ahead of the viewport in which rows are prepared.
    public var range = RangeOptions()
    /// Whether rows far from the viewport are measured while there is nothing else to do.
    public var measuresIdly = true
    /// Whether visible rows keep their height when images of unknown size arrive, until they are
    /// out of sight or the reader scrolls. The images are drawn in the layout that was made without
    /// their sizes.
    public var keepsPlaceholderHeights = true

    /// Creates the default options.
    public init() {}
  }
}

extension AutoDiffController {
  /// Shows the list in a host that shows nothing yet: the newest update under way. If there is
  /// none, or it fails or is cancelled, shows the state that the last host showed.
  ///
  /// Starts where the last host stood: at the end if the list follows its end and stood there, else
  /// at the row that was read, or its nearest neighbour if it is gone. The first host starts at its
  /// own offset.
  public func attach(_ host: any TableHost) {
    detach()
    self.host = host
    hostNumber += 1
    updates.inherit(snapshot, at: rows.reading)
    rows.reset(to: .empty(in: environment, metrics: options.metrics))
    perform(updates.state.attach(now: delivery.now))
    showInherited()
  }

  /// Detaches the list from its host. Updates wait for the next host.
  public func detach() {
    guard updates.state.isAttached else { return }
    // A host that is applying an update may not have scrolled yet.
    if updates.state.applying == nil { rows.note(host?.viewport(in: snapshot)) }
    host = nil
    hostNumber += 1
    stopRows()
    perform(updates.state.detach())
  }

  /// Reports that the list scrolled or the host changed its size. Newly visible rows are prepared
  /// first, then upcoming rows.
  ///
  /// Call it once a frame while the list scrolls.
  ///
  /// - Complexity: O(visible rows).
  public func viewportDidChange() {
    guard !updates.state.isTornDown, updates.state.isAttached else { return }
    (host as? CheckedHost)?.viewportDidChange()
    send(.look)
  }

  /// Stops all work for rows at once, even while another step runs: actions meant for one host
  /// never reach the next.
  func stopRows() {
    rows.dropAll()
    let actions = rows.handle(.detached, updates: updates.scene, now: delivery.now)
    steps += actions.map { .row($0) }
  }

  /// Handles an update that ended without being shown: unless another is under way, the host shows
  /// the state of the update before it.
  func updateWasLost(_ generation: Int) {
    if updates.keepsInherited(withoutUpdate: generation) { showInherited() }
  }

  private func showInherited() {
    guard updates.mustShowInherited else { return }
    updates.inheritedIsShown(by: submit(.shown(anchor: rows.anchor)).generation)
  }
}

// MARK: - Bindings

/// A weak reference to a binding.
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

/// An observer that waits until the list is idle, or until all work requested before it is done.
struct IdleObserver {
  /// The newest update when the observer was added.
  let awaited: Int
  /// The scroll that was left when the observer was added; `nil` for none.
  let scroll: Int?
  /// The newest job once all updates up to that one have ended; `nil` before.
  var jobs: Int?
  let body: @MainActor () -> Void
}
