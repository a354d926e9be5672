import LinecasterBase
import LinecasterFonts
import LinecasterTestSupport
import Testing

@testable import LinecasterRaster

@Suite struct GlyphCacheTests {
  private func bitmap(_ count: Int) -> GlyphBitmap {
    GlyphBitmap(
      content: .mask, left: 0, top: 0, width: Int32(count), height: 1,
      bytes: [UInt8](repeating: UInt8(count & 255), count: count))
  }

  @Test func countersAddUpOverShards() throws {
    let face = try SampleFonts.sans()
    let cache = GlyphCache()
    let keys = (0..<300).map { GlyphKey(face: face, glyph: $0, size: 700, x: 1 * 16) }
    for key in keys { cache.insert(bitmap(8), for: key) }
    for key in keys { #expect(cache.bitmap(for: key) == bitmap(8)) }
    #expect(cache.bitmap(for: GlyphKey(face: face, glyph: 0, size: 700, x: 2 * 16)) == nil)
    let statistics = cache.statistics
    #expect((statistics.hits, statistics.misses, statistics.count) == (300, 1, 300))
    #expect(statistics.bytes >= 300 * 8)
    cache.removeAll()
    #expect((cache.statistics.bytes, cache.statistics.count) == (0, 0))
  }

  @Test func keysSpreadOverShards() throws {
    let face = try SampleFonts.sans()
    var counts = [Int](repeating: 0, count: 16)
    for glyph in UInt32(0)..<1000 {
      for bin in 0..<4 {
        let key = GlyphKey(face: face, glyph: glyph, size: 1024, x: bin * 16)
        counts[Int(key.mixed >> 60)] += 1
      }
    }
    // Even shares would be 250.
    #expect(counts.allSatisfy { (125...500).contains($0) }, "\(counts)")
  }

  /// A glyph is rasterized once for all tables, and removed when all is dropped.
  @Test func tablesCountTheirHitsAndAreDropped() throws {
    let source = GlyphSource()
    let face = try SampleFonts.sans()
    let glyph = try SampleFonts.glyph("a", of: face)
    var canvas = Canvas(
      bitmap: try Bitmap(width: 40, height: 20), scale: .one, glyphs: source)
    for _ in 0..<5 {
      try canvas.drawGlyph(glyph, of: face, size: 16, color: .black, at: Point(x: 2, y: 15))
    }
    let statistics = source.cache.statistics
    #expect((statistics.hits, statistics.misses, statistics.count) == (4, 1, 1))
    #expect(statistics.bytes >= GlyphTable.slabBytes)
    let drawn = canvas.bitmap
    source.removeAll()
    #expect((source.cache.statistics.bytes, source.cache.statistics.count) == (0, 0))
    for _ in 0..<5 {
      try canvas.drawGlyph(glyph, of: face, size: 16, color: .black, at: Point(x: 20, y: 15))
    }
    #expect(canvas.bitmap != drawn && source.cache.statistics.count == 1)
  }

  /// A table that is lent during a drop does not bring its old content back.
  @Test func tablesLentMeanwhileAreDroppedToo() throws {
    let cache = GlyphCache()
    try cache.withTable { table throws(RasterError) in
      table.insert(bitmap(8), for: 77)
      cache.removeAll()
      #expect(cache.statistics.bytes > 0)
    }
    #expect(cache.statistics.bytes == 0)
    try cache.withTable { table throws(RasterError) in #expect(table.pixels(for: 77) == nil) }
  }
}

@Suite struct GlyphTableTests {
  private func bitmap(_ seed: UInt64, side: Int) -> GlyphBitmap {
    let rowBytes = GlyphBitmap.rowBytes(.mask, width: side)
    return GlyphBitmap(
      content: .mask, left: Int32(side), top: -3, width: Int32(side), height: Int32(side),
      bytes: (0..<rowBytes * side).map { UInt8(truncatingIfNeeded: seed &* 31 &+ UInt64($0)) })
  }

  private func read(_ entry: GlyphEntry) -> GlyphBitmap {
    let pixels = entry.pixels
    let count = pixels.rowBytes * Int(pixels.height)
    return GlyphBitmap(
      content: pixels.content, left: pixels.left, top: pixels.top, width: pixels.width,
      height: pixels.height,
      bytes: [UInt8](UnsafeBufferPointer(start: pixels.base, count: count)))
  }

  /// The witness is a dictionary: each remaining entry of the table equals the inserted one.
  @Test(arguments: [64 << 10, 300 << 10, 8 << 20])
  func whatIsFoundIsWhatWasKept(limit: Int) {
    var random = SeededGenerator()
    let budget = TableBudget(limit: limit)
    let table = GlyphTable(generation: 0, budget: budget)
    var kept: [UInt64: GlyphBitmap] = [:]
    var found = 0
    for _ in 0..<6000 {
      let key = UInt64.random(in: 1...4000, using: &random) << 32 | 5
      if let entry = table.pixels(for: key)?.pointee {
        found += 1
        #expect(read(entry) == kept[key], "seed \(random.seed)")
      } else {
        let bitmap = bitmap(key, side: .random(in: 0...20, using: &random))
        table.insert(bitmap, for: key)
        kept[key] = bitmap
      }
      #expect(table.byteCount == budget.byteCount && table.byteCount <= limit)
    }
    #expect(table.hits == found)
    // A table needs at least its slots and one slab.
    #expect((found > 0) == (limit > 64 << 10))
  }

  @Test func largeGlyphsAreLeftOut() {
    let table = GlyphTable(generation: 0, budget: TableBudget(limit: .max))
    table.insert(bitmap(1, side: 200), for: 1)
    table.insert(bitmap(2, side: 88), for: 2)
    #expect(table.pixels(for: 1) == nil && table.pixels(for: 2) != nil)
  }

  @Test func memoryIsGivenBack() {
    let budget = TableBudget(limit: 1 << 20)
    do {
      let table = GlyphTable(generation: 0, budget: budget)
      table.insert(bitmap(1, side: 10), for: 1)
      #expect(budget.byteCount > 0)
    }
    #expect(budget.byteCount == 0)
    #expect(budget.reserve(1 << 20) && !budget.reserve(1) && budget.byteCount == 1 << 20)
  }

  @Test func strikesKeepTheirNumbers() throws {
    let face = try SampleFonts.sans()
    var numbers = StrikeNumbers()
    let strikes = (1...500).map { GlyphStrike(face: face, size: UInt32($0)) }
    let given = strikes.map { numbers.number(of: $0) }
    #expect(Set(given).count == 500 && !given.contains(0))
    #expect(strikes.map { numbers.number(of: $0) } == given)
    #expect(!numbers.isNearlyUsedUp)
  }
}
