import LinecasterCaches
import LinecasterCells
import LinecasterDisplay
import LinecasterGeometry
import LinecasterRaster
import Synchronization

/// Measures, arranges and rasterizes cells: each once, as long as the caches remember it, however
/// many workers ask at a time.
final class CellPrecomputer: Sendable {
  let arranger: CellArranger
  let rasterizer: DisplayRasterizer
  /// What is below everything that a cell draws.
  let background: Color
  let caches: PipelineCaches
  let meter: PipelineMeter
  private let arrangementFlights = FlightTable<MeasurementKey, CellArrangement>()
  private let imageFlights = FlightTable<MeasurementKey, CellImage>()

  init(
    arranger: CellArranger, rasterizer: DisplayRasterizer, background: Color,
    caches: PipelineCaches, meter: PipelineMeter
  ) {
    self.arranger = arranger
    self.rasterizer = rasterizer
    self.background = background
    self.caches = caches
    self.meter = meter
  }

  /// The size of an item's cell: known, or found by arranging it.
  func size(
    of item: TableItem, _ key: MeasurementKey, _ context: WorkContext
  ) throws -> Size {
    if let known = caches.sizes.value(for: key) { return known }
    return try arrangement(of: item, key, context).size
  }

  /// The arrangement of an item's cell, kept for when the row is drawn.
  func arrangement(
    of item: TableItem, _ key: MeasurementKey, _ context: WorkContext
  ) throws -> CellArrangement {
    if let known = caches.arrangements.value(for: key) { return known }
    return try arrangementFlights.value(
      for: key, known: { caches.arrangements.peek(key) },
      isCancelled: { context.token.isCancelled }
    ) { () throws in
      try context.check()
      let arrangement = try arrange(item, key, context)
      caches.keep(arrangement, for: key)
      meter.missingCharacters.wrappingAdd(
        arrangement.missingCharacters.count, ordering: .relaxed)
      return arrangement
    }
  }

  /// The pixels of an item's cell.
  func image(
    of item: TableItem, _ key: MeasurementKey, _ context: WorkContext
  ) throws -> CellImage {
    if let known = caches.images.value(for: key) { return known }
    return try imageFlights.value(
      for: key, known: { caches.images.peek(key) }, isCancelled: { context.token.isCancelled }
    ) { () throws in
      let arrangement = try arrangement(of: item, key, context)
      let image = CellImage(
        bitmap: try draw(arrangement, of: item, key, context), size: arrangement.size,
        scale: key.environment.scale)
      caches.keep(image, for: key)
      meter.rowsRasterized.wrappingAdd(1, ordering: .relaxed)
      meter.glyphsDrawn.wrappingAdd(arrangement.displayList.glyphCount, ordering: .relaxed)
      return image
    }
  }

  private func arrange(
    _ item: TableItem, _ key: MeasurementKey, _ context: WorkContext
  ) throws -> CellArrangement {
    try naming(item) {
      try meter.measure(.layOut, context) {
        try arranger.arrange(
          item.cell.layout(in: key.environment), in: key.environment,
          isCancelled: { context.token.isCancelled })
      }
    }
  }

  private func draw(
    _ arrangement: CellArrangement, of item: TableItem, _ key: MeasurementKey,
    _ context: WorkContext
  ) throws -> Bitmap {
    try naming(item) {
      try meter.measure(.rasterize, context) {
        try rasterizer.rasterize(
          arrangement.displayList, scale: key.environment.scale, background: background,
          isCancelled: { context.token.isCancelled })
      }
    }
  }

  /// Says which item cannot be arranged or drawn.
  private func naming<Result>(_ item: TableItem, _ body: () throws -> Result) throws -> Result {
    do {
      return try body()
    } catch let error as CancellationError {
      throw error
    } catch {
      throw PipelineError.row(item.identifier, reason: "\(error)")
    }
  }
}

/// What the pipeline has computed before, found by content and environment.
struct PipelineCaches: Sendable {
  let sizes: MeasuredSizeCache
  let arrangements: ShardedCache<MeasurementKey, CellArrangement>
  let images: ShardedCache<MeasurementKey, CellImage>

  init(_ options: PrecomputePipeline.Options) {
    sizes = MeasuredSizeCache(byteLimit: options.sizeCacheBytes)
    arrangements = ShardedCache(byteLimit: options.arrangementCacheBytes)
    images = ShardedCache(byteLimit: options.imageCacheBytes)
  }

  /// Keeps an arrangement, and its size for longer.
  func keep(_ arrangement: CellArrangement, for key: MeasurementKey) {
    sizes.insert(arrangement.size, for: key, cost: Self.keyCost)
    arrangements.insert(arrangement, for: key, cost: arrangement.byteCount + Self.keyCost)
  }

  /// Keeps pixels.
  func keep(_ image: CellImage, for key: MeasurementKey) {
    images.insert(image, for: key, cost: image.bitmap.pixels.count + Self.keyCost)
  }

  /// Drops all that is known of a cell in an environment.
  func forget(_ key: MeasurementKey) {
    sizes.removeValue(for: key)
    arrangements.removeValue(for: key)
    images.removeValue(for: key)
  }

  /// The memory that the caches keep alive, in bytes.
  var byteCount: Int {
    sizes.statistics.bytes + arrangements.statistics.bytes + images.statistics.bytes
  }

  /// An estimate of the memory a cell's content takes, which a key keeps alive.
  static let keyCost = 256
}

/// Why the pipeline could not precompute a list.
public enum PipelineError: Error, Sendable, CustomStringConvertible {
  /// A row cannot be arranged or drawn.
  case row(ItemIdentifier, reason: String)
  /// There is no row with this identifier.
  case unknown(ItemIdentifier)

  /// The reason in a sentence.
  public var description: String {
    switch self {
    case .row(let identifier, let reason): "Row \(identifier): \(reason)"
    case .unknown(let identifier): "There is no row \(identifier)."
    }
  }
}

/// What a piece of work is for.
struct WorkContext: Sendable {
  /// Asked before each row and each text.
  let token: CancellationToken
  /// The update the work is for.
  let generation: Int
  /// How soon it is wanted.
  let band: WorkBand

  /// Throws if the work has been called off.
  func check() throws(CancellationError) {
    if token.isCancelled { throw CancellationError() }
  }
}
