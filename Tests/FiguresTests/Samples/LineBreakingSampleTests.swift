import LinecasterBundledFonts
import LinecasterFonts
import LinecasterText
import Testing

/// The samples of the chapter on line breaking.
@Suite struct LineBreakingSampleTests {
  @Test func reportsWhatIsHidden() throws {
    let typesetter = Typesetter(fonts: try .bundled())
    let string = "Only two lines of this text are shown, whatever it has to say."
    let style = ParagraphStyle(maximumLines: 2)
    let layout = typesetter.prepare(Paragraph(string, paragraphStyle: style)).layout(width: 130)
    if let hidden = layout.hiddenUTF16Range {
      print("\(hidden.count) of \(string.utf16.count) units are hidden")
    }
    #expect(layout.lines.count == 2 && layout.isTruncated)
  }

  @Test func setsTextLikeABrowser() throws {
    let typesetter = Typesetter(fonts: try .bundled())
    let css = ParagraphStyle(whiteSpace: .normal, overflowWrap: .normal)
    let layout = typesetter.prepare(Paragraph("  a \n b ", paragraphStyle: css)).layout(width: 130)
    #expect(layout.lines.count == 1)
  }
}
