internal import CDeflate
import LinecasterBase

/// DEFLATE compression for PNG and PDF (RFC 1950 and 1951), by libdeflate in one call or by zlib in
/// parts.
///
/// The functions are stateless and thread-safe.
package enum Deflate {
  /// The maximum distance of a match.
  static let windowByteCount = 1 << 15

  /// The CRC-32 of bytes that follow those of an earlier checksum.
  static func cyclicSum(_ bytes: UnsafeRawBufferPointer, after sum: UInt32 = 0) -> UInt32 {
    guard let start = bytes.baseAddress else { return sum }
    return libdeflate_crc32(sum, start, bytes.count)
  }

  /// Compresses bytes to a complete stream; `nil` if memory is exhausted.
  ///
  /// - Parameter level: 0 (none) to 12 (slow).
  /// - Complexity: O(count) in time and memory.
  package static func stream(of bytes: UnsafeBufferPointer<UInt8>, level: Int) -> [UInt8]? {
    guard let compressor = libdeflate_alloc_compressor(Int32(level)) else { return nil }
    defer { libdeflate_free_compressor(compressor) }
    let capacity = libdeflate_zlib_compress_bound(compressor, bytes.count)
    var target = ScratchBytes.take(capacity)
    defer { ScratchBytes.recycle(target) }
    let count = target.withUnsafeMutableBufferPointer { target in
      libdeflate_zlib_compress(
        compressor, bytes.baseAddress, bytes.count, target.baseAddress, target.count)
    }
    return count == 0 ? nil : [UInt8](target[..<count])
  }

  /// Compresses rows that mostly repeat pixels to a complete stream.
  ///
  /// - Complexity: O(count) in time and memory.
  static func stream(
    ofRepeating rows: UnsafeBufferPointer<UInt8>, pixelByteCount: Int, rowByteCount: Int
  ) -> [UInt8] {
    var target = ScratchBytes.take(RunDeflate.bound(rows.count))
    defer { ScratchBytes.recycle(target) }
    let count = target.withUnsafeMutableBufferPointer {
      RunDeflate.compress(rows, left: pixelByteCount, above: rowByteCount, to: $0)
    }
    let sum = libdeflate_adler32(1, rows.baseAddress, rows.count)
    return streamStart + target[..<count]
      + [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: sum >> $0) }
  }

  /// The two header bytes of a stream in parts: the largest window, no dictionary.
  static let streamStart: [UInt8] = [0x78, 0x01]

  /// A part of a stream, and the checksum of its content.
  struct Part: Sendable {
    let bytes: [UInt8]
    /// The Adler-32 checksum of this part's bytes alone.
    let sum: UInt32
    /// The number of bytes before compression.
    let count: Int
  }

  /// Compresses a range of bytes to the next part of a stream; `nil` if memory is exhausted.
  ///
  /// - Parameters:
  ///   - range: The range to compress; up to 32 KiB before it serve as the window.
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

  /// The Adler-32 checksum of the parts so far, combined with that of the next one.
  static func sum(_ sum: UInt32, with part: Part) -> UInt32 {
    UInt32(truncatingIfNeeded: adler32_combine(uLong(sum), uLong(part.sum), part.count))
  }
}
