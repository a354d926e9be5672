public import LinecasterBase
import Synchronization

/// Glyph pixels that were drawn before, the least recently used dropped first.
///
/// One cache serves any number of threads and rasterizers. Each drawing borrows a table that keeps
/// copies of the glyphs met lately, so that threads that draw the same glyphs do not wait for each
/// other; what a table finds does not count as a use in the order of dropping. What is drawn is the
/// same bytes with or without a cache.
///
///     let cache = GlyphCache(byteLimit: 8 << 20)
///     let (light, sharp) = (
///       DisplayRasterizer(glyphCache: cache),
///       DisplayRasterizer(glyphCache: cache, rendering: GlyphRendering(hinting: .full))
///     )
///     for rasterizer in [light, sharp, light] { _ = try rasterizer.rasterize(list) }
///     print(cache.statistics.hits, cache.statistics.bytes)
public final class GlyphCache: Sendable {
  /// The most bytes the cache holds, tables included.
  public let byteLimit: Int

  private let bitmaps: ShardedCache<GlyphKey, GlyphBitmap>
  private let budget: TableBudget
  /// Tables that nobody uses.
  private let idle = Mutex<[LentTable]>([])
  /// How often the cache was emptied.
  private let generation = Atomic<Int>(0)
  private let hits = Atomic<Int>(0)

  /// Unchecked: a table is reachable from the list of idle ones or from one borrower, never both.
  private struct LentTable: @unchecked Sendable {
    let table: GlyphTable
  }

  /// Makes an empty cache.
  ///
  /// - Parameter byteLimit: The most bytes to hold. 0 holds nothing. The default of 32 MiB is room
  ///   for some 50,000 glyphs of running text.
  public init(byteLimit: Int = 32 << 20) {
    self.byteLimit = max(0, byteLimit)
    budget = TableBudget(limit: self.byteLimit / Self.tableShare)
    bitmaps = ShardedCache(byteLimit: self.byteLimit - budget.limit)
  }

  /// What the cache did and holds; look-ups of drawings that are going on are counted later.
  public var statistics: CacheStatistics {
    var statistics = bitmaps.statistics
    statistics.hits += hits.load(ordering: .relaxed)
    statistics.bytes += budget.byteCount
    return statistics
  }

  /// Drops every glyph; the counters of hits, misses and evictions go on.
  public func removeAll() {
    generation.wrappingAdd(1, ordering: .sequentiallyConsistent)
    let dropped = idle.withLock { tables in
      defer { tables = [] }
      return tables
    }
    // Their memory is given back here, outside the lock.
    withExtendedLifetime(dropped) {}
    bitmaps.removeAll()
  }

  /// Tables get one byte in four: they hold the glyphs met lately, not all.
  private static let tableShare = 4
  /// The header of the memory that holds a bitmap's pixels.
  private static let bitmapOverhead = 32
}

extension GlyphCache {
  func bitmap(for key: GlyphKey) -> GlyphBitmap? { bitmaps.value(for: key) }

  func insert(_ bitmap: GlyphBitmap, for key: GlyphKey) {
    bitmaps.insert(bitmap, for: key, cost: bitmap.bytes.count + Self.bitmapOverhead)
  }

  /// Lends a table for the time of a drawing.
  func withTable<Result, Failure: Error>(
    _ body: (GlyphTable) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let now = generation.load(ordering: .relaxed)
    let table =
      idle.withLock { $0.popLast() }?.table ?? GlyphTable(generation: now, budget: budget)
    defer { giveBack(table) }
    return try body(table)
  }

  /// Counts what a table found, and keeps the table unless the cache was emptied meanwhile.
  private func giveBack(_ table: GlyphTable) {
    hits.wrappingAdd(table.hits, ordering: .relaxed)
    table.hits = 0
    let lent = LentTable(table: table)
    idle.withLock { tables in
      guard table.generation == generation.load(ordering: .relaxed), !table.isWornOut else {
        return
      }
      tables.append(lent)
    }
  }
}

extension GlyphKey: CacheKey {
  var cacheHash: UInt64 { mixed }
}
