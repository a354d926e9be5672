import LinecasterCaches
import LinecasterFonts
import LinecasterGeometry
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

  /// A glyph is drawn once, however many tables have it, and is gone once all is dropped.
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
    source.cache.removeAll()
    #expect((source.cache.statistics.bytes, source.cache.statistics.count) == (0, 0))
  }

  /// A table that was lent while all was dropped does not come back with what it kept.
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
