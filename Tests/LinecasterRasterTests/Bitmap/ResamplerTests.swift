import LinecasterTestSupport
import Testing

@testable import LinecasterRaster

@Suite struct ResamplerTests {
  private func scaled(
    _ source: [UInt8], width: Int, to target: Int, origin: Double = 0, scale: Double,
    edge: AxisFilter.Edge = .repeated
  ) -> [UInt8] {
    let height = source.count / 4 / width
    let columns = AxisFilter(
      sourceCount: width, origin: origin, scale: scale, range: 0..<target, edge: edge)
    let rows = AxisFilter(
      sourceCount: height, origin: origin, scale: scale, range: 0..<target, edge: edge)
    var bytes = [UInt8](repeating: 0, count: target * target * 4)
    source.withUnsafeBytes { source in
      guard let pixels = source.baseAddress else { return }
      var resampler = Resampler(
        source: BytePixelRows(pixels, rowBytes: width * 4), columns: columns, rows: rows)
      bytes.withUnsafeMutableBytes { bytes in
        guard let base = bytes.baseAddress else { return }
        for row in 0..<target { resampler.write(row: row, to: base + row * target * 4) }
      }
    }
    return bytes
  }

  @Test func sameSizeIsTheSameImage() {
    var random = SeededGenerator()
    let source = random.pixels(64)
    #expect(scaled(source, width: 8, to: 8, scale: 1) == source, "seed \(random.seed)")
  }

  @Test func shrinkingByWholeNumbersIsTheAverageOfBlocks() {
    var random = SeededGenerator()
    let source = random.pixels(144)
    let small = scaled(source, width: 12, to: 4, scale: 1.0 / 3)
    for index in small.indices {
      let (row, column, channel) = (index / 16, index / 4 % 4, index % 4)
      let block = (0..<9).map { step in
        Double(source[((row * 3 + step / 3) * 12 + column * 3 + step % 3) * 4 + channel])
      }
      let mean = block.reduce(0, +) / 9
      // Half a level of rounding, and a little for sums of single precision.
      #expect(abs(Double(small[index]) - mean) < 0.501, "seed \(random.seed)")
    }
  }

  @Test(arguments: [0.13, 0.5, 0.77, 1, 1.5, 3.2], [0, 0.25, 0.6])
  func weightsAddUpToTheShareInside(scale: Double, origin: Double) {
    let repeated = AxisFilter(
      sourceCount: 10, origin: origin, scale: scale, range: -2..<40, edge: .repeated)
    for target in 0..<repeated.count {
      let sum = repeated.weights[repeated.taps(target)].reduce(0, +)
      #expect(abs(sum - 1) < 1e-5)
    }
    let faded = AxisFilter(
      sourceCount: 10, origin: origin, scale: scale, range: -2..<40, edge: .transparent)
    // Every source pixel gives as much in all as its size in target pixels.
    #expect(abs(Double(faded.weights.reduce(0, +)) - 10 * scale) < 1.01)
    for target in 0..<faded.count {
      #expect(faded.taps(target).allSatisfy { (0...1.00001).contains(faded.weights[$0]) })
      #expect(Int(faded.starts[target]) + faded.taps(target).count <= 10)
    }
  }

  @Test func edgesFadeByTheirShare() {
    let white = [UInt8](repeating: 255, count: 16 * 4)
    let small = scaled(white, width: 4, to: 3, origin: 0.5, scale: 0.5, edge: .transparent)
    #expect(
      small.enumerated().filter { $0.offset % 4 == 0 }.map(\.element) == [
        64, 128, 64, 128, 255, 128, 64, 128, 64,
      ])
  }
}
