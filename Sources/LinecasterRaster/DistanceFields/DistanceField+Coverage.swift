extension DistanceField {
  /// Pixels of coverage along a pixel of the field; odd, so that one is in its middle.
  static let oversampling = 7

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
    for stretch in CoverageEdges(coverage).stretches() {
      grid.insert(
        stretch, offset: SIMD2(Float(offsetX), Float(offsetY)), scale: 1 / Float(samples))
    }
    let bytes = coverage.bytes.withUnsafeBufferPointer { levels in
      grid.bytes { column, row in
        let x = column * samples + samples / 2 - offsetX
        let y = row * samples + samples / 2 - offsetY
        guard 0..<Int(coverage.width) ~= x, 0..<Int(coverage.height) ~= y else { return false }
        return levels[y * coverage.rowBytes + x] >= 128
      }
    }
    self.init(
      width: width, height: height, left: left, top: -top, spread: spread, bytes: bytes)
  }

  /// The pixel of the field that a pixel of the coverage is in.
  private static func floor(_ sample: Int) -> Int {
    sample >= 0 ? sample / oversampling : -((-sample + oversampling - 1) / oversampling)
  }
}
