import Foundation

/// The peak memory of the process in an interval, as Linux counts it.
enum MemoryPeak {
  /// Restarts the measurement, and returns the current kilobytes.
  static func start() -> Int {
    // Resets the peak to the current use (proc(5), clear_refs).
    try? Data("5".utf8).write(to: URL(fileURLWithPath: "/proc/self/clear_refs"))
    return field("VmRSS:")
  }

  /// The amount by which the peak since then exceeded the use at the start.
  static func kilobytes(since start: Int) -> Int { max(0, field("VmHWM:") - start) }

  private static func field(_ name: String) -> Int {
    let status = FileManager.default.contents(atPath: "/proc/self/status") ?? Data()
    let line = String(decoding: status, as: UTF8.self).split(separator: "\n")
      .first { $0.hasPrefix(name) }
    return line.flatMap { Int($0.split(separator: " ").dropLast().last ?? "") } ?? 0
  }
}
