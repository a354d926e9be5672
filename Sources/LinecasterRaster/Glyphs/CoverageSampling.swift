/// How many samples a pixel is drawn in, and how they become its coverage.
struct CoverageSampling {
  /// Samples beside each other in a pixel.
  let columns: Int
  /// Samples above each other.
  let rows: Int
  /// Bytes a pixel that the coverage takes.
  let content: GlyphBitmap.Content

  private let style: GlyphStyle

  /// Contours that overlap are counted twice along the edges inside; enough samples hide it.
  private static let overlapSamples = 4
  /// Samples a pixel of stripes, and the weights of a stripe and its neighbours in 256ths.
  private static let stripes = 3
  private static let weights = [8, 77, 86, 77, 8]

  init(_ style: GlyphStyle, hasOverlaps: Bool) {
    self.style = style
    let plain = hasOverlaps ? Self.overlapSamples : 1
    switch style.antialiasing {
    case .grey: (columns, rows, content) = (plain, plain, .mask)
    case .rgb, .bgr: (columns, rows, content) = (Self.stripes, plain, .stripes)
    case .verticalRGB, .verticalBGR: (columns, rows, content) = (plain, Self.stripes, .stripes)
    }
  }

  /// The pixels around an outline that its coverage spreads to.
  var margin: (x: Int, y: Int) {
    guard style.smoothsStripes else { return (0, 0) }
    return isVertical ? (0, 1) : (1, 0)
  }

  private var isVertical: Bool {
    style.antialiasing == .verticalRGB || style.antialiasing == .verticalBGR
  }

  /// The bytes of a glyph from its samples, whose rows are padded to a multiple of four.
  func coverage(of samples: [UInt8], width: Int, height: Int) -> [UInt8] {
    if columns == 1, rows == 1 { return samples }
    return content == .mask
      ? means(samples, width, height) : stripes(of: samples, width, height)
  }

  /// The mean of the samples of each pixel.
  private func means(_ samples: [UInt8], _ width: Int, _ height: Int) -> [UInt8] {
    let rowBytes = GlyphBitmap.rowBytes(.mask, width: width)
    var bytes = [UInt8](repeating: 0, count: rowBytes * height)
    for y in 0..<height {
      for x in 0..<width {
        bytes[y * rowBytes + x] = mean(
          samples, width, x * columns..<(x + 1) * columns, y * rows..<(y + 1) * rows)
      }
    }
    return bytes
  }

  /// Red, green, blue and their mean for each pixel.
  private func stripes(of samples: [UInt8], _ width: Int, _ height: Int) -> [UInt8] {
    let rowBytes = GlyphBitmap.rowBytes(.stripes, width: width)
    var bytes = [UInt8](repeating: 0, count: rowBytes * height)
    let isReversed = style.antialiasing == .bgr || style.antialiasing == .verticalBGR
    for y in 0..<height {
      for x in 0..<width {
        var sum = 0
        for stripe in 0..<Self.stripes {
          let level = level(samples, (width, height), x, y, stripe)
          bytes[y * rowBytes + x * 4 + (isReversed ? 2 - stripe : stripe)] = UInt8(level)
          sum += level
        }
        bytes[y * rowBytes + x * 4 + 3] = UInt8((sum + 1) / Self.stripes)
      }
    }
    return bytes
  }

  /// The coverage of a stripe, with that of its neighbours where stripes are smoothed.
  private func level(
    _ samples: [UInt8], _ size: (width: Int, height: Int), _ x: Int, _ y: Int, _ stripe: Int
  ) -> Int {
    let place = (isVertical ? y : x) * Self.stripes + stripe
    guard style.smoothsStripes else { return sample(samples, size, x, y, place) }
    var sum = 128
    for (index, weight) in Self.weights.enumerated() {
      sum += weight * sample(samples, size, x, y, place + index - 2)
    }
    return sum >> 8
  }

  /// The mean of the samples of the stripe at a place along the pixel's row or column.
  private func sample(
    _ samples: [UInt8], _ size: (width: Int, height: Int), _ x: Int, _ y: Int, _ place: Int
  ) -> Int {
    guard 0..<(isVertical ? size.height : size.width) * Self.stripes ~= place else { return 0 }
    return Int(
      isVertical
        ? mean(samples, size.width, x * columns..<(x + 1) * columns, place..<place + 1)
        : mean(samples, size.width, place..<place + 1, y * rows..<(y + 1) * rows))
  }

  private func mean(
    _ samples: [UInt8], _ width: Int, _ across: Range<Int>, _ down: Range<Int>
  ) -> UInt8 {
    let rowBytes = GlyphBitmap.rowBytes(.mask, width: width * columns)
    let count = across.count * down.count
    var sum = count / 2
    for y in down {
      for x in across { sum += Int(samples[y * rowBytes + x]) }
    }
    return UInt8(sum / count)
  }
}
