import LinecasterBase

/// Paints one colour through coverage masks: source-over on premultiplied RGBA.
///
/// With coverage and opacity combined to `a`, each channel becomes (p·(255−a) + c·a) ÷ 255, rounded
/// to the nearest, with c the straight colour and 255 for the alpha channel. Pixels are read as
/// 16-bit halves, which requires a little-endian machine, as all Swift platforms are.
struct MaskBlender {
  /// Red and blue of the colour, four times: the low bytes of the 16-bit halves of a pixel.
  private let evenChannels: SIMD8<UInt16>
  /// Green of the colour and 255, four times: the high bytes.
  private let oddChannels: SIMD8<UInt16>
  /// The constants of opaque blending.
  private let factors = BlendFactors()
  private let opacity: UInt8
  private let color: Color

  init(_ color: Color) {
    evenChannels = Self.alternating(color.red, color.blue)
    oddChannels = Self.alternating(color.green, 255)
    opacity = color.alpha
    self.color = color
  }

  /// Paints rows of whole groups of four pixels; the mask's rows have no padding.
  @inline(__always)
  func paint(
    _ mask: UnsafePointer<UInt8>, groups: Int, rows: Int, onto target: UnsafeMutableRawPointer,
    rowBytes: Int
  ) {
    let coverage = UnsafeRawPointer(mask)
    if opacity == 255 {
      Self.paintOpaque(
        coverage, groups, rows, target, rowBytes, evenChannels, oddChannels, factors)
    } else {
      paintTranslucent(coverage, groups, rows, target, rowBytes)
    }
  }

  /// Paints rows in an opaque colour.
  ///
  /// Most glyphs of body text are at most five groups wide. Their rows are painted without an inner
  /// loop; it is unrolled by hand, because the compiler does not unroll even short ones. A separate
  /// function with only the values it needs, because the compiler otherwise moves the opacity check
  /// into the loops.
  @inline(never)
  private static func paintOpaque(
    _ mask: UnsafeRawPointer, _ groups: Int, _ rows: Int, _ target: UnsafeMutableRawPointer,
    _ rowBytes: Int, _ even: SIMD8<UInt16>, _ odd: SIMD8<UInt16>, _ factors: BlendFactors
  ) {
    @inline(__always)
    func paint(_ group: Int, _ coverage: UnsafeRawPointer, _ row: UnsafeMutableRawPointer) {
      let four = coverage.loadUnaligned(fromByteOffset: group &* 4, as: UInt32.self)
      guard four != 0 else { return }
      factors.blendFour(even, odd, spread(four), onto: row + group &* 16)
    }
    switch groups {
    case 1: forEachRow(mask, 4, rows, target, rowBytes) { paint(0, $0, $1) }
    case 2:
      forEachRow(mask, 8, rows, target, rowBytes) {
        paint(0, $0, $1)
        paint(1, $0, $1)
      }
    case 3:
      forEachRow(mask, 12, rows, target, rowBytes) {
        paint(0, $0, $1)
        paint(1, $0, $1)
        paint(2, $0, $1)
      }
    case 4:
      forEachRow(mask, 16, rows, target, rowBytes) {
        paint(0, $0, $1)
        paint(1, $0, $1)
        paint(2, $0, $1)
        paint(3, $0, $1)
      }
    case 5:
      forEachRow(mask, 20, rows, target, rowBytes) {
        paint(0, $0, $1)
        paint(1, $0, $1)
        paint(2, $0, $1)
        paint(3, $0, $1)
        paint(4, $0, $1)
      }
    default: paintWide(mask, groups, rows, target, rowBytes, even, odd, factors)
    }
  }

  /// Paints rows of large letters in an opaque colour, whose strokes cover whole groups.
  @inline(__always)
  private static func paintWide(
    _ mask: UnsafeRawPointer, _ groups: Int, _ rows: Int, _ target: UnsafeMutableRawPointer,
    _ rowBytes: Int, _ even: SIMD8<UInt16>, _ odd: SIMD8<UInt16>, _ factors: BlendFactors
  ) {
    let solid = even | odd &<< 8
    forEachRow(mask, groups &* 4, rows, target, rowBytes) { coverage, row in
      for group in 0..<groups {
        let four = coverage.loadUnaligned(fromByteOffset: group &* 4, as: UInt32.self)
        if four == .max {
          (row + group &* 16).storeBytes(of: solid, as: SIMD8<UInt16>.self)
        } else if four != 0 {
          factors.blendFour(even, odd, spread(four), onto: row + group &* 16)
        }
      }
    }
  }

  /// Paints rows in a colour that is not opaque.
  @inline(never)
  private func paintTranslucent(
    _ mask: UnsafeRawPointer, _ groups: Int, _ rows: Int, _ target: UnsafeMutableRawPointer,
    _ rowBytes: Int
  ) {
    Self.forEachRow(mask, groups &* 4, rows, target, rowBytes) { coverage, row in
      for group in 0..<groups {
        let four = coverage.loadUnaligned(fromByteOffset: group &* 4, as: UInt32.self)
        if four != 0 { paintFour(four, isOpaque: false, onto: row + group &* 16) }
      }
    }
  }

