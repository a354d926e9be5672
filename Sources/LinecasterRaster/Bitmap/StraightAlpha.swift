/// Converts premultiplied alpha, as in bitmaps, to straight alpha, as in PNG and some renderers.
package enum StraightAlpha {
  /// Returns a colour divided by its alpha, rounded to the nearest; multiplying restores it.
  @inlinable @inline(__always)
  package static func straight(_ channel: UInt8, alpha: UInt8) -> UInt8 {
    switch alpha {
    case 255: channel
    case 0: 0
    default: channel.divided(by: alpha)
    }
  }

  /// Returns a copy with colours divided by alpha.
  package static func straight(_ pixels: [UInt8]) -> [UInt8] {
    var straight = pixels
    for start in stride(from: 0, to: pixels.count, by: 4) {
      for channel in start..<start + 3 {
        straight[channel] = Self.straight(pixels[channel], alpha: pixels[start + 3])
      }
    }
    return straight
  }
}

extension StraightAlpha {
  /// Copies the first three bytes of every four.
  static func dropAlpha(
    _ pixels: UnsafeBufferPointer<UInt8>, into target: UnsafeMutableBufferPointer<UInt8>
  ) {
    let count = pixels.count / 4
    guard let start = UnsafeMutableRawPointer(target.baseAddress) else { return }
    let source = UnsafeRawBufferPointer(pixels)
    var pixel = 0
    // Four pixels are twelve bytes.
    while pixel + 4 <= count {
      let bytes = pixel * 4
      let first = source.loadUnaligned(fromByteOffset: bytes, as: UInt64.self).littleEndian
      let second = source.loadUnaligned(fromByteOffset: bytes + 8, as: UInt64.self).littleEndian
      let low = first & 0xFF_FFFF | first >> 8 & 0xFFFF_FF00_0000
      let high = second & 0xFF_FFFF | second >> 8 & 0xFFFF_FF00_0000
      (start + pixel * 3).storeBytes(of: (low | high << 48).littleEndian, as: UInt64.self)
      (start + pixel * 3 + 8).storeBytes(
        of: UInt32(truncatingIfNeeded: high >> 16).littleEndian, as: UInt32.self)
      pixel += 4
    }
    while pixel < count {
      for channel in 0..<3 { target[pixel * 3 + channel] = pixels[pixel * 4 + channel] }
      pixel += 1
    }
  }
}
