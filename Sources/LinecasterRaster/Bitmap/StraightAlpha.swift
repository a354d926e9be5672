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
