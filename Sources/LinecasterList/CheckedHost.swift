import LinecasterBase
import LinecasterCells
import Synchronization

/// A host that wraps another host and reports violations of the `TableHost` contract, by that host
/// or by the program.
///
/// Use it for development and tests: it queries the host more often than a controller does, and
/// prepares visible cells on the main actor. The list behaves as it does without the wrapper.
///
///     let checked = CheckedHost(window) { violation in print("linecaster: \(violation)") }
///     let controller = AutoDiffController(
///       pipeline: pipeline, environment: environment, host: checked)
///
/// A controller holds its host weakly, so the program retains this wrapper, which retains the host.
@MainActor
public final class CheckedHost: TableHost {
  private let host: any TableHost
  private let timeLimit: Duration
  private let now: () -> Duration
  private let onFault: @MainActor (HostViolation) -> Void
  /// The scroll position, as far as a controller can know it.
  private var known: Viewport?
  /// The time at which an unreported scroll was first found; `nil` if the host has reported since.
  private var unreportedSince: Duration?
  private var isReadingViewport = false
  /// The number of viewport changes that were reported to the controller.
  private var reportCount = 0
  /// The violations reported so far; a fault in every frame is reported once.
  private var reported: Set<HostViolation.Kind> = []

  /// Wraps a host.
  ///
  /// - Parameters:
  ///   - host: The host that shows the list.
  ///   - timeLimit: The longest time a call of the host may take before it counts as slow.
  ///   - onFault: Called on the main actor for each fault; most are reported once.
  public convenience init(
    _ host: any TableHost, timeLimit: Duration = .milliseconds(8),
    onFault: @escaping @MainActor (HostViolation) -> Void
  ) {
    let start = ContinuousClock.now
    self.init(host, timeLimit: timeLimit, now: { start.duration(to: .now) }, onFault: onFault)
  }

  /// - Parameter now: The time since a fixed moment.
  init(
    _ host: any TableHost, timeLimit: Duration, now: @escaping () -> Duration,
    onFault: @escaping @MainActor (HostViolation) -> Void
  ) {
    self.host = host
    self.timeLimit = timeLimit
    self.now = now
    self.onFault = onFault
  }

  /// Returns the viewport that the host reports.
  public func viewport(in snapshot: TableSnapshot) -> Viewport {
    isReadingViewport = true
    defer { isReadingViewport = false }
    let viewport = timed(.viewport) { host.viewport(in: snapshot) }
    checkReported(viewport)
    return viewport
  }

  /// Forwards a batch to the host, then checks the scroll offset and the visible rows.
  ///
  /// - Complexity: O(visible rows), including the layout of their cells.
  public func apply(_ batch: TableBatch, done: @escaping @MainActor @Sendable () -> Void) {
    let end = ApplyEnd(generation: batch.snapshot.generation, onFault)
    let reportCount = reportCount
    timed(.apply) {
      host.apply(batch) { [weak self] in
        end.wasCalled()
        // If the user scrolls meanwhile, the host stays where they scrolled to.
        if let self, !batch.isAnimated, reportCount == self.reportCount {
          checkOffset(batch.offset, in: batch.snapshot)
        }
        done()
      }
    }
    checkCells(of: batch.snapshot)
  }

  /// Forwards displayed rows to the host.
  public func display(_ rows: [DisplayedRow]) { timed(.display) { host.display(rows) } }

  /// Forwards recycled rows to the host.
  public func recycle(_ rows: [RowIdentity]) { timed(.recycle) { host.recycle(rows) } }

  /// Forwards a scroll to the host, then checks the offset.
  public func setOffset(_ offset: Double, in snapshot: TableSnapshot, animated: Bool) {
    timed(.setOffset) { host.setOffset(offset, in: snapshot, animated: animated) }
    if animated { known = nil } else { checkOffset(offset, in: snapshot) }
  }

  /// Forwards a display error to the host.
  public func displayFailed(_ error: any Error) {
    timed(.displayFailed) { host.displayFailed(error) }
  }

  /// Notes that the controller was notified of a viewport change.
  func viewportDidChange() {
    if isReadingViewport { report(.reentrantCall) }
    reportCount += 1
    known = nil
    unreportedSince = nil
  }
}

// MARK: - Looking

extension CheckedHost {
  /// The tolerated distance from the expected offset, in layout points: a host may snap to pixels.
  private static let tolerance = 1.0
  /// The longest time an unreported scroll is tolerated.
  private static let reportLimit = Duration.milliseconds(250)

  private func report(_ fault: HostViolation) {
    if reported.insert(fault.kind).inserted { onFault(fault) }
  }

  private func timed<Result>(_ call: HostViolation.Call, _ body: () -> Result) -> Result {
    let start = now()
    let result = body()
    let time = now() - start
    if time > timeLimit { report(.slow(call, time)) }
    return result
  }

  private func checkOffset(_ offset: Double, in snapshot: TableSnapshot) {
    let viewport = host.viewport(in: snapshot)
    known = viewport
    if abs(viewport.offset - offset) > Self.tolerance {
      report(.ignoredOffset(given: offset, found: viewport.offset))
    }
  }

