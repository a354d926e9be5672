import LinecasterBase

/// Paints rows of premultiplied RGBA pixels: source-over, with a coverage for the whole row.
///
/// With the source s multiplied by the coverage, each channel becomes s + p·(255−sα) ÷ 255, rounded
/// to the nearest and at most 255.
struct ImageBlender {
  private let coverage: UInt8

  init(coverage: UInt8 = 255) {
    self.coverage = coverage
  }

  /// Paints rows of whole groups of four pixels; the source's rows have no padding.
  func paint(
    _ image: UnsafePointer<UInt8>, groups: Int, rows: Int,
    onto target: UnsafeMutableRawPointer, rowBytes: Int
  ) {
    let source = UnsafeRawPointer(image)
    if coverage == 255 {
      paintWhole(source, groups, rows, target, rowBytes)
    } else {
      paintRows(source, groups, rows, target, rowBytes, isWhole: false)
    }
  }

  /// A separate function, because the compiler otherwise moves the coverage check into the loops.
  @inline(never)
  private func paintWhole(
    _ source: UnsafeRawPointer, _ groups: Int, _ rows: Int, _ target: UnsafeMutableRawPointer,
    _ rowBytes: Int
  ) {
    paintRows(source, groups, rows, target, rowBytes, isWhole: true)
  }

  @inline(__always)
  private func paintRows(
    _ source: UnsafeRawPointer, _ groups: Int, _ rows: Int, _ target: UnsafeMutableRawPointer,
    _ rowBytes: Int, isWhole: Bool
  ) {
    var source = source
    var row = target
    for _ in 0..<rows {
      for group in 0..<groups {
        paintGroup(source, isWhole: isWhole, onto: row + group &* 16)
        source += 16
      }
      row += rowBytes
    }
  }

  /// Paints `count` pixels onto the same number of pixels.
  func paint(_ source: UnsafeRawPointer, count: Int, onto row: UnsafeMutableRawPointer) {
    var index = 0
    while index &+ 4 <= count {
      let four = source.loadUnaligned(fromByteOffset: index &* 4, as: SIMD8<UInt16>.self)
      paintFour(four, isWhole: coverage == 255, onto: row + index &* 4)
      index &+= 4
    }
    while index < count {
      paintOne(source + index &* 4, onto: row + index &* 4)
      index &+= 1
    }
  }

  /// Paints four pixels; leaves or copies them if all are clear or opaque, as in most of a font's
  /// images.
  @inline(__always)
  private func paintGroup(
    _ source: UnsafeRawPointer, isWhole: Bool, onto target: UnsafeMutableRawPointer
  ) {
    let words = source.loadUnaligned(as: SIMD4<UInt32>.self)
    if all(words .== 0) { return }
    if isWhole, all(words & Self.alphaBits .== Self.alphaBits) {
      target.storeBytes(of: words, as: SIMD4<UInt32>.self)
    } else {
      paintFour(unsafeBitCast(words, to: SIMD8<UInt16>.self), isWhole: isWhole, onto: target)
    }
  }

  private static var alphaBits: SIMD4<UInt32> { SIMD4(repeating: 0xFF00_0000) }

  @inline(__always)
  private func paintFour(
    _ pixels: SIMD8<UInt16>, isWhole: Bool, onto target: UnsafeMutableRawPointer
  ) {
    var source = pixels
    if !isWhole {
      let even = ((source & 255) &* UInt16(coverage)).dividedBy255
      let odd = ((source &>> 8) &* UInt16(coverage)).dividedBy255
      source = even | odd &<< 8
    }
    let rest = Self.rests(source)
    let under = UnsafeRawPointer(target).loadUnaligned(as: SIMD8<UInt16>.self)
    let even = ((under & 255) &* rest).dividedBy255
    let odd = ((under &>> 8) &* rest).dividedBy255
    target.storeBytes(of: Self.sum(source, even | odd &<< 8), as: SIMD16<UInt8>.self)
  }

  /// Paints one pixel: the plain formula, the reference for tests of the four-pixel form.
  func paintOne(_ source: UnsafeRawPointer, onto target: UnsafeMutableRawPointer) {
    let over = source.assumingMemoryBound(to: UInt8.self)
    let pixel = target.assumingMemoryBound(to: UInt8.self)
    let rest = 255 &- UInt16(over[3].multiplied(by: coverage))
    for channel in 0..<4 {
      let sum =
        UInt16(over[channel].multiplied(by: coverage))
        &+ (UInt16(pixel[channel]) &* rest).dividedBy255
      pixel[channel] = UInt8(truncatingIfNeeded: min(sum, 255))
    }
  }

  /// Returns the remaining share for each pixel's alpha, in both of its lanes.
  @inline(__always)
  private static func rests(_ pixels: SIMD8<UInt16>) -> SIMD8<UInt16> {
    let rests = ~unsafeBitCast(pixels, to: SIMD4<UInt32>.self) &>> 24
    return unsafeBitCast(rests | rests &<< 16, to: SIMD8<UInt16>.self)
  }

  /// Returns the saturated sums of bytes.
  @inline(__always)
  private static func sum(_ left: SIMD8<UInt16>, _ right: SIMD8<UInt16>) -> SIMD16<UInt8> {
    let left = unsafeBitCast(left, to: SIMD16<UInt8>.self)
    let sum = left &+ unsafeBitCast(right, to: SIMD16<UInt8>.self)
    return sum.replacing(with: 255, where: sum .< left)
  }
}
