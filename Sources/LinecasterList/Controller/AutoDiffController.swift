public import LinecasterCells
public import LinecasterDiff
import Synchronization

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
  public internal(set) var snapshot: TableSnapshot
  /// What rows are measured in; `setEnvironment(_:)` changes it.
  public internal(set) var environment: LayoutEnvironment
  /// How much of the list is prepared: little while it comes up, then what scrolling wants, unless
  /// a host asks for less.
  public var rangeMode: RangeMode {
    get { rows.range.mode }
    set {
      guard newValue != rows.range.mode else { return }
      rows.setRangeMode(newValue)
      viewportDidChange()
    }
  }
  /// Called with what is wrong with the list and does not keep it from being shown.
  public var onDiagnostic: (@MainActor (TableDiagnostic) -> Void)?
  /// What the controller does with rows, updates and its host.
  let options: Options

  let pipeline: PrecomputePipeline
  package let delivery: Delivery
  let registry = HandleRegistry()
  let bindings = BindingRegistry()
  weak var host: (any TableHost)?
  /// Counts the hosts, and the times without one.
  var hostNumber = 0
  var inherited: InheritedModel?
  /// The newest update that a host has been handed.
  var newestShown = 0
  /// What went wrong beside the models.
  var failures = FailureState()

  /// Where everything is in the rows that the host shows.
  var arrangements: [RowIdentity: CellArrangement] = [:]
  /// What somebody is doing with rows.
  var touch = TouchState()
  /// How often a tap came to nothing, since what it was meant for had gone from the newest model.
  public internal(set) var lostTapCount = 0

  /// Which update is where on its way.
  var state: ControllerState
  /// What becomes of rows.
  var rows: RowState
  /// The updates that wait or are being precomputed.
  var recipes: [Int: UpdateRecipe] = [:]
  /// What came of updates that have been precomputed and not been applied or resolved.
  var results: [Int: Result<TableBatch, any Error>] = [:]
  /// What is left to do.
  var steps: [ControllerStep] = []
  var isPerforming = false
  /// How what can be seen is held in place when heights are corrected.
  var anchor = Anchor.firstVisible
  /// The characters without a font that have been told of.
  private var toldCharacters: Set<Unicode.Scalar> = []
  /// What rows are estimated by.
  var means = HeightMeans()
  /// What has been found since the base of the update on its way was taken; nil without one.
  var journal: HeightJournal?
  /// Finds rows by their identity; kept up by each update.
  var index = IdentityIndex()
  var indexing: WorkTicket?
  /// Jobs that have been called off before they were begun, which the machine is to hear.
  var calledOff: [RowReport] = []
  /// Those who wait for a scroll.
  var scrolls: [Int: ScrollCompletion] = [:]
  var scrollCount = 0
  /// Loads more rows at an edge.
  typealias Load =
    @MainActor (_ done: @escaping @MainActor @Sendable ((any Error)?) -> Void) -> Void
  /// What loads more rows, by the edge that it does so at.
  var loads: [ListEdge: Load] = [:]
  var idleObservers: [IdleObserver] = []
  /// Reports to the list without ever taking hold of it off the main actor, as everything that
  /// workers call: the last to let go of a list would else be a worker, and end it there.
  lazy var workers: RowWorkers = RowWorkers(pipeline) { [delivery, weak self] in
    delivery.send { self?.takeReports() }
  }

  /// Images that have come and have not been heard of.
  lazy var arrivals = ArrivalInbox { [delivery, weak self] in
    delivery.send { self?.takeArrivals() }
  }
  /// When images may be heard of next: rows are not drawn again more than once a frame.
  var nextArrivals = Duration.zero

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
    rows = RowState(
      range: RangeController(options: options.range), measuresIdly: options.measuresIdly,
      workerCount: pipeline.work.workerCount)
    snapshot = .empty(in: environment, metrics: options.metrics)
    pipeline.actions.add(ObjectIdentifier(self), self.delivery)
    pipeline.cells.arrivals.add(ObjectIdentifier(self)) { [arrivals] in arrivals.put($0) }
  }

  deinit { pipeline.forget(ObjectIdentifier(self)) }

  /// Whether no update is under way and all rows that can be seen, or are about to be, are shown.
  public var isIdle: Bool {
    state.isIdle && !isPerforming && !rows.isRunning
  }

  /// Whether, besides, all rows are measured.
  public var isSettled: Bool { isIdle && !rows.isMeasuringIdly }

  /// Calls `body` once, when the controller is idle, or now if it is.
  ///
  /// Where updates never cease, it is called between two of them: when all that were asked for
  /// before the call have ended, and the rows that were being prepared then are.
  public func whenIdle(_ body: @escaping @MainActor () -> Void) {
    idleObservers.append(IdleObserver(awaited: state.newest, body: body))
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
    if snapshot.generation > 0 { inherited = InheritedModel(model: snapshot.modelAsMade) }
    snapshot = .empty(in: environment, metrics: options.metrics)
    index = IdentityIndex()
    perform(state.attach(now: delivery.now))
    showInherited()
  }

  /// Takes the list from its host; updates wait for the next one.
  public func detach() {
    guard state.isAttached else { return }
    host = nil
    hostNumber += 1
    stopRows()
    perform(state.detach())
  }

  /// Tells that another part of the list can be seen, or that the host has another size: what is
  /// new to sight is prepared first, what is about to be seen next.
  ///
  /// To be called once a frame while the list scrolls. O(rows in sight).
  public func viewportDidChange() {
    guard !state.isTornDown, state.isAttached else { return }
    (host as? CheckedHost)?.viewportWasTold()
    tell(.look)
  }

  /// Stops all work for rows at once, also while something else is being done: nothing that is
  /// wanted of one host is done to the next.
  func stopRows() {
    arrangements = [:]
    let actions = rows.handle(.detached, in: RowScene(snapshot: snapshot, viewport: nil))
    steps += actions.map { .row($0) }
  }

  /// An update ended without being shown: unless another is on its way, the host is to show what
  /// the one before it did.
  func updateWasLost(_ generation: Int) {
    if inherited?.generation == generation {
      inherited = nil
    } else {
      showInherited()
    }
  }

  private func showInherited() {
    guard !state.isTornDown, state.isAttached, state.pending == nil, inherited != nil
    else { return }
    let generation = submit(.shown(anchor: .none)).generation
    inherited?.generation = generation
  }
}

