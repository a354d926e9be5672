import Foundation
import LinecasterBase
public import LinecasterCells
import LinecasterDisplay
public import LinecasterFonts
public import LinecasterRaster
import LinecasterText
import Synchronization

/// Precomputes everything that a list shows, on an operation queue.
///
/// One pipeline serves any number of controllers and threads, which share its caches.
///
///     var options = PrecomputePipeline.Options()
///     options.workerCount = 2
///     options.imageCacheBytes = 64 << 20
///     let pipeline = PrecomputePipeline(fonts: try .bundled(), options: options)
///     print(pipeline.statistics.rowsMeasured)
public final class PrecomputePipeline: Sendable {
  /// The sizes of the caches, the number of threads, and other options.
  public struct Options: Sendable {
    /// The maximum number of threads that work at once. By default, all processors but one, which
    /// is left to the main thread, or all if there are at most two.
    ///
    /// At most eight more threads replace threads whose work is no longer awaited but cannot be
    /// stopped. Examples are closures that go on making models of overtaken updates, and slow rows
    /// far from the viewport.
    public var workerCount = Options.workerCount(
      processors: ProcessInfo.processInfo.activeProcessorCount)
    /// The maximum number of work items, of one to two milliseconds each, that wait for a thread.
    /// Beyond it, idle work is dropped first, then preloading.
    public var maxPending = 512
    /// The maximum size of the cache of cell sizes, in bytes.
    public var sizeCacheBytes = 32 << 20
    /// The maximum size of the cache of arrangements, in bytes.
    public var arrangementCacheBytes = 24 << 20
    /// The maximum size of the cache of cell pixels, in bytes.
    public var imageCacheBytes = 256 << 20
    /// The recorder of work; `nil` records nothing.
    public var trace: PipelineTrace?
    /// The delivery of row actions that are left when the last list has gone, for programs that do
    /// not drain the main queue.
    package var lastDelivery = Delivery.mainQueue

    /// Creates the default options.
    public init() {}

    static func workerCount(processors: Int) -> Int {
      processors > 2 ? processors - 1 : max(1, processors)
    }
  }

  /// The form in which rows are prepared.
  public enum Output: Hashable, Sendable {
    /// Rows are delivered as pixels.
    case bitmaps
    /// Rows are delivered as drawing commands and regions, for hosts that draw themselves.
    case arrangements
  }

  let cells: CellPrecomputer
  let work: WorkQueue
  let meter: PipelineMeter
  /// The bands of cells in the lists of this pipeline.
  let bands = BandRegistry()
  private let releases = DeferredRelease()
  /// The time after which idle work yields to other work; `nil` if time is simulated.
  private let idleTimeLimit: Duration?
  /// Whether a worker is measuring a row far from the viewport to its end; many at once would keep
  /// processors from visible rows.
  private let isRowGoingOn = Atomic(false)
  /// Whether unused results are about to be released.
  private let isReleasing = Atomic(false)
  /// The actions of freed rows, on their way to the main actor.
  let actions: DeferredActions

  /// Creates a pipeline with its own threads or, for tests, with the simulated workers of a
  /// machine. Simulated workers ignore `Options.workerCount`.
  public convenience init(
    arranger: CellArranger, rasterizer: DisplayRasterizer = DisplayRasterizer(),
    options: Options = Options(), machine: SimulatedMachine? = nil
  ) {
    let actions = DeferredActions(last: options.lastDelivery)
    let executor: any WorkExecutor =
      machine ?? OperationExecutor(workerCount: options.workerCount) { actions.collect($0) }
    self.init(
      arranger: arranger, rasterizer: rasterizer, options: options, actions: actions,
      executor: executor, idleTimeLimit: machine == nil ? .milliseconds(2) : nil)
  }

  /// Creates a pipeline with an executor for its work.
  init(
    arranger: CellArranger, rasterizer: DisplayRasterizer = DisplayRasterizer(), options: Options,
    actions: DeferredActions, executor: any WorkExecutor, idleTimeLimit: Duration?
  ) {
    meter = PipelineMeter(trace: options.trace)
    cells = CellPrecomputer(
      arranger: arranger, rasterizer: rasterizer, caches: PipelineCaches(options),
      meter: meter)
    work = WorkQueue(executor: executor, maxPending: options.maxPending)
    self.actions = actions
    self.idleTimeLimit = idleTimeLimit
    observeProviders()
  }

