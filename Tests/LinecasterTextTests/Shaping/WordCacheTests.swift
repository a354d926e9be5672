import LinecasterTestSupport
import Testing

@testable import LinecasterText

@Suite struct WordCacheTests {
  /// A word that its glyphs identify.
  private struct Sample: Hashable {
    var text: [UInt16]
    var plan: UInt32
    var ties: UInt8
    var glyphs: [ShapedGlyph]

    /// Creates the word of a number: every number has its own text or plan.
    init(_ number: Int) {
      let length = 1 + number * 7 % WordCache.unitLimit
      text = [UInt16](repeating: UInt16(number % 251), count: length - 1) + [UInt16(number / 3)]
      plan = UInt32(number % 3)
      ties = UInt8(number % 5 == 0 ? 3 : 0)
      glyphs = (0..<(ties == 0 ? number % 90 : 0)).map { index in
        ShapedGlyph(
          cluster: UInt32(index), advance: Int32(number), identifier: UInt16(index), flags: [],
          xOffset: Int16(number % 1_000), yOffset: -1)
      }
    }

    func insert(in cache: WordCache) {
      text.withUnsafeBufferPointer { text in
        glyphs.withUnsafeBufferPointer { glyphs in
          cache.insert(text, plan: plan, glyphs: glyphs, ties: WordCache.Ties(rawValue: ties))
        }
      }
    }

    /// Whether the cache has the word; it must not return another one.
    func isFound(in cache: WordCache) -> Bool {
      text.withUnsafeBufferPointer { text in
        guard let found = cache.find(text, plan: plan) else { return false }
        #expect(Array(found.glyphs) == glyphs)
        #expect(found.ties.rawValue == ties)
        return true
      }
    }
  }

  @Test func keepsWordsWithinItsMemory() throws {
    var random = SeededGenerator(salt: 72)
    for limit in [5_000, 40_000, 2 << 20] {
      let cache = try #require(WordCache(byteLimit: limit))
      var added: Set<Int> = []
      var found = 0
      for _ in 0..<5_000 {
        let number = Int.random(in: 0..<1_000, using: &random)
        let sample = Sample(number)
        if sample.isFound(in: cache) {
          #expect(added.contains(number), "seed \(TestSettings.seed)")
          found += 1
        } else {
          sample.insert(in: cache)
          added.insert(number)
        }
        #expect(cache.byteCount <= limit)
      }
      #expect(cache.hits == found)
      #expect(cache.misses == 5_000 - found)
      #expect(found > 0)
      // With room for all words in one generation, none is shaped twice.
      if limit == 2 << 20 { #expect(cache.misses == added.count) }
    }
  }

  @Test func givesItsMemoryBack() throws {
    let cache = try #require(WordCache(byteLimit: 20_000))
    let empty = cache.byteCount
    // Enough words for a second generation.
    let words = (0..<40).map { Sample($0) }
    for word in words { word.insert(in: cache) }
    #expect(cache.byteCount > 10_000 && words[39].isFound(in: cache))
    cache.removeAll()
    #expect(cache.byteCount == empty && !words.contains { $0.isFound(in: cache) })
    words[39].insert(in: cache)
    #expect(words[39].isFound(in: cache))
  }

  /// A word in constant use stays, for any number of other words.
  @Test func keepsWordsInUse() throws {
    let cache = try #require(WordCache(byteLimit: 20_000))
    let favorite = Sample(7)
    favorite.insert(in: cache)
    for number in 10..<2_000 {
      Sample(number).insert(in: cache)
      #expect(favorite.isFound(in: cache))
    }
    #expect(cache.misses == 0)
    #expect(!Sample(10).isFound(in: cache))
  }

  /// A working set that fits into both generations is never shaped again.
  @Test func findingWordsDropsNone() throws {
    let cache = try #require(WordCache(byteLimit: 400_000))
    var count = 0
    while cache.byteCount < 350_000 {
      Sample(count).insert(in: cache)
      count += 1
    }
    for _ in 0..<3 {
      for number in 0..<count { #expect(Sample(number).isFound(in: cache)) }
    }
    #expect(cache.misses == 0)
  }

  /// Words with one hash slot, as an attacker who knows the hash function may choose them.
  @Test func colludingWordsFindPlacesOfTheirOwn() throws {
    let cache = try #require(WordCache(byteLimit: 1 << 20))
    let (mask, wanted) = (UInt64(1023), 300)
    var places: Set<UInt64> = []
    var count = 0
    var number: UInt32 = 0
    while count < wanted {
      number += 1
      let word = [UInt16(truncatingIfNeeded: number), UInt16(number >> 16), 0x61, 0x62, 0x63]
      word.withUnsafeBufferPointer { word in
        guard UnitHash.hash(UnsafeRawBufferPointer(word), from: 0) & mask == 0 else { return }
        count += 1
        places.insert(cache.hash(word, plan: 0) & mask)
      }
    }
    // 300 words in 1,024 random slots would take 260 different ones on average.
    #expect(places.count > 200)
  }

  @Test func refusesWordsThatAreTooLarge() throws {
    let cache = try #require(WordCache(byteLimit: 8_000))
    var large = Sample(3)
    large.glyphs = [ShapedGlyph](repeating: .blank, count: 300)
    large.insert(in: cache)
    #expect(!large.isFound(in: cache))
    large.glyphs = [ShapedGlyph](repeating: .blank, count: 70_000)
    large.insert(in: cache)
    #expect(!large.isFound(in: cache))
  }

  @Test(arguments: [Int.min, -1, 0, 1, 1_000])
  func isNoneWithoutMemory(limit: Int) {
    #expect(WordCache(byteLimit: limit) == nil)
  }
}
