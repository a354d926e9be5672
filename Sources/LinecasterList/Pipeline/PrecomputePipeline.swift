import Foundation
import LinecasterBase
public import LinecasterCells
import LinecasterDisplay
public import LinecasterFonts
public import LinecasterRaster
import LinecasterText
import Synchronization

/// Does ahead of time, on an operation queue, everything that showing a list takes.
///
/// One pipeline serves any number of controllers and threads; its caches are shared by them.
///
///     var options = PrecomputePipeline.Options()
///     options.workerCount = 2
///     options.imageCacheBytes = 64 << 20
///     let pipeline = PrecomputePipeline(fonts: try .bundled(), options: options)
///     print(pipeline.statistics.rowsMeasured)
public final class PrecomputePipeline: Sendable {
  /// How many bytes the caches may hold, and how many threads work.
  public struct Options: Sendable {
    /// The most threads that work at once: of more than two processors all but one, which is left
    /// to the main thread. At most eight more take the place of those whose work nobody waits for
    /// and which cannot be stopped: models that a program goes on to make for an update that has
    /// been overtaken, and rows far from sight that take so long that they would never be measured
    /// otherwise.
    public var workerCount = Options.workerCount(
      processors: ProcessInfo.processInfo.activeProcessorCount)
    /// The most pieces of work, of one to two milliseconds each, that wait for a thread; over it,
    /// idle work is dropped first, then preloading.
    public var maxPending = 512
    /// The most bytes of measured sizes.
    public var sizeCacheBytes = 32 << 20
    /// The most bytes of arrangements.
    public var arrangementCacheBytes = 24 << 20
    /// The most bytes of pixels of cells.
    public var imageCacheBytes = 256 << 20
    /// What records when what is done; nil records nothing.
    public var trace: PipelineTrace?

    /// Makes the default options.
    public init() {}

    static func workerCount(processors: Int) -> Int {
      processors > 2 ? processors - 1 : max(1, processors)
    }
  }

  /// What rows are prepared as.
  public enum Output: Hashable, Sendable {
    /// Pixels.
    case bitmaps
    /// What to draw where.
    case arrangements
  }

  let cells: CellPrecomputer
  let work: WorkQueue
  let meter: PipelineMeter
  /// What the lists of this pipeline want how soon.
  let bands = BandRegistry()
  private let releases = DeferredRelease()
  /// After how long work that nobody waits for gives way to other work, where time passes.
  private let idlePatience: Duration?
  /// Whether a worker measures a row far from sight to its end; many at once would keep the
  /// processors from what can be seen.
  private let isRowGoingOn = Atomic(false)
  /// What rows do, on its way to the main actor to be let go of.
  let actions: ActionBin

  /// Makes a pipeline with threads of its own, or with the simulated workers of a machine, for
  /// tests; `Options.workerCount` is not used then.
  public convenience init(
    arranger: CellArranger, rasterizer: DisplayRasterizer = DisplayRasterizer(),
    options: Options = Options(), machine: SimulatedMachine? = nil
  ) {
    let actions = ActionBin()
    let executor: any WorkExecutor =
      machine ?? OperationExecutor(workerCount: options.workerCount) { actions.collect($0) }
    self.init(
      arranger: arranger, rasterizer: rasterizer, options: options, actions: actions,
      executor: executor, idlePatience: machine == nil ? .milliseconds(2) : nil)
  }

  /// Makes a pipeline whose work an executor does.
  init(
    arranger: CellArranger, rasterizer: DisplayRasterizer = DisplayRasterizer(), options: Options,
    actions: ActionBin, executor: any WorkExecutor, idlePatience: Duration?
  ) {
    meter = PipelineMeter(trace: options.trace)
    cells = CellPrecomputer(
      arranger: arranger, rasterizer: rasterizer, caches: PipelineCaches(options),
      meter: meter)
    work = WorkQueue(executor: executor, maxPending: options.maxPending)
    self.actions = actions
    self.idlePatience = idlePatience
    observeProviders()
  }

