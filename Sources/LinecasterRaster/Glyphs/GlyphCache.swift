public import LinecasterBase
import LinecasterText
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

/// The glyphs one thread drew lately: a flat table, and masks side by side in memory of its own.
///
/// A hit reads one entry and takes no lock. When the memory it may have is full the table is
/// emptied and filled again from the cache behind it. One thread at a time: lent by a `GlyphCache`.
final class GlyphTable {
  /// Glyphs that take more are left to the cache behind: drawing them takes longer than its lock.
  static let largestGlyph = 8192

  /// The cache's count of emptyings when this table was made.
  let generation: Int
  /// Look-ups that found their glyph, not yet counted by the cache.
  var hits = 0

  /// Room for some glyphs of a stretch of text: lives as long as the table, and is written and read
  /// by its one borrower.
  let places = UnsafeMutableBufferPointer<GlyphRun.Place>.allocate(capacity: 64)

  private let budget: TableBudget
  private var entries: UnsafeMutablePointer<GlyphEntry>?
  /// The slots of the table, a power of two or 0; at most half are taken.
  private var capacity = 0
  private var count = 0
  private var slabs: [UnsafeMutablePointer<UInt8>] = []
  /// The slab that is being filled, and how far.
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

  /// Memory taken, in bytes.
  var byteCount: Int {
    capacity * MemoryLayout<GlyphEntry>.stride + slabs.count * Self.slabBytes
  }

  /// A number for what glyphs of one face, size and style have in common; 0 if there are no more.
  func number(of strike: GlyphStrike) -> UInt32 { strikes.number(of: strike) }

  /// The curve for a key.
  func curve(_ key: CoverageCurve.Key) -> TextCurve { curves.curve(key) }

  /// Whether numbers of strikes are running out, so that the table should be made again.
  var isWornOut: Bool { strikes.isNearlyUsedUp }

  /// The pixels kept for a key, valid until the table is used next.
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

  /// Keeps a copy of a bitmap for a key that has none, if there is memory for it.
  ///
  /// - Parameter curve: What coverage becomes in the copy; nil where it stays.
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
      if let curve, bitmap.content == .mask || bitmap.content == .stripes {
        for index in bytes.indices { memory[index] = curve.levels[Int(bytes[index])] }
      } else {
        memory.update(from: base, count: bytes.count)
      }
    }
    used += bitmap.bytes.count
    count += 1
    return UnsafePointer(Self.place(entry, in: entries, capacity))
  }

  /// Forgets every glyph and keeps the memory.
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

  /// Sees that an entry and a given number of bytes fit, if need be by forgetting all others.
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

  /// Where the search for a key starts.
  @inline(__always)
  private static func slot(of key: UInt64, capacity: Int) -> Int {
    let product = key &* 0x9E37_79B9_7F4A_7C15
    return Int(truncatingIfNeeded: product &>> 40) & (capacity &- 1)
  }
}

/// A glyph in the table of a thread, 32 bytes: where its pixels are and how they lie.
struct GlyphEntry {
  /// What the entry is found by; 0 where there is none.
  let key: UInt64
  private let base: UnsafePointer<UInt8>?
  private let left: Int16
  private let top: Int16
  private let width: Int16
  private let height: Int16
  private let content: GlyphBitmap.Content

  /// Makes an entry, or nil for glyphs too large or too far from their origin to be kept.
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

/// Small numbers for the strikes a table knows; a number is never given to another strike.
struct StrikeNumbers {
  /// Keys of glyphs have 20 bits for the number.
  private static let limit: UInt32 = 1 << 20

  private var numbers: [GlyphStrike: UInt32] = [:]
  /// The first strikes in the order of their numbers, which are found without hashing.
  private var first: [GlyphStrike] = []
  /// As many as are looked through faster than a hash is made.
  private static let firstCount = 12

  /// The number of a strike, from 1; 0 if all are used up.
  mutating func number(of strike: GlyphStrike) -> UInt32 {
    for index in first.indices where first[index] == strike { return UInt32(index + 1) }
    if let known = numbers[strike] { return known }
    let number = next
    if number > 0 { numbers[strike] = number }
    if first.count < Self.firstCount { first.append(strike) }
    return number
  }

  /// Whether a table that lives on could run out of numbers while it is used.
  var isNearlyUsedUp: Bool { numbers.count > 1 << 14 }

  private var next: UInt32 {
    let number = UInt32(numbers.count) + 1
    return number < Self.limit ? number : 0
  }
}

/// What coverage becomes for text of a colour, and where that happens.
struct TextCurve {
  /// What coverage becomes; nil where it stays as it is.
  var curve: CoverageCurve?
  /// The number of the curve in a table that keeps glyphs as the curve changes them; 0 where they
  /// are changed when they are painted.
  var number: UInt16 = 0

  /// What the coverage of a table's glyphs becomes when they are painted.
  var late: CoverageCurve? { number == 0 ? curve : nil }
}

/// The curves that a table keeps glyphs by: those of a few colours, since each takes glyphs of its
/// own. Text in more colours than these has its coverage changed when it is painted.
struct TableCurves {
  private struct Entry {
    let key: CoverageCurve.Key
    let curve: CoverageCurve
    let number: UInt16
    var lastUse: Int
  }

  /// As many colours of text, told apart by their luminance, as a screen has.
  static let limit = 8
  /// A curve that was not asked for in so many questions makes room for another.
  private static let rest = 4096
  private static let mostLate = 64

  private var kept: [Entry] = []
  private var late: [CoverageCurve.Key: CoverageCurve] = [:]
  private var questions = 0
  /// Numbers given so far; none is given twice.
  private var count: UInt16 = 0

  /// The curve for a key, worked out once for colours that are met often.
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

  /// Where another curve may be kept.
  private func freePlace() -> Int? {
    if kept.count < Self.limit { return kept.count }
    return kept.indices.min { kept[$0].lastUse < kept[$1].lastUse }
      .flatMap { questions - kept[$0].lastUse > Self.rest ? $0 : nil }
  }
}

/// The bytes that the tables of all threads may take together.
final class TableBudget: Sendable {
  let limit: Int

  private let taken = Atomic<Int>(0)

  init(limit: Int) {
    self.limit = limit
  }

  /// The bytes taken.
  var byteCount: Int { taken.load(ordering: .relaxed) }

  /// Takes bytes, unless that is over the limit.
  func reserve(_ bytes: Int) -> Bool {
    if taken.wrappingAdd(bytes, ordering: .relaxed).newValue <= limit { return true }
    release(bytes)
    return false
  }

  /// Gives bytes back.
  func release(_ bytes: Int) { taken.wrappingSubtract(bytes, ordering: .relaxed) }
}
