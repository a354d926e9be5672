import LinecasterTestSupport
import Testing

@testable import LinecasterText

@Suite struct LookupScannerTests {
  /// The glyph of the space.
  private static let space = 3

  /// Scans a table with one lookup, whose subtables are all the same.
  private func scan(
    _ kind: Int, isPositioning: Bool, subtables count: Int, _ subtable: [Int]
  ) -> (passesOver: Bool, scanner: LookupScanner) {
    let header = [1, 0, 0, 0, 10, 1, 4]
    let offsets = [Int](repeating: 6 + 2 * count, count: count)
    return LayoutTableTests.withTable(header + [kind, 0, count] + offsets + subtable) { table in
      var scanner = LookupScanner(
        table.bytes, isPositioning: isPositioning, glyph: Self.space, skippingFlags: 0)
      return (scanner.passesOver([0]), scanner)
    }
  }

  /// A rule for three glyphs, each by a coverage table of its own.
  private func rule(_ glyphs: [Int]) -> [Int] {
    [3, 3, 0] + (0..<3).map { 12 + 6 * $0 } + glyphs.flatMap { [1, 1, $0] }
  }

  @Test func rulesOverASpaceStartAtTriggers() {
    let over = scan(7, isPositioning: true, subtables: 1, rule([10, Self.space, 11]))
    #expect(!over.passesOver && over.scanner.triggers == [10])
    let beside = scan(7, isPositioning: true, subtables: 1, rule([10, 11, Self.space]))
    #expect(!beside.passesOver && beside.scanner.triggers == [])
    let around = scan(
      7, isPositioning: true, subtables: 1, rule([Self.space, 10, Self.space]))
    #expect(!around.passesOver)
    // Earlier substitutions may have removed the glyphs that a rule starts from.
    #expect(scan(5, isPositioning: false, subtables: 1, rule([10, Self.space, 11])).passesOver)
  }

  /// Contexts by glyph or class and ligatures with empty sets: no match, but more subtables than
  /// the scanner examines.
  @Test(arguments: [(7, true, [1, 0]), (7, true, [2, 0, 0]), (4, false, [1, 0])])
  func endlessTablesAreGivenUp(kind: Int, isPositioning: Bool, start: [Int]) {
    let endless = scan(
      kind, isPositioning: isPositioning, subtables: 20_000, start + [0xFFFF])
    #expect(endless.passesOver)
    #expect(endless.scanner.work <= LookupScanner.workLimit + 0xFFFF)
  }
}

@Suite struct LayoutTableTests {
  /// Calls `body` with a table of big-endian numbers of two bytes.
  static func withTable<Result>(_ numbers: [Int], _ body: (LayoutTable) -> Result) -> Result {
    numbers.flatMap { [UInt8($0 >> 8 & 0xFF), UInt8($0 & 0xFF)] }
      .withUnsafeBytes { body(LayoutTable(bytes: $0)) }
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

  /// Repeated ranges of a font would expand to more glyphs than memory holds.
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
