import LinecasterBase

/// Compresses rows of pixels that mostly repeat (DEFLATE, RFC 1951).
///
/// A general compressor hashes every byte, even in areas of one colour. This one compares with the
/// pixel to the left and with the one above, and hashes only the ends of long matches. Files are a
/// tenth larger than those of libdeflate's level 8, in a fourth of the time.
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
  /// The last three positions of each hash, the latest first; beyond the window for none.
  private let table: UnsafeMutablePointer<Int32>

  private static let hashBits = 14
  private static let positions = 3
  private static let longestMatch = 258
  /// The length from which a match is taken without trying the next byte for a longer one.
  private static let goodLength = 24
  /// The maximum length of a match whose bytes are all hashed.
  private static let hashedLength = 32
  /// The number of bytes hashed at either end of a longer match.
  private static let hashedEnd = 4

  private init(
    _ bytes: UnsafePointer<UInt8>, count: Int, left: Int, above: Int,
    to target: UnsafeMutablePointer<UInt8>
  ) {
    (self.bytes, self.count, self.left, self.above) = (bytes, count, left, above)
    writer = DeflateBlockWriter(to: target)
    let slots = Self.positions << Self.hashBits
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
    var match: Match = place < end ? match(at: place) : (0, 0)
    while place < end {
      if writer.isFull { finishBlock(before: place) }
      guard match.length >= 4 else {
        writer.add(bytes[place])
        place += 1
        if place < end { match = self.match(at: place) }
        continue
      }
      var hashed = place + 1
      if match.length < Self.goodLength, hashed < end {
        let next = self.match(at: hashed)
        if next.length > match.length {
          writer.add(bytes[place])
          (match, place) = (next, hashed)
          continue
        }
        hashed += 1
      }
      writer.add(length: match.length, distance: match.distance)
      place += match.length
      hash(hashed, place, end)
      if place < end { match = self.match(at: place) }
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
    let hash = (four &* 0x9E37_79B1) &>> UInt32(32 - Self.hashBits)
    return table + Int(truncatingIfNeeded: hash) &* Self.positions
  }

  private typealias Match = (length: Int, distance: Int)

  /// Returns the longest match found, preferring near ones, and adds the place to the table.
  @inline(__always)
  private func match(at place: Int) -> Match {
    let four = four(place)
    let limit = min(Self.longestMatch, count &- place)
    var match: Match = (0, 0)
    if place >= left { extend(&match, place, place &- left, four, limit) }
    if match.length >= limit { return match }
    if place >= above { extend(&match, place, place &- above, four, limit) }
    let slot = slot(four)
    let (first, second, third) = (Int(slot[0]), Int(slot[1]), Int(slot[2]))
    add(place, to: slot)
    extend(&match, place, first, four, limit)
    extend(&match, place, second, four, limit)
    extend(&match, place, third, four, limit)
    return match
  }

  /// Replaces a match by the one at an earlier place if that is longer.
  @inline(__always)
  private func extend(
    _ match: inout Match, _ place: Int, _ other: Int, _ four: UInt32, _ limit: Int
  ) {
    guard place &- other <= Deflate.windowByteCount, self.four(other) == four else { return }
    let length = length(place, other, limit)
    if length > match.length { match = (length, place &- other) }
  }

  /// Makes a place the latest one of its hash.
  @inline(__always)
  private func add(_ place: Int, to slot: UnsafeMutablePointer<Int32>) {
    slot[2] = slot[1]
    slot[1] = slot[0]
    slot[0] = Int32(truncatingIfNeeded: place)
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
    if end &- start <= Self.hashedLength {
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
      add(place, to: slot(four(place)))
      place &+= 1
    }
  }
}
