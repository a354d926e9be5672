import LinecasterRaster

/// Pixels of four bytes between straight alpha, as PNG has it, and premultiplied, as bitmaps do.
enum AlphaMultiplication {
  /// Multiplies colours by alpha in place, rounded to the nearest.
  static func premultiply(_ bytes: UnsafeMutableBufferPointer<UInt8>) {
    for start in stride(from: 0, to: bytes.count, by: 4) where bytes[start + 3] != 255 {
      let alpha = bytes[start + 3]
      for channel in start..<start + 3 {
        bytes[channel] = bytes[channel].multiplied(by: alpha)
      }
    }
  }

  /// A colour divided by its alpha, rounded to the nearest; multiplying gives it back.
  @inline(__always)
  static func straight(_ channel: UInt8, alpha: UInt8) -> UInt8 {
    switch alpha {
    case 255: channel
    case 0: 0
    default: channel.divided(by: alpha)
    }
  }

  /// A copy with colours divided by alpha.
  static func straight(_ pixels: [UInt8]) -> [UInt8] {
    var straight = pixels
    for start in stride(from: 0, to: pixels.count, by: 4) {
      for channel in start..<start + 3 {
        straight[channel] = Self.straight(pixels[channel], alpha: pixels[start + 3])
      }
    }
    return straight
  }

  /// Whether every alpha is 255.
  static func isOpaque(_ pixels: [UInt8]) -> Bool {
    pixels.withUnsafeBytes { bytes in
      var rest = bytes
      while rest.count >= 16 {
        let four = rest.loadUnaligned(as: SIMD4<UInt32>.self)
        let alpha = UInt32(littleEndian: 0xFF00_0000)
        guard four & alpha == SIMD4(repeating: alpha) else { return false }
        rest = UnsafeRawBufferPointer(rebasing: rest[16...])
      }
      return stride(from: 3, to: rest.count, by: 4).allSatisfy { rest[$0] == 255 }
    }
  }

  /// Writes the first three bytes of every four; the target has a byte to spare.
  static func dropAlpha(
    _ pixels: UnsafeBufferPointer<UInt8>, into target: UnsafeMutableBufferPointer<UInt8>
  ) {
    guard let start = UnsafeMutableRawPointer(target.baseAddress) else { return }
    let source = UnsafeRawBufferPointer(pixels)
    for index in 0..<pixels.count / 4 {
      // Four bytes are stored; the next pixel, or the spare byte, takes the fourth.
      (start + index * 3).storeBytes(
        of: source.loadUnaligned(fromByteOffset: index * 4, as: UInt32.self), as: UInt32.self)
    }
  }
}
