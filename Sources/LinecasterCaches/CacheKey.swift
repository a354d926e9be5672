/// What a cache finds its values by.
public protocol CacheKey: Hashable, Sendable {
  /// A number that is equal for equal keys and differs in its high and in its low bits
  /// for most others.
  var cacheHash: UInt64 { get }
}

extension CacheKey {
  /// The hash by `Hasher`.
  @inlinable
  public var cacheHash: UInt64 { UInt64(truncatingIfNeeded: hashValue) }
}
