internal import CDeflate
import LinecasterBase

/// Compression as PNG has it (RFC 1950 and 1951), by libdeflate at once or by zlib in parts.
///
/// The functions know no state and may be called on any thread.
enum Deflate {
  /// As far as a match may be back.
  static let windowByteCount = 1 << 15

  /// The sum of bytes that follow those of an earlier sum, by CRC-32.
  static func cyclicSum(_ bytes: UnsafeRawBufferPointer, after sum: UInt32 = 0) -> UInt32 {
    guard let start = bytes.baseAddress else { return sum }
    return libdeflate_crc32(sum, start, bytes.count)
  }

  /// Compresses bytes into a whole stream; nil where there is no memory.
  ///
  /// - Parameter level: 0 (none) to 12 (slow).
  /// - Complexity: O(count) in time and memory.
  static func stream(of bytes: UnsafeBufferPointer<UInt8>, level: Int) -> [UInt8]? {
    guard let compressor = libdeflate_alloc_compressor(Int32(level)) else { return nil }
    defer { libdeflate_free_compressor(compressor) }
    let capacity = libdeflate_zlib_compress_bound(compressor, bytes.count)
    var target = ScratchBytes.take(capacity)
    defer { ScratchBytes.give(back: target) }
    let count = target.withUnsafeMutableBufferPointer { target in
      libdeflate_zlib_compress(
        compressor, bytes.baseAddress, bytes.count, target.baseAddress, target.count)
    }
    return count == 0 ? nil : [UInt8](target[..<count])
  }

  /// The two bytes that start a stream of parts: the largest window, no dictionary.
  static let streamStart: [UInt8] = [0x78, 0x01]

  /// A part of a stream, and the sum of what is in it.
  struct Part: Sendable {
    let bytes: [UInt8]
    /// By Adler-32, of the bytes of the part alone.
    let sum: UInt32
    /// The bytes before they were compressed.
    let count: Int
  }

  /// Compresses some of a number of bytes into the next part of a stream; nil where there is no
  /// memory.
  ///
  /// - Parameters:
  ///   - range: What is compressed. Up to 32 KiB before it are bytes of the stream that precede it.
  ///   - level: 0 (none) to 9 (slow).
  ///   - isLast: Whether the stream ends with it.
  static func part(
    _ bytes: UnsafeBufferPointer<UInt8>, _ range: Range<Int>, level: Int, isLast: Bool
  ) -> Part? {
    let content = UnsafeBufferPointer(rebasing: bytes[range])
    let capacity = linecaster_deflate_part_bound(content.count)
    let packed = withUnsafeTemporaryAllocation(of: UInt8.self, capacity: capacity) { target in
      let count = linecaster_deflate_part(
        content.baseAddress, content.count, min(windowByteCount, range.lowerBound), Int32(level),
        isLast, target.baseAddress, target.count)
      return [UInt8](target[..<count])
    }
    guard !packed.isEmpty else { return nil }
    let sum = libdeflate_adler32(1, content.baseAddress, content.count)
    return Part(bytes: packed, sum: sum, count: content.count)
  }

  /// The sum of the bytes of parts so far with those of the next one, by Adler-32.
  static func sum(_ sum: UInt32, with part: Part) -> UInt32 {
    UInt32(truncatingIfNeeded: adler32_combine(uLong(sum), uLong(part.sum), part.count))
  }
}
