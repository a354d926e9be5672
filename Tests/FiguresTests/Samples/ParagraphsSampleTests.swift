import LinecasterBase
import LinecasterBundledFonts
import LinecasterFonts
import LinecasterText
import Testing

/// The samples of the chapter on paragraphs.
@Suite struct ParagraphsSampleTests {
  private let typesetter: Typesetter

  init() throws {
    typesetter = Typesetter(fonts: try .bundled())
  }

  @Test func laysOut() {
    let prepared = typesetter.prepare(Paragraph("A paragraph is shaped once."))
    let layout = prepared.layout(width: 120)
    print(layout.size, layout.lines.count, layout.firstBaseline)
    #expect(layout.lines.count == 2)
  }

  @Test func changesStyles() {
    var text = AttributedText("Released on Monday", style: TextStyle(size: 17))
    if let day = text.string.firstRange(of: "Monday") {
      text.updateStyle(in: day) { $0.weight = .bold }
    }
    #expect(text.styledRanges.map(\.utf16Range) == [0..<12, 12..<18])
  }

  @Test func changesCase() {
    var heading = TextStyle(families: ["Noto Sans"], size: 20, language: "de")
    heading.transform = .uppercase
    let street = typesetter.prepare(Paragraph("Große Straße", style: heading))
    print(street.layout().graphemes.last?.utf16Range ?? 0..<0)  // 11..<12
    #expect(street.layout().graphemes.last?.utf16Range == 11..<12)
  }

  @Test func growsAndIsEdited() {
    var log = Paragraph("started\n", style: TextStyle(size: 15))
    var prepared = typesetter.prepare(log)
    for step in ["read", "shaped", "drawn"] {
      log.text.append("\(step)\n", style: TextStyle(size: 15))
      prepared = typesetter.prepare(log, reusing: prepared)
    }
    print(prepared.layout(width: 320).lines.count)  // 4
    #expect(prepared.layout(width: 320).lines.count == 4)

    let style = TextStyle(size: 17)
    var draft = AttributedText("See you on Monday", style: style)
    draft.replace(inUTF16: 11..<17, with: AttributedText("Friday", style: style))
    print(draft.string)  // See you on Friday
    #expect(draft.string == "See you on Friday")
  }

  @Test func growsInADocument() {
    let style = TextStyle(size: 15)
    var log = TextDocument(
      Paragraph("started\n", style: style), width: 320, typesetter: typesetter)
    for token in ["read ", "1,204 ", "rows\n", "drawn"] {
      log.append(token, style: style)
      for paragraph in log.layOutEnd(height: 480) {
        print(paragraph.index, paragraph.top, paragraph.layout.lines.count)
      }
    }
    print(log.paragraphCount, log.lineCount)  // 3 3
    #expect(log.paragraphCount == 3 && log.lineCount == 3)

    while log.measure(paragraphs: 1_000) > 0 {}
    print(log.height, log.lineCount)
    #expect(log.unmeasuredCount == 0)
  }

  @Test func knowsItsWidths() {
    let prepared = typesetter.prepare(Paragraph("As wide as it wants to be"))
    let scale = PixelScale(2)
    let natural = scale.roundedUp(prepared.maxContentWidth)
    let narrowest = scale.roundedUp(prepared.minContentWidth)
    #expect(prepared.layout(width: natural).lines.count == 1)
    #expect(narrowest < natural)
  }

  @Test func answersQuestions() throws {
    let string = "Where is שלום on the line?"
    let layout = typesetter.prepare(Paragraph(string)).layout(width: 120)
    for (line, range) in zip(layout.lines, layout.ranges(in: string)) {
      print(string[range], line.frame, line.baseline)
    }
    for place in layout.graphemes {
      print(place.utf16Range, place.line, place.x, place.width)
    }
    var glyphs: [(face: FontFace, glyph: UInt32, at: Point)] = []
    for run in layout.glyphRuns {
      run.forEachGlyph { glyph, x, y in glyphs.append((run.face, glyph, Point(x: x, y: y))) }
    }
    #expect(glyphs.count == layout.glyphCount)
    #expect(layout.graphemes.count == string.count)
  }
}