  /// Calls `body` with each row of a mask, as a number of bytes, and with its target pixels.
  @inline(__always)
  private static func forEachRow(
    _ mask: UnsafeRawPointer, _ maskBytes: Int, _ rows: Int, _ target: UnsafeMutableRawPointer,
    _ rowBytes: Int, _ body: (UnsafeRawPointer, UnsafeMutableRawPointer) -> Void
  ) {
    var (coverage, row) = (mask, target)
    for _ in 0..<rows {
      body(coverage, row)
      coverage += maskBytes
      row += rowBytes
    }
  }

  /// Paints a row of `count` pixels through `count` bytes of coverage.
  func paint(_ mask: UnsafePointer<UInt8>, count: Int, onto row: UnsafeMutableRawPointer) {
    let coverage = UnsafeRawPointer(mask)
    var index = 0
    while index &+ 4 <= count {
      paintFour(
        coverage.loadUnaligned(fromByteOffset: index, as: UInt32.self), isOpaque: opacity == 255,
        onto: row + index &* 4)
      index &+= 4
    }
    if index < count {
      var four: UInt32 = 0
      for last in (index..<count).reversed() { four = four &<< 8 | UInt32(mask[last]) }
      paintLast(count &- index, four, onto: row + index &* 4)
    }
  }

  /// Paints fewer than four pixels: the last ones of a row.
  private func paintLast(_ count: Int, _ four: UInt32, onto target: UnsafeMutableRawPointer) {
    var pixels = SIMD4<UInt32>()
    withUnsafeMutableBytes(of: &pixels) { bytes in
      guard let base = bytes.baseAddress else { return }
      base.copyMemory(from: target, byteCount: count &* 4)
      paintFour(four, isOpaque: opacity == 255, onto: base)
      target.copyMemory(from: base, byteCount: count &* 4)
    }
  }

  /// Paints a row of `count` pixels with equal coverage.
  func fill(count: Int, coverage: UInt8, onto row: UnsafeMutableRawPointer) {
    if coverage == 255, opacity == 255 {
      PremultipliedPixel(color).fill(row, count: count)
      return
    }
    let four = UInt32(coverage) &* 0x0101_0101
    var index = 0
    while index &+ 4 <= count {
      paintFour(four, isOpaque: opacity == 255, onto: row + index &* 4)
      index &+= 4
    }
    if index < count { paintLast(count &- index, four, onto: row + index &* 4) }
  }

  /// Paints four pixels through four bytes of coverage, the first in the lowest byte.
  @inline(__always)
  private func paintFour(
    _ four: UInt32, isOpaque: Bool, onto target: UnsafeMutableRawPointer
  ) {
    var a = Self.spread(four)
    if !isOpaque { a = (a &* UInt16(opacity)).dividedBy255 }
    Self.blendFour(evenChannels, oddChannels, a, a, onto: target)
  }

  /// Blends a colour into four pixels by the shares of their even and odd channels.
  @inline(__always)
  private static func blendFour(
    _ evenChannels: SIMD8<UInt16>, _ oddChannels: SIMD8<UInt16>, _ even: SIMD8<UInt16>,
    _ odd: SIMD8<UInt16>, onto target: UnsafeMutableRawPointer
  ) {
    let pixels = UnsafeRawPointer(target).loadUnaligned(as: SIMD8<UInt16>.self)
    let low = ((pixels & 255) &* (255 &- even) &+ evenChannels &* even).dividedBy255
    let high = ((pixels &>> 8) &* (255 &- odd) &+ oddChannels &* odd).dividedBy255
    target.storeBytes(of: low | high &<< 8, as: SIMD8<UInt16>.self)
  }

  /// Paints rows of whole groups of four pixels through four bytes of coverage a pixel; the mask's
  /// rows have no padding.
  @inline(never)
  func paintSubpixels(
    _ mask: UnsafePointer<UInt8>, groups: Int, rows: Int, onto target: UnsafeMutableRawPointer,
    rowBytes: Int
  ) {
    Self.forEachRow(UnsafeRawPointer(mask), groups &* 16, rows, target, rowBytes) { mask, row in
      for group in 0..<groups { paintFourSubpixels(mask + group &* 16, onto: row + group &* 16) }
    }
  }

  /// Paints a row of `count` pixels through four bytes of coverage each, one per channel.
  func paintSubpixels(
    _ mask: UnsafePointer<UInt8>, count: Int, onto row: UnsafeMutableRawPointer
  ) {
    var index = 0
    while index &+ 4 <= count {
      paintFourSubpixels(UnsafeRawPointer(mask) + index &* 4, onto: row + index &* 4)
      index &+= 4
    }
    while index < count {
      paintOne(channels: mask + index &* 4, onto: row + index &* 4)
      index &+= 1
    }
  }

