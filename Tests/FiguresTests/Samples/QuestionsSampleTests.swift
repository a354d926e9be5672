import LinecasterBase
import LinecasterBundledFonts
import LinecasterDisplay
import LinecasterRaster
import LinecasterText
import Testing

/// The samples of the article on queries, and of the comments on their types.
@Suite struct QuestionsSampleTests {
  private let typesetter: Typesetter

  init() throws {
    typesetter = Typesetter(fonts: try .bundled())
  }

  /// A stand-in for a canvas.
  private struct Filled {
    var count = 0

    mutating func fill(_ shape: DisplayShape, with color: Color) { count += 1 }
  }

  @Test func findsCarets() {
    let layout = typesetter.prepare(Paragraph("left שמאל")).layout(width: 320)
    let caret = layout.caret(at: 5)
    print("a line from \(caret.x), \(caret.top) down to \(caret.bottom)")
    print(layout.carets(at: 5).map(\.x))  // behind the space, and at the right of the Hebrew
    let typed = layout.caret(at: 5, affinity: .upstream)  // behind what was typed last
    #expect(layout.carets(at: 5) == [typed, caret] && typed.x < caret.x)
    let line = layout.lines[layout.line(at: 90)]
    #expect(line == layout.lines[0])
  }

  @Test func findsWhatIsPressed() {
    let layout = typesetter.prepare(Paragraph("left שמאל")).layout(width: 320)
    let press = layout.caret(nearest: Point(x: 41, y: 9))
    let word = layout.word(at: press.utf16Offset)
    print(press.utf16Offset, press.line, word)
    #expect(word == 5..<9)
    var canvas = Filled()
    let accent = Color.black
    for part in layout.selection(from: 2, to: 7) {
      print("line \(part.line): \(part.minX) to \(part.maxX)")
    }
    for rectangle in layout.rectangles(for: word) {
      canvas.fill(DisplayShape(rectangle, cornerRadius: 2), with: accent)
    }
    #expect(canvas.count == 1)
  }

  @Test func selectsWords() {
    let layout = typesetter.prepare(Paragraph("what a double click selects")).layout(width: 320)
    let point = Point(x: 60, y: 9)
    let event = point
    let caret = layout.caret(nearest: Point(x: event.x, y: event.y))
    let word = layout.word(at: layout.offset(at: point))  // what a double click selects
    let rectangles = layout.rectangles(for: word)
    #expect(word.contains(caret.utf16Offset) && rectangles.count == 1)
    for part in layout.selection(from: 4, to: 90) {
      print("line \(part.line): \(part.minX) to \(part.maxX)")
    }
    var canvas = Filled()
    let accent = Color.black
    for rectangle in layout.rectangles(for: 4..<90) {
      canvas.fill(DisplayShape(rectangle), with: accent)
    }
    #expect(canvas.count == 1)
  }

  @Test func stepsWithCarets() {
    let layout = typesetter.prepare(Paragraph("one\ntwo\nthree")).layout(width: 320)
    var caret = layout.caret(at: 0)
    let column = caret.x
    while let below = layout.nextCaret(from: caret, by: .line(.forward), atX: column) {
      caret = below
    }
    #expect(caret.line == 2)
    let next = layout.nextCaret(from: caret, by: .grapheme(.right))
    #expect(next?.utf16Offset == 9)
  }
}
