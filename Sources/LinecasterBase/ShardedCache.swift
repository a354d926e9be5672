public import Synchronization

/// A thread-safe least-recently-used cache, limited by total bytes.
///
///     let cache = ShardedCache<Name, [UInt8]>(byteLimit: 1 << 20)
///     cache.insert(bytes, for: Name("logo"), cost: bytes.count)
///     if let known = cache.value(for: Name("logo")) { show(known) }
///     cache.trim(to: cache.byteLimit / 2)
///
/// One cache serves any number of threads. It is divided into shards with a lock each, so threads
/// rarely contend. A cache never changes results, only whether they are computed again.
public final class ShardedCache<Key: CacheKey, Value: Sendable>: Sendable {
  /// A table and its lock.
  @usableFromInline
  final class Shard: Sendable {
    @usableFromInline let table: Mutex<CacheTable<Key, Value>>

    @usableFromInline
    init(byteLimit: Int) {
      table = Mutex(CacheTable(byteLimit: byteLimit))
    }
  }

  /// The maximum size of the cache in bytes, divided evenly among the shards.
  public let byteLimit: Int

  @usableFromInline let shards: [Shard]
  @usableFromInline let shardShift: UInt64

  /// Creates an empty cache.
  ///
  /// - Parameters:
  ///   - byteLimit: The maximum size in bytes; 0 caches nothing.
  ///   - shardCount: The number of shards, rounded up to a power of two. Use far more shards than
  ///     threads to avoid contention. Values larger than a shard's share of the limit are not
  ///     cached.
  public init(byteLimit: Int, shardCount: Int = 16) {
    let bits = min(16, Int.bitWidth - (max(1, shardCount) - 1).leadingZeroBitCount)
    self.byteLimit = max(0, byteLimit)
    let share = self.byteLimit >> bits
    shards = (0..<1 << bits).map { _ in Shard(byteLimit: share) }
    shardShift = UInt64(64 - bits)
  }

  /// Returns the cached value of a key, and marks the value as the most recently used.
  ///
  /// - Complexity: O(1).
  @inlinable
  public func value(for key: Key) -> Value? {
    let hash = key.cacheHash
    return shard(of: hash).table.withLock { $0.value(for: key, hash: hash) }
  }

  /// Returns the cached value of a key, without counting it as a hit or as a use.
  ///
  /// - Complexity: O(1).
  @inlinable
  package func peek(_ key: Key) -> Value? {
    let hash = key.cacheHash
    return shard(of: hash).table.withLock { $0.peek(key, hash: hash) }
  }

  /// Adds a value for a key without a cached value, evicting the least recently used values to make
  /// room.
  ///
  /// - Parameters:
  ///   - value: The value.
  ///   - key: The key.
  ///   - cost: The memory that the value keeps alive, in bytes.
  /// - Complexity: O(1) amortized.
  @inlinable
  public func insert(_ value: Value, for key: Key, cost: Int) {
    let hash = key.cacheHash
    shard(of: hash).table.withLock { $0.insert(value, for: key, hash: hash, cost: cost) }
  }

  /// Removes the value of a key, if there is one. This does not count as an eviction.
  ///
  /// - Complexity: O(1).
  @inlinable
  public func removeValue(for key: Key) {
    let hash = key.cacheHash
    shard(of: hash).table.withLock { $0.removeValue(for: key, hash: hash) }
  }

  /// The combined statistics of all shards.
  ///
  /// - Complexity: O(shards).
  public var statistics: CacheStatistics {
    shards.reduce(into: CacheStatistics()) { total, shard in
      total += shard.table.withLock { $0.statistics }
    }
  }

  /// Evicts the least recently used values until at most `bytes` are held.
  ///
  /// - Complexity: O(shards + evicted values).
  public func trim(to bytes: Int) {
    let share = max(0, bytes) / shards.count
    for shard in shards { shard.table.withLock { $0.trim(to: share) } }
  }

  /// Evicts removable values, the least recently used first, until about `bytes` are held or no
  /// removable value is left.
  ///
  /// - Parameters:
  ///   - bytes: The total number of bytes to keep; the excess is taken from the shards in turn.
  ///   - isRemovable: Called while a shard is locked, so it must not use this cache.
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

  /// Removes every value. The counters of hits, misses and evictions are kept.
  ///
  /// - Complexity: O(values).
  public func removeAll() {
    for shard in shards { shard.table.withLock { $0.removeAll() } }
  }

