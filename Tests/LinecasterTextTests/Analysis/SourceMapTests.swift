import LinecasterBundledFonts
import LinecasterFonts
import LinecasterTestSupport
import Testing

@testable import LinecasterText

@Suite struct SourceMapTests {
  @Test func identityChangesNothing() {
    let map = SourceMap(identity: 5)
    #expect(map.isIdentity && map.count == 5 && map.sourceCount == 5)
    #expect((0...5).map { map.source(of: $0) } == Array(0...5))
    #expect((0...5).map { map.offset(ofSource: $0) } == Array(0...5))
    #expect(map.sourceUnits(of: 1..<3) == 1..<3)
  }

  /// "··a···b·", the spaces left out but for the first between the letters.
  @Test func mapsBothWays() {
    let map = SourceText(AttributedText("  a   b "), whiteSpace: .normal).map
    #expect((0...3).map { map.source(of: $0) } == [0, 3, 6, 8])
    #expect(map.source(of: 0..<2) == 0..<6)
    #expect((0..<3).map { map.sourceUnits(of: $0..<$0 + 1) } == [2..<3, 3..<4, 6..<7])
    #expect(map.sourceUnits(of: 0..<3) == 2..<7)
    #expect((0...8).map { map.offset(ofSource: $0) } == [0, 0, 0, 1, 2, 2, 2, 3, 3])
  }

  @Test func nothingStandsForAllOfWhatWasLeftOut() throws {
    let map = SourceText(AttributedText(" \n "), whiteSpace: .normal).map
    #expect(map.count == 0 && map.source(of: 0..<0) == 0..<3)
    let style = ParagraphStyle(whiteSpace: .normal)
    let layout = Typesetter(fonts: try .bundled())
      .prepare(Paragraph(" \n ", paragraphStyle: style)).layout()
    #expect(layout.lines.map(\.utf16Range) == [0..<3])
  }

  /// Offsets found by walking unit by unit.
  @Test func agreesWithCounting() {
    var random = SeededGenerator(salt: 104)
    for _ in 0..<500 {
      var kept: [Int] = []
      var removals: [SourceMap.Removal] = []
      var source = 0
      for _ in 0..<Int.random(in: 0...8, using: &random) {
        let hole = random.oneIn(2) ? Int.random(in: 1...3, using: &random) : 0
        source += hole
        if hole > 0 {
          removals.append(.init(offset: kept.count, total: source - kept.count))
        }
        kept.append(source)
        source += 1
      }
      let map = SourceMap(count: kept.count, removals: removals)
      for (unit, place) in kept.enumerated() {
        #expect(map.sourceUnits(of: unit..<unit + 1) == place..<place + 1)
        #expect(map.source(of: unit) == (unit == 0 ? 0 : place))
      }
      for place in 0...source {
        #expect(map.offset(ofSource: place) == kept.count { $0 < place })
      }
    }
  }
}
