import CLinecaster
import LinecasterBase
import LinecasterBundledFonts
import LinecasterCSupport
import LinecasterFonts
import LinecasterText
import Testing

/// Texts that grow and change, and their styles.
@Suite struct TextEditingTests {
  private let typesetter: Typesetter
  private let handle: Handle

  init() throws {
    typesetter = Typesetter(fonts: try FontCollection.bundled())
    handle = try Handle.typesetter()
  }

  @Test func growsAsIfWrittenWhole() throws {
    let text = try Handle.text()
    var whole = ""
    for piece in ["Grüße", " an alle\n", "العربية ", "👍🏽", "\n", "end"] {
      try succeed(lc_text_append(text.pointer, piece, piece.utf8.count, nil))
      whole += piece
      let layout = try text.prepared(with: handle).layout(width: 60)
      try expect(layout, typesetter.prepare(Paragraph(whole)).layout(width: 60))
    }
    #expect(try string { lc_text_copy(text.pointer, $0, $1, $2) } == whole)
    #expect(try count { lc_text_length(text.pointer, $0) } == whole.utf8.count)
  }

  @Test func replacesAndStyles() throws {
    let text = try Handle.text("Größe is the size")
    var bold = lc_text_style.sized
    (bold.weight, bold.size, bold.color) = (700, 30, 0x1122_3380)
    try succeed(lc_text_set_style(text.pointer, 0, 7, &bold))
    try succeed(lc_text_replace(text.pointer, 2, 7, "ü", 2, &bold))
    try succeed(lc_text_replace(text.pointer, 4, 4, "!", 1, nil))
    var expected = AttributedText("Grü", style: TextStyle(size: 30, weight: .bold))
    expected.updateStyle { $0.color = Color(red: 0x11, green: 0x22, blue: 0x33, alpha: 0x80) }
    expected.append("! is the size", style: TextStyle())
    #expect(try string { lc_text_copy(text.pointer, $0, $1, $2) } == expected.string)
    let layout = typesetter.prepare(Paragraph(expected)).layout(width: 90)
    let other = try text.prepared(with: handle).layout(width: 90)
    try expect(other, layout)
    let run = try lc_run.filled { lc_layout_run(other.pointer, 0, $0) }
    #expect(run.color == 0x1122_3380 && run.size == 30)
  }

  @Test func preparedTextsDoNotChange() throws {
    let text = try Handle.text("one")
    let before = try text.prepared(with: handle)
    try succeed(lc_text_append(text.pointer, " two", 4, nil))
    let after = try text.prepared(with: handle)
    try expect(before.layout(width: .infinity), typesetter.prepare(Paragraph("one")).layout())
    try expect(after.layout(width: .infinity), typesetter.prepare(Paragraph("one two")).layout())
  }

  @Test func readsEveryStyle() throws {
    let features = [
      lc_feature(tag: (0x74, 0x6E, 0x75, 0x6D), value: 1),
      lc_feature(tag: (0x6C, 0x69, 0x67, 0x61), value: 0),
    ]
    let family = "Noto Sans Mono"
    let other = try features.withUnsafeBufferPointer { features in
      try family.withCString { family in
        try "tr".withCString { language in
          var style = lc_text_style.sized
          (style.family, style.family_length) = (family, 14)
          (style.language, style.language_length) = (language, 2)
          (style.features, style.feature_count) = (features.baseAddress, 2)
          (style.size, style.letter_spacing, style.word_spacing) = (21, 2, 3)
          (style.baseline_shift, style.width, style.weight) = (4, 75, 700)
          style.slant = LC_SLANT_ITALIC.rawValue
          return try Handle.text("fi 12 Iı", style: style)
        }
      }
    }
    let style = TextStyle(
      families: [family], size: 21, weight: .bold, width: .condensed, slant: .italic,
      features: [FontFeature("tnum"), FontFeature("liga", 0)], language: "tr", letterSpacing: 2,
      wordSpacing: 3, baselineShift: 4)
    let layout = typesetter.prepare(Paragraph("fi 12 Iı", style: style)).layout()
    try expect(other.prepared(with: handle).layout(width: .infinity), layout)
  }

  @Test(arguments: 0..<6, 0..<3)
  func readsStylesOfParagraphs(alignment: UInt32, direction: UInt32) throws {
    var given = lc_paragraph_style.sized
    (given.alignment, given.direction) = (alignment, direction)
    (given.line_height, given.line_height_kind) = (30, LC_LINE_HEIGHT_POINTS.rawValue)
    (given.first_line_indent, given.paragraph_spacing, given.maximum_lines) = (9, 5, 2)
    given.flags = UInt32(LC_PARAGRAPH_WRAPS_OPTIMALLY)
    let text = try Handle(lc_text_destroy) { lc_text_create(&given, nil, $0) }
    let words = "Some words that take three lines\nor four"
    try succeed(lc_text_append(text.pointer, words, words.utf8.count, nil))
    var style = ParagraphStyle(
      alignment: [.start, .end, .left, .right, .center, .justify][Int(alignment)],
      wrapStyle: .pretty, baseDirection: [.automatic, .leftToRight, .rightToLeft][Int(direction)],
      lineHeight: .points(30), paragraphSpacing: 5, firstLineIndent: 9)
    style.maximumLines = 2
    let layout = typesetter.prepare(Paragraph(AttributedText(words), style: style))
      .layout(width: 100)
    let other = try text.prepared(with: handle).layout(width: 100)
    try expect(other, layout)
    let line = try lc_line.filled { lc_layout_line(other.pointer, 1, $0) }
    #expect(layout.isTruncated)
    #expect(line.hidden_start == layout.lines[1].hiddenUTF16Range?.lowerBound)
    #expect(line.hidden_end == words.utf8.count)
  }

  @Test func measuresWithoutALayout() throws {
    let prepared = try Handle.text("some longer words\u{10FFFD}").prepared(with: handle)
    var widths = (minimum: 0.0, maximum: 0.0)
    try succeed(lc_prepared_widths(prepared.pointer, &widths.minimum, &widths.maximum))
    let expected = typesetter.prepare(Paragraph("some longer words\u{10FFFD}"))
    #expect(widths == (expected.minContentWidth, expected.maxContentWidth))
    var characters = [UInt32](repeating: 0, count: 4)
    #expect(try count { lc_prepared_missing(prepared.pointer, &characters, 4, $0) } == 1)
    #expect(characters == [0x10FFFD, 0, 0, 0])
  }

  /// Expects the same lines and glyphs.
  private func expect(_ other: Handle, _ layout: TextLayout) throws {
    let lineCount = try count { lc_layout_line_count(other.pointer, $0) }
    #expect(lineCount == layout.lines.count)
    for index in 0..<min(lineCount, layout.lines.count) {
      let line = try lc_line.filled { lc_layout_line(other.pointer, index, $0) }
      #expect(Rect(line.frame) == layout.lines[index].frame)
    }
    let glyphCount = try count { lc_layout_glyphs(other.pointer, 0, nil, 0, $0) }
    var glyphs = [lc_glyph](repeating: lc_glyph(), count: glyphCount)
    _ = try count { lc_layout_glyphs(other.pointer, 0, &glyphs, glyphCount, $0) }
    let placed = layout.glyphRuns.flatMap(\.placedGlyphs)
    #expect(glyphs.map(\.identifier) == placed.map(\.identifier))
    #expect(glyphs.map { Point(x: $0.x, y: $0.y) } == placed.map(\.origin))
  }
}
