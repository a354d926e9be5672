import LinecasterBase
import LinecasterBundledFonts
import LinecasterFonts
import LinecasterTestSupport
import Testing

@testable import LinecasterText

@Suite struct JustifierTests {
  private let typesetter: Typesetter

  init() throws {
    typesetter = Typesetter(fonts: try .bundled())
  }

  private func layouts(_ text: String, width: Double) -> (plain: TextLayout, justified: TextLayout)
  {
    let justify = ParagraphStyle(alignment: .justify)
    return (
      typesetter.prepare(Paragraph(text)).layout(width: width),
      typesetter.prepare(Paragraph(text, paragraphStyle: justify)).layout(width: width)
    )
  }

  @Test func spreadsSpacesEvenlyOverTheWidth() {
    let text = "The quick brown fox jumps over the lazy dog and runs away from it"
    let (plain, justified) = layouts(text, width: 150)
    #expect(justified.lines.count == plain.lines.count && justified.lines.count > 2)
    for (index, line) in justified.lines.enumerated() {
      let isLast = index + 1 == justified.lines.count
      let width = isLast ? plain.lines[index].frame.width : 150
      #expect(abs(line.frame.width - width) < 1e-9 && line.frame.minX == 0)
      let end = justified.glyphRuns(ofLine: index).last.map { $0.origin.x + $0.width }
      #expect(abs((end ?? 0) - width) < 0.01)
    }
    // Every space of a line grows by the same amount, within half a font unit.
    let utf16 = Array(text.utf16)
    let spaces = zip(plain.graphemes, justified.graphemes).filter {
      utf16[$0.0.utf16Range.lowerBound] == 0x20 && $0.0.line == 0
        && $0.0.utf16Range.upperBound < plain.lines[0].utf16Range.upperBound
    }
    let grown = spaces.map { $0.1.width - $0.0.width }
    let expected = (150 - plain.lines[0].frame.width) / Double(spaces.count)
    #expect(spaces.count > 1 && grown.allSatisfy { abs($0 - expected) <= 15.0 / 1000 })
  }

