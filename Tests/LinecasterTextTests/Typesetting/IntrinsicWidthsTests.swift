import LinecasterBase
import LinecasterBundledFonts
import LinecasterFonts
import LinecasterTestSupport
import Testing

@testable import LinecasterText

@Suite struct IntrinsicWidthsTests {
  private let typesetter: Typesetter

  init() throws {
    typesetter = Typesetter(fonts: try .bundled())
  }

  @Test func holdForRandomText() {
    var random = SeededGenerator(salt: 40)
    for _ in 0..<200 {
      let text = SampleText.mixed(&random, words: 9)
      let prepared = typesetter.prepare(Paragraph(text))
      let flags = prepared.boundaries
      let failure: Comment = "\(text), seed \(TestSettings.seed)"
      let (least, most) = (prepared.minContentWidth, prepared.maxContentWidth)
      #expect(abs(most - prepared.layout().size.width) < 1e-6, failure)
      let wide = prepared.layout(width: most).lines.dropLast()
      #expect(wide.allSatisfy { flags[$0.utf16Range.upperBound].contains(.hardBreak) }, failure)
      let breaksWords = { (width: Double) in
        prepared.layout(width: width).lines.dropLast().contains {
          !flags[$0.utf16Range.upperBound].contains(.softBreak)
        }
      }
      #expect(!breaksWords(least), failure)
      #expect(prepared.layout(width: least).size.width <= least + 1e-6, failure)
      let pieces = pieces(prepared)
      #expect(abs(least - (pieces.max() ?? 0)) < 1e-6, failure)
    }
  }

  /// The widths of the text between break opportunities, each shaped alone.
  private func pieces(_ prepared: PreparedParagraph) -> [Double] {
    let witness = LineWitness(prepared)
    var start = 0
    var widths: [Double] = []
    for end in 1..<prepared.count + 1
    where prepared.boundaries[end].contains(.softBreak) || end == prepared.count {
      widths.append(witness.shape(start..<end).width)
      start = end
    }
    return widths
  }

  /// By Unicode's rules no line ends before a closing bracket, so the space before it has a width.
  @Test func countsSpacesInsidePieces() {
    let style = ParagraphStyle(lineBreakRules: .unicode)
    let prepared = typesetter.prepare(Paragraph("aa )", paragraphStyle: style))
    #expect(prepared.minContentWidth == prepared.maxContentWidth)
    #expect(typesetter.prepare(Paragraph("")).minContentWidth == 0)
  }

  /// A space hangs at a soft wrap, but has a width before a forced break, as far as it fits.
  @Test func countsWhiteSpaceBeforeForcedEndsWhereItIsKept() {
    let maximum = { (text: String, whiteSpace: WhiteSpace) in
      typesetter.prepare(Paragraph(text, paragraphStyle: .init(whiteSpace: whiteSpace)))
        .maxContentWidth
    }
    let three = maximum("aa   )", .pre) - maximum("aa)", .pre)
    let letters = maximum("aa", .pre)
    #expect(abs(maximum("aa   ", .preWrap) - letters - three) < 1e-6)
    #expect(abs(maximum("aa   \nb", .preWrap) - letters - three) < 1e-6)
    #expect(maximum("aa   ", .normal) == letters)
    #expect(typesetter.prepare(Paragraph("aa   ")).minContentWidth == letters)
  }

  /// Of several tabs, those from right to left are as wide as the distance of stops but for the
  /// last one, also if lines may end between them (Chromium 156).
  @Test(
    arguments: [
      ("אב\tגד", "", 1), ("אב\t\tגד", "אב", 1), ("אב\t\t\tגד", "אב", 1), ("אב ג\t\tד", "ג", 1),
      ("ab\t\tcd", "", 1), ("\t\tגד", "", 1),
    ] as [(String, String, Double)])
  func countTabsAsOnTheLine(text: String, word: String, tabs: Double) {
    let lines = ParagraphStyle(tabDistance: 40, whiteSpace: .breakSpaces)
    let width = { typesetter.prepare(Paragraph($0, paragraphStyle: lines)).minContentWidth }
    #expect(abs(width(text) - width(word) - tabs * 40) < 1e-6)
  }
}

/// The widths of Chromium 156 for `width: min-content`, as sums of the widths of words.
@Suite struct StretchWidthsTests {
  private let typesetter: Typesetter
  private let style = TextStyle(size: 16)

  init() throws {
    typesetter = Typesetter(fonts: try .bundled())
  }

  private func word(_ text: String) -> Double {
    typesetter.prepare(Paragraph(text, style: style)).maxContentWidth
  }

  private func box(left: Double = 0, right: Double = 0) -> InlineBox {
    var box = InlineBox(style: style)
    box.padding = Insets(top: 0, left: left, bottom: 0, right: right)
    return box
  }

  private func least(
    _ before: String, _ inside: String, in box: InlineBox, _ behind: String = ""
  ) -> Double {
    var text = AttributedText(before, style: style)
    text.append(AttributedText(inside, style: style), in: box)
    text.append(behind, style: style)
    return typesetter.prepare(Paragraph(text)).minContentWidth
  }

  private func expect(_ width: Double, _ other: Double, _ note: Comment) {
    #expect(abs(width - other) < 0.01, note)
  }

