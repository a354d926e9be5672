/// What a cache of one shard should hold: a list from oldest to newest, searched from end to end.
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
