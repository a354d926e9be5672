import LinecasterBase
import LinecasterCells
import Synchronization

/// A host around another one that tells what that one, or the program, does wrong.
///
/// For development and tests: it asks more than a controller does, and prepares cells in sight on
/// the main actor. The list is what it is without it.
///
///     let checked = CheckedHost(window) { violation in print("linecaster: \(violation)") }
///     let controller = AutoDiffController(
///       pipeline: pipeline, environment: environment, host: checked)
///
/// A controller holds its host weakly, so the program keeps this one, which keeps the other.
@MainActor
public final class CheckedHost: TableHost {
  private let host: any TableHost
  private let patience: Duration
  private let now: () -> Duration
  private let onFault: @MainActor (HostViolation) -> Void
  /// Where the list is scrolled to, as far as a controller can know.
  private var known: Viewport?
  /// When it was found elsewhere first since the controller was told.
  private var untoldSince: Duration?
  private var isAsking = false
  /// How often the controller has been told that other rows can be seen.
  private var tellings = 0
  /// What has been told of already; a fault in every frame is told once.
  private var told: Set<HostViolation.Kind> = []

  /// Puts itself before a host.
  ///
  /// - Parameters:
  ///   - host: What shows the list.
  ///   - patience: How long a call of the host may take, before the main thread misses a frame.
  ///   - onFault: Called on the main actor for each fault; most are told once.
  public convenience init(
    _ host: any TableHost, patience: Duration = .milliseconds(8),
    onFault: @escaping @MainActor (HostViolation) -> Void
  ) {
    let start = ContinuousClock.now
    self.init(host, patience: patience, now: { start.duration(to: .now) }, onFault: onFault)
  }

  /// - Parameter now: The time since some moment.
  init(
    _ host: any TableHost, patience: Duration, now: @escaping () -> Duration,
    onFault: @escaping @MainActor (HostViolation) -> Void
  ) {
    self.host = host
    self.patience = patience
    self.now = now
    self.onFault = onFault
  }

  /// What can be seen, as the host says.
  public func viewport(in snapshot: TableSnapshot) -> Viewport {
    isAsking = true
    defer { isAsking = false }
    let viewport = timed(.viewport) { host.viewport(in: snapshot) }
    checkTold(viewport)
    return viewport
  }

  /// Has the host show a batch, and looks at where it is then and at the rows in sight.
  public func apply(_ batch: TableBatch, done: @escaping @MainActor @Sendable () -> Void) {
    let end = ApplyEnd(generation: batch.snapshot.generation, onFault)
    let tellings = tellings
    timed(.apply) {
      host.apply(batch) { [weak self] in
        end.wasSaid()
        // Who scrolls meanwhile is where they scrolled to.
        if let self, !batch.isAnimated, tellings == self.tellings {
          checkOffset(batch.offset, in: batch.snapshot)
        }
        done()
      }
    }
    checkCells(of: batch.snapshot)
  }

  /// Has the host show rows.
  public func display(_ rows: [DisplayedRow]) { timed(.display) { host.display(rows) } }

  /// Has the host let go of rows.
  public func recycle(_ rows: [RowIdentity]) { timed(.recycle) { host.recycle(rows) } }

  /// Has the host scroll, and looks at where it is then.
  public func setOffset(_ offset: Double, in snapshot: TableSnapshot, animated: Bool) {
    timed(.setOffset) { host.setOffset(offset, in: snapshot, animated: animated) }
    if animated { known = nil } else { checkOffset(offset, in: snapshot) }
  }

  /// Tells the host that rows cannot be drawn.
  public func displayFailed(_ error: any Error) {
    timed(.displayFailed) { host.displayFailed(error) }
  }

  /// The controller has been told that another part of the list can be seen.
  func viewportWasTold() {
    if isAsking { tell(.askedBack) }
    tellings += 1
    known = nil
    untoldSince = nil
  }
}

// MARK: - Looking

extension CheckedHost {
  /// How far from where it should be a host may be, in layout points: it may stand on pixels.
  private static let tolerance = 1.0
  /// How long a host may be elsewhere before it has to have told.
  private static let timeToTell = Duration.milliseconds(250)

  private func tell(_ fault: HostViolation) {
    if told.insert(fault.kind).inserted { onFault(fault) }
  }

  private func timed<Result>(_ call: HostViolation.Call, _ body: () -> Result) -> Result {
    let start = now()
    let result = body()
    let time = now() - start
    if time > patience { tell(.slow(call, time)) }
    return result
  }

  private func checkOffset(_ offset: Double, in snapshot: TableSnapshot) {
    let viewport = host.viewport(in: snapshot)
    known = viewport
    if abs(viewport.offset - offset) > Self.tolerance {
      tell(.ignoredOffset(given: offset, found: viewport.offset))
    }
  }

