/// Coverage of a rectangle of pixels, blurred.
struct BlurredMask {
  /// The pixels it is for.
  let bounds: PixelRect
  private let levels: [UInt16]

  /// Blurs coverage.
  ///
  /// - Parameters:
  ///   - bounds: The pixels wanted; not empty.
  ///   - write: Sets the coverage of the columns of a row, for all rows and columns that are at
  ///     most `blur.reach` pixels out of the bounds.
  /// - Complexity: O(pixels wanted or asked for).
  init(
    _ bounds: PixelRect, _ blur: GaussianBlur,
    write: (_ row: Int, _ columns: Range<Int>, _ mask: UnsafeMutablePointer<UInt8>) -> Void
  ) {
    self.bounds = bounds
    let source = bounds.widened(by: (blur.reach, blur.reach))
    // Blurred along x, the columns of the result lie in memory as rows.
    let columns = [UInt16](unsafeUninitializedCapacity: bounds.width * source.height) {
      target, count in
      count = bounds.width * source.height
      Self.withLines(source.width) { mask, line in
        for row in source.top..<source.bottom {
          write(row, source.left..<source.right, mask)
          for index in 0..<source.width { line[index] = UInt16(mask[index]) &* 257 }
          blur.blur(line, count: source.width)
          Self.scatter(line, bounds.width, to: target, row - source.top, stride: source.height)
        }
      }
    }
    levels = Self.blurred(columns, bounds, source.height, blur)
  }

  /// Blurs the columns, which lie in memory as rows.
  private static func blurred(
    _ columns: [UInt16], _ bounds: PixelRect, _ height: Int, _ blur: GaussianBlur
  ) -> [UInt16] {
    [UInt16](unsafeUninitializedCapacity: bounds.width * bounds.height) { target, count in
      count = bounds.width * bounds.height
      withLines(height) { _, line in
        columns.withUnsafeBufferPointer { source in
          guard let base = source.baseAddress else { return }
          for column in 0..<bounds.width {
            line.update(from: base + column * height, count: height)
            blur.blur(line, count: height)
            scatter(line, bounds.height, to: target, column, stride: bounds.width)
          }
        }
      }
    }
  }

  private static func withLines(
    _ count: Int,
    _ body: (UnsafeMutablePointer<UInt8>, UnsafeMutablePointer<UInt16>) -> Void
  ) {
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: count) { mask in
      withUnsafeTemporaryAllocation(of: UInt16.self, capacity: count) { line in
        guard let mask = mask.baseAddress, let line = line.baseAddress else { return }
        body(mask, line)
      }
    }
  }

  /// Writes a line down a column of the target.
  private static func scatter(
    _ line: UnsafeMutablePointer<UInt16>, _ count: Int,
    to target: UnsafeMutableBufferPointer<UInt16>, _ column: Int, stride: Int
  ) {
    for index in 0..<count { target[index &* stride &+ column] = line[index] }
  }

  /// The coverage of a pixel inside of the bounds.
  @inline(__always)
  func level(column: Int, row: Int) -> UInt8 {
    let level = levels[(row &- bounds.top) &* bounds.width &+ column &- bounds.left]
    return UInt8(truncatingIfNeeded: (UInt32(level) &+ 128) / 257)
  }
}
