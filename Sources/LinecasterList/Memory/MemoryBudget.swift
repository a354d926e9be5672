import LinecasterCaches
import LinecasterCells

/// Takes memory back from caches: first what no list wants, then what is preloaded, then what is
/// about to be seen; never what can be seen.
struct MemoryBudget: Sendable {
  let caches: PipelineCaches
  let registry: BandRegistry

  /// Drops results until the caches hold no more than `bytes`, or only what can be seen.
  ///
  /// Pixels go before arrangements, arrangements before sizes, which are small and save the most.
  /// - Complexity: O(values kept).
  func trim(to bytes: Int) {
    let bands = registry.bands
    for band in [WorkBand.idle, .preload, .display] {
      let isRemovable = { @Sendable (key: MeasurementKey) in bands[key, default: .idle] == band }
      trimImages(to: bytes, isRemovable)
      trimArrangements(to: bytes, isRemovable)
    }
    let isIdle = { @Sendable (key: MeasurementKey) in bands[key, default: .idle] == .idle }
    caches.sizes.trim(to: room(within: bytes, caches.sizes.statistics.bytes), where: isIdle)
  }

  private func trimImages(to bytes: Int, _ isRemovable: @Sendable (MeasurementKey) -> Bool) {
    caches.images.trim(
      to: room(within: bytes, caches.images.statistics.bytes), where: isRemovable)
  }

  private func trimArrangements(to bytes: Int, _ isRemovable: @Sendable (MeasurementKey) -> Bool) {
    caches.arrangements.trim(
      to: room(within: bytes, caches.arrangements.statistics.bytes), where: isRemovable)
  }

  /// How much a cache that holds `held` may hold if the others stay as they are.
  private func room(within bytes: Int, _ held: Int) -> Int {
    held - max(0, caches.byteCount - max(0, bytes))
  }
}
