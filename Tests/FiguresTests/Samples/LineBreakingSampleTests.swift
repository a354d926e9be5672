import LinecasterBase
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

  @Test func choosesLinesTogether() throws {
    let typesetter = Typesetter(fonts: try .bundled())
    let string =
      "Of all the ways to break a paragraph into lines this one costs the least, as TeX has it."
    let style = ParagraphStyle(alignment: .justify, wrapStyle: .pretty)
    let layout = typesetter.prepare(Paragraph(string, paragraphStyle: style)).layout(width: 240)
    #expect(layout.lines.count > 1)
  }

  @Test func leadsTabsToStops() throws {
    let typesetter = Typesetter(fonts: try .bundled())
    var row = Paragraph("Tea\t12.50\tpage 7")
    row.tabStops = [
      TabStop(180, .decimal(separator: ".")), TabStop(300, .end, leader: "."),
    ]
    let layout = typesetter.prepare(row).layout()
    #expect(abs(layout.size.width - 300) < 0.01)
  }

  @Test func cutsThePathInTheMiddle() throws {
    let typesetter = Typesetter(fonts: try .bundled())
    let string = "Sources/LinecasterText/LineBreaking/LineTruncation.swift"
    var style = ParagraphStyle(maximumLines: 1)
    style.truncation = .middle  // both ends of a path are worth seeing
    let path = Paragraph(string, paragraphStyle: style)
    let line = typesetter.prepare(path).layout(width: 200).lines[0]
    #expect(line.resumedUTF16Range?.upperBound == string.utf16.count)
  }

  @Test func hangsQuotes() throws {
    let typesetter = Typesetter(fonts: try .bundled())
    var style = ParagraphStyle(alignment: .justify)
    style.hangingPunctuation = [.first, .allowEnd, .last]
    let paragraph = Paragraph("“Hang them”", paragraphStyle: style)
    let layout = typesetter.prepare(paragraph).layout()
    #expect(layout.graphemes[0].x < 0)
    #expect((layout.graphemes.last?.x ?? 0) + 0.01 > layout.size.width)
  }

  @Test func endsInALinkThatLeadsOn() throws {
    let typesetter = Typesetter(fonts: try .bundled())
    let string = "Only one line of this text is shown, whatever it has to say."
    var paragraph = Paragraph(string, paragraphStyle: ParagraphStyle(maximumLines: 1))
    var more = AttributedText("… ")
    more.append(
      AttributedText("more", style: TextStyle(weight: .bold)),
      in: InlineBox(style: TextStyle(), link: "app:more"))
    paragraph.truncationToken = more
    let layout = typesetter.prepare(paragraph).layout(width: 160)
    let end = Point(x: layout.lines[0].frame.maxX - 5, y: 5)
    #expect(layout.isTruncated && layout.link(at: end) == "app:more")
  }

  @Test func breaksWords() throws {
    let typesetter = Typesetter(fonts: try .bundled())
    let string = "Incomprehensibilities"
    var style = TextStyle(size: 17, language: "en")
    style.hyphenation = .automatic
    var lines = ParagraphStyle(alignment: .justify)
    lines.hyphenationLimits = HyphenationLimits(lettersOfWord: 6, lettersAfter: 3, linesInARow: 2)
    let prepared = typesetter.prepare(Paragraph(string, style: style, paragraphStyle: lines))
    for failure in prepared.hyphenationFailures { print(failure) }
    let layout = prepared.layout(width: prepared.maxContentWidth * 0.7)
    #expect(layout.lines.count == 2)
    #expect(prepared.hyphenationFailures.allSatisfy { $0.code == .missing })
  }

  @Test func setsTextLikeABrowser() throws {
    let typesetter = Typesetter(fonts: try .bundled())
    let css = ParagraphStyle(whiteSpace: .normal, overflowWrap: .normal)
    let layout = typesetter.prepare(Paragraph("  a \n b ", paragraphStyle: css)).layout(width: 130)
    #expect(layout.lines.count == 1)
  }
}