  /// The arranger that lays out cells.
  public var arranger: CellArranger { cells.arranger }

  /// The rasterizer that draws cells.
  public var rasterizer: DisplayRasterizer { cells.rasterizer }

  /// Runs a host's work for a visible row on a worker.
  ///
  /// - Returns: A closure that cancels the work unless it has started.
  package func runForVisibleRow(_ work: @escaping @Sendable () -> Void) -> @Sendable () -> Void {
    let ticket = self.work.enqueue(.visible, work)
    return { _ = ticket.cancel() }
  }

  /// Releases a value off the main actor, because freeing many rows takes time.
  ///
  /// Row actions that are freed with it are released on the main actor. Values that wait are
  /// released together.
  func release<Value: Sendable>(_ value: consuming Value) {
    var last = Optional(consume value)
    release(taking: &last)
  }

  /// Releases a value off the main actor, and leaves `nil`.
  func release<Value: Sendable>(taking value: inout Value?) {
    guard releases.put(taking: &value) else { return }
    work.runAside { [releases] in releases.empty() }
  }

  /// Calls `body` with every chunk of `0..<count`, on this thread and on free workers.
  ///
  /// Returns when all chunks are done. Call it from a worker, never from the main queue, unless the
  /// main queue does all of the work.
  func forEachChunk(
    of count: Int, size: Int, band: WorkBand, list: ObjectIdentifier? = nil,
    _ body: @escaping @Sendable (Range<Int>) throws -> Void
  ) throws {
    let chunks = ChunkedWork(count: count, chunkSize: size, body: body)
    let helpers = (1..<max(1, min(work.workerCount, chunks.chunkCount))).map { _ in
      work.enqueue(band, list: list) { chunks.takePart() }
    }
    defer { for helper in helpers { helper.cancel() } }
    try chunks.run()
  }
}

// MARK: - Memory

extension PrecomputePipeline {
  /// The memory used by the caches, in bytes.
  var cachedByteCount: Int { cells.caches.byteCount }

  /// Evicts cached results until they use at most `bytes`, for example when memory is short.
  ///
  /// Cells that no list needs soon are evicted first, then preloaded ones, then upcoming ones, and
  /// visible ones never. Rows that are shown do not change. Glyphs, words and prepared paragraphs
  /// have limits of their own. Thread-safe.
  ///
  /// - Complexity: O(cached results).
  public func trimMemory(to bytes: Int) {
    MemoryBudget(caches: cells.caches, registry: bands).trim(to: bytes)
  }

  /// Releases cached results once the last list has gone, off the main actor, and returns their
  /// memory to the system. A list that comes meanwhile keeps them.
  func releaseUnused() {
    guard !isReleasing.exchange(true, ordering: .relaxed) else { return }
    work.runAside { [weak self] in
      guard let self else { return }
      isReleasing.store(false, ordering: .relaxed)
      guard cells.arrivals.hasNoLists, cachedByteCount > Self.negligibleBytes else { return }
      cells.caches.removeAll()
      arranger.typesetter.removeAll()
      FreeMemory.returnToSystemSoon()
    }
  }

  /// The size of caches below which releasing them is not worth the time.
  private static let negligibleBytes = 1 << 20
}

extension PrecomputePipeline {
  /// Creates a pipeline that draws text with a collection of fonts.
  ///
  /// - Parameters:
  ///   - fonts: The fonts of the text.
  ///   - images: The provider of the sizes and pixels of images; `nil` draws placeholders.
  ///   - options: The number of threads, the cache sizes and other options.
  public convenience init(
    fonts: FontCollection, images: (any ImageProvider)? = nil, options: Options = Options()
  ) {
    self.init(
      arranger: CellArranger(
        typesetter: Typesetter(fonts: fonts, measuresTime: true), images: images),
      rasterizer: DisplayRasterizer(images: images), options: options)
  }
}

extension PrecomputePipeline {
  /// The number of rows rasterized by one piece of work: one to two milliseconds.
  static let rowsPerRasterChunk = 8
  /// The number of rows measured by one piece of work: about a millisecond without caches.
  static let rowsPerMeasureChunk = 16

