import LinecasterFonts
import LinecasterGeometry
import LinecasterText
import Testing

/// The samples in the comments of LinecasterText.
@Suite struct TypeSamplesText {
  private let body = TextStyle(size: 15)

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
}
