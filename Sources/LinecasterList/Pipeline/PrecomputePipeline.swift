import Foundation
public import LinecasterCells
import LinecasterFonts
public import LinecasterGeometry
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
    /// The most pieces of work, of one to two milliseconds each, that wait for a thread; over it,
    /// idle work is dropped first, then preloading.
    public var maxPending = 512
    /// The most bytes of measured sizes.
    public var sizeCacheBytes = 32 << 20
    /// The most bytes of arrangements.
    public var arrangementCacheBytes = 24 << 20
    /// The most bytes of pixels of cells.
    public var imageCacheBytes = 256 << 20
    /// What is below everything that a row draws; text on an opaque ground may be blended for it.
    public var background = Color.clear
    /// What records when what is done; nil records nothing.
    public var trace: PipelineTrace?

    /// Makes the default options.
    public init() {}
  }

  let cells: CellPrecomputer
  let work: WorkQueue
  let meter: PipelineMeter
  /// What the lists of this pipeline want how soon.
  let bands = BandRegistry()
  private let releases = ReleaseBin()

  /// Makes a pipeline with threads of its own.
  public convenience init(
    arranger: CellArranger, rasterizer: DisplayRasterizer = DisplayRasterizer(),
    options: Options = Options()
  ) {
    self.init(
      arranger: arranger, rasterizer: rasterizer, options: options,
      executor: OperationExecutor(workerCount: options.workerCount))
  }

  /// Makes a pipeline whose workers are simulated, for tests; `Options.workerCount` is not used.
  public convenience init(
    arranger: CellArranger, rasterizer: DisplayRasterizer = DisplayRasterizer(),
    options: Options = Options(), machine: SimulatedMachine
  ) {
    self.init(arranger: arranger, rasterizer: rasterizer, options: options, executor: machine)
  }

  private init(
    arranger: CellArranger, rasterizer: DisplayRasterizer, options: Options,
    executor: any WorkExecutor
  ) {
    meter = PipelineMeter(trace: options.trace)
    cells = CellPrecomputer(
      arranger: arranger, rasterizer: rasterizer, background: options.background,
      caches: PipelineCaches(options), meter: meter)
    work = WorkQueue(executor: executor, maxPending: options.maxPending)
  }

  /// Lays out cells.
  public var arranger: CellArranger { cells.arranger }

  /// Draws cells.
  public var rasterizer: DisplayRasterizer { cells.rasterizer }

  /// Lets go of a value on a worker: freeing the memory of many rows takes its time.
  ///
  /// However many values come, one piece of work waits for them.
  func release<Value: Sendable>(_ value: consuming Value) {
    guard releases.put(value) else { return }
    work.enqueue(.display) { [releases] in releases.empty() }
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
  public var cachedByteCount: Int { cells.caches.byteCount }

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
