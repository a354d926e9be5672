/// What a cache did and holds.
public struct CacheStatistics: Hashable, Sendable {
  /// Look-ups that found their value.
  public var hits = 0
  /// Look-ups that did not.
  public var misses = 0
  /// Values dropped to make room.
  public var evictions = 0
  /// Values held.
  public var count = 0
  /// Bytes held, by the costs given and a fixed cost a value.
  public var bytes = 0

  /// Makes the statistics of a new cache.
  public init() {}

  /// The share of look-ups that found their value, 0 to 1; 0 before the first look-up.
  public var hitRate: Double {
    hits + misses > 0 ? Double(hits) / Double(hits + misses) : 0
  }

  /// Adds the numbers of another cache, or of another part of one.
  public static func += (total: inout CacheStatistics, part: CacheStatistics) {
    total.hits += part.hits
    total.misses += part.misses
    total.evictions += part.evictions
    total.count += part.count
    total.bytes += part.bytes
  }
}
