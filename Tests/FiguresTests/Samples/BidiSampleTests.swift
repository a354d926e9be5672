import LinecasterBase
import LinecasterBundledFonts
import LinecasterFonts
import LinecasterText
import Testing

/// The samples of the chapter on bidirectional text.
@Suite struct BidiSampleTests {
  @Test func walksRunsInVisualOrder() throws {
    let typesetter = Typesetter(fonts: try .bundled())
    let style = ParagraphStyle(baseDirection: .rightToLeft)
    let layout = typesetter.prepare(Paragraph("a אב 12", paragraphStyle: style)).layout(width: 130)
    for run in layout.glyphRuns(ofLine: 0) {
      print(run.origin.x, run.width, run.isRightToLeft)
    }
    let runs = layout.glyphRuns(ofLine: 0)
    #expect(runs.map(\.origin.x) == runs.map(\.origin.x).sorted())
    #expect(runs.first?.isRightToLeft == false && runs.last?.isRightToLeft == false)
  }
}
