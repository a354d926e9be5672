import LinecasterBase

/// Chooses and applies the filters of rows (PNG specification, third edition, §9).
///
/// Text and shapes repeat pixels, which compression finds as they are; a filter would hide that.
/// Rows that do not repeat, of photographs, take the filter that leaves the least.
struct PNGRowFilter {
  private let pixelByteCount: Int
  private var row: [UInt8]
  private var above: [UInt8]
  private var tried: [UInt8]

  /// The pixels of a row that are looked at.
  private static let samples = 32

  /// The kinds of filters, by their numbers.
  enum Kind: UInt8, CaseIterable {
    case none, sub, up, average, paeth
  }

  /// Makes a filter for rows of so many bytes, below a row of zeros.
  init(byteCount: Int, pixelByteCount: Int) {
    self.pixelByteCount = max(1, pixelByteCount)
    row = [UInt8](repeating: 0, count: byteCount)
    above = row
    tried = row
  }

  /// Goes on to the next row, which `read` writes.
  mutating func load(_ read: (UnsafeMutableBufferPointer<UInt8>) -> Void) {
    swap(&row, &above)
    row.withUnsafeMutableBufferPointer { read($0) }
  }

  /// Writes the number of a filter, and the row filtered by it; whether there was one to choose.
  mutating func write(to target: UnsafeMutableBufferPointer<UInt8>) -> Bool {
    let content = UnsafeMutableBufferPointer(rebasing: target[1...])
    target[0] = Kind.none.rawValue
    guard !repeats else {
      _ = content.update(fromContentsOf: row)
      return false
    }
    var least = Int.max
    for kind in Kind.allCases {
      let sum = Self.apply(kind, to: row, below: above, pixelByteCount, &tried)
      guard sum < least else { continue }
      least = sum
      target[0] = kind.rawValue
      _ = content.update(fromContentsOf: tried)
    }
    return true
  }

  /// Whether most pixels are as the one to the left or the one above.
  private var repeats: Bool {
    let count = row.count / pixelByteCount
    let step = max(1, count / Self.samples) * pixelByteCount
    // Four bytes are looked at, of which as many count as a pixel has.
    let mask = UInt32(littleEndian: .max >> UInt32(32 - 8 * pixelByteCount))
    var looked = 0
    var repeated = 0
    row.withUnsafeBytes { row in
      above.withUnsafeBytes { above in
        var start = pixelByteCount
        while start + 4 <= row.count {
          let pixel = row.loadUnaligned(fromByteOffset: start, as: UInt32.self)
          let left = row.loadUnaligned(fromByteOffset: start - pixelByteCount, as: UInt32.self)
          let up = above.loadUnaligned(fromByteOffset: start, as: UInt32.self)
          looked += 1
          if (pixel ^ left) & mask == 0 || (pixel ^ up) & mask == 0 { repeated += 1 }
          start += step
        }
      }
    }
    return repeated * 2 >= looked
  }

  /// Writes what a filter leaves of the row, and gives the sum of its bytes, taken as signed ones
  /// without their signs.
  private static func apply(
    _ kind: Kind, to row: [UInt8], below above: [UInt8], _ pixel: Int, _ target: inout [UInt8]
  ) -> Int {
    row.withUnsafeBufferPointer { row in
      above.withUnsafeBufferPointer { above in
        target.withUnsafeMutableBufferPointer { target in
          switch kind {
          case .none: apply(row, above, pixel, target) { _, _, _ in 0 }
          case .sub: apply(row, above, pixel, target) { left, _, _ in left }
          case .up: apply(row, above, pixel, target) { _, up, _ in up }
          case .average:
            apply(row, above, pixel, target) { left, up, _ in
              UInt8(truncatingIfNeeded: (UInt16(left) + UInt16(up)) >> 1)
            }
          case .paeth: apply(row, above, pixel, target, paeth)
          }
        }
      }
    }
  }

  @inline(__always)
  private static func apply(
    _ row: UnsafeBufferPointer<UInt8>, _ above: UnsafeBufferPointer<UInt8>, _ pixel: Int,
    _ target: UnsafeMutableBufferPointer<UInt8>,
    _ predict: (_ left: UInt8, _ up: UInt8, _ upLeft: UInt8) -> UInt8
  ) -> Int {
    var sum: UInt32 = 0
    for index in 0..<min(pixel, row.count) {
      let rest = row[index] &- predict(0, above[index], 0)
      target[index] = rest
      sum &+= UInt32(min(rest, 0 &- rest))
    }
    guard pixel < row.count else { return Int(sum) }
    for index in pixel..<row.count {
      let rest = row[index] &- predict(row[index - pixel], above[index], above[index - pixel])
      target[index] = rest
      sum &+= UInt32(min(rest, 0 &- rest))
    }
    return Int(sum)
  }

  /// The neighbour that is nearest to what the three of them lead to.
  @inline(__always)
  private static func paeth(_ left: UInt8, _ up: UInt8, _ upLeft: UInt8) -> UInt8 {
    let (a, b, c) = (Int16(left), Int16(up), Int16(upLeft))
    let (toLeft, toUp, toUpLeft) = (abs(b - c), abs(a - c), abs(a + b - 2 * c))
    if toLeft <= toUp, toLeft <= toUpLeft { return left }
    return toUp <= toUpLeft ? up : upLeft
  }
}
