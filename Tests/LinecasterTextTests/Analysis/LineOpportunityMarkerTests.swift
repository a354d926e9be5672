import LinecasterTestSupport
import Testing

@testable import LinecasterText

@Suite struct LineOpportunityMarkerTests {
  /// Whatever the mode, lines end between whole characters and never before what must stay.
  @Test(arguments: WhiteSpace.allCases)
  func keepsItsPromisesInEveryMode(whiteSpace: WhiteSpace) {
    var random = SeededGenerator(salt: 120)
    let analyzer = TextAnalyzer(unicode: UnicodeAnalyzer())
    for _ in 0..<150 {
      let style = ParagraphStyle(
        whiteSpace: whiteSpace, lineBreakRules: random.oneIn(4) ? .unicode : .css,
        lineBreakStrictness: LineBreakStrictness.allCases.randomElement(using: &random) ?? .loose,
        wordBreak: WordBreak.allCases.randomElement(using: &random) ?? .normal)
      let text = OpportunityText.random(&random) + "\n" + OpportunityText.random(&random)
      let source = SourceText(AttributedText(text), whiteSpace: whiteSpace)
      let boundaries = analyzer.analyze(source, style: style).boundaries
      #expect(
        faults(source.units, boundaries, style) == [],
        "\(text.debugDescription) \(style), seed \(TestSettings.seed)")
    }
  }

  private func faults(
    _ units: [UInt16], _ boundaries: [BoundaryFlags], _ style: ParagraphStyle
  ) -> [String] {
    var faults: [String] = []
    for place in units.indices.dropFirst() {
      let flags = boundaries[place]
      let next: UInt16? = units[place]
      if LineTerminator.endsLine(units[place - 1], before: next) != flags.contains(.hardBreak) {
        faults.append("a forced end at \(place)")
      }
      guard flags.contains(.softBreak), !flags.contains(.hardBreak) else { continue }
      if !style.whiteSpace.wraps { faults.append("a soft break at \(place)") }
      if UTF16.isTrailSurrogate(units[place]), UTF16.isLeadSurrogate(units[place - 1]) {
        faults.append("half a pair at \(place)")
      }
      if LineTerminator.isOne(units[place]) { faults.append("before a terminator at \(place)") }
      // By UAX 14 a line may end between a space and a tab.
      let spaces: [UInt16] = style.lineBreakRules == .css ? [0x20, 0x09] : [0x20]
      if style.whiteSpace.hangs, spaces.contains(units[place]) {
        faults.append("before hanging space at \(place)")
      }
    }
    return faults
  }

  @Test func breaksAtGraphemesAnywhere() {
    let style = ParagraphStyle(whiteSpace: .normal, lineBreakStrictness: .anywhere)
    #expect(Opportunities.marked("a, e\u{301}👩‍👧 (b", style) == "a|, |e\u{301}|👩‍👧 |(|b")
  }

  @Test func breaksAfterEverySpaceThatTakesRoom() {
    let style = ParagraphStyle(whiteSpace: .breakSpaces)
    #expect(Opportunities.marked("a  b \u{3000}c", style) == "a | |b |\u{3000}|c")
  }
}
