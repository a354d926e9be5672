import LinecasterBase
import LinecasterCells
import LinecasterDisplay
import LinecasterRaster

@testable import LinecasterList

/// The state machines of updates and rows, wired as a controller wires them, with two workers, a
/// host, and a record of the promises.
struct RowWatch: Explored {
  enum Event: Hashable {
    /// The host is scrolled.
    case jump
    /// A worker takes the oldest of the nearest work.
    case start
    case finish(Int)
    /// The first row of a job cannot be prepared.
    case fail(Int)
    /// A worker never returns from a job.
    case stall(Int)
    /// The queue has no room for the youngest work that may be dropped.
    case drop, room
    /// The program requests the other model, or another width.
    case submit, resize
    case cancel(Int)
    /// The update in progress has been precomputed, or failed.
    case precomputed, failed
    case hostFinishes, hostForgets
    case hold, resume, wake
    case renew, scroll, loadEnds, loadFails
    /// The time of the next scheduled look has come.
    case later
    /// The image that a row was drawn without arrives.
    case imageArrives
    case attach, detach, tearDown
  }

  /// A piece of work in the queue or on a worker.
  struct Work {
    /// The snapshot for which it began.
    let snapshot: TableSnapshot
    var isStarted = false
    var isCancelled = false
    var isStopped = false
    /// Whether the image was available when it began.
    var seesImage = false
    /// Whether it never ends.
    var isStalled = false
  }

  /// The content of an update.
  struct Content: Hashable {
    let isSecond: Bool
    let isWide: Bool
  }

  /// An update that has begun.
  struct Batch: Hashable {
    let content: Content
    let base: Int
    let host: Int
  }

  /// A pending step.
  enum Step {
    case update(ControllerState.Action)
    case event(RowState.Event)
    case row(RowState.Action)
  }

  var state = RowState(measuresIdly: true, workerCount: 2)
  var updates = MachineWatch(mostOpen: 3)
  private(set) var history: [Event] = []
  var fault: String?
  var snapshot = TableSnapshot.empty(in: LayoutEnvironment(width: 10))
  /// The content of the snapshot; nil for none yet.
  var content: Content?
  var isWide = false
  /// The model of each update that has not ended; nil for the one shown when it begins.
  var recipes: [Int: Bool?] = [:]
  var batches: [Int: Batch] = [:]
  /// Whether the newest requested model is the second one.
  var wantsSecond = false
  /// The content of the previous host until its successor shows it, and the update that will.
  var inherited: (isSecond: Bool, generation: Int?)?
  var offset = 0.0
  var hostCount = 1
  var works: [Int: Work] = [:]
  /// The number of workers that never return.
  var lostWorkers = 0
  var newestJob = 0
  var isRoomAwaited = false
  var isLookDue = false
  var now = Duration.zero
  /// The rows shown with their image in the layout without it.
  var squeezed: Set<RowIdentity> = []
  var host: [RowIdentity: MeasurementKey] = [:]
  var hasImage = false
  /// The rows that the host shows without the image.
  var incomplete: Set<RowIdentity> = []
  var awaited: Set<ImageReference> = []
  /// The rows that the machine may show again.
  var forgotten: Set<MeasurementKey> = []
  /// The rows that a worker could not prepare.
  var undrawable: Set<MeasurementKey> = []
  /// Whether a redraw of the visible rows is requested and has not begun.
  var isRenewalOwed = false
  var scrollCount = 0
  var finishedScrolls: Set<Int> = []
  var load: Int?
  var steps: [Step] = []
  /// Jobs that were cancelled before they began, still to be reported to the machine.
  var cancelled: [RowReport] = []
  var isPerforming = false

  /// Creates a watch whose first model is shown, with rows that are not prepared.
  init() {
    tell(.watchEdge(.end, .rows(0)))
    submit(false)
    hearUpdate(.precomputed(1))
    hearUpdate(.hostFinished(1))
    hearUpdate(.pass(.seconds(1)))
  }

