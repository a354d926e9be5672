import Dispatch
import LinecasterTestSupport
import Testing

@testable import LinecasterBase

@Suite struct ShardedCacheTests {
  private typealias Cache = ShardedCache<SmallKey, Int>
  private let overhead = CacheTable<SmallKey, Int>.overhead

  @Test(arguments: [false, true])
  func behavesAsAListFromOldestToNewest(collides: Bool) {
    let seed = TestSettings.seed
    var random = SeededGenerator(seed: seed)
    for limit in [0, 3 * overhead, 40 * overhead, 400 * overhead] {
      let cache = Cache(byteLimit: limit, shardCount: 1)
      var model = LeastRecentlyUsed(byteLimit: limit)
      for step in 0..<3000 {
        let number = Int.random(in: 0..<90, using: &random)
        let key = SmallKey(number: number, collides: collides)
        switch Int.random(in: 0..<100, using: &random) {
        case 0..<50: #expect(cache.value(for: key) == model.value(for: number))
        case 50..<53:
          cache.removeValue(for: key)
          model.removeValue(for: number)
        case 53..<97:
          let cost = Int.random(in: 0..<3 * overhead, using: &random)
          cache.insert(step, for: key, cost: cost)
          model.insert(step, for: number, cost: cost + overhead)
        case 97..<99:
          let bytes = Int.random(in: -1...limit, using: &random)
          cache.trim(to: bytes)
          model.trim(to: max(0, bytes))
        default:
          cache.removeAll()
          model.removeAll()
        }
        let held = cache.statistics
        guard held.bytes <= limit, held.bytes == model.bytes, held.count == model.entries.count
        else {
          Issue.record("LINECASTER_SEED=\(seed): step \(step): \(held) for \(model.bytes) bytes")
          return
        }
      }
      #expect(cache.statistics.hits == model.hits)
      #expect(cache.statistics.misses == model.misses)
      #expect(cache.statistics.evictions == model.evictions)
    }
  }

  @Test func dropsTheLeastRecentlyUsed() {
    let cache = Cache(byteLimit: 3 * overhead, shardCount: 1)
    for number in 1...3 { cache.insert(number, for: SmallKey(number: number), cost: 0) }
    #expect(cache.value(for: SmallKey(number: 1)) == 1)
    cache.insert(4, for: SmallKey(number: 4), cost: 0)
    #expect(cache.value(for: SmallKey(number: 2)) == nil)
    #expect(cache.value(for: SmallKey(number: 1)) == 1)
    #expect(cache.statistics.evictions == 1)
  }

  @Test func keepsTheFirstValueOfAKey() {
    let cache = Cache(byteLimit: 1 << 20)
    cache.insert(1, for: SmallKey(number: 1), cost: 10)
    cache.insert(2, for: SmallKey(number: 1), cost: 20)
    #expect(cache.value(for: SmallKey(number: 1)) == 1)
    #expect(cache.statistics.bytes == 10 + overhead)
  }

  @Test func takesAnyNumbers() {
    for shardCount in [Int.min, -1, 0, 1, 2, 3, 16, 17] {
      for byteLimit in [Int.min, -1, 0, 1, 1 << 20] {
        let cache = Cache(byteLimit: byteLimit, shardCount: shardCount)
        for (number, cost) in [Int.min, -1, 0, 1, Int.max].enumerated() {
          cache.insert(number, for: SmallKey(number: number), cost: cost)
        }
        cache.trim(to: .min)
        #expect(cache.statistics.count == 0)
        #expect(cache.statistics.bytes == 0)
      }
    }
  }

  @Test func roundsTheNumberOfShardsUp() {
    for (asked, made) in [(0, 1), (1, 1), (2, 2), (3, 4), (16, 16), (17, 32)] {
      #expect(Cache(byteLimit: 0, shardCount: asked).shards.count == made)
    }
  }

  @Test func letsGoOfKeysAndValues() {
    weak var key: Witness?
    weak var value: Witness?
    let cache = ShardedCache<ReferenceKey, Witness>(byteLimit: 1 << 20)
    do {
      let pair = (Witness(), Witness())
      (key, value) = pair
      cache.insert(pair.1, for: ReferenceKey(witness: pair.0), cost: 1)
    }
    #expect(key != nil && value != nil)
    cache.trim(to: 0)
    #expect(key == nil && value == nil)
  }

  @Test func servesManyThreads() {
    let cache = Cache(byteLimit: 64 * overhead)
    let finds = 4000
    DispatchQueue.concurrentPerform(iterations: 8) { thread in
      var random = SeededGenerator(seed: UInt64(thread))
      for _ in 0..<finds {
        let key = SmallKey(number: Int.random(in: 0..<200, using: &random))
        if let value = cache.value(for: key) {
          if value != key.number { Issue.record("\(value) for \(key)") }
        } else {
          cache.insert(key.number, for: key, cost: 0)
        }
      }
    }
    let held = cache.statistics
    #expect(held.hits + held.misses == 8 * finds)
    #expect(held.bytes == held.count * overhead && held.bytes <= cache.byteLimit)
  }
}

private final class Witness: Sendable {}

private struct ReferenceKey: CacheKey {
  let witness: Witness

  static func == (left: Self, right: Self) -> Bool { left.witness === right.witness }
  func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(witness)) }
}

/// The expected content of a cache of one shard: a list from oldest to newest, searched linearly.
struct LeastRecentlyUsed {
  let byteLimit: Int
  private(set) var entries: [(key: Int, value: Int, cost: Int)] = []
  private(set) var hits = 0
  private(set) var misses = 0
  private(set) var evictions = 0

  init(byteLimit: Int) { self.byteLimit = byteLimit }

  var bytes: Int { entries.reduce(0) { $0 + $1.cost } }

  mutating func value(for key: Int) -> Int? {
    guard let index = entries.firstIndex(where: { $0.key == key }) else {
      misses += 1
      return nil
    }
    hits += 1
    entries.append(entries.remove(at: index))
    return entries.last?.value
  }

  mutating func insert(_ value: Int, for key: Int, cost: Int) {
    guard cost <= byteLimit, !entries.contains(where: { $0.key == key }) else { return }
    trim(to: byteLimit - cost)
    entries.append((key, value, cost))
  }

  mutating func removeValue(for key: Int) { entries.removeAll { $0.key == key } }

  mutating func trim(to limit: Int) {
    while bytes > limit, !entries.isEmpty {
      entries.removeFirst()
      evictions += 1
    }
  }

  mutating func removeAll() { entries = [] }
}

/// A number as a key, whose hash is either well spread or the same for all.
struct SmallKey: CacheKey {
  let number: Int
  var collides = false

  var cacheHash: UInt64 { collides ? 7 : UInt64(bitPattern: Int64(hashValue)) }
}
