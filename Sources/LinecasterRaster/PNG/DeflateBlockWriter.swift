import LinecasterBase

/// Writes DEFLATE blocks, each with its own codes or stored, whichever is smaller (RFC 1951, §3.2).
struct DeflateBlockWriter: ~Copyable {
  /// The output, which the caller keeps alive and large enough, see `init(to:)`.
  private let target: UnsafeMutablePointer<UInt8>
  private var place = 0
  private var bits: UInt64 = 0
  private var bitCount: UInt64 = 0

  /// The bytes, and the matches: a flag, the length less 3 from bit 16, and the distance less 1.
  private let tokens: UnsafeMutablePointer<UInt32>
  private var tokenCount = 0
  /// The frequencies of bytes, the end and lengths; like the tokens owned until `deinit`.
  private let literals: UnsafeMutablePointer<UInt32>
  /// The frequencies of distances.
  private let distances: UnsafeMutablePointer<UInt32>

  /// The maximum number of bytes and matches of a block.
  static let tokenLimit = 1 << 14
  private static let literalCount = 288
  private static let distanceCount = 32
  private static let matchFlag: UInt32 = 1 << 31

  /// Creates a writer.
  ///
  /// - Parameter target: The output, with room for the bytes of all blocks, eight bytes more for
  ///   each, and 64 at the end.
  init(to target: UnsafeMutablePointer<UInt8>) {
    self.target = target
    tokens = .allocate(capacity: Self.tokenLimit)
    literals = .allocate(capacity: Self.literalCount)
    distances = .allocate(capacity: Self.distanceCount)
    literals.initialize(repeating: 0, count: Self.literalCount)
    distances.initialize(repeating: 0, count: Self.distanceCount)
  }

  deinit {
    tokens.deallocate()
    literals.deallocate()
    distances.deallocate()
  }

  /// Whether the block must be finished.
  var isFull: Bool {
    @inline(__always) get { tokenCount == Self.tokenLimit }
  }

  /// Adds a byte to the block.
  @inline(__always)
  mutating func add(_ literal: UInt8) {
    tokens[tokenCount] = UInt32(literal)
    literals[Int(literal)] &+= 1
    tokenCount &+= 1
  }

  /// Adds a match to the block: a copy of earlier bytes.
  @inline(__always)
  mutating func add(length: Int, distance: Int) {
    tokens[tokenCount] =
      Self.matchFlag | UInt32(truncatingIfNeeded: length &- 3) &<< 16
      | UInt32(truncatingIfNeeded: distance &- 1)
    literals[257 &+ Self.lengthSlot(length &- 3).slot] &+= 1
    distances[Self.distanceSlot(distance &- 1).slot] &+= 1
    tokenCount &+= 1
  }

  /// Returns the slot of a length less 3, and its number of extra bits: all below the upper three.
  @inline(__always)
  static func lengthSlot(_ length: Int) -> (slot: Int, extra: UInt64) {
    if length == 255 { return (28, 0) }
    guard length >= 8 else { return (length, 0) }
    let extra = 61 &- length.leadingZeroBitCount
    return ((extra &+ 1) &<< 2 &+ (length &>> extra) & 3, UInt64(truncatingIfNeeded: extra))
  }

  /// Returns the slot of a distance less 1, and its number of extra bits: all below the upper two.
  @inline(__always)
  static func distanceSlot(_ distance: Int) -> (slot: Int, extra: UInt64) {
    guard distance >= 4 else { return (distance, 0) }
    let extra = 62 &- distance.leadingZeroBitCount
    return ((extra &+ 1) &<< 1 &+ (distance &>> extra) & 1, UInt64(truncatingIfNeeded: extra))
  }

  @inline(__always)
  private mutating func put(_ value: UInt64, _ count: UInt64) {
    bits |= value &<< bitCount
    bitCount &+= count
  }