  /// Closing edges at a break opportunity add to the widest piece before them.
  @Test func closingEdgesFollowTheWidestPieceOfTheirText() {
    let long = "ghijklmnop"
    expect(least("", "\(long) d", in: box(right: 60)), word(long) + 60, "alone")
    expect(least("abc ", "\(long) d", in: box(right: 60)), word(long) + 60, "after a space")
    expect(least("", "d \(long) q", in: box(left: 5, right: 20)), word(long) + 20, "not the first")
    // Text that is joined to earlier text is a piece of its own.
    expect(
      least("", "\(long) d", in: box(left: 5, right: 60)),
      max(5 + word(long), word("d") + 60), "behind an edge")
    expect(
      least("abc", "\(long) d", in: box(right: 60)),
      max(word("abc") + word(long), word("d") + 60), "behind a word")
    // No line ends behind these edges.
    expect(least("", "\(long) d", in: box(right: 60), " q"), word(long), "before a space")
    expect(
      least("", "\(long) d", in: box(right: 60), "q"), max(word(long), word("dq") + 60),
      "before a word")
  }

  /// Pieces that are merged with one without an indent have no indent either.
  @Test func hangingIndentsAreLeftOutBehindALineWithoutOne() {
    var style = ParagraphStyle()
    style.firstLineIndent = 10
    style.indentedLines = .others
    func least(_ text: AttributedText) -> Double {
      typesetter.prepare(Paragraph(text, style: style)).minContentWidth
    }
    let plain = AttributedText("def ghijklmnop q", style: self.style)
    expect(least(plain), word("ghijklmnop"), "one style")
    var boxed = AttributedText("def ", style: self.style)
    boxed.append(AttributedText("ghijklmnop q", style: self.style), in: box())
    expect(least(boxed), word("ghijklmnop") + 10, "a box of its own")
  }

  /// A piece that continues in the next box has the indent of its line.
  @Test func piecesOverEdgesHaveTheirIndent() {
    var style = ParagraphStyle()
    style.firstLineIndent = 40
    style.indentedLines = .others
    var text = AttributedText("xy ab", style: self.style)
    text.append(AttributedText("cd", style: self.style), in: box())
    let least = typesetter.prepare(Paragraph(text, style: style)).minContentWidth
    expect(least, 40 + word("abcd"), "hanging")
    // Behind an edge, each piece is on its own line.
    var padded = AttributedText("", style: self.style)
    padded.append(AttributedText("a ghij q", style: self.style), in: box(left: 5, right: 5))
    let boxed = typesetter.prepare(Paragraph(padded, style: style)).minContentWidth
    expect(boxed, 40 + word("ghij"), "padded")
  }

  @Test func ideographicSpacesCount() {
    let space = word("a\u{3000}b") - word("a") - word("b")
    for whiteSpace in [WhiteSpace.preWrap, .normal] {
      let style = ParagraphStyle(whiteSpace: whiteSpace)
      for isBoxed in [false, true] {
        var text = AttributedText(isBoxed ? "" : "Azer\u{3000}x", style: self.style)
        if isBoxed { text.append(AttributedText("Azer\u{3000}x", style: self.style), in: box()) }
        let least = typesetter.prepare(Paragraph(text, style: style)).minContentWidth
        expect(least, word("Azer") + space, "\(whiteSpace)")
      }
    }
    // Behind a space it is a piece of its own, and hangs.
    expect(
      least("Azer \u{3000}", "x", in: box()), word("Azer"), "behind a space")
    var anywhere = ParagraphStyle(whiteSpace: .normal)
    anywhere.lineBreakStrictness = .anywhere
    let text = AttributedText("a\u{3000}b", style: style)
    let least = typesetter.prepare(Paragraph(text, style: anywhere)).minContentWidth
    expect(least, [word("a"), space, word("b")].max() ?? 0, "between all graphemes")
  }

  /// A space that would collapse counts before one that is preserved.
  @Test func spacesOfABoxWithoutWrappingCountBeforeKeptOnes() {
    let box = InlineBox(style: style, whiteSpace: .nowrap)
    expect(least("x ", "aaaa ", in: box, " b"), word("aaaa b") - word("b"), "before a space")
    expect(least("x ", "aaaa ", in: box), word("aaaa"), "at the end")
  }

  /// Pieces that end at a soft hyphen count with the hyphen; one that is followed by a box does
  /// not, if only white space follows there.
  @Test func softHyphensCountInTheirRange() {
    let hyphen = word("a\u{2010}") - word("a")
    let text = "abc\u{AD}defghi\u{AD}j"
    expect(least("xy ", text, in: box(right: 60)), word("defghi") + hyphen + 60, "in a range")
    expect(least("", text, in: box(left: 7, right: 9)), word("defghi") + hyphen + 9, "behind one")
    expect(least("xy ", "defghi\u{AD}", in: box(), " ab"), word("defghi"), "before a space")
    expect(least("xy ", "defghi\u{AD}", in: box(), "ab"), word("defghi") + hyphen, "before text")
  }

  /// Pieces of one range count once, with the negative edges behind the last one.
  @Test func negativeEdgesNarrowTheWholeRange() {
    let box = InlineBox(style: style, margin: Insets(horizontal: -4))
    expect(least("Uyghur g", "", in: box), word("Uyghur") - 8, "narrowed")
    expect(least("Uyghur g", "hi", in: box), word("Uyghur"), "the last piece goes on")
  }

  /// A box that closes before a forced break counts with its edge, as at the end of the text.
  @Test func edgesBeforeForcedBreaksCount() {
    let text = "ab\u{AD}cdefgh\u{AD}ij"
    let hyphen = word("a\u{2010}") - word("a")
    let expected = word("cdefgh") + hyphen + 9
    expect(least("x ", text, in: box(right: 9), "\u{2028}y"), expected, "before a terminator")
    expect(least("x ", text, in: box(right: 9)), expected, "at the end")
    expect(least("x ", text, in: box(right: 9), " y"), expected - 9, "before a word")
  }
}
