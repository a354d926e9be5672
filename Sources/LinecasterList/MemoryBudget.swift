public import Foundation
import LinecasterBase
import LinecasterCells
import Synchronization

/// Evicts cached results: first cells that no list requests, then preloaded ones, then upcoming
/// ones; never visible ones.
struct MemoryBudget: Sendable {
  let caches: PipelineCaches
  let registry: BandRegistry

  /// Evicts results until the caches hold at most `bytes`, or only visible cells.
  ///
  /// Pixels go before arrangements, and arrangements before sizes, which save the most work.
  /// - Complexity: O(values kept).
  func trim(to bytes: Int) {
    let bands = registry.bands
    for band in [WorkBand.idle, .preload, .display] {
      let isRemovable = { @Sendable (key: MeasurementKey) in bands[key, default: .idle] == band }
      trimImages(to: bytes, isRemovable)
      trimArrangements(to: bytes, isRemovable)
    }
    for band in [WorkBand.idle, .preload, .display] {
      let isRemovable = { @Sendable (key: MeasurementKey) in bands[key, default: .idle] == band }
      caches.sizes.trim(to: room(within: bytes, caches.sizes.statistics.bytes), where: isRemovable)
    }
  }

  private func trimImages(to bytes: Int, _ isRemovable: @Sendable (MeasurementKey) -> Bool) {
    caches.images.trim(
      to: room(within: bytes, caches.images.statistics.bytes), where: isRemovable)
  }

  private func trimArrangements(to bytes: Int, _ isRemovable: @Sendable (MeasurementKey) -> Bool) {
    caches.arrangements.trim(
      to: room(within: bytes, caches.arrangements.statistics.bytes), where: isRemovable)
  }

  /// Returns the allowed size of a cache that holds `held`, if the other caches stay as they are.
  private func room(within bytes: Int, _ held: Int) -> Int {
    held - max(0, caches.byteCount - max(0, bytes))
  }
}

/// Trims the caches of a pipeline while the machine is short of memory, as long as the watcher is
/// retained.
///
/// The watcher reads the kernel's pressure file at regular intervals (see "PSI – Pressure Stall
/// Information" in the kernel documentation). Without that file, for example in some containers, it
/// does nothing.
///
///     let arranger = CellArranger(typesetter: Typesetter(fonts: try .bundled()))
///     let pipeline = PrecomputePipeline(arranger: arranger)
///     let watcher = MemoryPressureWatcher(pipeline: pipeline, threshold: 0.05)
///     // It watches until it is released.
///     withExtendedLifetime(watcher) { showLists(pipeline) }
public final class MemoryPressureWatcher: Sendable {
  private let task: Task<Void, any Error>

  /// Creates a watcher, which starts at once.
  ///
  /// - Parameters:
  ///   - pipeline: The pipeline to trim; held weakly.
  ///   - threshold: The fraction of time, from 0 to 1, for which tasks wait for memory. Above it,
  ///     the caches are halved.
  ///   - interval: The interval between reads, clamped to a hundredth of a second to a day.
  ///   - file: The pressure file.
  public init(
    pipeline: PrecomputePipeline, threshold: Double = 0.1, interval: Duration = .seconds(1),
    file: URL = URL(filePath: "/proc/pressure/memory")
  ) {
    let interval = min(max(interval, .milliseconds(10)), .seconds(86_400))
    task = Task.detached(priority: .utility) { [weak pipeline] in
      while true {
        try await Task.sleep(for: interval)
        guard let pipeline else { return }
        let text = (try? String(contentsOf: file, encoding: .utf8)) ?? ""
        if Self.recentPressure(text) ?? 0 > threshold {
          pipeline.trimMemory(to: pipeline.cachedByteCount / 2)
        }
      }
    }
  }

  deinit { task.cancel() }

  /// The share of the last 10 seconds, from 0 to 1, in which some task waited for memory; `nil` if
  /// the text is not the kernel's.
  static func recentPressure(_ text: String) -> Double? {
    guard let line = text.split(separator: "\n").first(where: { $0.hasPrefix("some ") }),
      let field = line.split(separator: " ").first(where: { $0.hasPrefix("avg10=") }),
      let percent = Double(field.dropFirst("avg10=".count)), (0...100).contains(percent)
    else { return nil }
    return percent / 100
  }
}

/// The bands of cells in each list of a pipeline, by which memory is evicted.
final class BandRegistry: Sendable {
  /// Finds the bands of a list's cells.
  private typealias Bands = @Sendable () -> [MeasurementKey: WorkBand]

  private let lists = Mutex<[ObjectIdentifier: Bands]>([:])

  /// Sets the bands of one list; an empty dictionary removes the list.
  func set(_ bands: [MeasurementKey: WorkBand], of list: ObjectIdentifier) {
    let find: Bands = { bands }
    if bands.isEmpty { remove(list) } else { put(find, of: list) }
  }

  /// Sets the rows in range of one list.
  ///
  /// - Complexity: O(1): cells are hashed only when memory is short.
  func set(_ rows: RangeRequests, of list: ObjectIdentifier) {
    let find: Bands = { rows.bandsByKey }
    if rows.all.isEmpty { remove(list) } else { put(find, of: list) }
  }

  private func put(_ find: @escaping Bands, of list: ObjectIdentifier) {
    lists.withLock { $0[list] = find }
  }

  private func remove(_ list: ObjectIdentifier) {
    _ = lists.withLock { $0.removeValue(forKey: list) }
  }

  /// The nearest band of each cell in any list; other cells are idle.
  ///
  /// - Complexity: O(rows in range of all lists), and their cells are hashed.
  var bands: [MeasurementKey: WorkBand] {
    lists.withLock { Array($0.values) }
      .reduce(into: [:]) { bands, next in bands.merge(next(), uniquingKeysWith: min) }
  }
}
