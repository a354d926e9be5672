import Foundation

/// How much memory of the process was in use at a time, as Linux counts it.
enum MemoryPeak {
  /// Starts counting again, and returns the kilobytes in use now.
  static func start() -> Int {
    // Sets the peak back to what is in use (proc(5), clear_refs).
    try? Data("5".utf8).write(to: URL(fileURLWithPath: "/proc/self/clear_refs"))
    return field("VmRSS:")
  }

  /// How far the peak since then was above what was in use.
  static func kilobytes(since start: Int) -> Int { max(0, field("VmHWM:") - start) }

  private static func field(_ name: String) -> Int {
    let status = FileManager.default.contents(atPath: "/proc/self/status") ?? Data()
    let line = String(decoding: status, as: UTF8.self).split(separator: "\n")
      .first { $0.hasPrefix(name) }
    return line.flatMap { Int($0.split(separator: " ").dropLast().last ?? "") } ?? 0
  }
}
