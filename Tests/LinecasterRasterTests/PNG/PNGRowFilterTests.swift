import LinecasterTestSupport
import Testing

@testable import LinecasterRaster

@Suite struct PNGRowFilterTests {
  /// Reverses a row's filter by the wording of the specification (third edition, §9.2).
  private func unfiltered(_ row: [UInt8], below above: [UInt8], pixel: Int) -> [UInt8] {
    var result: [UInt8] = []
    for (index, rest) in row.dropFirst().enumerated() {
      let left = index < pixel ? 0 : Int(result[index - pixel])
      let up = Int(above[index])
      let upLeft = index < pixel ? 0 : Int(above[index - pixel])
      let prediction: Int
      switch row[0] {
      case 0: prediction = 0
      case 1: prediction = left
      case 2: prediction = up
      case 3: prediction = (left + up) / 2
      default:
        let estimate = left + up - upLeft
        let near = [left, up, upLeft].map { abs(estimate - $0) }
        prediction = [left, up, upLeft][near.firstIndex(of: near.min() ?? 0) ?? 0]
      }
      result.append(UInt8(truncatingIfNeeded: Int(rest) + prediction))
    }
    return result
  }

  private func filtered(
    _ row: [UInt8], with filter: inout PNGRowFilter
  ) -> (bytes: [UInt8], isFiltered: Bool) {
    var target = [UInt8](repeating: 0xA5, count: row.count + 1)
    filter.load { _ = $0.update(fromContentsOf: row) }
    let isFiltered = target.withUnsafeMutableBufferPointer { filter.write(to: $0) }
    return (target, isFiltered)
  }

  @Test(arguments: [1, 2, 3, 4])
  func rowsComeBack(pixel: Int) {
    var random = SeededGenerator(salt: 320)
    var seen: Set<UInt8> = []
    for _ in 0..<300 {
      let count = pixel * Int.random(in: 1...60, using: &random)
      var filter = PNGRowFilter(byteCount: count, pixelByteCount: pixel)
      var above = [UInt8](repeating: 0, count: count)
      for _ in 0..<4 {
        let row = smoothRow(count, pixel, below: above, &random)
        let bytes = filtered(row, with: &filter).bytes
        seen.insert(bytes[0])
        #expect(unfiltered(bytes, below: above, pixel: pixel) == row, "seed \(random.seed)")
        above = row
      }
    }
    #expect(seen == [0, 1, 2, 3, 4], "seed \(random.seed)")
  }

  /// A row of noise, or one that continues its neighbours in one of several ways.
  private func smoothRow(
    _ count: Int, _ pixel: Int, below above: [UInt8], _ random: inout SeededGenerator
  ) -> [UInt8] {
    let kind = Int.random(in: 0..<5, using: &random)
    var row: [UInt8] = []
    for index in 0..<count {
      let noise = UInt8.random(in: 0...9, using: &random)
      let left = index < pixel ? 0 : Int(row[index - pixel])
      let upLeft = index < pixel ? 0 : Int(above[index - pixel])
      let (up, slope) = (Int(above[index]), Int(above[index]) - upLeft)
      let base =
        switch kind {
        case 0: Int.random(in: 0...255, using: &random)
        case 1: left
        case 2: up
        case 3: (left + up) / 2
        default: left + slope
        }
      row.append(UInt8(truncatingIfNeeded: base) &+ noise)
    }
    return row
  }

  /// Rows of text and shapes are not filtered, those of photographs are.
  @Test func rowsThatRepeatPixelsAreLeftAlone() {
    var random = SeededGenerator(salt: 321)
    let count = 3 * 400
    var filter = PNGRowFilter(byteCount: count, pixelByteCount: 3)
    let flat = (0..<400).flatMap { pixel -> [UInt8] in
      pixel % 90 < 20 ? [3, UInt8(pixel % 256), 9] : [9, 9, 9]
    }
    #expect(!filtered(flat, with: &filter).isFiltered)
    #expect(!filtered(flat, with: &filter).isFiltered)
    let above = random.bytes(count)
    #expect(filtered(above, with: &filter).isFiltered, "seed \(random.seed)")
    let below = filtered(above.map { $0 &+ 1 }, with: &filter)
    #expect(below.isFiltered && below.bytes[0] == 2, "seed \(random.seed)")
  }
}
