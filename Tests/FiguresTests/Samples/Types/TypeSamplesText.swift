import LinecasterBase
import LinecasterBundledFonts
import LinecasterFonts
import LinecasterText
import Testing

/// The samples in the comments of LinecasterText.
@Suite struct TypeSamplesText {
  private let body = TextStyle(size: 15)
  private let string = "Shaped once, broken as often as wanted: مرحبًا, नमस्ते, 你好"
  private let fonts: FontCollection
  private let typesetter: Typesetter

  init() throws {
    fonts = try .bundled()
    typesetter = Typesetter(fonts: fonts)
  }

  private var layout: TextLayout { typesetter.prepare(Paragraph(string)).layout(width: 160) }

  private var manual: AttributedText {
    AttributedText(style: body) {
      "See "
      Styled("the manual") { $0.color = Color(rgb: 0x1A5FB4) }
      Styled({ $0.slant = .italic }) {
        " if you "
        Styled("must") { $0.weight = .bold }
      }
    }
  }

  @Test func stylesParts() {
    #expect(manual.string == "See the manual if you must")
    #expect(manual.styledRanges.count == 4)
  }

  @Test func preparesAndLaysOut() {
    let typesetter = Typesetter(fonts: fonts)
    let prepared = typesetter.prepare(Paragraph("What is shaped once is broken often."))
    let layout = prepared.layout(width: 320)
    print(layout.lines.count, layout.size.height, typesetter.statistics.glyphs)
    #expect(layout.lines.count == 1 && typesetter.statistics.glyphs > 30)
  }

  @Test func laysOutAtTheWidthsOfTheContent() {
    let prepared = typesetter.prepare(Paragraph("four words of text"))
    let narrow = prepared.layout(width: prepared.minContentWidth)
    let wide = prepared.layout(width: prepared.maxContentWidth)
    print(narrow.lines.count, wide.lines.count)  // 4 1
    #expect(narrow.lines.count == 4 && wide.lines.count == 1)
  }

  @Test func readsLines() {
    let layout = typesetter.prepare(Paragraph(string)).layout(width: 160)
    for (line, range) in zip(layout.lines, layout.ranges(in: string)) {
      print("baseline at \(line.baseline): \(string[range])")
    }
    print("\(layout.size.width) by \(layout.size.height) points")
    #expect(layout.lines.count > 1)
  }

  @Test func cutsLines() {
    let paragraph = Paragraph(string, paragraphStyle: ParagraphStyle(maximumLines: 1))
    let line = typesetter.prepare(paragraph).layout(width: 90).lines[0]
    if let hidden = line.hiddenUTF16Range {
      print("an ellipsis stands for \(hidden.count) units")
    }
    #expect(line.isTruncated)
  }

  @Test func drawsRuns() {
    var drawn: [Point] = []
    func draw(
      _ glyph: UInt32, of face: FontFace, size: Double, in color: Color, at point: Point
    ) {
      drawn.append(point)
    }
    for run in layout.glyphRuns {
      run.forEachGlyph { glyph, x, y in
        draw(glyph, of: run.face, size: run.size, in: run.color, at: Point(x: x, y: y))
      }
    }
    #expect(drawn.count == layout.glyphCount)
  }

  @Test func placesCarets() {
    let (offset, x) = (3, 20.0)
    let caret = layout.graphemes.first { $0.utf16Range.contains(offset) }?.x
    let hit = layout.graphemes.first { $0.line == 0 && ($0.x..<$0.x + $0.width).contains(x) }
    print(caret ?? 0, hit?.utf16Range ?? 0..<0)
    #expect(caret ?? 0 > 0 && hit?.line == 0)
  }

  @Test func centersText() {
    let paragraph = Paragraph(
      "Centred", style: TextStyle(size: 24),
      paragraphStyle: ParagraphStyle(alignment: .center))
    let layout = typesetter.prepare(paragraph).layout(width: 320)
    let frame = layout.lines[0].frame
    #expect(abs((frame.minX + frame.maxX) / 2 - 160) < 1)
  }

  @Test func adaptsToPreferences() {
    let paragraph = Paragraph(string)
    let preference = FontPreference(families: ["Noto Sans"], scale: 1.5)
    let adapted = paragraph.adapted(to: preference)
    let layout = typesetter.prepare(adapted).layout(width: 320)
    #expect(layout.size.height > typesetter.prepare(paragraph).layout(width: 320).size.height)
  }