  /// Paints four pixels through the coverage of each of their channels.
  @inline(__always)
  private func paintFourSubpixels(
    _ coverage: UnsafeRawPointer, onto target: UnsafeMutableRawPointer
  ) {
    let a = coverage.loadUnaligned(as: SIMD8<UInt16>.self)
    var (even, odd) = (a & 255, a &>> 8)
    if opacity != 255 {
      even = (even &* UInt16(opacity)).dividedBy255
      odd = (odd &* UInt16(opacity)).dividedBy255
    }
    Self.blendFour(evenChannels, oddChannels, even, odd, onto: target)
  }

  /// Paints one pixel through the coverage of each of its channels: the plain formula, which is the
  /// reference for tests of the four-pixel form.
  func paintOne(channels: UnsafePointer<UInt8>, onto target: UnsafeMutableRawPointer) {
    let pixel = target.assumingMemoryBound(to: UInt8.self)
    for channel in 0..<4 {
      let a = UInt16(channels[channel].multiplied(by: opacity))
      let part = (channel & 1 == 0 ? evenChannels : oddChannels)[channel >> 1]
      let sum = UInt16(pixel[channel]) &* (255 &- a) &+ part &* a
      pixel[channel] = UInt8(truncatingIfNeeded: sum.dividedBy255)
    }
  }

  /// Returns four bytes, each repeated for both halves of its pixel.
  @inline(__always)
  private static func spread(_ four: UInt32) -> SIMD8<UInt16> {
    let bytes = unsafeBitCast(four, to: SIMD4<UInt8>.self)
    return SIMD8<UInt16>(
      UInt16(bytes.x), UInt16(bytes.x), UInt16(bytes.y), UInt16(bytes.y),
      UInt16(bytes.z), UInt16(bytes.z), UInt16(bytes.w), UInt16(bytes.w))
  }

  private static func alternating(_ first: UInt8, _ second: UInt8) -> SIMD8<UInt16> {
    let (first, second) = (UInt16(first), UInt16(second))
    return SIMD8(first, second, first, second, first, second, first, second)
  }
}

/// The constants of blending four pixels, which are read from memory.
///
/// The compiler replaces a multiplication and a shift by constants with four other instructions,
/// and a difference from a constant with three: 32 instead of 27 for four pixels.
private struct BlendFactors {
  private let full = SIMD8<UInt16>(repeating: 255)
  private let upper = SIMD8<UInt16>(repeating: 257)

  /// Blends a colour into four pixels by their coverage.
  @inline(__always)
  func blendFour(
    _ evenChannels: SIMD8<UInt16>, _ oddChannels: SIMD8<UInt16>, _ coverage: SIMD8<UInt16>,
    onto target: UnsafeMutableRawPointer
  ) {
    let pixels = UnsafeRawPointer(target).loadUnaligned(as: SIMD8<UInt16>.self)
    let rest = full &- coverage
    let low = (pixels & 255) &* rest &+ evenChannels &* coverage &+ 128
    let high = (pixels &>> 8) &* rest &+ oddChannels &* coverage &+ 128
    target.storeBytes(
      of: low.upperHalves(ofProductsWith: upper) | high.upperHalves(ofProductsWith: upper) &<< 8,
      as: SIMD8<UInt16>.self)
  }
}

extension SIMD8<UInt16> {
  /// Returns the upper halves of the products of lanes: one instruction, for which they must be
  /// written out.
  @inline(__always)
  fileprivate func upperHalves(ofProductsWith other: SIMD8<UInt16>) -> SIMD8<UInt16> {
    @inline(__always)
    func half(_ lane: Int) -> UInt16 {
      UInt16(truncatingIfNeeded: (UInt32(self[lane]) &* UInt32(other[lane])) &>> 16)
    }
    return SIMD8(half(0), half(1), half(2), half(3), half(4), half(5), half(6), half(7))
  }

  /// Each lane divided by 255 and rounded to the nearest; exact for 0…65025.
  ///
  /// The upper half of a product with 257 adds a 256th and divides the sum by 256. Written out,
  /// because conversions of whole vectors become calls in long functions, but eight products become
  /// one instruction.
  @inline(__always)
  var dividedBy255: SIMD8<UInt16> {
    let biased = self &+ 128
    return SIMD8(
      Self.upperHalf(biased[0]), Self.upperHalf(biased[1]), Self.upperHalf(biased[2]),
      Self.upperHalf(biased[3]), Self.upperHalf(biased[4]), Self.upperHalf(biased[5]),
      Self.upperHalf(biased[6]), Self.upperHalf(biased[7]))
  }

  @inline(__always)
  private static func upperHalf(_ number: UInt16) -> UInt16 {
    UInt16(truncatingIfNeeded: (UInt32(number) &* 257) &>> 16)
  }
}
