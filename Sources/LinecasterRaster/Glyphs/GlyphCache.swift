public import LinecasterBase
import LinecasterText
import Synchronization

/// A cache of drawn glyphs, which evicts the least recently used glyphs first.
///
/// One cache serves any number of threads and rasterizers. Each drawing borrows a table with copies
/// of recent glyphs, so threads that draw the same glyphs do not wait for each other. Hits in a
/// table do not count as uses for eviction. The drawn bytes do not depend on the cache.
///
/// With a rendering that has contrast or gamma, a table has a copy of a mask for each of at most
/// eight luminances of text, within the quarter of ``byteLimit`` that all tables may take.
///
///     let cache = GlyphCache(byteLimit: 8 << 20)
///     let (light, sharp) = (
///       DisplayRasterizer(glyphCache: cache),
///       DisplayRasterizer(glyphCache: cache, rendering: GlyphRendering(hinting: .full))
///     )
///     for rasterizer in [light, sharp, light] { _ = try rasterizer.rasterize(list) }
///     print(cache.statistics.hits, cache.statistics.bytes)
public final class GlyphCache: Sendable {
  /// The maximum size of the cache in bytes, including tables.
  public let byteLimit: Int

  private let bitmaps: ShardedCache<GlyphKey, GlyphBitmap>
  private let budget: TableBudget
  /// The idle tables.
  private let idle = Mutex<[PooledTable]>([])
  /// The number of times that the cache was emptied.
  private let generation = Atomic<Int>(0)
  private let hits = Atomic<Int>(0)

  /// Unchecked: a table is reachable from the list of idle ones or from one borrower, never both.
  private struct PooledTable: @unchecked Sendable {
    let table: GlyphTable
  }

  /// Creates an empty cache.
  ///
  /// - Parameter byteLimit: The maximum size in bytes; 0 disables caching. The default of 32 MiB
  ///   holds about 50,000 glyphs of body text.
  public init(byteLimit: Int = 32 << 20) {
    self.byteLimit = max(0, byteLimit)
    budget = TableBudget(limit: self.byteLimit / Self.tableShare)
    bitmaps = ShardedCache(byteLimit: self.byteLimit - budget.limit)
  }

  /// The counters and contents of the cache. Drawings in progress are counted when they end.
  public var statistics: CacheStatistics {
    var statistics = bitmaps.statistics
    statistics.hits += hits.load(ordering: .relaxed)
    statistics.bytes += budget.byteCount
    return statistics
  }

  /// Evicts every glyph. The counters of hits, misses and evictions continue.
  ///
  /// - Complexity: O(glyphs).
  public func removeAll() {
    generation.wrappingAdd(1, ordering: .sequentiallyConsistent)
    let dropped = idle.withLock { tables in
      defer { tables = [] }
      return tables
    }
    // Their memory is released here, outside the lock.
    withExtendedLifetime(dropped) {}
    bitmaps.removeAll()
  }

  /// The share of tables, one byte in four: they hold recent glyphs only.
  private static let tableShare = 4
  /// The header of a bitmap's memory, in bytes.
  private static let bitmapOverhead = 32
}

extension GlyphCache {
  func bitmap(for key: GlyphKey) -> GlyphBitmap? { bitmaps.value(for: key) }

  func insert(_ bitmap: GlyphBitmap, for key: GlyphKey) {
    bitmaps.insert(bitmap, for: key, cost: bitmap.bytes.count + Self.bitmapOverhead)
  }

  /// Lends a table for the duration of a drawing.
  func withTable<Result, Failure: Error>(
    _ body: (GlyphTable) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let now = generation.load(ordering: .relaxed)
    let table =
      idle.withLock { $0.popLast() }?.table ?? GlyphTable(generation: now, budget: budget)
    defer { recycle(table) }
    return try body(table)
  }

  /// Counts a table's hits, and keeps the table unless the cache was emptied since.
  private func recycle(_ table: GlyphTable) {
    hits.wrappingAdd(table.hits, ordering: .relaxed)
    table.hits = 0
    let pooled = PooledTable(table: table)
    idle.withLock { tables in
      guard table.generation == generation.load(ordering: .relaxed), !table.isExhausted else {
        return
      }
      tables.append(pooled)
    }
  }
}

