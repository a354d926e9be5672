import LinecasterCaches
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
    let keys = (0..<300).map { GlyphKey(face: face, glyph: $0, size: 700, bin: 1) }
    for key in keys { cache.insert(bitmap(8), for: key) }
    for key in keys { #expect(cache.bitmap(for: key) == bitmap(8)) }
    #expect(cache.bitmap(for: GlyphKey(face: face, glyph: 0, size: 700, bin: 2)) == nil)
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
      for bin in 0..<GlyphKey.bins {
        let key = GlyphKey(face: face, glyph: glyph, size: 1024, bin: bin)
        counts[Int(key.mixed >> 60)] += 1
      }
    }
    // Even shares would be 250.
    #expect(counts.allSatisfy { (125...500).contains($0) }, "\(counts)")
  }
}
