import CLinecaster
import LinecasterBase
import LinecasterBundledFonts
import LinecasterFonts
import LinecasterTestSupport
import LinecasterText
import Testing

/// Text through the C interface equals that of the Swift API, with offsets in bytes.
@Suite struct TextFunctionsTests {
  private static let texts = [
    "", "One line of plain words.",
    "Words that break into several lines of a narrow paragraph.\n\nEnd",
    "Größe: 12 µm – „naïve“ façade\r\nzweite Zeile", "left שמאל ימין right مرحبا بالعالم 123",
    "नमस्ते दुनिया ภาษาไทยไม่มีช่องว่าง", "emoji 👩‍👩‍👧‍👦🇩🇪 and 𝒜𝓑 beyond the first plane 👍🏽",
    "\u{E001}missing\u{10FFFD}",
  ]

  private let typesetter: Typesetter
  private let handle: Handle

  init() throws {
    typesetter = Typesetter(fonts: try FontCollection.bundled())
    handle = try Handle.typesetter()
  }

  @Test(arguments: texts, [30.0, 120, .infinity])
  func layoutsAreThoseOfSwift(text: String, width: Double) throws {
    let layout = typesetter.prepare(Paragraph(text)).layout(width: width)
    let other = try Handle.text(text).prepared(with: handle).layout(width: width)
    try checkLines(of: other, text, layout)
    try checkGlyphs(of: other, text, layout)
    try checkCarets(of: other, text, layout)
    try checkSelections(of: other, text, layout)
  }

  private func checkLines(of other: Handle, _ text: String, _ layout: TextLayout) throws {
    var size = (width: 0.0, height: 0.0)
    try succeed(lc_layout_size(other.pointer, &size.width, &size.height))
    #expect(Size(width: size.width, height: size.height) == layout.size)
    #expect(try count { lc_layout_line_count(other.pointer, $0) } == layout.lines.count)
    let ranges = layout.utf8Ranges(in: text)
    for (index, line) in layout.lines.enumerated() {
      let found = try lc_line.filled { lc_layout_line(other.pointer, index, $0) }
      #expect(found.start..<found.end == ranges[index] && found.baseline == line.baseline)
      #expect(Rect(found.frame) == line.frame)
      #expect(found.hidden_start == found.hidden_end)
    }
  }

  private func checkGlyphs(of other: Handle, _ text: String, _ layout: TextLayout) throws {
    let runs = layout.glyphRuns
    #expect(try count { lc_layout_run_count(other.pointer, $0) } == runs.count)
    let glyphCount = try count { lc_layout_glyphs(other.pointer, 0, nil, 0, $0) }
    #expect(glyphCount == layout.glyphCount)
    var glyphs = [lc_glyph](repeating: lc_glyph(), count: glyphCount)
    _ = try count { lc_layout_glyphs(other.pointer, 0, &glyphs, glyphCount, $0) }
    var first = 0
    for (index, run) in runs.enumerated() {
      let found = try lc_run.filled { lc_layout_run(other.pointer, index, $0) }
      #expect(found.first_glyph == first && found.glyph_count == run.glyphCount)
      #expect(found.face == run.face.identifier && found.size == run.size)
      #expect(Point(x: found.x, y: found.y) == run.origin && found.width == run.width)
      #expect((found.flags & UInt32(LC_RUN_RIGHT_TO_LEFT) != 0) == run.isRightToLeft)
      for (glyph, placed) in zip(glyphs[first...], run.placedGlyphs) {
        #expect(glyph.identifier == placed.identifier && glyph.advance == placed.advance)
        #expect(Point(x: glyph.x, y: glyph.y) == placed.origin)
        #expect(Int(glyph.offset) == byte(placed.utf16Offset, of: text))
      }
      first += run.glyphCount
    }
    // A call for part of the glyphs returns the same as one for all.
    for start in 0...glyphCount {
      var part = [lc_glyph](repeating: lc_glyph(), count: 3)
      let rest = try count { lc_layout_glyphs(other.pointer, start, &part, 3, $0) }
      #expect(rest == glyphCount - start)
      #expect(part.prefix(rest).map(\.x) == glyphs[start...].prefix(3).map(\.x))
    }
  }

  private func checkCarets(of other: Handle, _ text: String, _ layout: TextLayout) throws {
    for unit in places(in: text) {
      for affinity in CaretAffinity.allCases {
        let caret = layout.caret(at: unit, affinity: affinity)
        let found = try lc_caret.filled {
          lc_layout_caret(other.pointer, byte(unit, of: text), UInt32(affinity.rawValue), $0)
        }
        #expect(equal(found, caret, in: text), "\(unit)")
      }
      var word = (start: 0, end: 0)
      try succeed(lc_layout_word(other.pointer, byte(unit, of: text), &word.start, &word.end))
      let range = layout.word(at: unit)
      #expect(word.start == byte(range.lowerBound, of: text))
      #expect(word.end == byte(range.upperBound, of: text))
    }
    for point in [(-5.0, -5.0), (12, 7), (40, 30), (1000, 12), (.nan, .nan)] {
      let caret = layout.caret(nearest: Point(x: point.0, y: point.1))
      let found = try lc_caret.filled { lc_layout_hit(other.pointer, point.0, point.1, $0) }
      #expect(equal(found, caret, in: text), "\(point)")
    }
  }

  private func checkSelections(of other: Handle, _ text: String, _ layout: TextLayout) throws {
    let units = places(in: text)
    let middle = units[units.count / 2]
    for (start, end) in [(0, middle), (middle, 0), (0, text.utf16.count), (middle, middle)] {
      var rects = [lc_rect](repeating: lc_rect(), count: 50)
      let total = try count {
        lc_layout_selection(
          other.pointer, byte(start, of: text), byte(end, of: text), &rects, 50, $0)
      }
      let expected = layout.rectangles(for: min(start, end)..<max(start, end))
      #expect(total == expected.count && rects.prefix(total).map(Rect.init) == expected)
    }
  }

  private func equal(_ found: lc_caret, _ caret: Caret, in text: String) -> Bool {
    found.offset == byte(caret.utf16Offset, of: text) && found.line == caret.line
      && found.x == caret.x && found.top == caret.top && found.bottom == caret.bottom
      && found.affinity == UInt32(caret.affinity.rawValue)
  }

  /// The offsets between characters, in units of UTF-16.
  private func places(in text: String) -> [Int] {
    var place = 0
    return [0]
      + text.unicodeScalars.map { scalar in
        place += UTF16.width(scalar)
        return place
      }
  }

  /// Counts the bytes before a unit, scalar by scalar.
  private func byte(_ unit: Int, of text: String) -> Int {
    var (units, bytes) = (0, 0)
    for scalar in text.unicodeScalars {
      units += UTF16.width(scalar)
      if units > unit { break }
      bytes += UTF8.width(scalar)
    }
    return bytes
  }
}

extension Rect {
  init(_ rect: lc_rect) {
    self.init(x: rect.x, y: rect.y, width: rect.width, height: rect.height)
  }
}
