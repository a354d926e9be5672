/// Memory for what is known of a paragraph's units until they are shaped, kept for the next one.
///
/// Not Sendable: it lives in a worker that one thread uses at a time.
final class AnalysisMemory {
  private var bytes = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: leastCapacity)

  deinit {
    bytes.deallocate()
  }

  /// Room for three arrays of one byte a unit, not initialized, in place of what was lent before.
  func reserve(_ count: Int) -> Arrays {
    let needed = 3 * count
    if bytes.count < needed || bytes.count > max(needed, Self.keptCapacity) {
      bytes.deallocate()
      bytes = .allocate(capacity: max(needed + needed / 2, Self.leastCapacity))
    }
    return Arrays(bytes, count)
  }

  /// Forgets what only very long texts need.
  func giveBackMuch() {
    if bytes.count > Self.keptCapacity { _ = reserve(0) }
  }

  /// Arrays in the memory; valid until it lends the next ones.
  struct Arrays {
    let scripts: UnsafeMutableBufferPointer<UInt8>
    let properties: UnsafeMutableBufferPointer<UInt8>
    let levels: UnsafeMutableBufferPointer<UInt8>

    fileprivate init(_ bytes: UnsafeMutableBufferPointer<UInt8>, _ count: Int) {
      scripts = .init(rebasing: bytes[..<count])
      properties = .init(rebasing: bytes[count..<2 * count])
      levels = .init(rebasing: bytes[2 * count..<3 * count])
    }
  }

  private static let leastCapacity = 4_096
  /// What only very long texts need goes with the next paragraph.
  private static let keptCapacity = 65_536
}