extension GlyphKey: CacheKey {
  var cacheHash: UInt64 { mixed }
}

/// The recent glyphs of one thread: a flat table, with masks in contiguous memory.
///
/// A hit reads one entry and takes no lock. When its memory is full, the table is emptied and
/// refilled from the cache. Not thread-safe; pooled by a `GlyphCache`.
final class GlyphTable {
  /// The maximum bytes of a glyph in a table; drawing larger ones takes longer than the cache's
  /// lock.
  static let largestGlyph = 8192

  /// The cache's generation when this table was made.
  let generation: Int
  /// The hits not yet counted by the cache.
  var hits = 0

  /// A buffer for glyph positions of a stretch of text; lives as long as the table and is used only
  /// by its borrower.
  let places = UnsafeMutableBufferPointer<GlyphRun.Place>.allocate(capacity: 64)

  private let budget: TableBudget
  private var entries: UnsafeMutablePointer<GlyphEntry>?
  /// The number of slots, a power of two or 0; at most half are used.
  private var capacity = 0
  private var count = 0
  private var slabs: [UnsafeMutablePointer<UInt8>] = []
  /// The index of the slab being filled, and its used bytes.
  private var slab = 0
  private var used = 0
  private var strikes = StrikeNumbers()
  private var curves = TableCurves()

  init(generation: Int, budget: TableBudget) {
    self.generation = generation
    self.budget = budget
  }

  deinit {
    places.deallocate()
    entries?.deallocate()
    for slab in slabs { slab.deallocate() }
    budget.release(byteCount)
  }

  /// The memory in bytes.
  var byteCount: Int {
    capacity * MemoryLayout<GlyphEntry>.stride + slabs.count * Self.slabBytes
  }

  /// Returns a number for the common properties of glyphs; 0 if numbers have run out.
  func number(of strike: GlyphStrike) -> UInt32 { strikes.number(of: strike) }

  /// Returns the curve of a key.
  func curve(_ key: CoverageCurve.Key) -> TextCurve { curves.curve(key) }

  /// Whether the numbers of strikes are running out and the table should be replaced.
  var isExhausted: Bool { strikes.isNearlyUsedUp }

  /// Returns the pixels for a key, valid until the next use of the table.
  @inline(__always)
  func pixels(for key: UInt64) -> UnsafePointer<GlyphEntry>? {
    guard let entries else { return nil }
    var slot = Self.slot(of: key, capacity: capacity)
    while true {
      let entry = entries + slot
      if entry.pointee.key == key {
        hits &+= 1
        return UnsafePointer(entry)
      }
      if entry.pointee.key == 0 { return nil }
      slot = (slot &+ 1) & (capacity &- 1)
    }
  }

  /// Stores a copy of a bitmap for a new key, if there is memory for it.
  ///
  /// - Parameter curve: The coverage curve applied to the copy; `nil` for none.
  @discardableResult func insert(
    _ bitmap: GlyphBitmap, for key: UInt64, _ curve: CoverageCurve? = nil
  ) -> UnsafePointer<GlyphEntry>? {
    guard bitmap.bytes.count <= Self.largestGlyph, makeRoom(for: bitmap.bytes.count),
      let entries, slabs.indices ~= slab
    else { return nil }
    let memory = slabs[slab] + used
    guard
      let entry = GlyphEntry(key: key, pixels: bitmap.pixels(at: UnsafePointer(memory)))
    else { return nil }
    bitmap.bytes.withUnsafeBufferPointer { bytes in
      guard let base = bytes.baseAddress else { return }
      if let curve, bitmap.content == .mask || bitmap.content == .subpixels {
        for index in bytes.indices { memory[index] = curve.levels[Int(bytes[index])] }
      } else {
        memory.update(from: base, count: bytes.count)
      }
    }
    used += bitmap.bytes.count
    count += 1
    return UnsafePointer(Self.place(entry, in: entries, capacity))
  }

