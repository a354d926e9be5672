extension Bitmap {
  /// The pixels in the order that a host wants, rows without padding.
  ///
  /// - Complexity: O(pixels); at once for `rgba`.
  public func bytes(in format: PixelFormat) -> [UInt8] {
    guard format == .bgra else { return pixels }
    return [UInt8](unsafeUninitializedCapacity: pixels.count) { buffer, count in
      count = pixels.count
      pixels.withUnsafeBytes { source in
        let target = UnsafeMutableRawBufferPointer(buffer)
        for start in stride(from: 0, to: source.count, by: 4) {
          let word = source.loadUnaligned(fromByteOffset: start, as: UInt32.self)
          target.storeBytes(of: Self.swapped(word), toByteOffset: start, as: UInt32.self)
        }
      }
    }
  }

  /// A pixel with its first and third byte changed over.
  @inline(__always)
  private static func swapped(_ pixel: UInt32) -> UInt32 {
    let word = pixel.littleEndian
    return (word & 0xFF00_FF00 | word << 16 & 0xFF_0000 | word >> 16 & 0xFF).littleEndian
  }
}
