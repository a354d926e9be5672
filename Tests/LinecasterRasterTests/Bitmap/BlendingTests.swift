import LinecasterBase
import LinecasterTestSupport
import Testing

@testable import LinecasterRaster

@Suite struct MaskBlenderTests {
  /// Every product of two bytes, eight at a time in lanes.
  @Test func lanesAreDividedByTheFormula() {
    for start in stride(from: 0, through: 65_025, by: 8) {
      var lanes = SIMD8<UInt16>()
      for lane in 0..<8 { lanes[lane] = UInt16(min(start + lane, 65_025)) }
      let quotients = lanes.dividedBy255
      for lane in 0..<8 {
        #expect(Double(quotients[lane]) == (Double(lanes[lane]) / 255).rounded())
      }
    }
  }

  static let colors = [
    Color.black, .white, Color(rgb: 0x3366CC), .clear,
    Color(red: 255, green: 0, blue: 80, alpha: 1), Color(red: 1, green: 99, blue: 250, alpha: 127),
    Color(red: 1, green: 99, blue: 250, alpha: 254),
  ]

  /// The formula in floating point, for straight alpha.
  private func witness(_ pixel: UInt8, channel: UInt8, coverage: UInt8, opacity: UInt8) -> UInt8 {
    let a = (Double(coverage) * Double(opacity) / 255).rounded()
    return UInt8(saturating: ((Double(pixel) * (255 - a) + Double(channel) * a) / 255).rounded())
  }

  @Test(arguments: colors)
  func rowsMatchTheFormula(color: Color) {
    var random = SeededGenerator()
    let blender = MaskBlender(color)
    for count in 0..<40 {
      let mask = random.coverage(count)
      let before = random.pixels(count + 1)
      var painted = before
      painted.withUnsafeMutableBytes { row in
        mask.withUnsafeBufferPointer { mask in
          guard let mask = mask.baseAddress, let row = row.baseAddress else { return }
          blender.paint(mask, count: count, onto: row)
        }
      }
      let channels = [color.red, color.green, color.blue, 255]
      let expected = before.indices.map { index in
        index / 4 < count
          ? witness(
            before[index], channel: channels[index % 4], coverage: mask[index / 4],
            opacity: color.alpha) : before[index]
      }
      #expect(painted == expected, "seed \(random.seed), count \(count)")
    }
  }

  /// Groups of four pixels give the bytes of single pixels, for any number of groups.
  @Test(arguments: colors, 1...6)
  func groupsMatchSinglePixels(color: Color, groups: Int) {
    var random = SeededGenerator()
    let blender = MaskBlender(color)
    let (rows, rowPixels) = (5, groups * 4 + 3)
    let mask = random.coverage(rows * groups * 4)
    let before = random.pixels(rows * rowPixels)
    var (painted, single) = (before, before)
    mask.withUnsafeBufferPointer { mask in
      guard let mask = mask.baseAddress else { return }
      painted.withUnsafeMutableBytes { bytes in
        guard let base = bytes.baseAddress else { return }
        blender.paint(mask, groups: groups, rows: rows, onto: base, rowBytes: rowPixels * 4)
      }
      single.withUnsafeMutableBytes { bytes in
        guard let base = bytes.baseAddress else { return }
        for index in 0..<rows * groups * 4 {
          let (row, column) = index.quotientAndRemainder(dividingBy: groups * 4)
          blender.paintOne(mask[index], onto: base + (row * rowPixels + column) * 4)
        }
      }
    }
    #expect(painted == single, "seed \(random.seed)")
    // The formula is compared too, to find an error that both have in common.
    let channels = [color.red, color.green, color.blue, 255]
    let expected = before.indices.map { index in
      let (row, column) = (index / 4).quotientAndRemainder(dividingBy: rowPixels)
      return column < groups * 4
        ? witness(
          before[index], channel: channels[index % 4],
          coverage: mask[row * groups * 4 + column], opacity: color.alpha) : before[index]
    }
    #expect(painted == expected, "seed \(random.seed)")
  }

  /// Each channel blends by its own coverage as it would alone.
  @Test(arguments: colors)
  func stripesMatchSinglePixels(color: Color) {
    var random = SeededGenerator()
    let blender = MaskBlender(color)
    for count in 0..<20 {
      let mask = random.coverage(count * 4)
      let before = random.pixels(count + 1)
      var painted = before
      painted.withUnsafeMutableBytes { row in
        mask.withUnsafeBufferPointer { mask in
          guard let mask = mask.baseAddress, let row = row.baseAddress else { return }
          blender.paintSubpixels(mask, count: count, onto: row)
        }
      }
      let channels = [color.red, color.green, color.blue, 255]
      let expected = before.indices.map { index in
        index / 4 < count
          ? witness(
            before[index], channel: channels[index % 4], coverage: mask[index],
            opacity: color.alpha) : before[index]
      }
      #expect(painted == expected, "seed \(random.seed), count \(count)")
    }
  }

