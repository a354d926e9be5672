/// Paints rows of premultiplied RGBA pixels: source-over, with a coverage for the whole row.
///
/// With the source s multiplied by the coverage, each channel becomes s + p·(255−sα) ÷ 255, rounded
/// to the nearest and at most 255.
struct PictureBlender {
  private let coverage: UInt8

  init(coverage: UInt8 = 255) {
    self.coverage = coverage
  }

  /// Paints `count` pixels onto `count` others.
  func paint(_ source: UnsafeRawPointer, count: Int, onto row: UnsafeMutableRawPointer) {
    var index = 0
    while index &+ 4 <= count {
      paintFour(
        source.loadUnaligned(fromByteOffset: index &* 4, as: SIMD16<UInt8>.self),
        onto: row + index &* 4)
      index &+= 4
    }
    while index < count {
      paintOne(source + index &* 4, onto: row + index &* 4)
      index &+= 1
    }
  }

  @inline(__always)
  private func paintFour(_ bytes: SIMD16<UInt8>, onto target: UnsafeMutableRawPointer) {
    let words = unsafeBitCast(bytes, to: SIMD4<UInt32>.self)
    guard words != .zero else { return }
    var source = SIMD16<UInt16>(truncatingIfNeeded: bytes)
    if coverage != 255 { source = (source &* UInt16(coverage)).dividedBy255 }
    let under = SIMD16<UInt16>(
      truncatingIfNeeded: UnsafeRawPointer(target).loadUnaligned(as: SIMD16<UInt8>.self))
    let sum = source &+ (under &* (255 &- Self.alphas(source))).dividedBy255
    // Sums are at most 510: those over 255 get all bits set, so that their low byte is 255.
    let clamped = sum | (0 &- sum &>> 8)
    target.storeBytes(of: SIMD16<UInt8>(truncatingIfNeeded: clamped), as: SIMD16<UInt8>.self)
  }

  /// Paints one pixel: the formula itself, which the four-pixel form is tested against.
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

  /// The alpha of each pixel in all four of its channels.
  @inline(__always)
  private static func alphas(_ pixels: SIMD16<UInt16>) -> SIMD16<UInt16> {
    var words = unsafeBitCast(pixels, to: SIMD4<UInt64>.self) &>> 48
    words |= words &<< 16
    words |= words &<< 32
    return unsafeBitCast(words, to: SIMD16<UInt16>.self)
  }
}
