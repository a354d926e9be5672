import Foundation

/// The memory that the process takes more than when the meter was made.
struct MemoryMeter {
  private let start: Double

  /// Gives back what is free, and forgets the peak so far.
  init() {
    _ = Self.trim?(0)
    try? Data("5".utf8).write(to: URL(fileURLWithPath: "/proc/self/clear_refs"))
    start = Self.value("VmRSS:")
  }

  /// The most since then, in MiB.
  var mebibytes: Double { max(0, Self.value("VmHWM:") - start) }

  /// `malloc_trim`, which Swift's module of the C library leaves out; nil where there is none.
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
