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
      sum += SIMD4<Float>(SIMD4<Int32>(truncatingIfNeeded: bytes)) * weight
      pixel += 4
    }
    return isReversed ? SIMD4(sum.z, sum.y, sum.x, sum.w) : sum
  }
}