  /// Rows of whole groups blend as each row does alone, and pixels beside them stay.
  @Test(arguments: colors)
  func rowsOfStripesMatchSingleRows(color: Color) {
    var random = SeededGenerator()
    let blender = MaskBlender(color)
    let rows = 3
    for groups in 0..<5 {
      let (count, rowBytes) = (groups * 4, groups * 16 + 4)
      let mask = random.coverage(count * 4 * rows)
      let before = random.pixels((count + 1) * rows)
      var (painted, single) = (before, before)
      mask.withUnsafeBufferPointer { mask in
        guard let mask = mask.baseAddress else { return }
        painted.withUnsafeMutableBytes { bytes in
          guard let base = bytes.baseAddress else { return }
          blender.paintSubpixels(mask, groups: groups, rows: rows, onto: base, rowBytes: rowBytes)
        }
        single.withUnsafeMutableBytes { bytes in
          guard let base = bytes.baseAddress else { return }
          for row in 0..<rows {
            blender.paintSubpixels(
              mask + row * count * 4, count: count, onto: base + row * rowBytes)
          }
        }
      }
      #expect(painted == single, "seed \(random.seed), \(groups) groups")
    }
  }

  @Test(arguments: colors, [0, 1, 127, 254, 255] as [UInt8])
  func fillsMatchSinglePixels(color: Color, coverage: UInt8) {
    var random = SeededGenerator()
    let blender = MaskBlender(color)
    for count in 0..<20 {
      let before = random.pixels(count + 1)
      var filled = before
      filled.withUnsafeMutableBytes { row in
        guard let row = row.baseAddress else { return }
        blender.fill(count: count, coverage: coverage, onto: row)
      }
      var single = before
      single.withUnsafeMutableBytes { row in
        guard let row = row.baseAddress else { return }
        for index in 0..<count { blender.paintOne(coverage, onto: row + index * 4) }
      }
      #expect(filled == single, "seed \(random.seed), count \(count)")
    }
  }
}

@Suite struct ImageBlenderTests {
  /// Source-over in floating point, with each product rounded.
  private func witness(_ over: ArraySlice<UInt8>, _ under: ArraySlice<UInt8>, _ coverage: UInt8)
    -> [UInt8]
  {
    let source = over.map { (Double($0) * Double(coverage) / 255).rounded() }
    return zip(source, under).map { pair in
      UInt8(saturating: min(255, pair.0 + (Double(pair.1) * (255 - source[3]) / 255).rounded()))
    }
  }

  @Test(arguments: [0, 1, 100, 254, 255] as [UInt8], [true, false])
  func rowsMatchTheFormula(coverage: UInt8, isValid: Bool) {
    var random = SeededGenerator()
    let blender = ImageBlender(coverage: coverage)
    for count in 1..<30 {
      let source = isValid ? random.pixels(count) : random.bytes(count * 4)
      let before = random.pixels(count)
      var painted = before
      painted.withUnsafeMutableBytes { row in
        source.withUnsafeBytes { source in
          guard let source = source.baseAddress, let row = row.baseAddress else { return }
          blender.paint(source, count: count, onto: row)
        }
      }
      let expected = stride(from: 0, to: count * 4, by: 4).flatMap {
        witness(source[$0..<$0 + 4], before[$0..<$0 + 4], coverage)
      }
      #expect(painted == expected, "seed \(random.seed), count \(count)")
    }
  }

  /// Pixels in groups of four, many of which are all clear or all opaque and take a fast path.
  @Test(arguments: [0, 1, 100, 254, 255] as [UInt8], 1...5)
  func groupsMatchTheFormula(coverage: UInt8, groups: Int) {
    var random = SeededGenerator()
    let (rows, rowPixels) = (6, groups * 4 + 3)
    let source = (0..<rows * groups).flatMap { _ -> [UInt8] in
      switch Int.random(in: 0..<4, using: &random) {
      case 0: [UInt8](repeating: 0, count: 16)
      case 1: (0..<16).map { $0 % 4 == 3 ? 255 : UInt8.random(in: 0...255, using: &random) }
      case 2: random.bytes(16)
      default: random.pixels(4)
      }
    }
    let before = random.pixels(rows * rowPixels)
    var painted = before
    source.withUnsafeBufferPointer { source in
      painted.withUnsafeMutableBytes { bytes in
        guard let source = source.baseAddress, let base = bytes.baseAddress else { return }
        ImageBlender(coverage: coverage).paint(
          source, groups: groups, rows: rows, onto: base, rowBytes: rowPixels * 4)
      }
    }
    let expected = (0..<rows * rowPixels).flatMap { index -> [UInt8] in
      let (row, column) = index.quotientAndRemainder(dividingBy: rowPixels)
      let under = before[index * 4..<index * 4 + 4]
      guard column < groups * 4 else { return Array(under) }
      let start = (row * groups * 4 + column) * 4
      return witness(source[start..<start + 4], under, coverage)
    }
    #expect(painted == expected, "seed \(random.seed)")
  }
}

extension MaskBlender {
  /// Paints one pixel through the same coverage of all channels.
  fileprivate func paintOne(_ coverage: UInt8, onto target: UnsafeMutableRawPointer) {
    [UInt8](repeating: coverage, count: 4).withUnsafeBufferPointer { channels in
      guard let base = channels.baseAddress else { return }
      paintOne(channels: base, onto: target)
    }
  }
}
