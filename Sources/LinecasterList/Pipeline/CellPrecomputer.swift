import LinecasterBase
import LinecasterCells
import LinecasterDisplay
import LinecasterRaster
import Synchronization

/// Measures, arranges and rasterizes cells. Concurrent requests for a cell are coalesced, and
/// results are cached.
final class CellPrecomputer: Sendable {
  let arranger: CellArranger
  let rasterizer: DisplayRasterizer
  let caches: PipelineCaches
  let meter: PipelineMeter
  /// The arrivals of images, and the images that lists wait for.
  let arrivals = ArrivalExchange()
  private let arrangementFlights = SingleFlight<MeasurementKey, CellResult<CellArrangement>>()
  let imageFlights = SingleFlight<ImageRequest, CellResult<CellImage>>()

  /// Bands of a cell's pixels.
  struct ImageRequest: Hashable {
    let key: MeasurementKey
    let bands: Range<Int>
  }

  init(
    arranger: CellArranger, rasterizer: DisplayRasterizer, caches: PipelineCaches,
    meter: PipelineMeter
  ) {
    self.arranger = arranger
    self.rasterizer = rasterizer
    self.caches = caches
    self.meter = meter
  }

  /// Returns the size of an item's cell: cached, or found by arranging it.
  ///
  /// - Parameter former: The arrangement of an earlier version, which may save work.
  func size(
    of item: TableItem, _ key: MeasurementKey, replacing former: CellArrangement? = nil,
    _ context: WorkContext
  ) throws -> Size {
    if let known = caches.sizes.value(for: key) { return known }
    return try arrangement(of: item, key, replacing: former, context).value.size
  }

  /// Returns the arrangement of an item's cell, and caches it for drawing.
  ///
  /// - Parameter former: The arrangement of an earlier version, which may save work.
  func arrangement(
    of item: TableItem, _ key: MeasurementKey, replacing former: CellArrangement? = nil,
    _ context: WorkContext
  ) throws -> CellResult<CellArrangement> {
    try current(key, key, caches.arrangements, arrangementFlights, context) { () throws in
      try context.check()
      let since = arrivals.log.now
      let arrangement = try arrange(item, key, replacing: former, context)
      let missing = MissingImages(arrangement.unsizedImages, since: since)
      meter.missingCharacters.wrappingAdd(
        arrangement.missingCharacters.count, ordering: .relaxed)
      let made = CellResult(value: arrangement, missingImages: missing)
      caches.keep(made, for: key)
      return made
    }
  }

  /// Returns the arrangement of an item's cell for a single use. A new arrangement is not cached,
  /// so a pass over many rows evicts nothing of the visible ones.
  func passingArrangement(
    of item: TableItem, _ key: MeasurementKey, _ context: WorkContext
  ) throws -> CellArrangement {
    try caches.arrangements.peek(key)?.value ?? arrange(item, key, context)
  }

  /// Returns the pixels of bands of an item's cell, and those that are cached around them.
  ///
  /// - Parameter former: An earlier image of the row, whose bands are shared if they are the same.
  func image(
    of item: TableItem, _ key: MeasurementKey, bands: Range<Int> = RowDrawing.allBands,
    replacing former: CellImage? = nil, _ context: WorkContext
  ) throws -> CellResult<CellImage> {
    try current(
      key, ImageRequest(key: key, bands: bands), caches.images, imageFlights, context,
      isUsable: { $0.drawnBands.covers(bands) }
    ) { () throws in
      let known = caches.images.peek(key)
      let made: CellResult<CellImage>
      if let known, let drawing = known.value.drawing, let arrangement = known.value.arrangement {
        let drawn = try draw(bands, of: drawing, replacing: nil, arrangement, item, key, context)
        made = CellResult(
          value: drawn.value,
          missingImages: MissingImages.of(known.missingImages, drawn.missingImages))
      } else {
        let arranged = try arrangement(
          of: item, key, replacing: former?.arrangement, context)
        let drawn = try redraw(
          arranged.value, of: item, key, bands: bands, replacing: former, context)
        made = CellResult(
          value: drawn.value,
          missingImages: MissingImages.of(arranged.missingImages, drawn.missingImages))
      }
      caches.keep(made, for: key)
      return made
    }
  }

  /// Returns the pixels of an item's cell in a layout that was made before; they are not cached.
  func redraw(
    _ arrangement: CellArrangement, of item: TableItem, _ key: MeasurementKey,
    bands: Range<Int>, replacing former: CellImage? = nil, _ context: WorkContext
  ) throws -> CellResult<CellImage> {
    try draw(bands, of: nil, replacing: former, arrangement, item, key, context)
  }

