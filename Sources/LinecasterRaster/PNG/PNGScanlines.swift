import LinecasterBase

/// Converts rows of premultiplied RGBA to PNG scanlines: a filter type, and packed pixels.
struct PNGScanlines: Sendable {
  let width: Int
  let layout: PNGLayout
  /// Whether rows are filtered if that helps.
  let filtersRows: Bool

  /// The bytes of a scanline, including the filter type.
  var byteCount: Int { packedCount + 1 }

  private var packedCount: Int { (width * layout.pixelBits + 7) / 8 }

  init(width: Int, layout: PNGLayout, filtersRows: Bool) {
    self.width = width
    self.layout = layout
    self.filtersRows = filtersRows && !layout.isPalette
  }

  /// Writes rows of a bitmap.
  ///
  /// - Parameters:
  ///   - rows: The rows of the bitmap.
  ///   - above: The packed row above the bitmap; empty at the start of the image.
  ///   - target: The output, as long as the rows.
  /// - Returns: The number of filtered rows.
  func write(
    _ rows: Range<Int>, of bitmap: Bitmap, below above: [UInt8],
    to target: UnsafeMutableBufferPointer<UInt8>
  ) -> Int {
    if case .palette(let palette) = layout, palette.depth == 8, let runs = palette.runs,
      rows == 0..<bitmap.height
    {
      write(runs, palette, to: target)
      return 0
    }
    return bitmap.pixels.withUnsafeBufferPointer { pixels in
      if filtersRows { return filter(rows, of: pixels, below: above, to: target) }
      for row in rows {
        let start = (row - rows.lowerBound) * byteCount
        target[start] = 0
        pack(pixels, row: row, to: .init(rebasing: target[start + 1..<start + byteCount]))
      }
      return 0
    }
  }

  /// The last row of a bitmap, packed.
  func last(of bitmap: Bitmap) -> [UInt8] {
    var packed = [UInt8](repeating: 0, count: packedCount)
    bitmap.pixels.withUnsafeBufferPointer { pixels in
      packed.withUnsafeMutableBufferPointer { pack(pixels, row: bitmap.height - 1, to: $0) }
    }
    return packed
  }

  private func filter(
    _ rows: Range<Int>, of pixels: UnsafeBufferPointer<UInt8>, below above: [UInt8],
    to target: UnsafeMutableBufferPointer<UInt8>
  ) -> Int {
    var count = 0
    var filter = PNGRowFilter(byteCount: packedCount, pixelByteCount: layout.pixelBits / 8)
    if rows.lowerBound > 0 {
      filter.load { pack(pixels, row: rows.lowerBound - 1, to: $0) }
    } else if above.count == packedCount {
      filter.load { _ = $0.update(fromContentsOf: above) }
    }
    for row in rows {
      let start = (row - rows.lowerBound) * byteCount
      filter.load { pack(pixels, row: row, to: $0) }
      if filter.write(to: .init(rebasing: target[start..<start + byteCount])) { count += 1 }
    }
    return count
  }

  /// Packs a row of an image.
  private func pack(
    _ pixels: UnsafeBufferPointer<UInt8>, row: Int,
    to target: UnsafeMutableBufferPointer<UInt8>
  ) {
    let source = UnsafeBufferPointer(rebasing: pixels[row * width * 4..<(row + 1) * width * 4])
    switch layout {
    case .grey:
      for pixel in 0..<width { target[pixel] = source[pixel * 4] }
    case .greyAlpha:
      for pixel in 0..<width {
        let alpha = source[pixel * 4 + 3]
        target[pixel * 2] = StraightAlpha.straight(source[pixel * 4], alpha: alpha)
        target[pixel * 2 + 1] = alpha
      }
    case .rgb: StraightAlpha.dropAlpha(source, into: target)
    case .rgba:
      for start in stride(from: 0, to: source.count, by: 4) {
        let alpha = source[start + 3]
        for channel in start..<start + 3 {
          target[channel] = StraightAlpha.straight(source[channel], alpha: alpha)
        }
        target[start + 3] = alpha
      }
    case .palette(let palette): pack(source, palette, to: target)
    }
  }

  /// Packs indices, the first pixel in the high bits of a byte.
  private func pack(
    _ source: UnsafeBufferPointer<UInt8>, _ palette: PNGPalette,
    to target: UnsafeMutableBufferPointer<UInt8>
  ) {
    let depth = palette.depth
    let bytes = UnsafeRawBufferPointer(source)
    guard depth == 8 else {
      target.update(repeating: 0)
      return palette.forEachRun(of: bytes) { index, pixels in
        for pixel in pixels {
          let bit = pixel * depth
          target[bit / 8] |= index << UInt8(8 - depth - bit % 8)
        }
      }
    }
    palette.forEachRun(of: bytes) { index, pixels in fill(target, pixels, with: index) }
  }

  /// Writes all rows of eight-bit indices from their runs.
  private func write(
    _ runs: [ColorRun], _ palette: PNGPalette, to target: UnsafeMutableBufferPointer<UInt8>
  ) {
    var next = 0
    var end = 0
    for run in runs {
      let index = palette.index(of: run)
      var left = Int(run.count)
      while left > 0 {
        if next == end {
          target[next] = 0
          (next, end) = (next + 1, next + byteCount)
        }
        let count = min(left, end - next)
        fill(target, next..<next + count, with: index)
        (next, left) = (next + count, left - count)
      }
    }
  }