  /// Removes every glyph and keeps the memory.
  private func empty() {
    entries?.update(repeating: .none, count: capacity)
    count = 0
    slab = 0
    used = 0
  }
}

// MARK: - Memory

extension GlyphTable {
  static let slabBytes = 64 << 10
  private static let leastCapacity = 1024

  /// Makes room for an entry and a number of bytes, if necessary by removing all others.
  private func makeRoom(for bytes: Int) -> Bool {
    if growEntries(), growSlabs(for: bytes) { return true }
    guard capacity > 0, !slabs.isEmpty else { return false }
    empty()
    return true
  }

  private func growEntries() -> Bool {
    guard (count + 1) * 2 > capacity else { return true }
    let larger = max(Self.leastCapacity, capacity * 2)
    guard budget.reserve((larger - capacity) * MemoryLayout<GlyphEntry>.stride) else {
      return false
    }
    let fresh = UnsafeMutablePointer<GlyphEntry>.allocate(capacity: larger)
    fresh.initialize(repeating: .none, count: larger)
    for slot in 0..<capacity {
      if let entry = entries?[slot], entry.key != 0 { Self.place(entry, in: fresh, larger) }
    }
    entries?.deallocate()
    entries = fresh
    capacity = larger
    return true
  }

  private func growSlabs(for bytes: Int) -> Bool {
    if slabs.indices ~= slab, used + bytes <= Self.slabBytes { return true }
    let next = slabs.isEmpty ? 0 : slab + 1
    if next == slabs.count {
      guard budget.reserve(Self.slabBytes) else { return false }
      slabs.append(.allocate(capacity: Self.slabBytes))
    }
    slab = next
    used = 0
    return true
  }

  @discardableResult private static func place(
    _ entry: GlyphEntry, in entries: UnsafeMutablePointer<GlyphEntry>, _ capacity: Int
  ) -> UnsafeMutablePointer<GlyphEntry> {
    var slot = slot(of: entry.key, capacity: capacity)
    while entries[slot].key != 0 { slot = (slot + 1) & (capacity - 1) }
    entries[slot] = entry
    return entries + slot
  }

  /// Returns the first slot in the search for a key.
  @inline(__always)
  private static func slot(of key: UInt64, capacity: Int) -> Int {
    let product = key &* 0x9E37_79B9_7F4A_7C15
    return Int(truncatingIfNeeded: product &>> 40) & (capacity &- 1)
  }
}

/// A glyph in a thread's table, 32 bytes: the address and layout of its pixels.
struct GlyphEntry {
  /// The key; 0 for a free slot.
  let key: UInt64
  private let base: UnsafePointer<UInt8>?
  private let left: Int16
  private let top: Int16
  private let width: Int16
  private let height: Int16
  private let content: GlyphBitmap.Content

  /// Creates an entry; `nil` if the glyph is too large or too far from its origin.
  init?(key: UInt64, pixels: GlyphPixels) {
    guard let left = Int16(exactly: pixels.left), let top = Int16(exactly: pixels.top),
      let width = Int16(exactly: pixels.width), let height = Int16(exactly: pixels.height)
    else { return nil }
    self.init(
      key: key, base: pixels.base, left: left, top: top, width: width, height: height,
      content: pixels.content)
  }

  private init(
    key: UInt64, base: UnsafePointer<UInt8>?, left: Int16, top: Int16, width: Int16,
    height: Int16, content: GlyphBitmap.Content
  ) {
    self.key = key
    self.base = base
    self.left = left
    self.top = top
    self.width = width
    self.height = height
    self.content = content
  }

  /// A free slot.
  static var none: GlyphEntry {
    GlyphEntry(key: 0, base: nil, left: 0, top: 0, width: 0, height: 0, content: .mask)
  }

  /// The pixels, valid as long as the table keeps them.
  @inline(__always)
  var pixels: GlyphPixels {
    GlyphPixels(
      base: base, left: Int32(left), top: Int32(top), width: Int32(width),
      height: Int32(height), content: content)
  }
}

