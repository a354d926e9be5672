import LinecasterTestSupport
import Testing

@testable import LinecasterRaster

/// Compression of rows that repeat; libdeflate decompresses what it wrote.
@Suite struct RunDeflateTests {
  private static let rowByteCounts = [1, 2, 97, 3601, 40_000]

  /// Returns rows of runs, copies of the row above, and noise of few or all bytes.
  private func rows(
    of byteCount: Int, count: Int, _ random: inout SeededGenerator
  ) -> [UInt8] {
    var rows: [UInt8] = []
    while rows.count < count {
      let length = Int.random(in: 1...min(700, byteCount), using: &random)
      switch Int.random(in: 0..<5, using: &random) {
      case 0, 1:
        let byte = UInt8.random(in: 0...3, using: &random)
        rows += [UInt8](repeating: byte, count: length * 3)
      case 2 where rows.count >= byteCount + length:
        let start = rows.count - byteCount
        rows += Array(rows[start..<start + length])
      case 3: rows += (0..<length).map { _ in .random(in: 0...7, using: &random) }
      default: rows += (0..<length).map { _ in .random(in: 0...255, using: &random) }
      }
    }
    return Array(rows[..<count])
  }

  private func compressed(_ rows: [UInt8], pixel: Int, row: Int) -> [UInt8] {
    rows.withUnsafeBufferPointer {
      Deflate.stream(ofRepeating: $0, pixelByteCount: pixel, rowByteCount: row)
    }
  }

  private func decompressed(_ stream: [UInt8], count: Int) -> [UInt8]? {
    stream.withUnsafeBytes { Inflater().inflate($0, count: count) }
  }

  @Test(arguments: rowByteCounts) func rowsComeBack(byteCount: Int) {
    var random = SeededGenerator(salt: 441)
    for count in Array(1...40) + [16_384, 16_385, 70_000, 150_000] {
      for pixel in 1...4 {
        let rows = rows(of: byteCount, count: count, &random)
        let stream = compressed(rows, pixel: pixel, row: byteCount)
        #expect(
          decompressed(stream, count: count) == rows,
          "\(count) bytes, pixels of \(pixel), seed \(random.seed)")
      }
    }
  }

  /// A row of one byte for so long that matches start beyond the window, and every length of match.
  @Test func matchesOfAllLengthsComeBack() {
    var rows: [UInt8] = []
    for length in 1...600 {
      rows += [UInt8](repeating: 7, count: length) + [UInt8(length & 255), UInt8(length >> 8)]
    }
    rows += [UInt8](repeating: 0, count: 100_000) + rows
    let stream = compressed(rows, pixel: 3, row: 1201)
    #expect(decompressed(stream, count: rows.count) == rows)
    #expect(stream.count * 30 < rows.count)
  }

  @Test func noiseIsStored() {
    var random = SeededGenerator(salt: 442)
    for count in [1, 5, 100, 16_384, 65_535, 200_000] {
      let rows = (0..<count).map { _ in UInt8.random(in: 0...255, using: &random) }
      let stream = compressed(rows, pixel: 1, row: 100)
      #expect(decompressed(stream, count: count) == rows, "seed \(random.seed)")
      #expect(stream.count <= RunDeflate.bound(count) + 6)
    }
  }

  /// Frequencies whose best code has words of 40 bits.
  @Test(arguments: [7, 15]) func wordsAreLimited(limit: Int) {
    var frequencies: [UInt32] = [1, 1]
    while frequencies.count < 40 {
      frequencies.append(frequencies[frequencies.count - 1] + frequencies[frequencies.count - 2])
    }
    let code = HuffmanCode(frequencies, limit: limit)
    let lengths = frequencies.indices.map { Int(code[$0].count) }
    #expect(lengths.allSatisfy { 1...limit ~= $0 })
    // A code is complete if its words are all the words there are.
    #expect(lengths.reduce(0) { $0 + 1 << (limit - $1) } == 1 << limit)
    #expect(lengths == lengths.sorted(by: >))
  }
}
