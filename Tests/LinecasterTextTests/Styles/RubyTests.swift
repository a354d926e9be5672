import LinecasterBase
import Testing

@testable import LinecasterText

@Suite struct RubyTests {
  private let style = TextStyle(size: 20)

  private func pair(_ base: String, _ annotation: String) -> AttributedText {
    var text = AttributedText("", style: style)
    text.append(AttributedText(base, style: style), with: Ruby(annotation, beside: style))
    return text
  }

  private func annotations(of text: AttributedText) -> [String?] {
    text.inline?.boxes.map { $0.ruby?.annotation.string } ?? []
  }

  @Test func annotationsAreHalfAsLarge() {
    let ruby = Ruby("note", beside: style)
    #expect(ruby.annotation.styledRanges.map(\.style.size) == [10])
  }

  @Test func pairsInsideOfPairsLoseTheirAnnotations() {
    var base = pair("a", "one")
    base.append(AttributedText("b", style: style), in: InlineBox(style: style))
    var text = AttributedText("x", style: style)
    var ruby = Ruby("two", beside: style)
    ruby.annotation.append(pair("c", "three"))
    text.append(base, with: ruby)
    #expect(annotations(of: text) == ["twoc", nil, nil])
    #expect(text.inline?.boxes[0].ruby?.annotation.inline?.boxes.map { $0.ruby == nil } == [true])
    #expect(text.string == "xab")
  }

  @Test func pairsStayWithTheirText() {
    var text = pair("first", "one")
    text.append(" and ", style: style)
    text.append(pair("second", "two"))
    #expect(annotations(of: text) == ["one", "two"])
    let start = text.string.index(text.string.startIndex, offsetBy: 6)
    #expect(annotations(of: text[start..<text.string.endIndex]) == ["two"])
    #expect(text == text + AttributedText("", style: style))
    #expect(pair("first", "one") != pair("first", "two"))
    #expect(pair("first", "one").hashValue == pair("first", "one").hashValue)
  }

  @Test func annotationsAreAdapted() {
    let adapted = Paragraph(pair("a", "one")).adapted(to: FontPreference(scale: 2))
    let annotation = adapted.text.inline?.boxes[0].ruby?.annotation
    #expect(annotation?.styledRanges.map(\.style.size) == [20])
  }
}
