internal import CDeflate

/// Decompresses zlib data with libdeflate, in less than half the time of zlib.
///
/// Not thread-safe.
final class Inflater {
  private let decompressor: OpaquePointer?

  init() {
    decompressor = libdeflate_alloc_decompressor()
  }

  deinit { libdeflate_free_decompressor(decompressor) }

  /// Decompresses zlib data; `nil` unless the result has exactly the given number of bytes.
  func inflate(_ data: UnsafeRawBufferPointer, count: Int) -> [UInt8]? {
    guard let decompressor, let start = data.baseAddress, count > 0 else { return nil }
    var result = LIBDEFLATE_BAD_DATA
    let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, initialized in
      // Without a place for the number of bytes, fewer are an error, too.
      result = libdeflate_zlib_decompress(
        decompressor, start, data.count, buffer.baseAddress, count, nil)
      initialized = result == LIBDEFLATE_SUCCESS ? count : 0
    }
    return result == LIBDEFLATE_SUCCESS ? bytes : nil
  }
}
