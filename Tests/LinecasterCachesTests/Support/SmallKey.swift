import LinecasterCaches

/// A number as a key; its hash is spread well, or the same for all.
struct SmallKey: CacheKey {
  let number: Int
  var collides = false

  var cacheHash: UInt64 { collides ? 7 : UInt64(bitPattern: Int64(hashValue)) }
}
