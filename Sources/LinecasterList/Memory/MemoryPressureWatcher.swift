public import Foundation

/// Trims the caches of a pipeline while the machine is short of memory, as long as it is held.
///
/// Looks at the kernel's pressure file once an interval. Where there is none, as in some
/// containers, it does nothing.
public final class MemoryPressureWatcher: Sendable {
  private let task: Task<Void, any Error>

  /// Begins to watch.
  ///
  /// - Parameters:
  ///   - pipeline: What to trim; held weakly.
  ///   - threshold: The share of the time, from 0 to 1, that tasks wait for memory above which
  ///     the caches are halved.
  ///   - interval: How often to look.
  ///   - file: The file to look at.
  public init(
    pipeline: PrecomputePipeline, threshold: Double = 0.1, interval: Duration = .seconds(1),
    file: URL = URL(filePath: "/proc/pressure/memory")
  ) {
    task = Task.detached(priority: .utility) { [weak pipeline] in
      while true {
        try await Task.sleep(for: interval)
        guard let pipeline else { return }
        if Self.pressure(file) > threshold {
          pipeline.trimMemory(to: pipeline.cachedByteCount / 2)
        }
      }
    }
  }

  deinit { task.cancel() }

  private static func pressure(_ file: URL) -> Double {
    (try? String(contentsOf: file, encoding: .utf8)).flatMap(MemoryPressure.init)?.recentShare ?? 0
  }
}