  /// Prepares rows on a worker.
  ///
  /// - Parameters:
  ///   - whenDropped: Called instead of `completion`, on any thread, if there is no room for the
  ///     work.
  ///   - completion: Called once on a worker, unless the ticket is cancelled before.
  func prepare(
    _ request: RowsRequest, whenDropped: (@Sendable () -> Void)? = nil,
    completion: @escaping @Sendable (RowsOutcome) -> Void
  ) -> WorkTicket {
    let context = request.context
    return work.enqueue(context.band, list: context.list, whenDropped: whenDropped) { [self] in
      completion(meter.measure(.measure, request.context) { outcome(of: request) })
    }
  }

  /// Idle work yields after a time: to any work between two rows, and to work for visible rows
  /// within a row. The rest is requested again. A row that has yielded often enough is measured
  /// to its end, one at a time, while another worker is added.
  private func outcome(of request: RowsRequest) -> RowsOutcome {
    var (outcome, request) = (RowsOutcome(), request)
    let start = ContinuousClock.now
    let hasTime = { @Sendable [idleTimeLimit] in
      idleTimeLimit.map { start.duration(to: .now) < $0 } ?? true
    }
    let isIdle = request.context.band == .idle
    let goesOn =
      isIdle && !request.yieldsWithinRows
      && !isRowGoingOn.exchange(true, ordering: .relaxed)
    if goesOn { work.callStandIn() }
    defer {
      if goesOn {
        work.dismissStandIn()
        isRowGoingOn.store(false, ordering: .relaxed)
      }
    }
    if isIdle, !goesOn {
      request.context.shouldYield = { [work] in !hasTime() && work.isShortOfWorkers }
    }
    for row in request.rows {
      if isIdle, row > request.rows.lowerBound, !hasTime() { return outcome }
      do {
        if let result = try result(ofRow: row, request) { outcome.results.append(result) }
      } catch is CancellationError {
        outcome.didYield = !request.context.token.isCancelled
        return outcome
      } catch {
        outcome.failedRows.append(row)
        outcome.failure = outcome.failure ?? error
      }
    }
    return outcome
  }

  /// Measures a row, and makes its output; `nil` if there is no such row.
  private func result(ofRow row: Int, _ request: RowsRequest) throws -> RowResult? {
    try request.context.check()
    let snapshot = request.snapshot
    guard let item = snapshot.item(atRow: row), let identity = snapshot.identity(ofRow: row) else {
      return nil
    }
    let key =
      request.keys.isEmpty
      ? MeasurementKey(item.cell, snapshot.environment(ofRow: row))
      : request.keys[row - request.rows.lowerBound]
    let kind = item.cell.reuseKind
    let index = row - request.rows.lowerBound
    let content =
      try redrawn(index, item, key, request) ?? self.content(index, of: item, key, request)
    let displayed = content.map {
      DisplayedRow(identity: identity, kind: kind, content: $0.value, key: key)
    }
    let size =
      if let content { content.value.size } else { try cells.size(of: item, key, request.context) }
    if !snapshot.geometry.isMeasured(row) { meter.rowsMeasured.wrappingAdd(1, ordering: .relaxed) }
    return RowResult(
      row: row, kind: kind, size: size, displayed: displayed,
      missingImages: content?.missingImages ?? [])
  }

  /// Returns a row's output in the layout that is shown; `nil` if a new layout is requested.
  ///
  /// - Parameter index: The index of the row in the request.
  private func redrawn(
    _ index: Int, _ item: TableItem, _ key: MeasurementKey, _ request: RowsRequest
  ) throws -> (value: DisplayedRow.Content, missingImages: Set<ImageReference>)? {
    guard !request.layouts.isEmpty,
      let layout = request.layouts[index]
    else { return nil }
    guard request.output == .bitmaps else { return (.arrangement(layout), layout.images) }
    let drawn = try cells.redraw(
      layout, of: item, key, bands: request.bands(at: index), request.context)
    return (.bitmap(drawn.value), drawn.missingImages?.images ?? [])
  }

  /// Returns a row's output and the images to show it again for when they arrive; `nil` if it is
  /// only measured.
  private func content(
    _ index: Int, of item: TableItem, _ key: MeasurementKey, _ request: RowsRequest
  ) throws -> (value: DisplayedRow.Content, missingImages: Set<ImageReference>)? {
    switch request.output {
    case .bitmaps:
      let made = try cells.image(
        of: item, key, bands: request.bands(at: index),
        replacing: request.former(at: index)?.image, request.context)
      return (.bitmap(made.value), made.missingImages?.images ?? [])
    case .arrangements:
      let made = try cells.arrangement(
        of: item, key, replacing: request.former(at: index)?.arrangement, request.context)
      // Only the host knows whether their pixels are available.
      return (.arrangement(made.value), made.value.images)
    case nil: return nil
    }
  }
}

