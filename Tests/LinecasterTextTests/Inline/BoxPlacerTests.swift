import LinecasterBase
import LinecasterBundledFonts
import LinecasterFonts
import LinecasterTestSupport
import Testing

@testable import LinecasterText

/// The fragments of nested boxes in text of both directions.
@Suite struct BoxPlacerTests {
  private let typesetter: Typesetter
  private let style = TextStyle(size: 16)

  init() throws {
    typesetter = Typesetter(fonts: try .bundled())
  }

  /// Text in which `[` and `]` begin and end boxes.
  private func text(_ marks: String, _ bidi: BidiScope = .normal) -> AttributedText {
    var open = [AttributedText("", style: style)]
    for mark in marks {
      if mark == "[" {
        open.append(AttributedText("", style: style))
      } else if mark == "]" {
        let inside = open.removeLast()
        open[open.count - 1].append(inside, in: InlineBox(style: style, bidi: bidi))
      } else {
        open[open.count - 1].append(String(mark), style: style)
      }
    }
    return open[0]
  }

  private func layout(
    _ text: AttributedText, isRightToLeft: Bool, width: Double = 300
  ) -> TextLayout {
    let lines = ParagraphStyle(
      baseDirection: isRightToLeft ? .rightToLeft : .leftToRight, whiteSpace: .normal)
    return typesetter.prepare(Paragraph(text, style: lines)).layout(width: width)
  }

  /// If boxes begin together before text that runs against the text behind it, the inner ones are
  /// split between both, and the outermost is not (Chromium 156).
  @Test(arguments: [
    ("[365 אב]", true, [1]), ("[[365 אב]]", true, [1, 2]), ("[[אב 365]]", true, [1, 1]),
    ("[גד [365 אב]]", true, [1, 1]), ("גד [[365 אב]]", true, [1, 2]),
    ("[[[365 אב]]]", true, [1, 2, 2]), ("[[[365] אב]]", true, [1, 2, 1]),
    ("[[365] אב]", true, [1, 1]), ("[[אב cd]]", false, [1, 2]), ("[[cd אב]]", false, [1, 1]),
    ("[x [אב cd]]", false, [1, 1]), ("[[אב cd] ef]", false, [1, 2]),
  ])
  func boxesThatBeginTogetherAreSplit(marks: String, isRightToLeft: Bool, counts: [Int]) {
    let fragments = layout(text(marks), isRightToLeft: isRightToLeft).boxFragments
    #expect(counts.indices.map { box in fragments.count { $0.index == box } } == counts)
    // The parts of a box touch.
    for box in counts.indices {
      let parts = fragments.filter { $0.index == box }.map(\.frame).sorted { $0.minX < $1.minX }
      for (one, other) in zip(parts, parts.dropFirst()) {
        #expect(abs(one.maxX - other.minX) < 1e-9)
      }
    }
  }

  /// Boxes that continue from the line before begin together on the next one.
  @Test(arguments: [
    ("[[אב\u{2028}365 אב]]", [1, 2]), ("[[אב\u{2028}אב 365]]", [1, 1]),
    ("[אב\u{2028}[365 אב]]", [1, 2]), ("[אב\u{2028}365 אב]", [1]),
    ("[[אב\u{2028}365 אב] 45]", [1, 2]),
  ])
  func boxesThatContinueAreSplit(marks: String, counts: [Int]) {
    let fragments = layout(text(marks), isRightToLeft: true).boxFragments
      .filter { $0.line == 1 }
    #expect(counts.indices.map { box in fragments.count { $0.index == box } } == counts)
  }

  /// The controls of an isolate at a soft wrap stay on the line before, so both boxes begin
  /// together; behind a terminator, controls come between them (Chromium 156).
  @Test(arguments: [(" ", [1, 2]), ("\u{2028}", [1, 1])])
  func controlsComeBetweenBoxesBehindATerminator(separator: String, counts: [Int]) {
    let marks = "[אבגד\(separator)[365\u{A0}אב]]"
    let layout = layout(text(marks, .isolate(.rightToLeft)), isRightToLeft: true, width: 60)
    #expect(layout.lines.count == 2)
    let fragments = layout.boxFragments.filter { $0.line == 1 }
    #expect(counts.indices.map { box in fragments.count { $0.index == box } } == counts)
  }
}
