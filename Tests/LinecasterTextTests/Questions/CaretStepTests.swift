import LinecasterBase
import LinecasterBundledFonts
import LinecasterFonts
import LinecasterTestSupport
import Testing

@testable import LinecasterText

@Suite struct CaretStepTests {
  private let typesetter: Typesetter

  init() throws {
    typesetter = Typesetter(fonts: try .bundled())
  }

  private func layout(_ text: String, width: Double = 320) -> TextLayout {
    typesetter.prepare(Paragraph(text)).layout(width: width)
  }

  /// The offsets that repeated steps lead to.
  private func walk(_ layout: TextLayout, from offset: Int, by step: CaretStep) -> [Int] {
    var caret = layout.caret(at: offset)
    var offsets: [Int] = []
    while let next = layout.nextCaret(from: caret, by: step), offsets.count < 50 {
      caret = next
      offsets.append(next.utf16Offset)
    }
    return offsets
  }

  @Test func goOverWords() {
    let layout = layout("Two words, 3.14 – “three”!")
    #expect(walk(layout, from: 0, by: .word(.forward)) == [3, 9, 15, 24, 26])
    #expect(walk(layout, from: 26, by: .word(.backward)) == [19, 11, 4, 0])
    #expect(walk(layout, from: 6, by: .word(.right)) == [9, 15, 24, 26])
  }

  @Test func goOverThaiWordsByADictionary() {
    let layout = layout("ภาษาไทยง่าย")
    #expect(walk(layout, from: 0, by: .word(.forward)) == [4, 7, 11])
  }

  @Test func goLeftInRightToLeftText() {
    let layout = layout("שלום עולם")
    #expect(walk(layout, from: 0, by: .word(.left)) == [4, 9])
    #expect(walk(layout, from: 0, by: .grapheme(.left)) == [1, 2, 3, 4, 5, 6, 7, 8, 9])
    #expect(walk(layout, from: 3, by: .grapheme(.right)) == [2, 1, 0])
  }

  @Test func goThroughBothDirectionsAsTheyAreSeen() {
    let layout = layout("ab גד ef")
    var caret = layout.caret(at: 0)
    var places: [Double] = [caret.x]
    while let next = layout.nextCaret(from: caret, by: .grapheme(.right)) {
      caret = next
      places.append(next.x)
    }
    #expect(places.count == 9 && places == places.sorted())
    #expect(caret.utf16Offset == 8)
  }

  @Test func keepTheirColumnOverLines() throws {
    let layout = layout("wwwwwwww\ni\nwwwwwwww")
    let start = layout.caret(at: 5)
    let middle = try #require(layout.nextCaret(from: start, by: .line(.forward)))
    #expect(middle.line == 1 && middle.utf16Offset == 10)
    let below = try #require(layout.nextCaret(from: middle, by: .line(.forward), atX: start.x))
    #expect(below.line == 2 && below.x == start.x)
    #expect(layout.nextCaret(from: below, by: .line(.forward)) == nil)
    #expect(layout.nextCaret(from: start, by: .line(.backward)) == nil)
  }

  @Test func goOnToTheNextLine() throws {
    let layout = layout("ab\ncd")
    let end = layout.caret(at: 2)
    #expect(layout.nextCaret(from: end, by: .grapheme(.right))?.utf16Offset == 3)
    let start = layout.caret(at: 3)
    #expect(layout.nextCaret(from: start, by: .grapheme(.left))?.utf16Offset == 2)
    #expect(layout.nextCaret(from: layout.caret(at: 5), by: .grapheme(.right)) == nil)
    #expect(layout.nextCaret(from: layout.caret(at: 0), by: .grapheme(.left)) == nil)
    #expect(layout.nextCaret(from: layout.caret(at: 5), by: .word(.forward)) == nil)
    #expect(layout.nextCaret(from: layout.caret(at: 0), by: .word(.backward)) == nil)
  }
}

/// Unicode's own test of words.
@Suite(
  .enabled(
    if: try TestTools.has("unicode-data", UnicodeFile.folder != nil),
    "the package unicode-data is not installed"))
struct UnicodeWordTests {
  @Test func followsTheWordBreakTest() throws {
    let typesetter = Typesetter(fonts: try .bundled())
    let lines = try UnicodeFile("auxiliary/WordBreakTest.txt").lines
    let failing = lines.filter { line in
      let (text, breaks) = line.textAndBreaks
      let layout = typesetter.prepare(Paragraph(text)).layout()
      let count = text.utf16.count
      let words = (0..<count).map { layout.word(at: $0) }
      return Set(words.map(\.upperBound)) != Set(breaks.filter { $0 > 0 && $0 <= count })
    }
    print("WordBreakTest.txt: \(lines.count - failing.count) of \(lines.count)")
    #expect(lines.count == 1_823)
    #expect(failing.map(\.number) == [])
  }
}
