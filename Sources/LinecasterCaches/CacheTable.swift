/// One part of a cache: a hash table whose entries form a list from newest to oldest use.
///
/// All entries lie in one array and refer to each other by index, so a look-up allocates nothing
/// and dropping the oldest takes constant time.
@usableFromInline
struct CacheTable<Key: CacheKey, Value: Sendable> {
  @usableFromInline
  struct Entry {
    /// Nil in the list of free entries, so that they keep nothing alive.
    @usableFromInline var key: Key?
    /// Nil in the list of free entries.
    @usableFromInline var value: Value?
    /// The hash of the key, kept so that it is found once.
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
  /// For each bucket its first entry; as many as a power of two.
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

  /// What an entry takes besides the cost given: its place in the array, which has up to a quarter
  /// more than are used, and in a bucket.
  @inlinable
  static var overhead: Int {
    MemoryLayout<Entry>.stride * 5 / 4 + 2 * MemoryLayout<Int32>.stride
  }

  /// The value kept for a key, which becomes the newest.
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

  /// The value kept for a key, without counting or moving it.
  @inlinable
  func peek(_ key: Key, hash: UInt64) -> Value? {
    let index = find(key, hash: hash)
    return index == Self.none ? nil : entries[Int(index)].value
  }

  /// Keeps a value and drops the oldest ones until the limit holds; one that is over the limit
  /// alone, or already there, is not taken.
  @inlinable
  mutating func insert(_ value: Value, for key: Key, hash: UInt64, cost: Int) {
    // Compared before it is added to, since a caller may give any number.
    guard cost <= byteLimit - Self.overhead, find(key, hash: hash) == Self.none else { return }
    let cost = max(0, cost) + Self.overhead
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

  /// Drops the value kept for a key, if there is one.
  @inlinable
  mutating func removeValue(for key: Key, hash: UInt64) {
    let index = find(key, hash: hash)
    if index != Self.none { remove(index) }
  }

  /// Drops the oldest values until no more than `bytes` are held.
  @inlinable
  mutating func trim(to bytes: Int) {
    while statistics.bytes > bytes, oldest != Self.none {
      remove(oldest)
      statistics.evictions += 1
    }
  }

  /// Drops the oldest values whose keys may go until no more than `bytes` are held, or none is left
  /// that may.
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

  /// Drops every value; the counters of hits, misses and evictions go on.
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
        // An array of its own accord grows to the double, half of which may never be used.
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
