import Synchronization

/// Glyph pixels that were drawn before, the least recently used dropped first.
///
/// One cache serves any number of threads and rasterizers; it is divided into shards with a lock
/// each, so that threads seldom meet. What is drawn is the same bytes with or without it.
public final class GlyphCache: Sendable {
  /// What the cache did and holds.
  public struct Statistics: Hashable, Sendable {
    /// Look-ups that found their glyph.
    public internal(set) var hits = 0
    /// Look-ups that did not.
    public internal(set) var misses = 0
    /// Glyphs dropped to make room.
    public internal(set) var evictions = 0
    /// Glyphs held.
    public internal(set) var count = 0
    /// Bytes held: pixels and a fixed cost a glyph.
    public internal(set) var bytes = 0
  }

  /// A lock and what it guards, on cache lines of their own.
  private final class Shard: Sendable {
    let table: Mutex<GlyphCacheTable>

    init(byteLimit: Int) {
      table = Mutex(GlyphCacheTable(byteLimit: byteLimit))
    }
  }

  /// Far more than threads, so that two rarely want the same shard; a power of two.
  static let shardCount = 16
  private static let shardShift = UInt64(64 - shardCount.trailingZeroBitCount)

  /// The most bytes the cache holds; shared evenly by the shards.
  public let byteLimit: Int

  private let shards: [Shard]

  /// Makes an empty cache.
  ///
  /// - Parameter byteLimit: The most bytes to hold. 0 holds nothing. The default of 32 MiB is room
  ///   for some 50,000 glyphs of running text.
  public init(byteLimit: Int = 32 << 20) {
    self.byteLimit = max(0, byteLimit)
    let share = self.byteLimit / Self.shardCount
    shards = (0..<Self.shardCount).map { _ in Shard(byteLimit: share) }
  }

  /// The counters of all shards added up.
  public var statistics: Statistics {
    shards.reduce(into: Statistics()) { total, shard in
      let part = shard.table.withLock { $0.statistics }
      total.hits += part.hits
      total.misses += part.misses
      total.evictions += part.evictions
      total.count += part.count
      total.bytes += part.bytes
    }
  }

  /// Drops every glyph; the counters of hits, misses and evictions go on.
  public func removeAll() {
    for shard in shards { shard.table.withLock { $0.removeAll() } }
  }

  func bitmap(for key: GlyphKey) -> GlyphBitmap? {
    shard(of: key).table.withLock { $0.bitmap(for: key) }
  }

  func insert(_ bitmap: GlyphBitmap, for key: GlyphKey) {
    shard(of: key).table.withLock { $0.insert(bitmap, for: key) }
  }

  private func shard(of key: GlyphKey) -> Shard {
    shards[Int(truncatingIfNeeded: key.mixed >> Self.shardShift)]
  }
}
