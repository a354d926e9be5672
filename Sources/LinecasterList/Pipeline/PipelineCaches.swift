import LinecasterCaches
import LinecasterCells
import LinecasterGeometry
import LinecasterRaster

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

  /// Keeps an arrangement, and its size for longer.
  func keep(_ arrangement: CellArrangement, for key: MeasurementKey) {
    sizes.insert(arrangement.size, for: key, cost: Self.keyCost)
    arrangements.insert(arrangement, for: key, cost: arrangement.byteCount + Self.keyCost)
  }

  /// Keeps pixels.
  func keep(_ image: CellImage, for key: MeasurementKey) {
    images.insert(image, for: key, cost: image.bitmap.pixels.count + Self.keyCost)
  }

  /// Drops all that is known of a cell in an environment.
  func forget(_ key: MeasurementKey) {
    sizes.removeValue(for: key)
    arrangements.removeValue(for: key)
    images.removeValue(for: key)
  }

  /// The memory that the caches keep alive, in bytes.
  var byteCount: Int {
    sizes.statistics.bytes + arrangements.statistics.bytes + images.statistics.bytes
  }

  /// An estimate of the memory a cell's content takes, which a key keeps alive.
  static let keyCost = 256
}
