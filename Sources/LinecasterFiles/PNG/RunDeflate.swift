import LinecasterBase

/// Compresses rows of pixels that mostly repeat (DEFLATE, RFC 1951).
///
/// A general compressor hashes every byte, even in areas of one colour. This one compares with the
/// pixel to the left and with the one above, and hashes only the ends of long matches. Files are as
/// small as those of libdeflate's first level, in half the instructions.
struct RunDeflate: ~Copyable {
  /// The distance to the pixel to the left, and to the one above.
  private let left: Int
  private let above: Int
  /// The input, alive for the call of `compress`; places are checked against `count`.
  private let bytes: UnsafePointer<UInt8>
  private let count: Int
  /// The start of the block.
  private var start = 0
  private var writer: DeflateBlockWriter
  /// The last two positions of each hash, the later one first; beyond the window for none.
  private let table: UnsafeMutablePointer<Int32>

  private static let hashBits = 13
  private static let longestMatch = 258
  /// The maximum length of a match whose bytes are all hashed.
  private static let shortMatch = 12
  /// The number of bytes hashed at either end of a longer match.
  private static let hashedEnd = 2

  private init(
    _ bytes: UnsafePointer<UInt8>, count: Int, left: Int, above: Int,
    to target: UnsafeMutablePointer<UInt8>
  ) {
    (self.bytes, self.count, self.left, self.above) = (bytes, count, left, above)
    writer = DeflateBlockWriter(to: target)
    let slots = 2 << Self.hashBits
    table = .allocate(capacity: slots)
    table.initialize(repeating: -1 - Int32(Deflate.windowByteCount), count: slots)
  }

  deinit { table.deallocate() }

  /// Returns the maximum size of compressed bytes, with room for storing eight bytes at once.
  static func bound(_ count: Int) -> Int {
    count + 8 * (count / DeflateBlockWriter.tokenLimit + 8)
  }

  /// Compresses bytes, and returns the number of bytes written.
  ///
  /// - Parameters:
  ///   - bytes: The bytes.
  ///   - left: The bytes of a pixel.
  ///   - above: The bytes of a row.
  ///   - target: The output, of `bound(_:)` bytes at least.
  /// - Complexity: O(count).
  static func compress(
    _ bytes: UnsafeBufferPointer<UInt8>, left: Int, above: Int,
    to target: UnsafeMutableBufferPointer<UInt8>
  ) -> Int {
    guard let base = bytes.baseAddress, let start = target.baseAddress,
      target.count >= bound(bytes.count)
    else { return 0 }
    var encoder = RunDeflate(base, count: bytes.count, left: left, above: above, to: start)
    return encoder.compress()
  }

  private mutating func compress() -> Int {
    var place = 0
    // Twelve bytes are read without a check.
    let end = count - 12
    while place < end {
      if writer.isFull { finishBlock(before: place) }
      let match = match(at: place)
      if match.length >= 4 {
        writer.add(length: match.length, distance: match.distance)
        hash(place + 1, place + match.length, end)
        place += match.length
      } else {
        writer.add(bytes[place])
        place += 1
      }
    }
    while place < count {
      if writer.isFull { finishBlock(before: place) }
      writer.add(bytes[place])
      place += 1
    }
    finishBlock(before: count, isLast: true)
    return writer.end()
  }

  private mutating func finishBlock(before end: Int, isLast: Bool = false) {
    let block = UnsafeBufferPointer(start: bytes + start, count: end - start)
    writer.finishBlock(block, isLast: isLast)
    start = end
  }

  @inline(__always)
  private func four(_ place: Int) -> UInt32 {
    UnsafeRawPointer(bytes).loadUnaligned(fromByteOffset: place, as: UInt32.self)
  }

  @inline(__always)
  private func slot(_ four: UInt32) -> UnsafeMutablePointer<Int32> {
    table + Int(truncatingIfNeeded: (four &* 0x9E37_79B1) &>> UInt32(32 - Self.hashBits)) &* 2
  }

  /// Returns the longest match found, preferring near ones, and adds the place to the table.
  @inline(__always)
  private func match(at place: Int) -> (length: Int, distance: Int) {
    let four = four(place)
    let limit = min(Self.longestMatch, count &- place)
    var (length, distance) = (0, 0)
    if place >= left, self.four(place &- left) == four {
      (length, distance) = (self.length(place, place &- left, limit), left)
      if length >= limit { return (length, distance) }
    }
    let slot = slot(four)
    let (first, second) = (Int(slot[0]), Int(slot[1]))
    slot[1] = slot[0]
    slot[0] = Int32(truncatingIfNeeded: place)
    if place &- first <= Deflate.windowByteCount, self.four(first) == four {
      let other = self.length(place, first, limit)
      if other > length { (length, distance) = (other, place &- first) }
      if place &- second <= Deflate.windowByteCount, self.four(second) == four {
        let other = self.length(place, second, limit)
        if other > length { (length, distance) = (other, place &- second) }
      }
    }
    if length < limit, place >= above, above <= Deflate.windowByteCount,
      self.four(place &- above) == four
    {
      let other = self.length(place, place &- above, limit)
      if other > length { (length, distance) = (other, above) }
    }
    return (length, distance)
  }

  /// Returns the number of equal bytes at two places whose first four are equal.
  @inline(__always)
  private func length(_ place: Int, _ other: Int, _ limit: Int) -> Int {
    let start = UnsafeRawPointer(bytes)
    var length = 4
    while length &+ 8 <= limit {
      let difference =
        start.loadUnaligned(fromByteOffset: place &+ length, as: UInt64.self)
        ^ start.loadUnaligned(fromByteOffset: other &+ length, as: UInt64.self)
      if difference != 0 { return length &+ difference.trailingZeroBitCount &>> 3 }
      length &+= 8
    }
    while length < limit, bytes[place &+ length] == bytes[other &+ length] { length &+= 1 }
    return length
  }

  /// Hashes the places of a match.
  @inline(__always)
  private func hash(_ start: Int, _ end: Int, _ limit: Int) {
    let end = min(end, limit)
    if end &- start <= Self.shortMatch {
      hash(start, end)
    } else {
      hash(start, start &+ Self.hashedEnd)
      hash(end &- Self.hashedEnd, end)
    }
  }

  @inline(__always)
  private func hash(_ start: Int, _ end: Int) {
    var place = start
    while place < end {
      let slot = slot(four(place))
      slot[1] = slot[0]
      slot[0] = Int32(truncatingIfNeeded: place)
      place &+= 1
    }
  }
}
