import Foundation

/// The memory of this process that is in use, as Linux counts it.
public enum ResidentMemory {
  /// The bytes in use now; 0 where the kernel does not say.
  public static var bytes: Int {
    let status = FileManager.default.contents(atPath: "/proc/self/status") ?? Data()
    let line = String(decoding: status, as: UTF8.self).split(separator: "\n")
      .first { $0.hasPrefix("VmRSS:") }
    return (line.flatMap { Int($0.split(separator: " ").dropLast().last ?? "") } ?? 0) * 1_024
  }
}