  /// Lays out cells.
  public var arranger: CellArranger { cells.arranger }

  /// Draws cells.
  public var rasterizer: DisplayRasterizer { cells.rasterizer }

  /// Lets go of a value off the main actor: freeing the memory of many rows takes its time.
  ///
  /// What these rows do, if that is the last of it, goes back to the main actor. However many
  /// values come, one piece of work waits for them.
  func release<Value: Sendable>(_ value: consuming Value) {
    var last = Optional(consume value)
    release(taking: &last)
  }

  /// Lets go of a value off the main actor, and leaves nothing in its place.
  func release<Value: Sendable>(taking value: inout Value?) {
    guard releases.put(taking: &value) else { return }
    work.runAside { [releases] in releases.empty() }
  }

  /// Calls `body` with every chunk of `0..<count`, on this thread and on workers that are free.
  ///
  /// Returns when all chunks are done. Call it from a worker, never from the main queue but where
  /// the main queue does all of the work.
  func forEachChunk(
    of count: Int, size: Int, band: WorkBand,
    _ body: @escaping @Sendable (Range<Int>) throws -> Void
  ) throws {
    let chunks = ChunkedWork(count: count, chunkSize: size, body: body)
    let helpers = (1..<max(1, min(work.workerCount, chunks.chunkCount))).map { _ in
      work.enqueue(band) { chunks.takePart() }
    }
    defer { for helper in helpers { helper.callOff() } }
    try chunks.run()
  }
}

// MARK: - Memory

extension PrecomputePipeline {
  /// The memory that results kept for later take, in bytes.
  var cachedByteCount: Int { cells.caches.byteCount }

  /// Drops results kept for later until they take no more than `bytes`, for when memory is short:
  /// first what no list wants soon, then what is preloaded, then what is about to be seen, never
  /// what can be seen.
  ///
  /// What is shown does not depend on it. Glyphs, words and prepared paragraphs have limits of
  /// their own. May be called on any thread.
  ///
  /// - Complexity: O(results kept).
  public func trimMemory(to bytes: Int) {
    MemoryBudget(caches: cells.caches, registry: bands).trim(to: bytes)
  }
}

extension PrecomputePipeline {
  /// Makes a pipeline that draws text with a collection of fonts.
  ///
  /// - Parameters:
  ///   - fonts: What text is drawn with.
  ///   - images: Where the sizes and pixels of images come from; without it, placeholders are
  ///     drawn.
  ///   - options: How many threads work, and how much the caches hold.
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
  /// Rows that are turned into pixels by one piece of work: one to two milliseconds.
  static let rowsARasterChunk = 8
  /// Rows that are measured by one piece of work: about a millisecond where nothing is cached.
  static let rowsAMeasureChunk = 16

  /// Prepares rows on a worker.
  ///
  /// - Parameters:
  ///   - whenDropped: Called instead of `completion`, on any thread, where there is no room for the
  ///     work.
  ///   - completion: Called once on a worker, unless the ticket is called off before.
  func prepare(
    _ request: RowsRequest, whenDropped: (@Sendable () -> Void)? = nil,
    completion: @escaping @Sendable (RowsOutcome) -> Void
  ) -> WorkTicket {
    work.enqueue(request.context.band, whenDropped: whenDropped) { [self] in
      completion(meter.measure(.measure, request.context) { outcome(of: request) })
    }
  }

