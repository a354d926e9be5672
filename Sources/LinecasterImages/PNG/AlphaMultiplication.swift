import LinecasterRaster

/// Pixels of four bytes between straight alpha, as PNG has it, and premultiplied, as bitmaps do.
enum AlphaMultiplication {
  /// Multiplies colours by alpha in place, rounded to the nearest.
  static func premultiply(_ pixels: inout [UInt8]) {
    pixels.withUnsafeMutableBufferPointer { bytes in
      for start in stride(from: 0, to: bytes.count, by: 4) where bytes[start + 3] != 255 {
        let alpha = bytes[start + 3]
        for channel in start..<start + 3 {
          bytes[channel] = bytes[channel].multiplied(by: alpha)
        }
      }
    }
  }

  /// A copy with colours divided by alpha, rounded to the nearest; multiplying gives them back.
  static func straight(_ pixels: [UInt8]) -> [UInt8] {
    var straight = pixels
    straight.withUnsafeMutableBufferPointer { bytes in
      for start in stride(from: 0, to: bytes.count, by: 4) where bytes[start + 3] != 255 {
        let alpha = bytes[start + 3]
        for channel in start..<start + 3 {
          bytes[channel] = alpha == 0 ? 0 : bytes[channel].divided(by: alpha)
        }
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

  /// The first three bytes of every four.
  static func droppingAlpha(_ pixels: [UInt8]) -> [UInt8] {
    let count = pixels.count / 4
    return [UInt8](unsafeUninitializedCapacity: count * 3 + 1) { target, filled in
      filled = count * 3
      guard let start = target.baseAddress else { return }
      pixels.withUnsafeBytes { source in
        for index in 0..<count {
          // Four bytes are stored; the next pixel, or the spare byte, takes the fourth.
          UnsafeMutableRawPointer(start + index * 3).storeBytes(
            of: source.loadUnaligned(fromByteOffset: index * 4, as: UInt32.self),
            as: UInt32.self)
        }
      }
    }
  }
}
