import LinecasterCaches
import LinecasterCells

/// What the pipeline has computed before, found by content and environment.
struct PipelineCaches: Sendable {
  let sizes: MeasuredSizeCache
  let arrangements: ShardedCache<MeasurementKey, CellArrangement>
  let images: ShardedCache<MeasurementKey, CellImage>

  init(_ options: PrecomputePipeline.Options) {
    sizes = MeasuredSizeCache(byteLimit: options.sizeCacheBytes)
    arrangements = ShardedCache(byteLimit: options.arrangementCacheBytes)
    images = ShardedCache(byteLimit: options.imageCacheBytes)
  }

  /// Drops the least recently used results until each cache holds no more than `bytes`.
  func trim(to bytes: Int) {
    sizes.trim(to: bytes)
    arrangements.trim(to: bytes)
    images.trim(to: bytes)
  }

  /// An estimate of the memory a cell's content takes, which a key keeps alive.
  static let keyCost = 256
}
