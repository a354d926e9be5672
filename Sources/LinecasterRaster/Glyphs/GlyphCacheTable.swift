/// One part of the glyph cache: a hash table whose entries form a list from newest to oldest use.
///
/// All entries lie in one array and refer to each other by index, so a look-up allocates nothing.
struct GlyphCacheTable {
  private struct Entry {
    var key: GlyphKey
    var bitmap: GlyphBitmap
    /// The next entry of the same bucket, or of the list of free entries.
    var nextInBucket: Int32
    var newer: Int32
    var older: Int32
  }

  /// What an entry takes besides its pixels: its place in the array and in a bucket, and the
  /// header of the pixels' memory.
  static let entryOverhead = MemoryLayout<Entry>.stride + 2 * MemoryLayout<Int32>.stride + 32

  private static let none: Int32 = -1

  private let byteLimit: Int
  private var entries: [Entry] = []
  private var buckets: [Int32]
  private var firstFree = Self.none
  private var newest = Self.none
  private var oldest = Self.none
  private(set) var statistics = GlyphCache.Statistics()

  init(byteLimit: Int) {
    self.byteLimit = byteLimit
    buckets = [Int32](repeating: Self.none, count: 64)
  }

  /// The bitmap kept for a key, which becomes the newest.
  mutating func bitmap(for key: GlyphKey) -> GlyphBitmap? {
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
    return entries[Int(index)].bitmap
  }

  /// Keeps a bitmap and drops the oldest ones until the limit holds; a bitmap that is over the
  /// limit alone, or already there, is not taken.
  mutating func insert(_ bitmap: GlyphBitmap, for key: GlyphKey) {
    let cost = Self.cost(of: bitmap)
    guard cost <= byteLimit, find(key) == Self.none else { return }
    while statistics.bytes + cost > byteLimit {
      remove(oldest)
      statistics.evictions += 1
    }
    if statistics.count == buckets.count { growBuckets() }
    let bucket = bucket(of: key)
    let index = place(
      Entry(
        key: key, bitmap: bitmap, nextInBucket: buckets[bucket], newer: Self.none,
        older: Self.none))
    buckets[bucket] = index
    linkAsNewest(index)
    statistics.bytes += cost
    statistics.count += 1
  }

  /// Drops every entry; the counters of hits, misses and evictions go on.
  mutating func removeAll() {
    while oldest != Self.none { remove(oldest) }
    entries = []
    firstFree = Self.none
  }

  private static func cost(of bitmap: GlyphBitmap) -> Int {
    bitmap.bytes.count + entryOverhead
  }

  private func bucket(of key: GlyphKey) -> Int {
    Int(truncatingIfNeeded: key.mixed) & (buckets.count - 1)
  }

  private func find(_ key: GlyphKey) -> Int32 {
    var index = buckets[bucket(of: key)]
    while index != Self.none, entries[Int(index)].key != key {
      index = entries[Int(index)].nextInBucket
    }
    return index
  }
}

// MARK: - Links

extension GlyphCacheTable {
  private mutating func place(_ entry: Entry) -> Int32 {
    guard firstFree != Self.none else {
      entries.append(entry)
      return Int32(entries.count - 1)
    }
    let index = firstFree
    firstFree = entries[Int(index)].nextInBucket
    entries[Int(index)] = entry
    return index
  }

  private mutating func remove(_ index: Int32) {
    let entry = entries[Int(index)]
    unlink(index)
    unlinkFromBucket(index)
    entries[Int(index)].bitmap = .empty
    entries[Int(index)].nextInBucket = firstFree
    firstFree = index
    statistics.bytes -= Self.cost(of: entry.bitmap)
    statistics.count -= 1
  }

  private mutating func linkAsNewest(_ index: Int32) {
    entries[Int(index)].newer = Self.none
    entries[Int(index)].older = newest
    if newest != Self.none { entries[Int(newest)].newer = index } else { oldest = index }
    newest = index
  }

  private mutating func unlink(_ index: Int32) {
    let newer = entries[Int(index)].newer
    let older = entries[Int(index)].older
    if newer != Self.none { entries[Int(newer)].older = older } else { newest = older }
    if older != Self.none { entries[Int(older)].newer = newer } else { oldest = newer }
  }

  private mutating func unlinkFromBucket(_ index: Int32) {
    let bucket = bucket(of: entries[Int(index)].key)
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

  private mutating func growBuckets() {
    buckets = [Int32](repeating: Self.none, count: buckets.count * 2)
    var index = newest
    while index != Self.none {
      let bucket = bucket(of: entries[Int(index)].key)
      entries[Int(index)].nextInBucket = buckets[bucket]
      buckets[bucket] = index
      index = entries[Int(index)].older
    }
  }
}
