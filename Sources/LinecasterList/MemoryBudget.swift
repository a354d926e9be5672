public import Foundation
import LinecasterBase
import LinecasterCells
import Synchronization

/// Takes memory back from caches: first what no list wants, then what is preloaded, then what is
/// about to be seen; never what can be seen.
struct MemoryBudget: Sendable {
  let caches: PipelineCaches
  let registry: BandRegistry

  /// Drops results until the caches hold no more than `bytes`, or only what can be seen.
  ///
  /// Pixels go before arrangements, arrangements before sizes, which save the most.
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

  /// How much a cache that holds `held` may hold if the others stay as they are.
  private func room(within bytes: Int, _ held: Int) -> Int {
    held - max(0, caches.byteCount - max(0, bytes))
  }
}

/// Trims the caches of a pipeline while the machine is short of memory, as long as it is held.
///
/// Looks at the kernel's pressure file once an interval (see "PSI – Pressure Stall Information" of
/// the kernel's documentation). Where there is none, as in some containers, it does nothing.
///
///     let arranger = CellArranger(typesetter: Typesetter(fonts: try .bundled()))
///     let pipeline = PrecomputePipeline(arranger: arranger)
///     let watcher = MemoryPressureWatcher(pipeline: pipeline, threshold: 0.05)
///     // It watches until nobody holds it any more.
///     withExtendedLifetime(watcher) { showLists(pipeline) }
public final class MemoryPressureWatcher: Sendable {
  private let task: Task<Void, any Error>

  /// Begins to watch.
  ///
  /// - Parameters:
  ///   - pipeline: What to trim; held weakly.
  ///   - threshold: The share of the time, from 0 to 1, that tasks wait for memory above which
  ///     the caches are halved.
  ///   - interval: How often to look, moved into a hundredth of a second to a day.
  ///   - file: The file to look at.
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

  /// The share of the last 10 seconds, from 0 to 1, in which some task waited for memory; nil for
  /// what is not the kernel's text.
  static func recentPressure(_ text: String) -> Double? {
    guard let line = text.split(separator: "\n").first(where: { $0.hasPrefix("some ") }),
      let field = line.split(separator: " ").first(where: { $0.hasPrefix("avg10=") }),
      let percent = Double(field.dropFirst("avg10=".count)), (0...100).contains(percent)
    else { return nil }
    return percent / 100
  }
}

/// Which cells the lists of a pipeline want how soon, so that memory is taken from the others.
final class BandRegistry: Sendable {
  private let wants = Mutex<[ObjectIdentifier: [MeasurementKey: WorkBand]]>([:])

  /// Sets what one list wants; an empty dictionary forgets the list.
  func set(_ bands: [MeasurementKey: WorkBand], of list: ObjectIdentifier) {
    wants.withLock { $0[list] = bands.isEmpty ? nil : bands }
  }

  /// How soon each cell is wanted by the list that wants it soonest; others are idle.
  var bands: [MeasurementKey: WorkBand] {
    wants.withLock { wants in
      wants.values.reduce(into: [:]) { bands, next in bands.merge(next, uniquingKeysWith: min) }
    }
  }
}