  @inlinable
  func shard(of hash: UInt64) -> Shard {
    shards[Int(truncatingIfNeeded: hash >> shardShift)]
  }
}

/// The key of a cached value.
public protocol CacheKey: Hashable, Sendable {
  /// A hash of the key: equal for equal keys, and different in its high and low bits for most other
  /// keys.
  var cacheHash: UInt64 { get }
}

extension CacheKey {
  /// The hash of the key by `Hasher`.
  @inlinable
  public var cacheHash: UInt64 { UInt64(truncatingIfNeeded: hashValue) }
}

/// The counters of a cache.
public struct CacheStatistics: Hashable, Sendable {
  /// The number of look-ups that found a value.
  public var hits = 0
  /// The number of look-ups that found no value.
  public var misses = 0
  /// The number of values evicted to make room.
  public var evictions = 0
  /// The number of values in the cache.
  public var count = 0
  /// The size of the cached values in bytes: their costs, and a fixed amount per value.
  public var bytes = 0

  /// Creates the statistics of a new cache.
  public init() {}

  /// Adds the counters of another cache, or of another part of the same cache.
  public static func += (total: inout CacheStatistics, part: CacheStatistics) {
    total.hits += part.hits
    total.misses += part.misses
    total.evictions += part.evictions
    total.count += part.count
    total.bytes += part.bytes
  }
}

/// One shard of a cache: a hash table whose entries form a list from newest to oldest use.
///
/// All entries are in one array and refer to each other by index, so a look-up allocates nothing
/// and evicting the oldest takes constant time.
@usableFromInline
struct CacheTable<Key: CacheKey, Value: Sendable> {
  @usableFromInline
  struct Entry {
    /// `nil` in the list of free entries, so they keep nothing alive.
    @usableFromInline var key: Key?
    /// `nil` in the list of free entries.
    @usableFromInline var value: Value?
    /// The hash of the key, stored to compute it only once.
    @usableFromInline var hash: UInt64
    @usableFromInline var cost: Int
    /// The next entry of the same bucket, or of the list of free entries.
    @usableFromInline var nextInBucket: Int32
    @usableFromInline var newer: Int32
    @usableFromInline var older: Int32

    @usableFromInline
    init(key: Key, hash: UInt64, value: Value, cost: Int, nextInBucket: Int32) {
      self.key = key
      self.value = value
      self.hash = hash
      self.cost = cost
      self.nextInBucket = nextInBucket
      newer = CacheTable.none
      older = CacheTable.none
    }
  }

  /// No entry.
  @usableFromInline static var none: Int32 { -1 }

  @usableFromInline let byteLimit: Int
  @usableFromInline var entries: [Entry] = []
  /// The first entry of each bucket; their number is a power of two.
  @usableFromInline var buckets = CacheTable.emptyBuckets
  @usableFromInline var firstFree: Int32 = -1
  @usableFromInline var newest: Int32 = -1
  @usableFromInline var oldest: Int32 = -1
  @usableFromInline var statistics = CacheStatistics()

  @usableFromInline
  init(byteLimit: Int) {
    self.byteLimit = byteLimit
  }

  @usableFromInline static var emptyBuckets: [Int32] { [Int32](repeating: none, count: 64) }

  /// The cost of an entry besides the given one: its place in the array, with up to a quarter of
  /// spare capacity, and in a bucket.
  @inlinable
  static var overhead: Int {
    MemoryLayout<Entry>.stride * 5 / 4 + 2 * MemoryLayout<Int32>.stride
  }

  /// Returns the cached value of a key, which becomes the newest.
  @inlinable
  mutating func value(for key: Key, hash: UInt64) -> Value? {
    let index = find(key, hash: hash)
    guard index != Self.none else {
      statistics.misses += 1
      return nil
    }
    statistics.hits += 1
    if index != newest {
      unlink(index)
      linkAsNewest(index)
    }
    return entries[Int(index)].value
  }

  /// Returns the cached value of a key, without counting or moving it.
  @inlinable
  func peek(_ key: Key, hash: UInt64) -> Value? {
    let index = find(key, hash: hash)
    return index == Self.none ? nil : entries[Int(index)].value
  }

