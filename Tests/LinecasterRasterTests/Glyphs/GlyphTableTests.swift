import LinecasterTestSupport
import Testing

@testable import LinecasterRaster

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

  /// The witness is a dictionary: whatever the table still has is what was put in.
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
    // Slots and a slab are the least that a table takes.
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