extension AutoDiffController {
  /// Tells of characters in rows that no font has, of each of them once.
  ///
  /// - Complexity: O(rows) where there are none.
  func tellMissingCharacters(of rows: [DisplayedRow]) {
    var new: [Unicode.Scalar] = []
    for row in rows {
      for character in row.content.missingCharacters
      where toldCharacters.insert(character).inserted { new.append(character) }
    }
    if !new.isEmpty { onDiagnostic?(.missingCharacters(new)) }
  }
}

extension DisplayedRow.Content {
  fileprivate var missingCharacters: [Unicode.Scalar] {
    switch self {
    case .bitmap(let image): image.missingCharacters
    case .arrangement(let arrangement): arrangement.missingCharacters
    }
  }
}

/// What a host showed that has gone, until its successor shows it or an update.
struct InheritedModel {
  let model: TableModel
  /// The update that is to show it, if there is one.
  var generation: Int?
}

/// The handles of updates that have not ended; ends them when it goes away itself.
final class HandleRegistry: Sendable {
  private let handles = Mutex<[Int: UpdateHandle]>([:])

  deinit {
    for handle in handles.withLock({ $0.values }) {
      handle.stopForGood()
      handle.resolve(.cancelled)
    }
  }

  func add(_ handle: UpdateHandle) {
    handles.withLock { $0[handle.generation] = handle }
  }

  /// The handle of an update that has not ended.
  func handle(of generation: Int) -> UpdateHandle? { handles.withLock { $0[generation] } }

  /// Ends an update and forgets it.
  func resolve(_ generation: Int, _ outcome: UpdateOutcome) {
    handles.withLock { $0.removeValue(forKey: generation) }?.resolve(outcome)
  }
}

/// The bindings of a controller; stops them all when it goes away itself.
final class BindingRegistry: Sendable {
  private struct Entry {
    weak var binding: TableBinding?
  }