  /// Returns a cached value, or one made here or by another worker, unless one of its missing
  /// images has arrived since.
  ///
  /// A value whose making began before the image arrived is made once more. The result then has
  /// every image that had arrived before this call; lists are notified of later arrivals.
  ///
  /// - Parameters:
  ///   - request: The key of the request among concurrent ones.
  ///   - isUsable: Returns whether a cached value has all that is requested.
  private func current<Request: Hashable & Sendable, Value: Sendable>(
    _ key: MeasurementKey, _ request: Request,
    _ cache: ShardedCache<MeasurementKey, CellResult<Value>>,
    _ flights: SingleFlight<Request, CellResult<Value>>, _ context: WorkContext,
    isUsable: (Value) -> Bool = { _ in true }, make: () throws -> CellResult<Value>
  ) throws -> CellResult<Value> {
    if let known = cache.value(for: key) {
      if !arrivals.log.isCurrent(known.missingImages) {
        cache.removeValue(for: key)
      } else if isUsable(known.value) {
        return known
      }
    }
    func join() throws -> CellResult<Value> {
      try WorkScope.run(isCancelled: { context.isCancelled }) { scope in
        try flights.value(
          for: request, known: { cache.peek(key).flatMap { isUsable($0.value) ? $0 : nil } }, scope,
          compute: make)
      }
    }
    let made = try join()
    if arrivals.log.isCurrent(made.missingImages) { return made }
    cache.removeValue(for: key)
    return try join()
  }

  private func arrange(
    _ item: TableItem, _ key: MeasurementKey, replacing former: CellArrangement? = nil,
    _ context: WorkContext
  ) throws -> CellArrangement {
    try naming(item) {
      try meter.measure(.layOut, context) {
        try arranger.arrange(
          item.cell.layout(in: key.environment), in: key.environment, replacing: former,
          isCancelled: { context.isCancelled })
      }
    }
  }

  /// Draws bands of a cell.
  ///
  /// - Parameter drawing: The drawing to add them to; `nil` starts one.
  private func draw(
    _ bands: Range<Int>, of drawing: RowDrawing?, replacing former: CellImage?,
    _ arrangement: CellArrangement, _ item: TableItem, _ key: MeasurementKey,
    _ context: WorkContext
  ) throws -> CellResult<CellImage> {
    let (environment, since) = (key.environment, arrivals.log.now)
    let image = try naming(item) {
      try meter.measure(.rasterize, context) {
        try WorkScope.run(isCancelled: { context.isCancelled }) { scope in
          var drawing =
            try drawing
            ?? RowDrawing(
              of: arrangement.displayList, scale: environment.scale,
              background: environment.background.color(in: environment.theme),
              text: environment.textRendering, by: rasterizer, replacing: former?.drawing,
              in: scope)
          let count = try drawing.draw(bands: bands, keeping: former?.drawing, in: scope)
          meter.glyphsDrawn.wrappingAdd(count, ordering: .relaxed)
          return CellImage(drawing, of: arrangement, scale: environment.scale)
        }
      }
    }
    meter.rowsRasterized.wrappingAdd(1, ordering: .relaxed)
    let missing = MissingImages(image.drawing?.missingImages ?? [], since: since)
    return CellResult(value: image, missingImages: missing)
  }

  /// Adds the item's identifier to errors of arranging or drawing.
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

/// The cached results of the pipeline, by content and environment.
struct PipelineCaches: Sendable {
  let sizes: MeasuredSizeCache
  let arrangements: ShardedCache<MeasurementKey, CellResult<CellArrangement>>
  let images: ShardedCache<MeasurementKey, CellResult<CellImage>>

  init(_ options: PrecomputePipeline.Options) {
    sizes = MeasuredSizeCache(byteLimit: options.sizeCacheBytes)
    // One shard: rows are large, and a shard's share must hold the largest visible row.
    arrangements = ShardedCache(byteLimit: options.arrangementCacheBytes, shardCount: 1)
    images = ShardedCache(byteLimit: options.imageCacheBytes, shardCount: 1)
  }

  /// Caches an arrangement, and for longer its size, unless the size of an image is not known yet.
  func keep(_ made: CellResult<CellArrangement>, for key: MeasurementKey) {
    let keyCost = Self.cost(of: key)
    if made.missingImages == nil { sizes.insert(made.value.size, for: key, cost: keyCost) }
    arrangements.insert(made, for: key, cost: made.value.byteCount + keyCost)
  }

  /// Caches pixels, in place of those of other bands.
  func keep(_ made: CellResult<CellImage>, for key: MeasurementKey) {
    let arrangement = made.value.arrangement?.byteCount ?? 0
    images.removeValue(for: key)
    images.insert(made, for: key, cost: made.value.byteCount + arrangement + Self.cost(of: key))
  }

  /// Evicts all results of a cell in an environment.
  func forget(_ key: MeasurementKey) {
    sizes.removeValue(for: key)
    arrangements.removeValue(for: key)
    images.removeValue(for: key)
  }

  /// Evicts all results.
  func removeAll() {
    sizes.removeAll()
    arrangements.removeAll()
    images.removeAll()
  }

  /// The memory that the caches keep alive, in bytes.
  var byteCount: Int {
    sizes.statistics.bytes + arrangements.statistics.bytes + images.statistics.bytes
  }