  /// Hosts scroll first and tell once a frame: only who is elsewhere again later, without having
  /// told of it, is at fault.
  private func checkTold(_ viewport: Viewport) {
    defer { known = viewport }
    guard let known, known != viewport else { return }
    guard let since = untoldSince else { return untoldSince = now() }
    guard now() - since > Self.timeToTell else { return }
    tell(.scrolledUntold(from: known.offset, to: viewport.offset))
  }

  /// Asks the cells in sight twice: what they answer must not change.
  private func checkCells(of snapshot: TableSnapshot) {
    let rows = snapshot.geometry.rows(in: host.viewport(in: snapshot).range)
    for row in rows.prefix(Self.mostCells) {
      guard let item = snapshot.item(atRow: row) else { continue }
      let copy = AnyCell(copying: item.cell.base)
      if copy != item.cell || copy.hashValue != item.cell.hashValue {
        tell(.unequalToItself(item.identifier))
      }
      let environment = snapshot.environment(ofRow: row)
      if item.cell.layout(in: environment) != item.cell.layout(in: environment) {
        tell(.layoutVaries(item.identifier))
      }
    }
  }

  /// The most cells that are asked at a time.
  private static let mostCells = 64
}

extension AnyCell {
  /// The cell again, its hash not yet made.
  fileprivate init(copying cell: any Cell) {
    func wrap<Content: Cell>(_ cell: Content) -> AnyCell { AnyCell(cell) }
    self = wrap(cell)
  }
}

/// Whether a host has said that it has finished with a batch: once, neither more often nor never.
private final class ApplyEnd: Sendable {
  private let generation: Int
  private let onFault: @MainActor (HostViolation) -> Void
  private let count = Atomic<Int>(0)

  init(generation: Int, _ onFault: @escaping @MainActor (HostViolation) -> Void) {
    self.generation = generation
    self.onFault = onFault
  }

  @MainActor func wasSaid() {
    if count.wrappingAdd(1, ordering: .relaxed).oldValue == 1 {
      onFault(.finishedTwice(generation: generation))
    }
  }

  deinit {
    guard count.load(ordering: .relaxed) == 0 else { return }
    Task { @MainActor [onFault, generation] in onFault(.neverFinished(generation: generation)) }
  }
}

/// What a host, or the program around it, does wrong.
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

  /// The host said more than once that it has finished with a batch.
  case finishedTwice(generation: Int)
  /// The host dropped a batch's closure without saying that it has finished.
  case neverFinished(generation: Int)
  /// The host is not where it was told to scroll to, in layout points.
  case ignoredOffset(given: Double, found: Double)
  /// The host has scrolled, or changed its size, and not called `viewportDidChange()`.
  case scrolledUntold(from: Double, to: Double)
  /// The host calls the controller while it is asked what can be seen.
  case askedBack
  /// A call kept the main actor for longer than a frame should take.
  case slow(Call, Duration)
  /// The cell of an item is not equal to itself, or has another hash when it is asked again.
  case unequalToItself(ItemIdentifier)
  /// The cell of an item makes another layout when it is asked again in the same environment.
  case layoutVaries(ItemIdentifier)

  /// The fault in a sentence.
  public var description: String {
    switch self {
    case .finishedTwice(let generation):
      "apply(_:done:) called done more than once for batch \(generation)"
    case .neverFinished(let generation):
      "apply(_:done:) dropped done of batch \(generation) without calling it"
    case .ignoredOffset(let given, let found):
      "the host was told to scroll to \(given) and says that it is at \(found)"
    case .scrolledUntold(let from, let to):
      "the host went from \(from) to \(to) without calling viewportDidChange()"
    case .askedBack: "viewport(in:) calls the controller that asks it"
    case .slow(let call, let time): "\(call.rawValue) kept the main thread for \(time)"
    case .unequalToItself(let item):
      "the cell of \(item) is not equal to itself or changes its hash: does it hold an object?"
    case .layoutVaries(let item):
      "the cell of \(item) makes another layout each time: body(in:) must depend on nothing else"
    }
  }

  /// Faults of one kind are told once.
  fileprivate enum Kind: Hashable {
    case finishedTwice, neverFinished, ignoredOffset, scrolledUntold, askedBack
    case slow(Call), unequal(ItemIdentifier), varies(ItemIdentifier)
  }

  fileprivate var kind: Kind {
    switch self {
    case .finishedTwice: .finishedTwice
    case .neverFinished: .neverFinished
    case .ignoredOffset: .ignoredOffset
    case .scrolledUntold: .scrolledUntold
    case .askedBack: .askedBack
    case .slow(let call, _): .slow(call)
    case .unequalToItself(let item): .unequal(item)
    case .layoutVaries(let item): .varies(item)
    }
  }
}
