package import LinecasterBase

/// The pixels of a bitmap while something draws on it, seen from a drawing's own origin.
///
/// Valid only inside the closure it is handed to. Coordinates are pixels from the drawing's
/// origin, which may lie anywhere; `clip` always lies inside the bitmap.
struct Surface {
  private let base: UnsafeMutableRawPointer
  /// The bytes from the first pixel to the origin.
  private let originBytes: Int
  private let byteCount: Int

  /// The bytes from a pixel to the one below it.
  let rowBytes: Int

  /// The pixels that may be changed.
  let clip: PixelRect

  /// - Parameter bounds: The bitmap's pixels, counted from the origin.
  fileprivate init(base: UnsafeMutableRawPointer, bounds: PixelRect, clip: PixelRect) {
    self.base = base
    rowBytes = bounds.width * 4
    originBytes = -(bounds.top * rowBytes + bounds.left * 4)
    byteCount = rowBytes * bounds.height
    self.clip = clip
  }

  /// Whether pixels may be read and written back up to a column in all rows down to one: what is
  /// right of the bitmap are the next rows, and behind the last one there is nothing.
  @inline(__always)
  func hasRoom(toColumn right: Int, row: Int) -> Bool {
    originBytes &+ row &* rowBytes &+ right &* 4 <= byteCount
  }

  /// The address of a pixel inside the bitmap.
  @inline(__always)
  func pixel(x: Int, y: Int) -> UnsafeMutableRawPointer {
    base + (originBytes &+ y &* rowBytes &+ x &* 4)
  }
}

extension Bitmap {
  /// Lends the pixels for drawing at an origin, clipped to a rectangle; does nothing if that holds
  /// no pixel of the image.
  ///
  /// - Parameter clip: The pixels that may change, counted from the origin.
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

/// One pixel with its colours multiplied by its alpha, as bitmaps store it.
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

  /// The straight colour, rounded to the nearest; multiplying it again gives this pixel.
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

  /// Sets `count` pixels in memory that pixels are in.
  func fill(_ target: UnsafeMutableRawPointer, count: Int) {
    if let byte = repeatedByte {
      UnsafeMutableRawBufferPointer(start: target, count: count &* 4)
        .assumingMemoryBound(to: UInt8.self).update(repeating: byte)
    } else {
      target.assumingMemoryBound(to: UInt32.self).update(repeating: bits, count: count)
    }
  }

  /// Puts this colour in place of those of pixels, as much of it as each is opaque.
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

  /// The byte that fills memory with this pixel, where all four are the same.
  var repeatedByte: UInt8? {
    red == green && green == blue && blue == alpha ? alpha : nil
  }
}

extension UInt8 {
  /// The product of two numbers that stand for 0…1 in steps of 1/255, rounded to the nearest.
  @inlinable
  package func multiplied(by other: UInt8) -> UInt8 {
    UInt8(truncatingIfNeeded: (UInt16(self) &* UInt16(other)).dividedBy255)
  }

  /// The quotient of such numbers, rounded to the nearest and at most 1; the divisor is not 0.
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
