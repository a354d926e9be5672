package import LinecasterBase

/// The pixels of a bitmap during drawing, relative to a drawing's own origin.
///
/// Valid only inside the closure that receives it. The origin may lie anywhere; `clip` always lies
/// inside the bitmap.
struct Surface {
  private let base: UnsafeMutableRawPointer
  /// The offset in bytes from the first pixel to the origin.
  private let originBytes: Int
  private let byteCount: Int

  /// The distance between rows, in bytes.
  let rowBytes: Int

  /// The pixels that may be changed.
  let clip: PixelRect

  /// - Parameter bounds: The bitmap's pixels, relative to the origin.
  fileprivate init(base: UnsafeMutableRawPointer, bounds: PixelRect, clip: PixelRect) {
    self.base = base
    rowBytes = bounds.width * 4
    originBytes = -(bounds.top * rowBytes + bounds.left * 4)
    byteCount = rowBytes * bounds.height
    self.clip = clip
  }

  /// Whether pixels can be read and written back up to a column in all rows up to one: to the right
  /// of the bitmap lie the next rows, and behind the last row there is no memory.
  @inline(__always)
  func hasRoom(toColumn right: Int, row: Int) -> Bool {
    originBytes &+ row &* rowBytes &+ right &* 4 <= byteCount
  }

  /// Returns the address of a pixel inside the bitmap.
  @inline(__always)
  func pixel(x: Int, y: Int) -> UnsafeMutableRawPointer {
    base + (originBytes &+ y &* rowBytes &+ x &* 4)
  }
}

extension Bitmap {
  /// Calls `body` with the pixels for drawing at an origin, clipped to a rectangle; does nothing if
  /// that contains no pixel of the image.
  ///
  /// - Parameter clip: The pixels that may change, relative to the origin.
  mutating func withSurface<Failure: Error>(
    originX: Int, originY: Int, clip: PixelRect, _ body: (Surface) throws(Failure) -> Void
  ) throws(Failure) {
    let bounds = PixelRect(
      left: -originX, top: -originY, right: width - originX, bottom: height - originY)
    let visible = clip.clipped(to: bounds)
    guard !visible.isEmpty else { return }
    try pixels.withUnsafeMutableBufferPointer { bytes throws(Failure) in
      guard let base = bytes.baseAddress else { return }
      try body(Surface(base: UnsafeMutableRawPointer(base), bounds: bounds, clip: visible))
    }
  }
}

/// A premultiplied pixel, as stored in bitmaps.
package struct PremultipliedPixel: Hashable, Sendable {
  package let red: UInt8
  package let green: UInt8
  package let blue: UInt8
  package let alpha: UInt8

  init(red: UInt8, green: UInt8, blue: UInt8, alpha: UInt8) {
    self.red = red
    self.green = green
    self.blue = blue
    self.alpha = alpha
  }

  /// Multiplies a straight colour by its alpha, rounded to the nearest.
  package init(_ color: Color) {
    let alpha = color.alpha
    self.init(
      red: color.red.multiplied(by: alpha), green: color.green.multiplied(by: alpha),
      blue: color.blue.multiplied(by: alpha), alpha: alpha)
  }

  /// The straight colour, rounded to the nearest; multiplying it restores this pixel.
  var color: Color {
    guard alpha != 0 else { return .clear }
    return Color(
      red: red.divided(by: alpha), green: green.divided(by: alpha), blue: blue.divided(by: alpha),
      alpha: alpha)
  }

  /// The four bytes in memory order as one word.
  var bits: UInt32 {
    UInt32(
      littleEndian: UInt32(red) | UInt32(green) << 8 | UInt32(blue) << 16 | UInt32(alpha) << 24)
  }

  /// Sets `count` pixels in pixel memory.
  func fill(_ target: UnsafeMutableRawPointer, count: Int) {
    if let byte = repeatedByte {
      UnsafeMutableRawBufferPointer(start: target, count: count &* 4)
        .assumingMemoryBound(to: UInt8.self).update(repeating: byte)
    } else {
      target.assumingMemoryBound(to: UInt32.self).update(repeating: bits, count: count)
    }
  }

  /// Replaces the colours of pixels and keeps their alpha.
  func replaceColors(of target: UnsafeMutableRawPointer, count: Int) {
    for index in 0..<count {
      let pixel = target + index &* 4
      let share = pixel.load(fromByteOffset: 3, as: UInt8.self)
      PremultipliedPixel(
        red: red.multiplied(by: share), green: green.multiplied(by: share),
        blue: blue.multiplied(by: share), alpha: alpha.multiplied(by: share)
      ).fill(pixel, count: 1)
    }
  }

  /// The byte that fills memory with this pixel; `nil` if the four bytes differ.
  var repeatedByte: UInt8? {
    red == green && green == blue && blue == alpha ? alpha : nil
  }
}

extension UInt8 {
  /// Returns the product of two numbers from 0 to 1 in steps of 1/255, rounded to the nearest.
  @inlinable
  package func multiplied(by other: UInt8) -> UInt8 {
    UInt8(truncatingIfNeeded: (UInt16(self) &* UInt16(other)).dividedBy255)
  }

  /// Returns the quotient, rounded to the nearest and at most 1; the divisor must not be 0.
  @inlinable
  package func divided(by alpha: UInt8) -> UInt8 {
    let divisor = UInt32(alpha)
    return UInt8(Swift.min(255, (UInt32(self) * 255 + divisor / 2) / divisor))
  }
}

extension UInt16 {
  /// The number divided by 255 and rounded to the nearest; exact for 0…65025.
  @inlinable
  package var dividedBy255: UInt16 {
    let biased = self &+ 128
    return (biased &+ (biased &>> 8)) &>> 8
  }
}
