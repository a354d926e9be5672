import Foundation

/// Repeated samples of the process's resident memory.
struct ResidentMemory {
  private(set) var samples: [Int] = []

  /// The resident pages, as Linux counts them (proc(5), statm).
  static var pages: Int {
    let line = FileManager.default.contents(atPath: "/proc/self/statm") ?? Data()
    let fields = String(decoding: line, as: UTF8.self).split(separator: " ")
    return fields.count > 1 ? Int(fields[1]) ?? 0 : 0
  }

  mutating func sample() { samples.append(Self.pages) }

  /// The medians of stretches of equal length, from the first sample to the last.
  func medians(of stretches: Int) -> [Int] {
    let length = samples.count / stretches
    guard length > 0 else { return [] }
    return (0..<stretches).map { stretch in
      samples[stretch * length..<(stretch + 1) * length].sorted()[length / 2]
    }
  }
}