  @Test func stylesParagraphs() {
    var style = ParagraphStyle(alignment: .justify, lineHeight: .multiple(1.5))
    style.firstLineIndent = 20
    style.overflowWrap = .anywhere
    style.maximumLines = 3  // text that is left ends in an ellipsis
    let paragraph = Paragraph(AttributedText(string), style: style)
    #expect(typesetter.prepare(paragraph).layout(width: 90).isTruncated)
  }

  @Test func stylesTitles() {
    var title = TextStyle(families: ["Noto Sans"], size: 24, weight: .bold)
    title.slant = .italic
    title.features = [FontFeature("tnum")]
    title.decorations = [TextDecoration(.underline)]
    let paragraph = Paragraph(string, style: title)
    #expect(!typesetter.prepare(paragraph).layout().decorationLines.isEmpty)
  }

  @Test func stylesNumbers() {
    var price = TextStyle(size: 20)
    price.numerals = [.tabular, .slashedZero]
    let widths = ["1", "0"].map {
      typesetter.prepare(Paragraph($0, style: price)).layout().size.width
    }
    #expect(widths[0] == widths[1])
  }

  @Test func stylesWords() {
    var text = AttributedText("Read the manual")
    if let word = text.string.firstRange(of: "manual") {
      text.updateStyle(in: word) { $0.slant = .italic }
    }
    text.append(" first", style: TextStyle(weight: .bold))
    #expect(text.styledRanges.map(\.style.slant) == [.upright, .italic, .upright])
  }

  @Test func decoratesText() {
    var style = TextStyle()
    style.decorations = [
      TextDecoration(.underline, pattern: .wavy, thickness: 2), TextDecoration(.strikethrough),
    ]
    let layout = typesetter.prepare(Paragraph(string, style: style)).layout(width: 320)
    #expect(Set(layout.decorationLines.map(\.decoration.position)).count == 2)
  }

  @Test func boxesPartsOfText() {
    var code = InlineBox(style: TextStyle(families: ["Noto Sans Mono"], size: 14))
    code.padding = Insets(horizontal: 4)
    code.decorationBreak = .clone
    var text = AttributedText("Run ")
    text.append(AttributedText("make demo", style: code.style), in: code)
    let layout = typesetter.prepare(Paragraph(text)).layout(width: 320)
    for fragment in layout.boxFragments {
      print("box \(fragment.index) on line \(fragment.line): \(fragment.frame)")
    }
    #expect(layout.boxFragments.count == 1 && layout.boxFragments[0].frame.width > 8)
  }

  @Test func linksPartsOfText() {
    var text = AttributedText("Read ")
    let link = InlineBox(style: TextStyle(size: 17), padding: Insets(horizontal: 2))
    text.append(AttributedText("the manual", style: link.style), in: link)
    #expect(text.string == "Read the manual")
  }

  @Test func attachesPictures() {
    var text = AttributedText("Ada ")
    text.append(Attachment(size: Size(width: 16, height: 16), baseline: 13), style: TextStyle())
    text.append(" Lovelace", style: TextStyle())
    let layout = typesetter.prepare(Paragraph(text)).layout(width: 320)
    #expect(layout.attachmentPlaces.map(\.utf16Offset) == [4])
  }

  @Test func explainsFonts() {
    let explanation = typesetter.explainFonts(of: "a你", style: TextStyle(weight: .bold))
    print(explanation)  // which faces were asked, and why each was taken or passed over
    let families = explanation.graphemes.map(\.face.family)
    #expect(families.count == 2)
  }

  @Test func findsText() {
    let query = TextQuery("straße")
    print(query.ranges(in: "Die STRASSE"))  // [4..<11]
    #expect(query.ranges(in: "Die STRASSE") == [4..<11])
  }

  @Test func measuresStages() {
    let typesetter = Typesetter(fonts: fonts, measuresTime: true)
    _ = typesetter.prepare(Paragraph(string)).layout(width: 320)
    let statistics = typesetter.statistics
    print(statistics.glyphs, statistics.nanoseconds[.shape] ?? 0)
    #expect(statistics.nanoseconds[.shape] ?? 0 > 0)
  }
}
