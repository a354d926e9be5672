extension DistanceField {
  /// Pixels of coverage along a pixel of the field; odd, so that one is in its middle.
  static let oversampling = 5

  /// Makes a field from the coverage of a glyph drawn `oversampling` times as large.
  ///
  /// - Complexity: O(pixels of the coverage + length of the outline × spread²).
  init(coverage: GlyphBitmap, spread: Int) {
    let samples = Self.oversampling
    let spread = min(max(spread, Self.spreads.lowerBound), Self.spreads.upperBound)
    let (sampleLeft, sampleTop) = (Int(coverage.left), -Int(coverage.top))
    let left = Self.floor(sampleLeft) - spread
    let top = Self.floor(sampleTop) - spread
    let width = Self.floor(sampleLeft + Int(coverage.width) + samples - 1) + spread - left
    let height = Self.floor(sampleTop + Int(coverage.height) + samples - 1) + spread - top
    let (offsetX, offsetY) = (sampleLeft - left * samples, sampleTop - top * samples)

    var grid = DistanceGrid(width: width, height: height, spread: spread)
    let stretches = CoverageEdges(coverage).stretches()
    for index in 0..<stretches.count {
      grid.insert(
        stretches.base[index], offset: SIMD2(Float(offsetX), Float(offsetY)),
        scale: 1 / Float(samples))
    }
    Self.markInside(&grid, coverage, offsetX, offsetY)
    self.init(
      width: width, height: height, left: left, top: -top, spread: spread, bytes: grid.bytes())
  }

  /// Marks the pixels whose middles are more than half covered.
  private static func markInside(
    _ grid: inout DistanceGrid, _ coverage: GlyphBitmap, _ offsetX: Int, _ offsetY: Int
  ) {
    let columns = middles(offsetX, Int(coverage.width), grid.width)
    let rows = middles(offsetY, Int(coverage.height), grid.height)
    coverage.bytes.withUnsafeBufferPointer { levels in
      for row in rows {
        let line = middle(row, offsetY) * coverage.rowBytes
        for column in columns where levels[line + middle(column, offsetX)] >= 128 {
          grid.markInside(column: column, row: row)
        }
      }
    }
  }

  /// The pixel of the coverage in the middle of a pixel of the field.
  @inline(__always)
  private static func middle(_ pixel: Int, _ offset: Int) -> Int {
    pixel * oversampling + oversampling / 2 - offset
  }

  /// The pixels of the field, of so many, whose middles are in a coverage of some length.
  private static func middles(_ offset: Int, _ length: Int, _ count: Int) -> Range<Int> {
    let start = (0..<count).first { middle($0, offset) >= 0 } ?? count
    let end = (start..<count).first { middle($0, offset) >= length } ?? count
    return start..<end
  }

  /// The pixel of the field that a pixel of the coverage is in.
  private static func floor(_ sample: Int) -> Int {
    sample >= 0 ? sample / oversampling : -((-sample + oversampling - 1) / oversampling)
  }
}
