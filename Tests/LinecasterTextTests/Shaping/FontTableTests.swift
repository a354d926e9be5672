import LinecasterTestSupport
import Testing

@testable import LinecasterText

@Suite struct FontTableTests {
  /// Calls `body` with a table of big-endian numbers of two bytes.
  static func withTable<Result>(_ numbers: [Int], _ body: (FontTable) -> Result) -> Result {
    numbers.flatMap { [UInt8($0 >> 8 & 0xFF), UInt8($0 & 0xFF)] }
      .withUnsafeBytes { body(FontTable(bytes: $0)) }
  }

  @Test func readsNothingOutside() {
    Self.withTable([1, 2]) { table in
      #expect(table.u32(0) == 0x1_0002)
      #expect([-1, 3, 4, .max - 2].map(table.u16) == [0, 0, 0, 0])
    }
  }

  @Test func coverageIsTheSameAskedEitherWay() {
    var random = SeededGenerator(salt: 311)
    for _ in 0..<50 {
      let glyphs = Set((0..<20).map { _ in Int.random(in: 0..<60, using: &random) }).sorted()
      let ranges = glyphs.flatMap { [$0, $0, 0] }
      for numbers in [[1, glyphs.count] + glyphs, [2, glyphs.count] + ranges] {
        Self.withTable(numbers) { table in
          #expect(table.glyphs(coveredAt: 0) == glyphs, "seed \(TestSettings.seed)")
          #expect((0..<60).filter { table.covers($0, at: 0) } == glyphs)
        }
      }
    }
  }

  /// Ranges that a font repeats would be more glyphs than memory holds.
  @Test func rangesThatGoBackAddNothing() {
    let ranges = [[5, 9, 0], [0, 7, 0], [8, 10, 0], [10, 3, 0], [20, 20, 0]].flatMap(\.self)
    Self.withTable([2, 5] + ranges) {
      #expect($0.glyphs(coveredAt: 0) == [5, 6, 7, 8, 9, 10, 20])
    }
    let all = (0..<1000).flatMap { _ in [0, 0xFFFF, 0] }
    Self.withTable([2, 1000] + all) {
      #expect($0.glyphs(coveredAt: 0) == Array(0...0xFFFF))
    }
  }
}