  /// Invisible characters take no share, and a hyphen stands beside its letter, as in Chromium 156.
  @Test(arguments: ["\u{AD}", "\u{200B}", "\u{2060}", "\u{200E}", "\u{FEFF}", "\u{202A}\u{202C}"])
  func spreadsVisibleCharactersOnly(invisible: String) {
    for (text, justification) in [
      ("漢字ab cd", TextJustification.automatic), ("inter ab", .interCharacter),
    ] {
      let style = ParagraphStyle(
        alignment: .justify, lastLineAlignment: .justify, justification: justification)
      var longer = text
      longer.insert(contentsOf: invisible, at: text.index(after: text.startIndex))
      let layouts = [text, longer].map {
        typesetter.prepare(Paragraph($0, paragraphStyle: style)).layout(width: 200)
      }
      let widths = layouts.map { $0.graphemes.map(\.width).filter { $0 > 0 } }
      #expect(widths[0].count == widths[1].count)
      for (plain, other) in zip(widths[0], widths[1]) { #expect(abs(plain - other) < 0.05) }
    }
  }

  @Test func addsNoSpaceBeforeAHyphen() throws {
    let style = ParagraphStyle(alignment: .justify, justification: .interCharacter)
    let text = "ab in\u{AD}terxxxxxxxxxxxx"
    let layout = typesetter.prepare(
      Paragraph(AttributedText(text, style: TextStyle(size: 10)), style: style)
    ).layout(width: 45)
    let letters = layout.graphemes.filter { $0.line == 0 && $0.width > 0 }
    let hyphen = try #require(layout.glyphRuns(ofLine: 0).first { $0.isToken })
    let last = try #require(letters.last { $0.utf16Range.lowerBound == 4 })
    #expect(abs(hyphen.origin.x - 41.8) < 0.1)
    #expect(abs(hyphen.origin.x + hyphen.width - 45) < 0.01)
    #expect(last.x + last.width <= hyphen.origin.x + 0.01)
  }

  /// A kept tab grows as a space does, as in Chromium 156.
  @Test(arguments: ["ab\tcd ef", "ab cd\tef gh"])
  func spreadsTabs(text: String) {
    var style = ParagraphStyle(whiteSpace: .preWrap)
    let plain = typesetter.prepare(Paragraph(text, paragraphStyle: style)).layout(width: 200)
    (style.alignment, style.lastLineAlignment) = (.justify, .justify)
    let justified = typesetter.prepare(Paragraph(text, paragraphStyle: style)).layout(width: 200)
    let spaces = text.filter(\.isWhitespace).count
    let share = (200 - plain.lines[0].frame.width) / Double(spaces)
    #expect(share > 30)
    for (place, letter) in zip(plain.graphemes, justified.graphemes) {
      let isSpace = [0x20, 0x09].contains(Array(text.utf16)[place.utf16Range.lowerBound])
      let grown = letter.width - place.width
      #expect(abs(grown - (isSpace ? share : 0)) < 0.02, "\(place.utf16Range)")
    }
  }

  @Test func spreadsIdeographs() {
    let (plain, justified) = layouts("日本語の文章は空白なしで書かれる。", width: 100)
    #expect(justified.lines.count == plain.lines.count && plain.lines[0].frame.width < 100)
    let first = justified.graphemes.filter { $0.line == 0 }
    let grown = zip(plain.graphemes, first).map { $1.width - $0.width }
    let share = (100 - plain.lines[0].frame.width) / Double(first.count - 1)
    // The space is distributed in whole font units.
    #expect(grown.dropLast().allSatisfy { abs($0 - share) <= 15.0 / 1000 } && grown.last == 0)
  }

  /// Between characters the space is behind each, which is on the left for right-to-left text.
  @Test(arguments: ["moon light", "\u{5E9}\u{5DC}\u{5D5}\u{5DD} \u{5E2}\u{5D5}\u{5DC}\u{5DD}"])
  func spreadsCharacters(_ text: String) throws {
    var style = ParagraphStyle(alignment: .justify, lastLineAlignment: .justify)
    style.justification = .interCharacter
    let plain = typesetter.prepare(Paragraph(text)).layout(width: 200)
    let spread = typesetter.prepare(Paragraph(text, paragraphStyle: style)).layout(width: 200)
    let grown = zip(plain.graphemes, spread.graphemes).map { $1.width - $0.width }
    let share = (200 - plain.lines[0].frame.width) / Double(text.utf16.count - 1)
    #expect(grown.dropLast().allSatisfy { abs($0 - share) <= 15.0 / 1000 })
    #expect(abs(grown[grown.count - 1]) < 1e-6)
    // The first letter is at the line's start edge.
    let glyphs = try #require(spread.glyphRuns.first).glyphs
    let isRightToLeft = plain.graphemes[0].x > plain.graphemes[1].x
    let first = try #require(isRightToLeft ? glyphs.last : glyphs.first)
    #expect((first.xOffset > 0) == isRightToLeft)
  }

  @Test func leavesLinesAloneThatATerminatorEnds() {
    let (plain, justified) = layouts("two words\nand more words\nthe end", width: 300)
    #expect(justified.lines == plain.lines)
  }

  @Test func fillsTheWidthForRandomText() {
    var random = SeededGenerator(salt: 72)
    for _ in 0..<60 {
      let text = SampleText.mixed(&random, words: 12)
      let width = Double.random(in: 40...200, using: &random)
      let (plain, justified) = layouts(text, width: width)
      let note: Comment = "\(text) at \(width), seed \(TestSettings.seed)"
      #expect(justified.lines.map(\.utf16Range) == plain.lines.map(\.utf16Range), note)
      for (index, line) in justified.lines.enumerated() where line.isJustified {
        let runs = justified.glyphRuns(ofLine: index)
        let end = runs.map { $0.origin.x + $0.width }.max() ?? 0
        #expect(abs(end - width) < 0.05, note)
        #expect(
          justified.glyphs(of: line).map(\.identifier)
            == plain.glyphs(of: plain.lines[index])
            .map(\.identifier), note)
      }
    }
  }

  /// A space before a zero-width space at the end of a line is not stretched.
  @Test func spacesBeforeAZeroWidthSpaceKeepTheirWidth() throws {
    let (plain, justified) = layouts("Lat Isle M \u{200B}abcdefghijklm", width: 100)
    #expect(justified.lines.map(\.utf16Range) == plain.lines.map(\.utf16Range))
    let pairs = zip(plain.graphemes, justified.graphemes).filter { $0.0.line == 0 }
    let wider = pairs.filter { $1.width > $0.width + 0.1 }.map(\.0.utf16Range.lowerBound)
    #expect(wider == [3, 8])
  }

