import LinecasterBase
import Testing

/// The samples in the comments of LinecasterBase.
@Suite struct TypeSamplesCaches {
  private struct Name: CacheKey {
    let name: String
    init(_ name: String) { self.name = name }
  }

  @Test func keepsValues() {
    let bytes: [UInt8] = [1, 2, 3]
    var shown: [[UInt8]] = []
    func show(_ bytes: [UInt8]) { shown.append(bytes) }
    let cache = ShardedCache<Name, [UInt8]>(byteLimit: 1 << 20)
    cache.insert(bytes, for: Name("logo"), cost: bytes.count)
    if let known = cache.value(for: Name("logo")) { show(known) }
    cache.trim(to: cache.byteLimit / 2)
    #expect(shown == [bytes] && cache.statistics.hits == 1)
  }
}
