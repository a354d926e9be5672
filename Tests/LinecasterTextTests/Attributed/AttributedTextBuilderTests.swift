import LinecasterFonts
import LinecasterText
import Testing

@Suite struct AttributedTextBuilderTests {
  private let body = TextStyle(size: 12)

  private func bold(_ style: TextStyle) -> TextStyle {
    var style = style
    style.weight = .bold
    return style
  }

  @Test func buildsFromParts() {
    let text = AttributedText(style: body) {
      "plain "
      Styled("bold") { $0.weight = .bold }
      AttributedText("own", style: TextStyle(size: 40))
    }
    #expect(text.string == "plain boldown")
    #expect(
      text.styledRanges.map(\.style) == [body, bold(body), TextStyle(size: 40)])
  }

  @Test func stylesNest() {
    let text = AttributedText(style: body) {
      Styled({ $0.size *= 2 }) {
        "big "
        Styled("and bold") { $0.weight = .bold }
      }
      "!"
    }
    #expect(text.styledRanges.map(\.style.size) == [24, 24, 12])
    #expect(text.styledRanges.map(\.style.weight) == [.regular, .bold, .regular])
  }

  @Test(arguments: [true, false])
  func takesConditionsAndLoops(isLong: Bool) {
    let text = AttributedText {
      for number in 1...3 { "\(number) " }
      if isLong { "more" } else { Styled("less") { $0.size = 9 } }
      if isLong { "!" }
    }
    #expect(text.string == (isLong ? "1 2 3 more!" : "1 2 3 less"))
    #expect(text.styledRanges.count == (isLong ? 1 : 2))
  }

  @Test func nothingKeepsTheStyle() {
    let text = AttributedText(style: body) {}
    #expect(text.isEmpty && text.styledRanges.map(\.style) == [body])
  }
}
