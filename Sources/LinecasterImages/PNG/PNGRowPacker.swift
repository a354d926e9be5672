import LinecasterRaster

/// Turns rows of premultiplied RGBA into rows as a PNG file has them.
struct PNGRowPacker {
  let width: Int
  let layout: PNGLayout

  /// A row to pack into. It has spare bytes at its end, so that pixels of three bytes may be stored
  /// as four.
  var emptyRow: [UInt8] { [UInt8](repeating: 0, count: (width * layout.pixelBits + 7) / 8 + 1) }

  /// Packs a row of an image; `packed` was made by `emptyRow`.
  func pack(_ pixels: [UInt8], row: Int, into packed: inout [UInt8]) {
    let range = row * width * 4..<(row + 1) * width * 4
    pixels.withUnsafeBufferPointer { pixels in
      let source = UnsafeBufferPointer(rebasing: pixels[range])
      packed.withUnsafeMutableBufferPointer { pack(source, into: $0) }
    }
  }

  private func pack(
    _ source: UnsafeBufferPointer<UInt8>, into target: UnsafeMutableBufferPointer<UInt8>
  ) {
    switch layout {
    case .grey:
      for pixel in 0..<width { target[pixel] = source[pixel * 4] }
    case .greyAlpha:
      for pixel in 0..<width {
        let alpha = source[pixel * 4 + 3]
        target[pixel * 2] = AlphaMultiplication.straight(source[pixel * 4], alpha: alpha)
        target[pixel * 2 + 1] = alpha
      }
    case .rgb: AlphaMultiplication.dropAlpha(source, into: target)
    case .rgba:
      for start in stride(from: 0, to: source.count, by: 4) {
        let alpha = source[start + 3]
        for channel in start..<start + 3 {
          target[channel] = AlphaMultiplication.straight(source[channel], alpha: alpha)
        }
        target[start + 3] = alpha
      }
    case .palette(let palette): pack(source, palette, into: target)
    }
  }

  /// Writes indices, the first pixel in the high bits of a byte.
  private func pack(
    _ source: UnsafeBufferPointer<UInt8>, _ palette: PNGPalette,
    into target: UnsafeMutableBufferPointer<UInt8>
  ) {
    let bytes = UnsafeRawBufferPointer(source)
    let depth = palette.depth
    target.update(repeating: 0)
    var last: UInt32?
    var index: UInt8 = 0
    for pixel in 0..<width {
      let color = bytes.loadUnaligned(fromByteOffset: pixel * 4, as: UInt32.self)
      if color != last { index = palette.index(of: color) }
      last = color
      let bit = pixel * depth
      target[bit / 8] |= index << UInt8(8 - depth - bit % 8)
    }
  }
}
