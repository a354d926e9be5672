import LinecasterBundledFonts
import LinecasterFonts
import LinecasterText
import Testing

@Suite struct TypesetterTests {
  @Test func countsWhatItPrepares() throws {
    let typesetter = Typesetter(fonts: try .bundled())
    let layout = typesetter.prepare(Paragraph("one line")).layout()
    #expect(layout.lines.count == 1)
    #expect(layout.glyphCount == 8)
    #expect(typesetter.statistics.paragraphs == 1)
    #expect(typesetter.statistics.shapeCalls == 1)
  }
}
