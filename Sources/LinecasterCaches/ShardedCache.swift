public import Synchronization

/// Values found by key, the least recently used dropped first, at most a number of bytes in all.
///
///     let cache = ShardedCache<Name, [UInt8]>(byteLimit: 1 << 20)
///     cache.insert(bytes, for: Name("logo"), cost: bytes.count)
///     if let known = cache.value(for: Name("logo")) { show(known) }
///     cache.trim(to: cache.byteLimit / 2)
///
/// One cache serves any number of threads: it is divided into shards with a lock each, so that
/// threads seldom meet. A cache never changes what is computed, only whether it is computed again.
public final class ShardedCache<Key: CacheKey, Value: Sendable>: Sendable {
  /// A lock and what it guards.
  @usableFromInline
  final class Shard: Sendable {
    @usableFromInline let table: Mutex<CacheTable<Key, Value>>

    @usableFromInline
    init(byteLimit: Int) {
      table = Mutex(CacheTable(byteLimit: byteLimit))
    }
  }

  /// The most bytes the cache holds; shared evenly by the shards.
  public let byteLimit: Int

  @usableFromInline let shards: [Shard]
  @usableFromInline let shardShift: UInt64

  /// Makes an empty cache.
  ///
  /// - Parameters:
  ///   - byteLimit: The most bytes to hold; 0 holds nothing.
  ///   - shardCount: Far more than threads, so that two rarely want the same shard; rounded up to
  ///     a power of two. Values larger than a shard's share of the limit are not kept.
  public init(byteLimit: Int, shardCount: Int = 16) {
    let bits = min(16, Int.bitWidth - (max(1, shardCount) - 1).leadingZeroBitCount)
    self.byteLimit = max(0, byteLimit)
    let share = self.byteLimit >> bits
    shards = (0..<1 << bits).map { _ in Shard(byteLimit: share) }
    shardShift = UInt64(64 - bits)
  }

  /// The value kept for a key, which becomes the most recently used.
  ///
  /// - Complexity: O(1).
  @inlinable
  public func value(for key: Key) -> Value? {
    let hash = key.cacheHash
    return shard(of: hash).table.withLock { $0.value(for: key, hash: hash) }
  }

  /// The value kept for a key, neither counted nor used by this look.
  ///
  /// - Complexity: O(1).
  @inlinable
  package func peek(_ key: Key) -> Value? {
    let hash = key.cacheHash
    return shard(of: hash).table.withLock { $0.peek(key, hash: hash) }
  }

  /// Keeps a value for a key that has none, dropping the least recently used to make room.
  ///
  /// - Parameters:
  ///   - value: What to keep.
  ///   - key: What it is found by.
  ///   - cost: The memory the value keeps alive, in bytes.
  /// - Complexity: O(1) amortized.
  @inlinable
  public func insert(_ value: Value, for key: Key, cost: Int) {
    let hash = key.cacheHash
    shard(of: hash).table.withLock { $0.insert(value, for: key, hash: hash, cost: cost) }
  }

  /// Drops the value kept for a key, if there is one; it does not count as an eviction.
  ///
  /// - Complexity: O(1).
  @inlinable
  public func removeValue(for key: Key) {
    let hash = key.cacheHash
    shard(of: hash).table.withLock { $0.removeValue(for: key, hash: hash) }
  }

  /// The counters of all shards added up.
  public var statistics: CacheStatistics {
    shards.reduce(into: CacheStatistics()) { total, shard in
      total += shard.table.withLock { $0.statistics }
    }
  }

  /// Drops the least recently used values until no more than `bytes` are held.
  public func trim(to bytes: Int) {
    let share = max(0, bytes) / shards.count
    for shard in shards { shard.table.withLock { $0.trim(to: share) } }
  }

  /// Drops values whose keys may go, the least recently used first, until about `bytes` are held or
  /// none is left that may.
  ///
  /// - Parameters:
  ///   - bytes: How much to hold in all; what exceeds it is taken from the shards in turn.
  ///   - isRemovable: Asked while a shard is locked, so it must not use this cache.
  /// - Complexity: O(values).
  @inlinable
  public func trim(to bytes: Int, where isRemovable: @Sendable (Key) -> Bool) {
    var excess = statistics.bytes - max(0, bytes)
    for shard in shards where excess > 0 {
      excess -= shard.table.withLock { table in
        let before = table.statistics.bytes
        table.trim(to: before - excess, where: isRemovable)
        return before - table.statistics.bytes
      }
    }
  }

  /// Drops every value; the counters of hits, misses and evictions go on.
  public func removeAll() {
    for shard in shards { shard.table.withLock { $0.removeAll() } }
  }

  @inlinable
  func shard(of hash: UInt64) -> Shard {
    shards[Int(truncatingIfNeeded: hash >> shardShift)]
  }
}

/// What a cache finds its values by.
public protocol CacheKey: Hashable, Sendable {
  /// A number that is equal for equal keys and differs in its high and in its low bits
  /// for most others.
  var cacheHash: UInt64 { get }
}

extension CacheKey {
  /// The hash by `Hasher`.
  @inlinable
  public var cacheHash: UInt64 { UInt64(truncatingIfNeeded: hashValue) }
}

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

  /// Adds the numbers of another cache, or of another part of one.
  public static func += (total: inout CacheStatistics, part: CacheStatistics) {
    total.hits += part.hits
    total.misses += part.misses
    total.evictions += part.evictions
    total.count += part.count
    total.bytes += part.bytes
  }
}