extension DisplayedRow.Content {
  fileprivate var size: Size {
    switch self {
    case .bitmap(let image): image.size
    case .arrangement(let arrangement): arrangement.size
    }
  }
}

/// A request to prepare rows for a host.
struct RowsRequest: Sendable {
  let rows: Range<Int>
  let snapshot: TableSnapshot
  /// The output to make; `nil` for sizes only.
  let output: PrecomputePipeline.Output?
  var context: WorkContext
  /// Whether idle work yields within a row if workers are short.
  var yieldsWithinRows = true
  /// The measurement of each row; empty for those of the snapshot.
  var keys: [MeasurementKey] = []
  /// The layout in which each row is drawn again; empty for new layouts.
  var layouts: [CellArrangement?] = []
  /// The bands of each row to draw; empty for all.
  var bands: [Range<Int>] = []
  /// The shown content of each row, if it is tall; empty for none.
  var formers: [DisplayedRow.Content?] = []

  /// Returns the bands to draw of a row, by its index in the request.
  func bands(at index: Int) -> Range<Int> {
    bands.isEmpty ? RowDrawing.allBands : bands[index]
  }

  /// Returns the shown content of a tall row, by its index in the request.
  func former(at index: Int) -> DisplayedRow.Content? { formers.isEmpty ? nil : formers[index] }
}

/// The outcome of a request to prepare rows; cancelled rows are left out.
struct RowsOutcome: Sendable {
  var results: [RowResult] = []
  /// The rows that cannot be measured or drawn.
  var failedRows: [Int] = []
  /// The error of the first failed row.
  var failure: (any Error)?
  /// Whether a row was started and yielded to more urgent work; the rest begins with it.
  var didYield = false
}

/// A worker's result for a row.
struct RowResult: Sendable {
  /// The row, counted through the model of the requested generation.
  let row: Int
  let kind: ReuseKind
  /// The size of its cell.
  let size: Size
  /// The output; `nil` if the row was only measured.
  let displayed: DisplayedRow?
  /// The images to show the row again for when they arrive.
  var missingImages: Set<ImageReference> = []
}

/// Values whose release is deferred: they are freed together on a chosen thread, not on the thread
/// that happens to hold the last reference.
final class DeferredRelease: Sendable {
  private let values = Inbox<[any Sendable]>()

  /// Adds a value, and leaves `nil`: a reference kept by the caller could be released last.
  ///
  /// - Returns: Whether there was nothing before, so `empty()` must be called.
  func put<Value: Sendable>(taking value: inout Value?) -> Bool {
    values.put { values in
      guard let taken = value.take() else { return }
      if values == nil { values = [] }
      values?.append(taken)
    }
  }

  /// Frees all values, on this thread.
  func empty() {
    // Outside the lock, for which the main thread would wait.
    withExtendedLifetime(values.take()) {}
  }
}

/// The memory that the process has freed and its allocator keeps for later.
package enum FreeMemory {
  /// The type of `malloc_trim`.
  private typealias Trim = @convention(c) (Int) -> Int32

  /// Returns freed memory to the system half a second later, when all that goes together has gone:
  /// lists, their hosts, textures, pixels of rows.
  package static func returnToSystemSoon() {
    DispatchQueue.global(qos: .utility)
      .asyncAfter(deadline: .now() + .milliseconds(500)) { returnToSystem() }
  }

  /// Returns freed memory to the system. A no-op with allocators other than that of glibc, which
  /// keeps freed blocks below the last one in use, often for good.
  ///
  /// Found by its name, because Swift's module of glibc leaves `malloc.h` out. Takes milliseconds,
  /// in which other threads may have to wait for memory.
  private static func returnToSystem() {
    guard let symbol = unsafe dlsym(nil, "malloc_trim") else { return }
    // glibc declares it as `int malloc_trim(size_t)`.
    let trim = unsafe unsafeBitCast(symbol, to: Trim.self)
    _ = trim(0)
  }
}
