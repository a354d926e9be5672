import LinecasterBase
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

  /// UAX 9, rule L1: white space at a line's end stands where the paragraph's direction has it. As
  /// in Chromium 156, that between two words of a run stays with them.
  @Test(arguments: [
    (BaseDirection.leftToRight, WhiteSpace.pre, "אבג  \nדהו ", true),
    (.rightToLeft, .pre, "abc  \ndef ", true),
    (.leftToRight, .breakSpaces, "אבג  דהו ", false),
    (.rightToLeft, .breakSpaces, "abc  def ", false),
  ])
  func keptSpacesAtTheEnd(
    direction: BaseDirection, whiteSpace: WhiteSpace, text: String, isReset: Bool
  ) throws {
    let typesetter = Typesetter(fonts: try .bundled())
    let style = ParagraphStyle(baseDirection: direction, whiteSpace: whiteSpace)
    let layout = typesetter.prepare(Paragraph(text, paragraphStyle: style)).layout(width: 42)
    #expect(layout.lines.count == 2)
    let first = layout.graphemes.filter { $0.line == 0 && $0.width > 0 }.map(\.x)
    #expect(first.count == 5)
    let (letters, spaces) = (first.prefix(3), first.dropFirst(3))
    let isBehind = letters.allSatisfy { letter in spaces.allSatisfy { letter < $0 } }
    let isBefore = letters.allSatisfy { letter in spaces.allSatisfy { letter > $0 } }
    #expect(isBehind || isBefore)
    #expect(isBehind == ((direction == .leftToRight) == isReset))
  }

  /// A box that has only hanging white space on a line, between text against the paragraph.
  @Test func hangingSpacesOfABoxAreBehindTheLine() throws {
    let typesetter = Typesetter(fonts: try .bundled())
    let style = TextStyle(size: 10)
    let large = TextStyle(size: 12)
    var text = AttributedText("אבג דהו", style: style)
    text.append(AttributedText(" זחט", style: large), in: InlineBox(style: large))
    let lines = ParagraphStyle(baseDirection: .leftToRight, whiteSpace: .preWrap)
    let layout = typesetter.prepare(Paragraph(text, style: lines)).layout(width: 40)
    #expect(layout.lines.map(\.utf16Range) == [0..<8, 8..<11])
    let first = try #require(layout.boxFragments.first)
    #expect(first.line == 0 && abs(first.frame.minX - layout.lines[0].frame.width) < 0.01)
    #expect(layout.graphemes.filter { $0.line == 0 }.map(\.x).min() == 0)
  }
}
