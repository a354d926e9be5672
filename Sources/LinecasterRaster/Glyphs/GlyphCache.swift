public import LinecasterCaches

/// Glyph pixels that were drawn before, the least recently used dropped first.
///
/// One cache serves any number of threads and rasterizers. What is drawn is the same bytes with or
/// without it.
public final class GlyphCache: Sendable {
  private let bitmaps: ShardedCache<GlyphKey, GlyphBitmap>

  /// Makes an empty cache.
  ///
  /// - Parameter byteLimit: The most bytes to hold. 0 holds nothing. The default of 32 MiB is room
  ///   for some 50,000 glyphs of running text.
  public init(byteLimit: Int = 32 << 20) {
    bitmaps = ShardedCache(byteLimit: byteLimit)
  }

  /// The most bytes the cache holds.
  public var byteLimit: Int { bitmaps.byteLimit }

  /// What the cache did and holds.
  public var statistics: CacheStatistics { bitmaps.statistics }

  /// Drops every glyph; the counters of hits, misses and evictions go on.
  public func removeAll() { bitmaps.removeAll() }

  func bitmap(for key: GlyphKey) -> GlyphBitmap? { bitmaps.value(for: key) }

  func insert(_ bitmap: GlyphBitmap, for key: GlyphKey) {
    bitmaps.insert(bitmap, for: key, cost: bitmap.bytes.count + Self.bitmapOverhead)
  }

  /// The header of the memory that holds a bitmap's pixels.
  private static let bitmapOverhead = 32
}

extension GlyphKey: CacheKey {
  var cacheHash: UInt64 { mixed }
}
