/// One byte a pixel, which is the number of its colour.
struct PalettePixelRows: PixelRows {
  private let base: UnsafePointer<UInt8>
  private let rowBytes: Int
  private let colors: UnsafePointer<SIMD4<Float>>

  /// Makes rows of pixels that stay valid as long as they are used.
  ///
  /// - Parameters:
  ///   - base: Rows from the top.
  ///   - rowBytes: The distance between rows.
  ///   - colors: 256 colours with channels from 0 to 255.
  init(_ base: UnsafePointer<UInt8>, rowBytes: Int, colors: UnsafePointer<SIMD4<Float>>) {
    self.base = base
    self.rowBytes = rowBytes
    self.colors = colors
  }

  @inline(__always)
  func sum(row: Int, from start: Int, _ weights: UnsafeBufferPointer<Float>) -> SIMD4<Float> {
    var sum = SIMD4<Float>.zero
    var pixel = base + row &* rowBytes + start
    for weight in weights {
      sum += colors[Int(pixel.pointee)] * weight
      pixel += 1
    }
    return sum
  }
}