  /// All events that could come.
  var possibleEvents: [Event] {
    guard !updates.state.isTornDown else { return [] }
    let isAttached = updates.state.isAttached
    var events: [Event] = [.jump, .tearDown, .attach]
    if isAttached { events += [.detach, .renew, .scroll] }
    if canStart { events.append(.start) }
    for (number, work) in works.sorted(by: { $0.key < $1.key })
    where work.isStarted && !work.isStalled {
      events.append(.finish(number))
      if !work.isStopped { events.append(.fail(number)) }
      if lostWorkers == 0 { events.append(.stall(number)) }
    }
    if droppable != nil { events.append(.drop) }
    if isRoomAwaited { events.append(.room) }
    if isLookDue { events.append(.later) }
    if !hasImage { events.append(.imageArrives) }
    if load != nil { events += [.loadEnds, .loadFails] }
    return events + possibleUpdates
  }

  private var possibleUpdates: [Event] {
    let state = updates.state
    var events: [Event] = [state.isHeld ? .resume : .hold]
    if updates.open.count < 3 { events += [.submit, .resize] }
    events += updates.open.filter { $0 != state.applying }.map { .cancel($0) }
    if state.running != nil { events += [.precomputed, .failed] }
    if state.applying != nil { events += [.hostFinishes, .hostForgets] }
    if updates.isToBeWoken { events.append(.wake) }
    return events
  }

  mutating func step(_ event: Event) {
    history.append(event)
    switch event {
    case .jump:
      offset = offset == 0 ? 25 : 0
      if updates.state.isAttached { tell(.look) }
    case .imageArrives:
      hasImage = true
      tell(.imagesArrived([Self.reference]))
    case .later:
      isLookDue = false
      now += HeldRows.limit
      if updates.state.isAttached { tell(.look) }
    case .renew:
      // A new list is drawn anew anyway.
      isRenewalOwed = state.requests?.visible.isEmpty == false
      tell(.renew)
    case .scroll:
      scrollCount += 1
      tell(
        .scroll(
          RowState.Scroll(
            number: scrollCount, identity: RowIdentity(1), position: .top, isAnimated: false,
            awaited: updates.state.newest)))
    case .loadEnds, .loadFails:
      guard let number = load else { return }
      load = nil
      tell(.loadEnded(number, .end, event == .loadFails ? Outage() : nil))
    case .start, .finish, .fail, .stall, .drop, .room: stepWork(event)
    default: stepUpdate(event)
    }
    check()
  }

  private mutating func stepWork(_ event: Event) {
    switch event {
    case .start:
      guard let number = nearest else { return }
      works[number]?.isStarted = true
      works[number]?.seesImage = hasImage
    case .finish(let number): end(number)
    case .fail(let number): end(number, fails: true)
    case .stall(let number):
      works[number]?.isStalled = true
      lostWorkers += 1
    case .drop:
      guard let number = droppable else { return }
      works[number] = nil
      tell(.ended([RowReport(job: number, isDropped: true)]))
    default:
      isRoomAwaited = false
      tell(.roomCame)
    }
  }

  private mutating func stepUpdate(_ event: Event) {
    let now = updates.state
    switch event {
    case .submit: submit(!wantsSecond)
    case .resize:
      isWide.toggle()
      submit(now.pending.flatMap { recipes[$0] ?? nil })
    case .cancel(let generation): hearUpdate(.cancel(generation))
    case .precomputed: hearUpdate(.precomputed(now.running ?? 0))
    case .failed: hearUpdate(.failed(now.running ?? 0))
    case .hostFinishes: hearUpdate(.hostFinished(now.applying ?? 0))
    case .hostForgets: hearUpdate(.hostTookTooLong(now.applying ?? 0))
    case .hold: hearUpdate(.hold)
    case .resume: hearUpdate(.resume)
    case .wake:
      hearUpdate(.pass(now.pace.interval))
      hearUpdate(.wake)
    case .attach: attach()
    case .detach: detach()
    default: tearDown()
    }
  }
}

/// The error of rows that cannot be prepared or loaded.
struct Outage: Error {}
