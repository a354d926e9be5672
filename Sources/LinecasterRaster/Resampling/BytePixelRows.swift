/// Four bytes a pixel.
struct BytePixelRows: PixelRows {
  private let base: UnsafeRawPointer
  private let rowBytes: Int
  private let isReversed: Bool

  /// Makes rows of pixels that stay valid as long as they are used.
  ///
  /// - Parameters:
  ///   - base: Rows from the top.
  ///   - rowBytes: The distance between rows.
  init(_ base: UnsafeRawPointer, rowBytes: Int, format: PixelFormat = .rgba) {
    self.base = base
    self.rowBytes = rowBytes
    isReversed = format == .bgra
  }

  @inline(__always)
  func sum(row: Int, from start: Int, _ weights: UnsafeBufferPointer<Float>) -> SIMD4<Float> {
    var sum = SIMD4<Float>.zero
    var pixel = base + row &* rowBytes + start &* 4
    for weight in weights {
      let bytes = pixel.loadUnaligned(as: SIMD4<UInt8>.self)
      sum += Self.floats(bytes) * weight
      pixel += 4
    }
    return isReversed ? SIMD4(sum.z, sum.y, sum.x, sum.w) : sum
  }

  /// Bytes as numbers: each becomes the lowest bits of 2^23, which is then taken away, since the
  /// conversions of whole vectors are calls.
  @inline(__always)
  private static func floats(_ bytes: SIMD4<UInt8>) -> SIMD4<Float> {
    let words = SIMD4<UInt32>(UInt32(bytes.x), UInt32(bytes.y), UInt32(bytes.z), UInt32(bytes.w))
    return unsafeBitCast(words | 0x4B00_0000, to: SIMD4<Float>.self) - 8_388_608
  }
}