  /// Hosts scroll first and report once a frame. Only a host that has moved again later, still
  /// without reporting, is at fault.
  private func checkReported(_ viewport: Viewport) {
    defer { known = viewport }
    guard let known, known != viewport else { return }
    guard let since = unreportedSince else { return unreportedSince = now() }
    guard now() - since > Self.reportLimit else { return }
    report(.unreportedScroll(from: known.offset, to: viewport.offset))
  }

  /// Compares each visible cell and its layout with a second copy: both must be equal.
  private func checkCells(of snapshot: TableSnapshot) {
    let rows = snapshot.geometry.rows(in: host.viewport(in: snapshot).range)
    for row in rows.prefix(Self.mostCells) {
      guard let item = snapshot.item(atRow: row) else { continue }
      let copy = AnyCell(copying: item.cell.base)
      if copy != item.cell || copy.hashValue != item.cell.hashValue {
        report(.unequalToItself(item.identifier))
      }
      let environment = snapshot.environment(ofRow: row)
      if item.cell.layout(in: environment) != item.cell.layout(in: environment) {
        report(.layoutVaries(item.identifier))
      }
    }
  }

  /// The maximum number of cells checked at a time.
  private static let mostCells = 64
}

extension AnyCell {
  /// Wraps a cell again, with no cached hash.
  fileprivate init(copying cell: any Cell) {
    func wrap<Content: Cell>(_ cell: Content) -> AnyCell { AnyCell(cell) }
    self = wrap(cell)
  }
}

/// Checks that a host finishes a batch exactly once.
private final class ApplyEnd: Sendable {
  private let generation: Int
  private let onFault: @MainActor (HostViolation) -> Void
  private let count = Atomic<Int>(0)

  init(generation: Int, _ onFault: @escaping @MainActor (HostViolation) -> Void) {
    self.generation = generation
    self.onFault = onFault
  }

  @MainActor func wasCalled() {
    if count.wrappingAdd(1, ordering: .relaxed).oldValue == 1 {
      onFault(.finishedTwice(generation: generation))
    }
  }

  deinit {
    guard count.load(ordering: .relaxed) == 0 else { return }
    Task { @MainActor [onFault, generation] in onFault(.neverFinished(generation: generation)) }
  }
}

/// A contract violation by a host or by the program around it.
public enum HostViolation: Sendable, CustomStringConvertible {
  /// A call of a host.
  public enum Call: String, Hashable, Sendable {
    /// `viewport(in:)`.
    case viewport
    /// `apply(_:done:)`.
    case apply
    /// `display(_:)`.
    case display
    /// `recycle(_:)`.
    case recycle
    /// `setOffset(_:in:animated:)`.
    case setOffset
    /// `displayFailed(_:)`.
    case displayFailed
  }

  /// The host called `done` of a batch more than once.
  case finishedTwice(generation: Int)
  /// The host dropped `done` of a batch without calling it.
  case neverFinished(generation: Int)
  /// The host reports the offset `found` after it was asked to scroll to `given`, in layout points.
  case ignoredOffset(given: Double, found: Double)
  /// The host scrolled, or changed its size, without calling `viewportDidChange()`. Both values are
  /// offsets in layout points.
  case unreportedScroll(from: Double, to: Double)
  /// The host called the controller from within `viewport(in:)`.
  case reentrantCall
  /// A call blocked the main actor for longer than a frame should take.
  case slow(Call, Duration)
  /// The cell of an item is not equal to its own copy, or its hash value varies.
  case unequalToItself(ItemIdentifier)
  /// The cell of an item has different layouts in the same environment.
  case layoutVaries(ItemIdentifier)

  /// The violation as a sentence.
  public var description: String {
    switch self {
    case .finishedTwice(let generation):
      "apply(_:done:) called done more than once for batch \(generation)"
    case .neverFinished(let generation):
      "apply(_:done:) dropped done of batch \(generation) without calling it"
    case .ignoredOffset(let given, let found):
      "the host was asked to scroll to \(given) but reports \(found)"
    case .unreportedScroll(let from, let to):
      "the host scrolled from \(from) to \(to) without calling viewportDidChange()"
    case .reentrantCall: "viewport(in:) calls back into the controller"
    case .slow(let call, let time): "\(call.rawValue) blocked the main thread for \(time)"
    case .unequalToItself(let item):
      "the cell of \(item) is not equal to itself or changes its hash: does it hold an object?"
    case .layoutVaries(let item):
      "the cell of \(item) makes varying layouts: body(in:) may use only the cell and environment"
    }
  }

  /// The key by which faults are reported once.
  fileprivate enum Kind: Hashable {
    case finishedTwice, neverFinished, ignoredOffset, unreportedScroll, reentrantCall
    case slow(Call), unequal(ItemIdentifier), varies(ItemIdentifier)
  }

  fileprivate var kind: Kind {
    switch self {
    case .finishedTwice: .finishedTwice
    case .neverFinished: .neverFinished
    case .ignoredOffset: .ignoredOffset
    case .unreportedScroll: .unreportedScroll
    case .reentrantCall: .reentrantCall
    case .slow(let call, _): .slow(call)
    case .unequalToItself(let item): .unequal(item)
    case .layoutVaries(let item): .varies(item)
    }
  }
}