  private let entries = Mutex<[Entry]>([])

  deinit { cancelAll() }

  func add(_ binding: TableBinding) {
    entries.withLock { entries in
      entries.removeAll { $0.binding == nil }
      entries.append(Entry(binding: binding))
    }
  }

  func cancelAll() {
    let bindings = entries.withLock { $0.compactMap(\.binding) }
    for binding in bindings { binding.cancel() }
  }
}

/// The work of one list's jobs, and what workers report of it.
@MainActor
final class RowWorkers {
  private struct Work {
    let ticket: WorkTicket
    let token: CancellationToken

    /// Keeps a worker from beginning or going on with it.
    ///
    /// - Returns: Whether it had not been begun.
    @discardableResult
    func stop(_ pipeline: PrecomputePipeline, stopsWhatRuns: Bool = true) -> Bool {
      // Work for an older state may be the last that holds its model.
      let wasWaiting = ticket.callOff { pipeline.release(taking: &$0) }
      if stopsWhatRuns { token.cancel() }
      return wasWaiting
    }
  }

  private let pipeline: PrecomputePipeline
  private let inbox: ReportInbox
  private var works: [Int: Work] = [:]

  /// - Parameter announce: Called on any thread when there is something to take.
  init(_ pipeline: PrecomputePipeline, announce: @escaping @Sendable () -> Void) {
    self.pipeline = pipeline
    inbox = ReportInbox(announce: announce)
  }

  deinit { for work in works.values { work.stop(pipeline) } }

  /// Has a worker prepare rows.
  ///
  /// - Parameter output: What the rows are wanted as; nil wants their sizes only.
  func begin(_ job: RowJob, of snapshot: TableSnapshot, as output: PrecomputePipeline.Output?) {
    let token = CancellationToken()
    let request = RowsRequest(
      rows: job.rows, snapshot: snapshot, output: output,
      context: WorkContext(token: token, generation: job.generation, band: job.band),
      givesWayWithinRows: job.givesWayWithinRows, keys: job.keys)
    let number = job.number
    let ticket = pipeline.prepare(
      request, whenDropped: { [inbox] in inbox.put(RowReport(job: number, isDropped: true)) },
      completion: { [inbox] in inbox.put(RowReport(job: number, outcome: $0)) })
    works[number] = Work(ticket: ticket, token: token)
  }

  /// Gives a job another band; nothing happens to one that has begun.
  func retarget(_ job: Int, to band: WorkBand) { works[job]?.ticket.retarget(to: band) }

  /// Keeps a worker from beginning a job.
  ///
  /// - Returns: Whether it had not been begun, so that nothing will be reported.
  func callOff(_ job: Int, stopsWhatRuns: Bool) -> Bool {
    guard let work = works[job] else { return false }
    let wasWaiting = work.stop(pipeline, stopsWhatRuns: stopsWhatRuns)
    if wasWaiting { works[job] = nil }
    return wasWaiting
  }

  /// Stops a job; what is reported of it is nothing to the list.
  func stop(_ job: Int) { works.removeValue(forKey: job)?.stop(pipeline) }

  /// Takes all that has been reported.
  func takeReports() -> [RowReport] {
    let reports = inbox.takeAll()
    for report in reports { works[report.job] = nil }
    return reports
  }
}

/// Collects what workers report until the main actor takes it: however many of them finish, one
/// delivery is on its way at a time.
private final class ReportInbox: Sendable {
  private struct State {
    var reports: [RowReport] = []
    var isAnnounced = false
  }

  private let state = Mutex(State())
  private let announce: @Sendable () -> Void

  /// - Parameter announce: Called when there is something to take and nobody has been told.
  init(announce: @escaping @Sendable () -> Void) {
    self.announce = announce
  }

  /// Puts a report in. May be called on any thread.
  func put(_ report: RowReport) {
    let isFirst = state.withLock { state in
      state.reports.append(report)
      defer { state.isAnnounced = true }
      return !state.isAnnounced
    }
    if isFirst { announce() }
  }

  /// Takes all there is.
  func takeAll() -> [RowReport] {
    state.withLock { state in
      defer { state = State() }
      return state.reports
    }
  }
}
