import LinecasterTestSupport
import Testing

@testable import LinecasterList

@Suite struct OutwardRowsTests {
  private func chunks(
    _ visible: Range<Int>, count: Int, size: Int, _ direction: ScrollDirection
  ) -> [Range<Int>] {
    let bands = RowBands(visible: visible, display: visible, preload: visible, direction: direction)
    return Array(bands.outward(count: count, chunkSize: size))
  }

  @Test func goesTwoStepsAheadForOneBehind() {
    #expect(
      chunks(10..<13, count: 22, size: 2, .towardsEnd) == [
        10..<12, 12..<13, 13..<15, 15..<17, 8..<10, 17..<19, 19..<21, 6..<8, 21..<22, 4..<6,
        2..<4, 0..<2,
      ])
    #expect(
      chunks(4..<5, count: 8, size: 2, .towardsStart) == [4..<5, 2..<4, 0..<2, 5..<7, 7..<8])
  }

  @Test func givesEveryRowOnce() {
    var random = SeededGenerator()
    for _ in 0..<300 {
      let count = Int.random(in: 0...60, using: &random)
      let start = Int.random(in: 0...70, using: &random)
      let visible = start..<start + Int.random(in: 0...20, using: &random)
      let size = Int.random(in: 0...9, using: &random)
      let chunks = chunks(
        visible, count: count, size: size, random.oneIn(2) ? .towardsEnd : .towardsStart)
      #expect(chunks.joined().sorted() == Array(0..<count), "LINECASTER_SEED=\(random.seed)")
      #expect(chunks.allSatisfy { !$0.isEmpty && $0.count <= max(1, size) })
      let first = chunks.joined().prefix(visible.clamped(to: 0..<count).count)
      #expect(Array(first) == Array(visible.clamped(to: 0..<count)))
    }
    #expect(chunks(0..<1, count: -4, size: 1, .towardsEnd).isEmpty)
    #expect(chunks(2..<3, count: 9, size: .max, .towardsEnd) == [2..<3, 3..<9, 0..<2])
  }
}
