/// How many samples a pixel is drawn in, and how they become its coverage.
///
/// Stripes of a pixel are moved alike so that their mean is the coverage of the whole pixel:
/// FreeType makes fewer lines of curves where pixels are not cut up, and text has one weight.
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
  ///
  /// - Parameter grey: The coverage of whole pixels, for stripes.
  func coverage(of samples: [UInt8], width: Int, height: Int, grey: [UInt8] = []) -> [UInt8] {
    if columns == 1, rows == 1 { return samples }
    guard content == .stripes else { return means(samples, width, height) }
    var levels = levels(of: samples, width, height)
    let rowBytes = GlyphBitmap.rowBytes(.mask, width: width)
    for pixel in 0..<width * height where !grey.isEmpty {
      let (y, x) = pixel.quotientAndRemainder(dividingBy: width)
      Self.move(&levels, from: pixel * Self.stripes, to: grey[y * rowBytes + x])
    }
    return stripes(of: levels, width, height)
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

  /// The coverage of the stripes of each pixel, by itself.
  private func levels(of samples: [UInt8], _ width: Int, _ height: Int) -> [UInt8] {
    var levels: [UInt8] = []
    levels.reserveCapacity(width * height * Self.stripes)
    for y in 0..<height {
      for x in 0..<width {
        for stripe in 0..<Self.stripes {
          let place = (isVertical ? y : x) * Self.stripes + stripe
          levels.append(
            isVertical
              ? mean(samples, width, x * columns..<(x + 1) * columns, place..<place + 1)
              : mean(samples, width, place..<place + 1, y * rows..<(y + 1) * rows))
        }
      }
    }
    return levels
  }

  /// Moves the stripes of a pixel until their mean is a level: those that are partly covered, and
  /// the others only where these cannot.
  private static func move(_ levels: inout [UInt8], from start: Int, to grey: UInt8) {
    let places = start..<start + stripes
    var rest = stripes * Int(grey) - places.reduce(0) { $0 + Int(levels[$1]) }
    while abs(rest) > 1 {
      let step = rest.signum()
      let partial = places.filter { 1...254 ~= levels[$0] }
      for place in partial.isEmpty ? Array(places) : partial where rest != 0 {
        let moved = Int(levels[place]) + step
        guard 0...255 ~= moved else { continue }
        levels[place] = UInt8(moved)
        rest -= step
      }
    }
  }

  /// Red, green, blue and their mean for each pixel.
  private func stripes(of levels: [UInt8], _ width: Int, _ height: Int) -> [UInt8] {
    let rowBytes = GlyphBitmap.rowBytes(.stripes, width: width)
    var bytes = [UInt8](repeating: 0, count: rowBytes * height)
    let isReversed = style.antialiasing == .bgr || style.antialiasing == .verticalBGR
    for y in 0..<height {
      for x in 0..<width {
        var sum = 0
        for stripe in 0..<Self.stripes {
          let level = level(levels, (width, height), x, y, stripe)
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
    _ levels: [UInt8], _ size: (width: Int, height: Int), _ x: Int, _ y: Int, _ stripe: Int
  ) -> Int {
    let place = (isVertical ? y : x) * Self.stripes + stripe
    let end = (isVertical ? size.height : size.width) * Self.stripes
    func level(_ place: Int) -> Int {
      guard 0..<end ~= place else { return 0 }
      let (pixel, stripe) = place.quotientAndRemainder(dividingBy: Self.stripes)
      let index = isVertical ? pixel * size.width + x : y * size.width + pixel
      return Int(levels[index * Self.stripes + stripe])
    }
    guard style.smoothsStripes else { return level(place) }
    var sum = 128
    for (index, weight) in Self.weights.enumerated() { sum += weight * level(place + index - 2) }
    return sum >> 8
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
