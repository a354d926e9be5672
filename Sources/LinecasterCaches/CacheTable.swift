/// One part of a cache: a hash table whose entries form a list from newest to oldest use.
///
/// All entries lie in one array and refer to each other by index, so a look-up allocates nothing
/// and dropping the oldest takes constant time.
@usableFromInline
struct CacheTable<Key: CacheKey, Value: Sendable> {
  @usableFromInline
  struct Entry {
    @usableFromInline var key: Key
    /// Nil in the list of free entries.
    @usableFromInline var value: Value?
    @usableFromInline var cost: Int
    /// The next entry of the same bucket, or of the list of free entries.
    @usableFromInline var nextInBucket: Int32
    @usableFromInline var newer: Int32
    @usableFromInline var older: Int32

    @usableFromInline
    init(key: Key, value: Value?, cost: Int, nextInBucket: Int32, newer: Int32, older: Int32) {
      self.key = key
      self.value = value
      self.cost = cost
      self.nextInBucket = nextInBucket
      self.newer = newer
      self.older = older
    }
  }

  /// No entry.
  @usableFromInline static var none: Int32 { -1 }

  @usableFromInline let byteLimit: Int
  @usableFromInline var entries: [Entry] = []
  @usableFromInline var buckets = [Int32](repeating: -1, count: 64)
  @usableFromInline var firstFree: Int32 = -1
  @usableFromInline var newest: Int32 = -1
  @usableFromInline var oldest: Int32 = -1
  @usableFromInline var statistics = CacheStatistics()

  @usableFromInline
  init(byteLimit: Int) {
    self.byteLimit = byteLimit
  }

  /// What an entry takes besides the cost given: its place in the array and in a bucket.
  @inlinable
  static var overhead: Int { MemoryLayout<Entry>.stride + 2 * MemoryLayout<Int32>.stride }

  /// The value kept for a key, which becomes the newest.
  @inlinable
  mutating func value(for key: Key) -> Value? {
    let index = find(key)
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

  /// Keeps a value and drops the oldest ones until the limit holds; one that is over the limit
  /// alone, or already there, is not taken.
  @inlinable
  mutating func insert(_ value: Value, for key: Key, cost: Int) {
    let cost = max(0, cost) + Self.overhead
    guard cost <= byteLimit, find(key) == Self.none else { return }
    trim(to: byteLimit - cost)
    if statistics.count == buckets.count { growBuckets() }
    let bucket = bucket(of: key)
    let index = place(
      Entry(
        key: key, value: value, cost: cost, nextInBucket: buckets[bucket], newer: Self.none,
        older: Self.none))
    buckets[bucket] = index
    linkAsNewest(index)
    statistics.bytes += cost
    statistics.count += 1
  }

  /// Drops the oldest values until no more than `bytes` are held.
  @inlinable
  mutating func trim(to bytes: Int) {
    while statistics.bytes > bytes, oldest != Self.none {
      remove(oldest)
      statistics.evictions += 1
    }
  }

  /// Drops every value; the counters of hits, misses and evictions go on.
  @inlinable
  mutating func removeAll() {
    while oldest != Self.none { remove(oldest) }
    entries = []
    firstFree = Self.none
  }

  @inlinable
  func bucket(of key: Key) -> Int {
    Int(truncatingIfNeeded: key.cacheHash) & (buckets.count - 1)
  }

  @inlinable
  func find(_ key: Key) -> Int32 {
    var index = buckets[bucket(of: key)]
    while index != Self.none, entries[Int(index)].key != key {
      index = entries[Int(index)].nextInBucket
    }
    return index
  }
}