  /// Writes an index, and possibly up to fifteen copies of it.
  ///
  /// Most runs are short: sixteen bytes are stored at once, and the next run overwrites the rest.
  @inline(__always)
  private func fill(
    _ target: UnsafeMutableBufferPointer<UInt8>, _ range: Range<Int>, with index: UInt8
  ) {
    var first = range.lowerBound
    if let start = UnsafeMutableRawPointer(target.baseAddress), first + 16 <= target.count {
      let eight = UInt64(index) &* 0x0101_0101_0101_0101
      start.storeBytes(of: eight, toByteOffset: first, as: UInt64.self)
      start.storeBytes(of: eight, toByteOffset: first + 8, as: UInt64.self)
      first += 16
    }
    guard first < range.upperBound else { return }
    UnsafeMutableBufferPointer(rebasing: target[first..<range.upperBound])
      .update(repeating: index)
  }
}

/// Chooses and applies the filters of rows (PNG specification, third edition, §9).
///
/// Text and shapes repeat pixels, which compression finds without a filter. Rows without
/// repetition, as in photographs, get the filter with the smallest residue.
struct PNGRowFilter {
  private let pixelByteCount: Int
  private var row: [UInt8]
  private var above: [UInt8]
  private var tried: [UInt8]

  /// The sampled pixels of a row.
  private static let samples = 32

  /// The filter types, by number.
  enum Kind: UInt8, CaseIterable {
    case none, sub, up, average, paeth
  }

  /// Creates a filter for rows of a number of bytes, after a row of zeros.
  init(byteCount: Int, pixelByteCount: Int) {
    self.pixelByteCount = max(1, pixelByteCount)
    row = [UInt8](repeating: 0, count: byteCount)
    above = row
    tried = row
  }

  /// Advances to the next row, which `read` writes.
  mutating func load(_ read: (UnsafeMutableBufferPointer<UInt8>) -> Void) {
    swap(&row, &above)
    row.withUnsafeMutableBufferPointer { read($0) }
  }

  /// Writes the filter type and the filtered row; returns whether a filter was chosen.
  mutating func write(to target: UnsafeMutableBufferPointer<UInt8>) -> Bool {
    let content = UnsafeMutableBufferPointer(rebasing: target[1...])
    target[0] = Kind.none.rawValue
    guard !repeats else {
      _ = content.update(fromContentsOf: row)
      return false
    }
    var least = Int.max
    for kind in Kind.allCases {
      let sum = Self.apply(kind, to: row, below: above, pixelByteCount, &tried)
      guard sum < least else { continue }
      least = sum
      target[0] = kind.rawValue
      _ = content.update(fromContentsOf: tried)
    }
    return true
  }

  /// Whether most pixels equal their left or upper neighbour.
  private var repeats: Bool {
    let count = row.count / pixelByteCount
    let step = max(1, count / Self.samples) * pixelByteCount
    // Compares four bytes, masked to the bytes of a pixel.
    let mask = UInt32(littleEndian: .max >> UInt32(32 - 8 * pixelByteCount))
    var looked = 0
    var repeated = 0
    row.withUnsafeBytes { row in
      above.withUnsafeBytes { above in
        var start = pixelByteCount
        while start + 4 <= row.count {
          let pixel = row.loadUnaligned(fromByteOffset: start, as: UInt32.self)
          let left = row.loadUnaligned(fromByteOffset: start - pixelByteCount, as: UInt32.self)
          let up = above.loadUnaligned(fromByteOffset: start, as: UInt32.self)
          looked += 1
          if (pixel ^ left) & mask == 0 || (pixel ^ up) & mask == 0 { repeated += 1 }
          start += step
        }
      }
    }
    return repeated * 2 >= looked
  }

  /// Writes the residue of a filter, and returns the sum of its absolute signed bytes.
  private static func apply(
    _ kind: Kind, to row: [UInt8], below above: [UInt8], _ pixel: Int, _ target: inout [UInt8]
  ) -> Int {
    row.withUnsafeBufferPointer { row in
      above.withUnsafeBufferPointer { above in
        target.withUnsafeMutableBufferPointer { target in
          switch kind {
          case .none: apply(row, above, pixel, target) { _, _, _ in 0 }
          case .sub: apply(row, above, pixel, target) { left, _, _ in left }
          case .up: apply(row, above, pixel, target) { _, up, _ in up }
          case .average:
            apply(row, above, pixel, target) { left, up, _ in
              UInt8(truncatingIfNeeded: (UInt16(left) + UInt16(up)) >> 1)
            }
          case .paeth: apply(row, above, pixel, target, paeth)
          }
        }
      }
    }
  }

  @inline(__always)
  private static func apply(
    _ row: UnsafeBufferPointer<UInt8>, _ above: UnsafeBufferPointer<UInt8>, _ pixel: Int,
    _ target: UnsafeMutableBufferPointer<UInt8>,
    _ predict: (_ left: UInt8, _ up: UInt8, _ upLeft: UInt8) -> UInt8
  ) -> Int {
    var sum: UInt32 = 0
    for index in 0..<min(pixel, row.count) {
      let rest = row[index] &- predict(0, above[index], 0)
      target[index] = rest
      sum &+= UInt32(min(rest, 0 &- rest))
    }
    guard pixel < row.count else { return Int(sum) }
    for index in pixel..<row.count {
      let rest = row[index] &- predict(row[index - pixel], above[index], above[index - pixel])
      target[index] = rest
      sum &+= UInt32(min(rest, 0 &- rest))
    }
    return Int(sum)
  }

  /// The Paeth predictor: the neighbour nearest to the estimate from all three.
  @inline(__always)
  private static func paeth(_ left: UInt8, _ up: UInt8, _ upLeft: UInt8) -> UInt8 {
    let (a, b, c) = (Int16(left), Int16(up), Int16(upLeft))
    let (toLeft, toUp, toUpLeft) = (abs(b - c), abs(a - c), abs(a + b - 2 * c))
    if toLeft <= toUp, toLeft <= toUpLeft { return left }
    return toUp <= toUpLeft ? up : upLeft
  }
}
