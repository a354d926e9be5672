import LinecasterGeometry

/// Paints one colour through coverage masks: source-over on premultiplied RGBA.
///
/// With coverage and opacity combined to `a`, each channel becomes (p·(255−a) + c·a) ÷ 255,
/// rounded to the nearest, where c is the straight colour and 255 for the alpha channel.
struct MaskBlender {
  /// Red, green, blue and 255, four times.
  private let channels: SIMD16<UInt16>
  private let opaquePixels: SIMD16<UInt8>
  private let opacity: UInt8
  private let color: Color

  init(_ color: Color) {
    let pixel = SIMD4<UInt16>(UInt16(color.red), UInt16(color.green), UInt16(color.blue), 255)
    let pair = SIMD8(lowHalf: pixel, highHalf: pixel)
    channels = SIMD16(lowHalf: pair, highHalf: pair)
    opaquePixels = SIMD16(truncatingIfNeeded: channels)
    opacity = color.alpha
    self.color = color
  }

  /// Paints a row of `count` pixels through `count` bytes of coverage.
  @inline(__always)
  func paint(_ mask: UnsafePointer<UInt8>, count: Int, onto row: UnsafeMutableRawPointer) {
    let coverage = UnsafeRawPointer(mask)
    var index = 0
    while index &+ 4 <= count {
      let four = coverage.loadUnaligned(fromByteOffset: index, as: UInt32.self)
      if four != 0 { paintFour(four, onto: row + index &* 4) }
      index &+= 4
    }
    while index < count {
      paintOne(mask[index], onto: row + index &* 4)
      index &+= 1
    }
  }

  /// Paints a row of `count` pixels that are all covered alike.
  func fill(count: Int, coverage: UInt8, onto row: UnsafeMutableRawPointer) {
    if coverage == 255, opacity == 255 {
      row.assumingMemoryBound(to: UInt32.self).update(
        repeating: PremultipliedPixel(color).bits, count: count)
      return
    }
    let four = UInt32(coverage) &* 0x0101_0101
    var index = 0
    while index &+ 4 <= count {
      paintFour(four, onto: row + index &* 4)
      index &+= 4
    }
    while index < count {
      paintOne(coverage, onto: row + index &* 4)
      index &+= 1
    }
  }

  /// Paints four pixels through four bytes of coverage, the first in the lowest byte.
  @inline(__always)
  private func paintFour(_ four: UInt32, onto target: UnsafeMutableRawPointer) {
    if four == 0xFFFF_FFFF, opacity == 255 {
      target.storeBytes(of: opaquePixels, as: SIMD16<UInt8>.self)
      return
    }
    var a = SIMD16<UInt16>(truncatingIfNeeded: Self.spread(UInt32(littleEndian: four)))
    if opacity != 255 { a = (a &* UInt16(opacity)).dividedBy255 }
    let pixels = SIMD16<UInt16>(
      truncatingIfNeeded: UnsafeRawPointer(target).loadUnaligned(as: SIMD16<UInt8>.self))
    let sum = pixels &* (255 &- a) &+ channels &* a
    target.storeBytes(
      of: SIMD16<UInt8>(truncatingIfNeeded: sum.dividedBy255), as: SIMD16<UInt8>.self)
  }

  /// Paints one pixel: the formula itself, which the four-pixel form is tested against.
  func paintOne(_ coverage: UInt8, onto target: UnsafeMutableRawPointer) {
    let a = UInt16(coverage.multiplied(by: opacity))
    let pixel = target.assumingMemoryBound(to: UInt8.self)
    for channel in 0..<4 {
      let sum = UInt16(pixel[channel]) &* (255 &- a) &+ channels[channel] &* a
      pixel[channel] = UInt8(truncatingIfNeeded: sum.dividedBy255)
    }
  }

  /// Four bytes, each repeated for the four channels of its pixel.
  @inline(__always)
  private static func spread(_ four: UInt32) -> SIMD16<UInt8> {
    let lanes = SIMD4<UInt32>(
      truncatingIfNeeded: unsafeBitCast(four.littleEndian, to: SIMD4<UInt8>.self))
    let pairs = lanes | lanes &<< 8
    return unsafeBitCast(pairs | pairs &<< 16, to: SIMD16<UInt8>.self)
  }
}

extension SIMD16<UInt16> {
  /// Each lane divided by 255 and rounded to the nearest; exact for 0…65025.
  @inline(__always)
  var dividedBy255: SIMD16<UInt16> {
    let biased = self &+ 128
    return (biased &+ (biased &>> 8)) &>> 8
  }
}
