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
      // Half a level of rounding, and a margin for sums in single precision.
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
    // The weights of a source pixel add up to its size in target pixels.
    #expect(abs(Double(faded.weights.reduce(0, +)) - 10 * scale) < 1.01)
    for target in 0..<faded.count {
      #expect(faded.taps(target).allSatisfy { (0...1.00001).contains(faded.weights[$0]) })
      #expect(Int(faded.starts[target]) + faded.taps(target).count <= 10)
    }
  }

  /// Resamples pixel by pixel and channel by channel, in double precision.
  private func witness(
    _ source: [UInt8], width: Int, _ columns: AxisFilter, _ rows: AxisFilter
  ) -> [Double] {
    var values: [Double] = []
    for row in 0..<rows.count {
      for column in 0..<columns.count {
        for channel in 0..<4 {
          var sum = 0.0
          for (down, rowTap) in rows.taps(row).enumerated() {
            for (right, columnTap) in columns.taps(column).enumerated() {
              let place =
                (Int(rows.starts[row]) + down) * width + Int(columns.starts[column]) + right
              let weight = Double(rows.weights[rowTap]) * Double(columns.weights[columnTap])
              sum += Double(source[place * 4 + channel]) * weight
            }
          }
          values.append(sum)
        }
      }
    }
    return values
  }

  @Test(arguments: [AxisFilter.Edge.repeated, .transparent, .cut])
  func anyScaleIsTheWeightedSum(edge: AxisFilter.Edge) {
    var random = SeededGenerator()
    for _ in 0..<20 {
      let (width, height) = (Int.random(in: 1...30, using: &random), 9)
      let source = random.pixels(width * height)
      func filter(_ count: Int) -> AxisFilter {
        let scale = Double.random(in: 0.05...3, using: &random)
        let origin = Double.random(in: -1...1, using: &random)
        let end = max(1, Int(Double(count) * scale))
        return AxisFilter(
          sourceCount: count, origin: origin, scale: scale, range: 0..<end, edge: edge)
      }
      let (columns, rows) = (filter(width), filter(height))
      var bytes = [UInt8](repeating: 0, count: columns.count * rows.count * 4)
      source.withUnsafeBytes { source in
        bytes.withUnsafeMutableBytes { bytes in
          guard let pixels = source.baseAddress, let base = bytes.baseAddress else { return }
          var resampler = Resampler(
            source: BytePixelRows(pixels, rowBytes: width * 4), columns: columns, rows: rows)
          for row in 0..<rows.count {
            resampler.write(row: row, to: base + row * columns.count * 4)
          }
        }
      }
      for (byte, value) in zip(bytes, witness(source, width: width, columns, rows)) {
        // Half a level of rounding, and a margin for sums in single precision.
        #expect(abs(Double(byte) - min(value, 255)) < 0.502, "seed \(random.seed)")
      }
    }
  }

  /// Pixels with a palette or another channel order add up as plain ones do.
  @Test func palettesAndOrdersOfChannelsAddUpAlike() {
    var random = SeededGenerator()
    let (width, height) = (23, 3)
    let palette = random.pixels(256)
    let numbers = random.bytes(width * height)
    var (pixels, reversed): ([UInt8], [UInt8]) = ([], [])
    for number in numbers {
      let color = Array(palette[Int(number) * 4..<Int(number) * 4 + 4])
      pixels += color
      reversed += [color[2], color[1], color[0], color[3]]
    }
    let colors = (0..<256).map { index -> SIMD4<Float> in
      let color = palette[index * 4..<index * 4 + 4].map { Float($0) }
      return SIMD4(color[0], color[1], color[2], color[3])
    }
    for _ in 0..<50 {
      let start = Int.random(in: 0..<width, using: &random)
      let row = Int.random(in: 0..<height, using: &random)
      let weights = (start..<width).map { _ in Float.random(in: 0...1, using: &random) }
      weights.withUnsafeBufferPointer { weights in
        pixels.withUnsafeBytes { pixels in
          reversed.withUnsafeBytes { reversed in
            numbers.withUnsafeBufferPointer { numbers in
              colors.withUnsafeBufferPointer { colors in
                guard let pixels = pixels.baseAddress, let reversed = reversed.baseAddress,
                  let numbers = numbers.baseAddress, let colors = colors.baseAddress
                else { return }
                let plain = BytePixelRows(pixels, rowBytes: width * 4)
                let other = BytePixelRows(reversed, rowBytes: width * 4, format: .bgra)
                let known = PalettePixelRows(numbers, rowBytes: width, colors: colors)
                let sum = plain.sum(row: row, from: start, weights)
                #expect(other.sum(row: row, from: start, weights) == sum, "seed \(random.seed)")
                #expect(known.sum(row: row, from: start, weights) == sum, "seed \(random.seed)")
              }
            }
          }
        }
      }
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
