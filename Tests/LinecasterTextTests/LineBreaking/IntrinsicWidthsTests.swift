import LinecasterBundledFonts
import LinecasterFonts
import LinecasterGeometry
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
      let flags = prepared.storage.boundaries
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

  /// The widths of the text between opportunities, each shaped alone.
  private func pieces(_ prepared: PreparedParagraph) -> [Double] {
    let witness = LineWitness(prepared)
    var start = 0
    var widths: [Double] = []
    for end in 1..<prepared.storage.count + 1
    where prepared.storage.boundaries[end].contains(.softBreak) || end == prepared.storage.count {
      widths.append(witness.shape(start..<end).width)
      start = end
    }
    return widths
  }

  /// By Unicode's rules no line ends before a closing bracket, so the space before it takes room.
  @Test func countsSpacesInsidePieces() {
    let style = ParagraphStyle(lineBreakRules: .unicode)
    let prepared = typesetter.prepare(Paragraph("aa )", paragraphStyle: style))
    #expect(prepared.minContentWidth == prepared.maxContentWidth)
    #expect(typesetter.prepare(Paragraph("")).minContentWidth == 0)
  }

  /// Where lines wrap it hangs, but before a forced end it takes room if there is some.
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
}