/// Small numbers for the strikes of a table; a number is never reused.
struct StrikeNumbers {
  /// The limit of the 20 bits for the number in glyph keys.
  private static let limit: UInt32 = 1 << 20

  private var numbers: [GlyphStrike: UInt32] = [:]
  /// The first strikes by number, which are found without hashing.
  private var first: [GlyphStrike] = []
  /// The number of strikes that are compared faster than hashed.
  private static let firstCount = 12

  /// Returns the number of a strike, from 1; 0 if all are used.
  mutating func number(of strike: GlyphStrike) -> UInt32 {
    for index in first.indices where first[index] == strike { return UInt32(index + 1) }
    if let known = numbers[strike] { return known }
    let number = next
    if number > 0 { numbers[strike] = number }
    if first.count < Self.firstCount { first.append(strike) }
    return number
  }

  /// Whether a table could run out of numbers during its next use.
  var isNearlyUsedUp: Bool { numbers.count > 1 << 14 }

  private var next: UInt32 {
    let number = UInt32(numbers.count) + 1
    return number < Self.limit ? number : 0
  }
}

/// The coverage curve for text of a colour, and the stage at which it applies.
struct TextCurve {
  /// The coverage curve; `nil` for none.
  var curve: CoverageCurve?
  /// The number of the curve in a table that caches glyphs with it applied; 0 if it applies during
  /// painting.
  var number: UInt16 = 0

  /// The curve to apply during painting.
  var late: CoverageCurve? { number == 0 ? curve : nil }
}

/// The curves that a table caches glyphs with: those of a few colours, because each needs its own
/// glyphs. Text in further colours applies its curve during painting.
struct TableCurves {
  private struct Entry {
    let key: CoverageCurve.Key
    let curve: CoverageCurve
    let number: UInt16
    var lastUse: Int
  }

  /// The maximum number of cached curves, as many text luminances as a screen has.
  static let limit = 8
  /// The number of requests after which an unused curve may be replaced.
  private static let rest = 4096
  private static let mostLate = 64

  private var kept: [Entry] = []
  private var late: [CoverageCurve.Key: CoverageCurve] = [:]
  private var questions = 0
  /// The number of assigned numbers, which are never reused.
  private var count: UInt16 = 0

  /// Returns the curve of a key, computed once for frequent colours.
  mutating func curve(_ key: CoverageCurve.Key) -> TextCurve {
    questions &+= 1
    for index in kept.indices where kept[index].key == key {
      kept[index].lastUse = questions
      return TextCurve(curve: kept[index].curve, number: kept[index].number)
    }
    let curve = late[key] ?? CoverageCurve(key)
    if count < .max, let place = freePlace() {
      count += 1
      let entry = Entry(key: key, curve: curve, number: count, lastUse: questions)
      if place == kept.count { kept.append(entry) } else { kept[place] = entry }
      return TextCurve(curve: curve, number: count)
    }
    if late.count >= Self.mostLate { late = [:] }
    late[key] = curve
    return TextCurve(curve: curve)
  }

  /// Returns the index for another cached curve.
  private func freePlace() -> Int? {
    if kept.count < Self.limit { return kept.count }
    return kept.indices.min { kept[$0].lastUse < kept[$1].lastUse }
      .flatMap { questions - kept[$0].lastUse > Self.rest ? $0 : nil }
  }
}

/// The memory limit shared by the tables of all threads.
final class TableBudget: Sendable {
  let limit: Int

  private let taken = Atomic<Int>(0)

  init(limit: Int) {
    self.limit = limit
  }

  /// The number of reserved bytes.
  var byteCount: Int { taken.load(ordering: .relaxed) }

  /// Reserves bytes unless that exceeds the limit.
  func reserve(_ bytes: Int) -> Bool {
    if taken.wrappingAdd(bytes, ordering: .relaxed).newValue <= limit { return true }
    release(bytes)
    return false
  }

  /// Releases bytes.
  func release(_ bytes: Int) { taken.wrappingSubtract(bytes, ordering: .relaxed) }
}
