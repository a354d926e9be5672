import Foundation
public import LinecasterCells
import LinecasterDiff
import LinecasterFonts
import LinecasterGeometry
public import LinecasterRaster
import LinecasterText
import Synchronization

/// Does ahead of time, on an operation queue, everything that showing a list takes.
///
/// One pipeline serves any number of controllers and threads; its caches are shared by them.
public final class PrecomputePipeline: Sendable {
  /// How many bytes the caches may hold, and how many threads work.
  public struct Options: Sendable {
    /// The most threads that work at once.
    public var workerCount = max(1, ProcessInfo.processInfo.activeProcessorCount)
    /// The most bytes of measured sizes.
    public var sizeCacheBytes = 32 << 20
    /// The most bytes of arrangements.
    public var arrangementCacheBytes = 64 << 20
    /// The most bytes of pixels of cells.
    public var imageCacheBytes = 256 << 20

    /// Makes the default options.
    public init() {}
  }

  /// Lays out cells.
  public let arranger: CellArranger
  /// Draws cells.
  public let rasterizer: DisplayRasterizer

  let caches: PipelineCaches
  let meter = PipelineMeter()
  private let queue: OperationQueue
  private let workerCount: Int

  /// Makes a pipeline.
  public init(
    arranger: CellArranger, rasterizer: DisplayRasterizer = DisplayRasterizer(),
    options: Options = Options()
  ) {
    self.arranger = arranger
    self.rasterizer = rasterizer
    caches = PipelineCaches(options)
    workerCount = max(1, options.workerCount)
    queue = OperationQueue()
    queue.name = "linecaster.precompute"
    queue.maxConcurrentOperationCount = workerCount
    queue.qualityOfService = .userInitiated
  }

  /// Drops the least recently used results until no cache of cells holds more than `bytes`, for
  /// when memory is short. What is shown does not depend on it. May be called on any thread.
  public func trimCaches(to bytes: Int) { caches.trim(to: bytes) }

  /// Precomputes an update on the workers: the one place where all stages meet.
  ///
  /// `completion` is called once, on a worker.
  func precompute(
    _ request: PrecomputeRequest,
    completion: @escaping @Sendable (Result<ListBatch, any Error>) -> Void
  ) {
    enqueue(.display) { [self] in
      completion(Result { try batch(for: request) })
    }
  }

  /// Builds the model, measures its rows (analyze, itemize, shape, break lines, lay out), takes the
  /// snapshot and finds what changed; the controller delivers it, then has the rows rasterized.
  private func batch(for request: PrecomputeRequest) throws -> ListBatch {
    try check(request.token)
    let model = try request.makeModel()
    let heights = try measure(model, in: request.environment, token: request.token)
    let changes = meter.measure(.diff) {
      Changeset(fromSections: request.base.model.sections, toSections: model.sections)
    }
    try check(request.token)
    let snapshot = meter.measure(.snapshot) {
      TableSnapshot(
        generation: request.generation,
        rows: TableRows(model, in: request.environment, metrics: request.base.metrics),
        cellHeights: heights, duplicates: changes.duplicates)
    }
    return ListBatch(
      changes: changes, snapshot: snapshot,
      changesEnvironment: request.environment != request.base.environment)
  }

  /// Lets go of a snapshot on a worker: freeing the memory of many rows takes its time.
  func release(_ snapshot: TableSnapshot) {
    if snapshot.rowCount > 0 { enqueue(.idle) { _ = snapshot } }
  }

  /// Runs a closure on a worker.
  func enqueue(_ band: WorkBand, _ work: @escaping @Sendable () -> Void) {
    let operation = BlockOperation(block: work)
    operation.queuePriority = band.queuePriority
    queue.addOperation(operation)
  }

  /// Calls `body` with every chunk of `0..<count`, on this thread and on workers that are free.
  ///
  /// Returns when all chunks are done. Call it from a worker, never from the main queue.
  func forEachChunk(
    of count: Int, size: Int, band: WorkBand,
    _ body: @escaping @Sendable (Range<Int>) throws -> Void
  ) throws {
    let work = ChunkedWork(count: count, chunkSize: size, body: body)
    for _ in 1..<max(1, min(workerCount, work.chunkCount)) {
      enqueue(band) { work.takePart() }
    }
    try work.run()
  }

  func check(_ token: CancellationToken) throws {
    if token.isCancelled { throw PipelineError.cancelled }
  }
}