  /// Returns an estimate of the memory that a key keeps alive: its cell, even if shared.
  static func cost(of key: MeasurementKey) -> Int {
    MemoryLayout<MeasurementKey>.stride + key.cell.footprint
  }
}

/// An error in precomputing a list.
public enum PipelineError: Error, Sendable, CustomStringConvertible {
  /// A row cannot be arranged or drawn.
  case row(ItemIdentifier, reason: String)
  /// There is no row with this identifier.
  case unknown(ItemIdentifier)

  /// The error as text.
  public var description: String {
    switch self {
    case .row(let identifier, let reason): "Row \(identifier): \(reason)"
    case .unknown(let identifier): "There is no row \(identifier)."
    }
  }
}

/// The purpose and priority of a piece of work.
struct WorkContext: Sendable {
  /// The cancellation token, checked before each row and each text.
  let token: CancellationToken
  /// The update the work is for.
  let generation: Int
  /// The priority band.
  let band: WorkBand
  /// The list the work is for; `nil` for none.
  var list: ObjectIdentifier?
  /// Returns whether the work must yield to more urgent work; `nil` if it never must.
  var shouldYield: (@Sendable () -> Bool)?

  /// Whether the work is to stop.
  var isCancelled: Bool { token.isCancelled || shouldYield?() == true }

  /// Throws if the work is to stop.
  func check() throws(CancellationError) {
    if isCancelled { throw CancellationError() }
  }
}

/// A worker's result for a cell, with the images that were missing.
struct CellResult<Value: Sendable>: Sendable {
  let value: Value
  let missingImages: MissingImages?
}

/// Notifies the lists of a pipeline of arrived images, and tracks the images that they wait for.
final class ArrivalExchange: Sendable {
  private struct List {
    let notify: @Sendable (Set<ImageReference>) -> Void
    var awaited: Set<ImageReference> = []
  }

  let log = ArrivalLog()
  private let lists = Mutex<[ObjectIdentifier: List]>([:])

  /// Adds a list.
  ///
  /// - Parameter notify: Called on any thread with images that have arrived.
  func add(
    _ list: ObjectIdentifier, notify: @escaping @Sendable (Set<ImageReference>) -> Void
  ) {
    lists.withLock { $0[list] = List(notify: notify) }
  }

  /// Notes images that have arrived, and notifies the lists.
  func arrived(_ images: Set<ImageReference>) {
    guard !images.isEmpty else { return }
    log.note(images)
    for list in lists.withLock({ Array($0.values) }) { list.notify(images) }
  }

  /// Sets the images that a list waits for.
  ///
  /// - Returns: The images that no list waits for any more.
  func setAwaited(_ images: Set<ImageReference>, in list: ObjectIdentifier) -> Set<ImageReference> {
    lists.withLock { lists in
      guard var entry = lists[list] else { return [] }
      let gone = entry.awaited.subtracting(images)
      entry.awaited = images
      lists[list] = entry
      return lists.values.reduce(gone) { $0.subtracting($1.awaited) }
    }
  }

  /// Whether there are no lists.
  var hasNoLists: Bool { lists.withLock { $0.isEmpty } }

  /// Removes a list.
  ///
  /// - Returns: The images that no list waits for any more; `nil` if there is no such list.
  func remove(_ list: ObjectIdentifier) -> Set<ImageReference>? {
    lists.withLock { lists in
      guard let gone = lists.removeValue(forKey: list)?.awaited else { return nil }
      return lists.values.reduce(gone) { $0.subtracting($1.awaited) }
    }
  }
}

/// The arrival times of images, by which values that were made without them are recognized as
/// outdated, even before they are cached.
///
/// Time is counted in arrivals. An image that was requested after the log was read, and arrived
/// before the result is used, is in the log by then.
final class ArrivalLog: Sendable {
  private struct State {
    var times: [ImageReference: Int] = [:]
    /// The time up to which arrivals are forgotten; any image may have arrived before.
    var forgotten = 0
  }

  /// The maximum number of images that are remembered. Beyond it, values made before are made again
  /// once, on demand.
  static let capacity = 4096

  private let time = Atomic<Int>(0)
  private let state = Mutex(State())

  /// The time now.
  var now: Int { time.load(ordering: .acquiring) }

  /// Notes that images have arrived.
  func note(_ images: some Sequence<ImageReference>) {
    state.withLock { state in
      let now = time.wrappingAdd(1, ordering: .acquiringAndReleasing).newValue
      if state.times.count > Self.capacity {
        state.times = [:]
        state.forgotten = now - 1
      }
      for image in images { state.times[image] = now }
    }
  }

  /// Returns whether none of the missing images has arrived.
  func isCurrent(_ missing: MissingImages?) -> Bool {
    guard let missing, missing.since < now else { return true }
    return state.withLock { state in
      missing.since >= state.forgotten
        && missing.images.allSatisfy { state.times[$0, default: 0] <= missing.since }
    }
  }
}
