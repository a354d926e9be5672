import LinecasterFonts
import Testing

@testable import LinecasterRaster

@Suite struct GlyphCacheTests {
  private func bitmap(_ count: Int) -> GlyphBitmap {
    GlyphBitmap(
      content: .mask, left: 0, top: 0, width: Int32(count), height: 1,
      bytes: [UInt8](repeating: UInt8(count & 255), count: count))
  }

  /// A list from oldest to newest, searched from end to end.
  private struct Witness {
    let byteLimit: Int
    var entries: [(key: GlyphKey, bitmap: GlyphBitmap)] = []
    var evictions = 0

    var bytes: Int {
      entries.reduce(0) { $0 + $1.bitmap.bytes.count + GlyphCacheTable.entryOverhead }
    }

    mutating func bitmap(for key: GlyphKey) -> GlyphBitmap? {
      guard let index = entries.firstIndex(where: { $0.key == key }) else { return nil }
      let entry = entries.remove(at: index)
      entries.append(entry)
      return entry.bitmap
    }

    mutating func insert(_ bitmap: GlyphBitmap, for key: GlyphKey) {
      let cost = bitmap.bytes.count + GlyphCacheTable.entryOverhead
      guard cost <= byteLimit, !entries.contains(where: { $0.key == key }) else { return }
      while bytes + cost > byteLimit {
        entries.removeFirst()
        evictions += 1
      }
      entries.append((key, bitmap))
    }
  }

  @Test(arguments: [0, 500, 3000, 40_000])
  func tableMatchesAPlainList(byteLimit: Int) throws {
    var random = SeededGenerator()
    let face = try SampleFonts.sans()
    var table = GlyphCacheTable(byteLimit: byteLimit)
    var witness = Witness(byteLimit: byteLimit)
    for step in 0..<4000 {
      let key = GlyphKey(
        face: face, glyph: .random(in: 0..<200, using: &random), size: 1024, bin: step & 1)
      let found = table.bitmap(for: key)
      #expect(found == witness.bitmap(for: key), "seed \(random.seed), step \(step)")
      if found == nil {
        let new = bitmap(Int.random(in: 0..<700, using: &random))
        table.insert(new, for: key)
        witness.insert(new, for: key)
      }
      if step == 2000 {
        table.removeAll()
        witness.entries = []
      }
      #expect(table.statistics.bytes == witness.bytes, "seed \(random.seed), step \(step)")
      #expect(table.statistics.bytes <= byteLimit)
    }
    #expect(table.statistics.count == witness.entries.count)
    #expect(table.statistics.evictions == witness.evictions)
    #expect(table.statistics.hits + table.statistics.misses == 4000)
  }

  @Test func countersAddUpOverShards() throws {
    let face = try SampleFonts.sans()
    let cache = GlyphCache()
    let keys = (0..<300).map { GlyphKey(face: face, glyph: $0, size: 700, bin: 1) }
    for key in keys { cache.insert(bitmap(8), for: key) }
    for key in keys { #expect(cache.bitmap(for: key) == bitmap(8)) }
    #expect(cache.bitmap(for: GlyphKey(face: face, glyph: 0, size: 700, bin: 2)) == nil)
    let statistics = cache.statistics
    #expect((statistics.hits, statistics.misses, statistics.count) == (300, 1, 300))
    #expect(statistics.bytes == 300 * (8 + GlyphCacheTable.entryOverhead))
    cache.removeAll()
    #expect((cache.statistics.bytes, cache.statistics.count) == (0, 0))
  }

  @Test func keysSpreadOverShards() throws {
    let face = try SampleFonts.sans()
    var counts = [Int](repeating: 0, count: GlyphCache.shardCount)
    for glyph in UInt32(0)..<1000 {
      for bin in 0..<GlyphKey.bins {
        let key = GlyphKey(face: face, glyph: glyph, size: 1024, bin: bin)
        counts[Int(key.mixed >> 60)] += 1
      }
    }
    // Even shares would be 250.
    #expect(counts.allSatisfy { (125...500).contains($0) }, "\(counts)")
  }
}