  /// Spaces that take room at the end of a line are stretched, but not those that end a box there,
  /// nor the place before them, as in Chromium 156.
  @Test(arguments: ["   ", "\u{3000}", "\u{A0} "])
  func spacesThatEndABoxKeepTheirWidth(end: String) {
    let style = TextStyle()
    func wider(in text: AttributedText) -> [Int] {
      func layout(_ alignment: TextAlignment) -> TextLayout {
        let lines = ParagraphStyle(alignment: alignment, whiteSpace: .breakSpaces)
        return typesetter.prepare(Paragraph(text, style: lines)).layout(width: 110)
      }
      let (plain, justified) = (layout(.start), layout(.justify))
      #expect(justified.lines[0].utf16Range == 0..<8 + end.utf16.count)
      #expect(justified.lines.map(\.utf16Range) == plain.lines.map(\.utf16Range))
      let pairs = zip(plain.graphemes, justified.graphemes).filter { $0.0.line == 0 }
      return pairs.filter { $1.width > $0.width + 0.1 }.map(\.0.utf16Range.lowerBound)
    }
    let plain = AttributedText("Roma nsh\(end)abcdefghijklm", style: style)
    #expect(wider(in: plain).count > 1)
    var boxed = AttributedText("Roma ", style: style)
    boxed.append(AttributedText("nsh\(end)", style: style), in: InlineBox(style: style))
    boxed.append("abcdefghijklm", style: style)
    #expect(wider(in: boxed) == [4])
    // A box that has only spaces is justified like other text; no-break spaces are not.
    var spaces = AttributedText("Roma nsh", style: style)
    spaces.append(AttributedText(end, style: style), in: InlineBox(style: style))
    spaces.append("abcdefghijklm", style: style)
    #expect(wider(in: spaces) == (end.hasPrefix("\u{A0}") ? [4] : wider(in: plain)))
  }

  /// Space beside an empty box is not inside it.
  @Test func emptyBoxesKeepTheirWidth() throws {
    let style = TextStyle()
    var text = AttributedText("ab", style: style)
    text.append(
      AttributedText("", style: style),
      in: InlineBox(style: style, padding: Insets(horizontal: 4)))
    text.append(" cd ef", style: style)
    let lines = ParagraphStyle(alignment: .justify, lastLineAlignment: .justify)
    let layout = typesetter.prepare(Paragraph(text, style: lines)).layout(width: 100)
    let fragment = try #require(layout.boxFragments.first)
    #expect(abs(fragment.frame.width - 8) < 1e-9 && layout.lines.count == 1)
    let end = layout.glyphRuns.last.map { $0.origin.x + $0.width } ?? 0
    #expect(abs(end - 100) < 0.02)
  }

  /// The box of combined upright text has the space behind it.
  @Test func combinedTextHasTheRoomBehindIt() throws {
    let style = TextStyle(size: 16)
    var text = AttributedText("漢字", style: style)
    text.append(
      AttributedText("AB", style: style), in: InlineBox(style: style, combinesUpright: true))
    text.append("漢字", style: style)
    let lines = ParagraphStyle(
      alignment: .justify, lastLineAlignment: .justify, writingMode: .verticalRightToLeft)
    let layout = typesetter.prepare(Paragraph(text, style: lines)).layout(width: 5 * 16 + 8)
    let fragment = try #require(layout.boxFragments.first)
    #expect(abs(fragment.frame.width - 18) < 0.02 && abs(fragment.frame.minX - 36) < 0.02)
  }
}

@Suite struct IdeographicCharactersTests {
  @Test(arguments: [
    "字", "か", "カ", "ｶ", "。", "、", "「", "（", "①", "※", "★", "♪", "℃", "😀", "\u{20000}",
  ])
  func areParted(_ character: String) throws {
    #expect(IdeographicCharacters.contains(try #require(character.unicodeScalars.first).value))
  }

  @Test(arguments: ["a", "é", "1", ".", "ב", "ب", "ไ", "한", "→", "；", "\u{10FFFF}", "\u{0}"])
  func areNot(_ character: String) throws {
    #expect(!IdeographicCharacters.contains(try #require(character.unicodeScalars.first).value))
  }

  @Test func areFoundAtTheEdgesOfTheirRanges() {
    // The rule covers U+2460 to U+2492 and U+249C to U+24FF; parenthesized letters are in between.
    for (scalar, isOne) in [(0x245F, false), (0x2460, true), (0x2492, true), (0x2493, false)]
      + [(0x249B, false), (0x249C, true), (0x24FF, true), (0x2500, false)]
    {
      #expect(IdeographicCharacters.contains(UInt32(scalar)) == isOne)
    }
  }
}
