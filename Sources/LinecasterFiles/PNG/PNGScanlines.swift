import LinecasterBase
import LinecasterRaster

/// Turns rows of premultiplied RGBA into rows as a PNG file has them: the number of a filter, and
/// packed pixels behind it.
struct PNGScanlines: Sendable {
  let width: Int
  let layout: PNGLayout
  /// Whether rows are filtered where that helps.
  let filtersRows: Bool

  /// The bytes of a row, with the number of the filter.
  var byteCount: Int { packedCount + 1 }

  private var packedCount: Int { (width * layout.pixelBits + 7) / 8 }

  init(width: Int, layout: PNGLayout, filtersRows: Bool) {
    self.width = width
    self.layout = layout
    if case .palette = layout { self.filtersRows = false } else { self.filtersRows = filtersRows }
  }

  /// Writes rows of a bitmap.
  ///
  /// - Parameters:
  ///   - rows: Those of the bitmap.
  ///   - above: The row above that of the bitmap, packed; empty at the start of the image.
  ///   - target: Is as long as the rows are.
  /// - Returns: How many rows are filtered.
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

  /// Writes indices, the first pixel in the high bits of a byte.
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

  /// Writes all rows of indices of eight bits by their runs.
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

  /// Writes an index, and perhaps up to fifteen more of them behind.
  ///
  /// Most runs are short: sixteen are stored at once, and the next run replaces the rest.
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
