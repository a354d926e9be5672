import LinecasterBundledFonts
import LinecasterFonts
import LinecasterTestSupport
import Testing

@testable import LinecasterText

@Suite struct LineContentTests {
  /// UAX 9, rule L2, word for word over characters: from the highest level to the lowest odd one,
  /// reverse every stretch at that level or above.
  private func reference(_ levels: [UInt8]) -> [Int] {
    var order = Array(levels.indices)
    guard let highest = levels.max(), let lowestOdd = levels.filter({ $0 % 2 == 1 }).min() else {
      return order
    }
    for level in stride(from: highest, through: lowestOdd, by: -1) {
      var at = 0
      while at < order.count {
        let end = order[at...].firstIndex { levels[$0] < level } ?? order.count
        order[at..<end].reverse()
        at = end + 1
      }
    }
    return order
  }

  @Test func followsRuleL2() {
    var random = SeededGenerator(salt: 60)
    for _ in 0..<500 {
      let top = UInt8.random(in: 0...7, using: &random)
      let levels = (0..<Int.random(in: 0...12, using: &random)).map { _ in
        UInt8.random(in: 0...top, using: &random)
      }
      var segments = levels.enumerated().map { index, level in
        LineContent.Segment(
          units: 0..<1, glyphs: 0..<0, face: 0, size: 10, scale: 1, width: 0, level: level,
          style: index, isToken: false)
      }
      LineContent.reorder(&segments)
      #expect(
        segments.map(\.style) == reference(levels), "\(levels), seed \(TestSettings.seed)")
    }
  }
}
