import Foundation

/// The growth of the process's memory since the meter was made.
struct MemoryMeter {
  private let start: Double

  /// Returns free memory to the system, and resets the peak.
  init() {
    _ = Self.trim?(0)
    try? Data("5".utf8).write(to: URL(fileURLWithPath: "/proc/self/clear_refs"))
    start = Self.value("VmRSS:")
  }

  /// The peak since then, in MiB.
  var mebibytes: Double { max(0, Self.value("VmHWM:") - start) }

  /// `malloc_trim`, which Swift's module of the C library omits; `nil` if the library lacks it.
  private static let trim: (@convention(c) (Int) -> Int32)? = {
    guard let symbol = dlsym(nil, "malloc_trim") else { return nil }
    return unsafeBitCast(symbol, to: (@convention(c) (Int) -> Int32).self)
  }()

  private static func value(_ name: String) -> Double {
    let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
    let line = status.split(separator: "\n").first { $0.hasPrefix(name) }
    return
      (line?.split(separator: "\t").last?.split(separator: " ").first.flatMap { Double($0) }
      ?? 0) / 1024
  }
}