  /// Stores whole bytes; at most 7 bits stay.
  @inline(__always)
  private mutating func flush() {
    UnsafeMutableRawPointer(target + place).storeBytes(of: bits.littleEndian, as: UInt64.self)
    let count = bitCount &>> 3
    place &+= Int(truncatingIfNeeded: count)
    bits = count == 8 ? 0 : bits &>> (count &* 8)
    bitCount &= 7
  }

  /// Writes the block, and starts the next one.
  ///
  /// - Parameters:
  ///   - bytes: The uncompressed bytes of the block.
  ///   - isLast: Whether the stream ends with it.
  mutating func finishBlock(_ bytes: UnsafeBufferPointer<UInt8>, isLast: Bool) {
    literals[256] = 1
    let literalFrequencies = Array(UnsafeBufferPointer(start: literals, count: 286))
    let distanceFrequencies = Array(UnsafeBufferPointer(start: distances, count: 30))
    let codes = HuffmanCode(literalFrequencies, limit: 15)
    let distanceCodes = HuffmanCode(distanceFrequencies, limit: 15)
    let lengths = CodeLengths(codes, distanceCodes)
    let bitCount =
      lengths.bitCount + codes.bitCount(literalFrequencies)
      + distanceCodes.bitCount(distanceFrequencies) + extraBitCount
    if bitCount / 8 < bytes.count {
      put(isLast ? 1 : 0, 1)
      put(2, 2)
      lengths.forEachCode { value, count in
        put(value, count)
        flush()
      }
      write(codes, distanceCodes)
    } else {
      store(bytes, isLast: isLast)
    }
    tokenCount = 0
    literals.update(repeating: 0, count: Self.literalCount)
    distances.update(repeating: 0, count: Self.distanceCount)
  }

  /// The number of bits in lengths and distances beside their slots.
  private var extraBitCount: Int {
    var sum = 0
    for slot in 8..<28 { sum += Int(literals[257 + slot]) * (slot / 4 - 1) }
    for slot in 4..<30 { sum += Int(distances[slot]) * (slot / 2 - 1) }
    return sum
  }

  /// Writes bytes without compressing them.
  private mutating func store(_ bytes: UnsafeBufferPointer<UInt8>, isLast: Bool) {
    var start = 0
    while start < bytes.count {
      let end = min(bytes.count, start + 0xFFFF)
      put(isLast && end == bytes.count ? 1 : 0, 3)
      bitCount = (bitCount &+ 7) & ~7
      put(UInt64(end - start), 16)
      put(UInt64(end - start) ^ 0xFFFF, 16)
      flush()
      let part = UnsafeBufferPointer(rebasing: bytes[start..<end])
      if let base = part.baseAddress { (target + place).update(from: base, count: part.count) }
      place += part.count
      start = end
    }
  }

  private mutating func write(
    _ codes: borrowing HuffmanCode, _ distanceCodes: borrowing HuffmanCode
  ) {
    for index in 0..<tokenCount {
      let token = tokens[index]
      if token & Self.matchFlag == 0 {
        let code = codes[Int(token)]
        put(code.value, code.count)
      } else {
        let length = Int(token &>> 16) & 0xFF
        let (slot, extra) = Self.lengthSlot(length)
        let code = codes[257 &+ slot]
        put(code.value, code.count)
        put(UInt64(truncatingIfNeeded: length) & ((1 &<< extra) &- 1), extra)
        let distance = Int(token & 0xFFFF)
        let (place, more) = Self.distanceSlot(distance)
        let other = distanceCodes[place]
        put(other.value, other.count)
        put(UInt64(truncatingIfNeeded: distance) & ((1 &<< more) &- 1), more)
      }
      // A token has at most 48 bits.
      if bitCount > 15 { flush() }
    }
    let end = codes[256]
    put(end.value, end.count)
    flush()
  }

  /// Ends the stream on a whole byte, and returns the number of bytes.
  mutating func end() -> Int {
    bitCount = (bitCount &+ 7) & ~7
    flush()
    return place
  }
}