  /// What nobody waits for gives way after a time: to anything between two rows, and within one to
  /// what can be seen. The rest is asked for again; a row that has made room often enough is
  /// measured to its end, one at a time, while another worker takes the place of this one.
  private func outcome(of request: RowsRequest) -> RowsOutcome {
    var (outcome, request) = (RowsOutcome(), request)
    let start = ContinuousClock.now
    let isPatient = { @Sendable [idlePatience] in
      idlePatience.map { start.duration(to: .now) < $0 } ?? true
    }
    let isIdle = request.context.band == .idle
    let goesOn =
      isIdle && !request.givesWayWithinRows
      && !isRowGoingOn.exchange(true, ordering: .relaxed)
    if goesOn { work.callStandIn() }
    defer {
      if goesOn {
        work.dismissStandIn()
        isRowGoingOn.store(false, ordering: .relaxed)
      }
    }
    if isIdle, !goesOn {
      request.context.givesWay = { [work] in !isPatient() && work.isShortOfWorkers }
    }
    for row in request.rows {
      if isIdle, row > request.rows.lowerBound, !isPatient() { return outcome }
      do {
        if let result = try result(ofRow: row, request) { outcome.results.append(result) }
      } catch is CancellationError {
        outcome.madeRoom = !request.context.token.isCancelled
        return outcome
      } catch {
        outcome.failedRows.append(row)
        outcome.failure = outcome.failure ?? error
      }
    }
    return outcome
  }

  /// Measures a row, and turns it into what is wanted; nil where there is no such row.
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
    let content = try content(of: item, key, request)
    let displayed = content.map {
      DisplayedRow(identity: identity, kind: kind, content: $0.value, key: key)
    }
    let size =
      if let content { content.value.size } else { try cells.size(of: item, key, request.context) }
    if !snapshot.geometry.isMeasured(row) { meter.rowsMeasured.wrappingAdd(1, ordering: .relaxed) }
    return RowResult(
      row: row, kind: kind, size: size, displayed: displayed, lacking: content?.lacking ?? [])
  }

  /// What a row is shown as, and the images that it is to be shown again for when they come; nil
  /// where it is only measured.
  private func content(
    of item: TableItem, _ key: MeasurementKey, _ request: RowsRequest
  ) throws -> (value: DisplayedRow.Content, lacking: Set<ImageReference>)? {
    switch request.output {
    case .bitmaps:
      let made = try cells.image(of: item, key, request.context)
      return (.bitmap(made.value), made.lack?.images ?? [])
    case .arrangements:
      let made = try cells.arrangement(of: item, key, request.context)
      // Whether their pixels are there only the host knows.
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

/// Rows to be prepared for a host.
struct RowsRequest: Sendable {
  let rows: Range<Int>
  let snapshot: TableSnapshot
  /// What the rows are wanted as; nil wants their sizes only.
  let output: PrecomputePipeline.Output?
  var context: WorkContext
  /// Whether idle work stops at a row that it has begun where workers are short.
  var givesWayWithinRows = true
  /// What each row is prepared as; empty for what the snapshot says.
  var keys: [MeasurementKey] = []
}

/// What has come of rows that were to be prepared; those that have been called off are left out.
struct RowsOutcome: Sendable {
  var results: [RowResult] = []
  /// The rows that cannot be measured or drawn.
  var failedRows: [Int] = []
  /// What is wrong with the first of them.
  var failure: (any Error)?
  /// Whether a row was begun and made room for what is more urgent; it is the first of the rest.
  var madeRoom = false
}

/// What a worker has found out about a row.
struct RowResult: Sendable {
  /// The row, counted through the model of the generation that was asked for.
  let row: Int
  let kind: ReuseKind
  /// The size of its cell.
  let size: Size
  /// What to show; nil if it has been measured only.
  let displayed: DisplayedRow?
  /// The images that it is to be shown again for when they come.
  var lacking: Set<ImageReference> = []
}

/// Values whose release is deferred: they are freed together on a thread of the bin's user, not
/// where the last closure that holds one of them happens to end.
final class DeferredRelease: Sendable {
  private let values = Inbox<[any Sendable]>()

  /// Puts a value in, and leaves nothing in its place: a reference that the caller kept could
  /// become the last.
  ///
  /// - Returns: Whether there was nothing before, so `empty()` must be called.
  func put<Value: Sendable>(taking value: inout Value?) -> Bool {
    values.put { values in
      guard let taken = value.take() else { return }
      if values == nil { values = [] }
      values?.append(taken)
    }
  }

  /// Frees all there is, on this thread.
  func empty() {
    // Outside of the lock, for which the main thread would wait.
    withExtendedLifetime(values.take()) {}
  }
}
