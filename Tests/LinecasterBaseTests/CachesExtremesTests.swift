import LinecasterBase
import LinecasterTestSupport
import Testing

/// Caches with extreme limits and costs; a trap would end the test process.
@Suite struct CachesExtremesTests {
  private struct Key: CacheKey {
    let number: Int
  }

  @Test func limitsAndCostsMayBeAny() {
    var random = SeededGenerator(salt: 176)
    for _ in 0..<600 {
      let cache = ShardedCache<Key, Int>(
        byteLimit: random.extremeInteger(), shardCount: random.oneIn(40) ? .max : 2)
      for number in 0..<8 {
        cache.insert(number, for: Key(number: number), cost: random.extremeInteger())
      }
      let bytes = cache.statistics.bytes
      #expect(0...cache.byteLimit ~= bytes, "seed \(TestSettings.seed)")
      cache.trim(to: random.extremeInteger(), where: { $0.number > 3 })
      #expect(cache.statistics.bytes <= bytes)
      cache.trim(to: random.extremeInteger())
      #expect(cache.statistics.bytes >= 0)
    }
  }
}
