import LinecasterTestSupport
import Testing

@testable import LinecasterRaster

@Suite struct ImageBlenderTests {
  /// Source-over with products rounded one by one, in floating point.
  private func witness(_ over: ArraySlice<UInt8>, _ under: ArraySlice<UInt8>, _ coverage: UInt8)
    -> [UInt8]
  {
    let source = over.map { (Double($0) * Double(coverage) / 255).rounded() }
    return zip(source, under).map { pair in
      UInt8(min(255, pair.0 + (Double(pair.1) * (255 - source[3]) / 255).rounded()))
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
}