  /// Adds a value and evicts the oldest ones until the limit holds. A value that exceeds the limit
  /// alone, or a key that exists, is ignored.
  @inlinable
  mutating func insert(_ value: Value, for key: Key, hash: UInt64, cost: Int) {
    // Compared before adding, because a caller may pass any number.
    let least = max(0, cost)
    guard least <= byteLimit - Self.overhead, find(key, hash: hash) == Self.none else { return }
    let cost = least + Self.overhead
    trim(to: byteLimit - cost)
    if statistics.count == buckets.count { growBuckets() }
    let bucket = bucket(of: hash)
    let index = place(
      Entry(key: key, hash: hash, value: value, cost: cost, nextInBucket: buckets[bucket]))
    buckets[bucket] = index
    linkAsNewest(index)
    statistics.bytes += cost
    statistics.count += 1
  }

  /// Removes the value of a key, if there is one.
  @inlinable
  mutating func removeValue(for key: Key, hash: UInt64) {
    let index = find(key, hash: hash)
    if index != Self.none { remove(index) }
  }

  /// Evicts the oldest values until at most `bytes` are held.
  @inlinable
  mutating func trim(to bytes: Int) {
    while statistics.bytes > bytes, oldest != Self.none {
      remove(oldest)
      statistics.evictions += 1
    }
  }

  /// Evicts the oldest removable values until at most `bytes` are held, or none is left.
  @inlinable
  mutating func trim(to bytes: Int, where isRemovable: @Sendable (Key) -> Bool) {
    var index = oldest
    while statistics.bytes > bytes, index != Self.none {
      let newer = entries[Int(index)].newer
      if let key = entries[Int(index)].key, isRemovable(key) {
        remove(index)
        statistics.evictions += 1
      }
      index = newer
    }
  }

  /// Removes every value; the counters of hits, misses and evictions are kept.
  @inlinable
  mutating func removeAll() {
    entries = []
    buckets = Self.emptyBuckets
    firstFree = Self.none
    newest = Self.none
    oldest = Self.none
    statistics.bytes = 0
    statistics.count = 0
  }

  @inlinable
  func bucket(of hash: UInt64) -> Int {
    Int(truncatingIfNeeded: hash) & (buckets.count - 1)
  }

  @inlinable
  func find(_ key: Key, hash: UInt64) -> Int32 {
    var index = buckets[bucket(of: hash)]
    while index != Self.none {
      if entries[Int(index)].hash == hash, entries[Int(index)].key == key { return index }
      index = entries[Int(index)].nextInBucket
    }
    return index
  }
}

extension CacheTable {
  @inlinable
  mutating func place(_ entry: Entry) -> Int32 {
    guard firstFree != Self.none else {
      if entries.count == entries.capacity {
        // By default an array doubles its capacity, half of which may never be used.
        entries.reserveCapacity(entries.count + max(4, entries.count / 4))
      }
      entries.append(entry)
      return Int32(entries.count - 1)
    }
    let index = firstFree
    firstFree = entries[Int(index)].nextInBucket
    entries[Int(index)] = entry
    return index
  }

  @inlinable
  mutating func remove(_ index: Int32) {
    unlink(index)
    unlinkFromBucket(index)
    statistics.bytes -= entries[Int(index)].cost
    statistics.count -= 1
    entries[Int(index)].key = nil
    entries[Int(index)].value = nil
    entries[Int(index)].nextInBucket = firstFree
    firstFree = index
  }

  @inlinable
  mutating func linkAsNewest(_ index: Int32) {
    entries[Int(index)].newer = Self.none
    entries[Int(index)].older = newest
    if newest != Self.none { entries[Int(newest)].newer = index } else { oldest = index }
    newest = index
  }

  @inlinable
  mutating func unlink(_ index: Int32) {
    let newer = entries[Int(index)].newer
    let older = entries[Int(index)].older
    if newer != Self.none { entries[Int(newer)].older = older } else { newest = older }
    if older != Self.none { entries[Int(older)].newer = newer } else { oldest = newer }
  }

  @inlinable
  mutating func unlinkFromBucket(_ index: Int32) {
    let bucket = bucket(of: entries[Int(index)].hash)
    let next = entries[Int(index)].nextInBucket
    guard buckets[bucket] != index else {
      buckets[bucket] = next
      return
    }
    var previous = buckets[bucket]
    while entries[Int(previous)].nextInBucket != index {
      previous = entries[Int(previous)].nextInBucket
    }
    entries[Int(previous)].nextInBucket = next
  }

  @inlinable
  mutating func growBuckets() {
    buckets = [Int32](repeating: Self.none, count: buckets.count * 2)
    var index = newest
    while index != Self.none {
      let bucket = bucket(of: entries[Int(index)].hash)
      entries[Int(index)].nextInBucket = buckets[bucket]
      buckets[bucket] = index
      index = entries[Int(index)].older
    }
  }
}
