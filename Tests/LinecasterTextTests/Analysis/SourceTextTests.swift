import LinecasterBundledFonts
import LinecasterFonts
import LinecasterTestSupport
import Testing

@testable import LinecasterText

@Suite struct SourceTextTests {
  private func text(_ text: String, _ whiteSpace: WhiteSpace) -> String {
    String(
      decoding: SourceText(AttributedText(text), whiteSpace: whiteSpace).units, as: UTF16.self)
  }

  @Test(arguments: [
    ("  a \n\t b  ", "a b"), ("a\r\nb\rc", "a b c"), ("\n\n", ""), ("", ""), ("   ", ""),
    ("a\u{200B}\n b \u{200B} c\n\u{200B}d", "a\u{200B}b \u{200B} c\u{200B}d"), ("中\n国", "中 国"),
    ("a \u{3000} b\u{A0} \u{2003} ", "a \u{3000} b\u{A0} \u{2003}"),
    ("a \u{2028} b \u{85}\t c", "a\u{2028}b\u{85}c"), ("one two", "one two"), ("a ", "a"),
    ("a\u{C}\n b", "a\u{C}b"),
  ])
  func collapses(source: String, expected: String) {
    #expect(text(source, .normal) == expected)
    #expect(text(source, .nowrap) == expected)
    for kept in [WhiteSpace.pre, .preWrap, .breakSpaces] { #expect(text(source, kept) == source) }
  }

  @Test(arguments: [
    ("  a  b \t\n  c  ", "a b\nc"), ("a \r\n b", "a\r\nb"), (" \n \n ", "\n\n"), ("a\tb", "a b"),
    ("a \r b", "a\rb"),
  ])
  func keepsLineFeeds(source: String, expected: String) {
    #expect(text(source, .preLine).utf16.elementsEqual(expected.utf16))
  }

  /// The witness collapses white space by repeated replacement, without offsets.
  @Test func agreesWithReplacement() {
    var random = SeededGenerator(salt: 102)
    for _ in 0..<2000 {
      let source = randomText(&random)
      let normal = replaced(source, terminators: ["\u{2028}"], spaces: [" ", "\t", "\n", "\r"])
      #expect(text(source, .normal) == normal, "\(source.debugDescription)")
      let lines = replaced(source, terminators: ["\n", "\r", "\u{2028}"], spaces: [" ", "\t"])
      #expect(text(source, .preLine) == lines, "\(source.debugDescription)")
    }
  }

  private func randomText(_ random: inout SeededGenerator) -> String {
    let pieces = ["a", "é", "😀", " ", " ", "\t", "\n", "\r", "\u{2028}", "\u{A0}"]
    return (0..<Int.random(in: 0...12, using: &random)).map { _ in
      pieces.randomElement(using: &random) ?? ""
    }.joined()
  }

  private func replaced(_ source: String, terminators: [Character], spaces: [Character]) -> String {
    let lines = source.unicodeScalars.split(omittingEmptySubsequences: false) {
      terminators.contains(Character($0))
    }
    let ends = source.unicodeScalars.filter { terminators.contains(Character($0)) }
    var text = ""
    for (index, line) in lines.enumerated() {
      let words = line.split { spaces.contains(Character($0)) }.map { String($0) }
      text += words.joined(separator: " ")
      if index < ends.count {
        text.unicodeScalars.append(ends[ends.index(ends.startIndex, offsetBy: index)])
      }
    }
    return text
  }

  /// Each remaining unit is where the map says, with its style.
  @Test func mapsEveryUnit() {
    var random = SeededGenerator(salt: 103)
    for _ in 0..<1000 {
      let source = randomText(&random)
      var attributed = AttributedText()
      for (index, character) in source.enumerated() {
        attributed.append(String(character), style: TextStyle(size: Double(index / 3 + 1)))
      }
      let units = Array(attributed.string.utf16)
      let left = SourceText(attributed, whiteSpace: .normal)
      let sizes = Self.sizes(attributed.runs)
      let leftSizes = Self.sizes(left.runs)
      #expect(left.map.count == left.units.count && left.map.sourceCount == units.count)
      for unit in left.units.indices {
        let place = left.map.sourceUnits(of: unit..<unit + 1).lowerBound
        #expect(left.units[unit] == units[place] || left.units[unit] == 0x20)
        #expect(leftSizes[unit] == sizes[place])
      }
    }
  }

  private static func sizes(_ runs: [AttributedText.Run]) -> [Double] {
    var sizes: [Double] = []
    for run in runs { while sizes.count < run.end { sizes.append(run.style.size) } }
    return sizes
  }

  @Test func keepsAStyleForNothing() {
    var text = AttributedText("  ", style: TextStyle(size: 40))
    text.append("\n", style: TextStyle(size: 20))
    let source = SourceText(text, whiteSpace: .normal)
    #expect(source.units == [] && source.runs.map(\.style.size) == [40])
  }
}

@Suite struct SourceMapTests {
  @Test func identityChangesNothing() {
    let map = SourceMap(identity: 5)
    #expect(map.isIdentity && map.count == 5 && map.sourceCount == 5)
    #expect((0...5).map { map.source(of: $0) } == Array(0...5))
    #expect((0...5).map { map.offset(ofSource: $0) } == Array(0...5))
    #expect(map.sourceUnits(of: 1..<3) == 1..<3)
  }

  /// In "··a···b·", only the first space between the letters remains.
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

  /// The witness counts offsets unit by unit.
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

@Suite struct LineTerminatorTests {
  @Test func knowsTheCharactersThatEndLines() {
    let found = (UInt16.min...UInt16.max).filter(LineTerminator.isOne)
    #expect(found == [0x0A, 0x0B, 0x0C, 0x0D, 0x85, 0x2028, 0x2029])
  }

  @Test func keepsACarriageReturnWithItsLineFeed() {
    #expect(!LineTerminator.endsLine(0x0D, before: 0x0A))
    #expect(LineTerminator.endsLine(0x0D, before: 0x0D))
    #expect(LineTerminator.endsLine(0x0D, before: nil))
    #expect(LineTerminator.endsLine(0x0A, before: 0x0A))
    #expect(!LineTerminator.endsLine(0x61, before: 0x0A))
  }
}
