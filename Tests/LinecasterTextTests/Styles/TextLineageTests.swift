import LinecasterBase
import LinecasterFonts
import Testing

@testable import LinecasterText

@Suite struct TextLineageTests {
  private let style = TextStyle()

  private func text(_ count: Int = TextLineage.leastCount) -> AttributedText {
    var text = AttributedText(String(repeating: "a", count: count), style: style)
    text.append("b", style: style)
    return text
  }

  @Test func appendedTextStaysInItsLineage() throws {
    var text = text()
    let origin = try #require(TextOrigin(text))
    #expect(origin.isStart(of: text))
    text.append("é", style: TextStyle(weight: .bold))
    text.append("c", style: style)
    #expect(origin.isStart(of: text))
    #expect(try #require(TextOrigin(text)).byteCount == TextLineage.leastCount + 4)
  }

  @Test func onlyTheFirstTextThatGrowsStaysInTheLineage() throws {
    let text = text()
    let origin = try #require(TextOrigin(text))
    var (first, second) = (text, text)
    first.append("c", style: style)
    second.append("d", style: style)
    #expect(origin.isStart(of: first) && !origin.isStart(of: second))
    let other = try #require(TextOrigin(first))
    #expect(!other.isStart(of: second) && !other.isStart(of: text))
  }

  @Test func changedTextHasNoLineage() {
    for change: (inout AttributedText) -> Void in [
      { $0.updateStyle { $0.size = 30 } }, { $0.setStyle(TextStyle(size: 30), inUTF16: 3..<5) },
      { $0.replace(inUTF16: 0..<1, with: AttributedText("b")) },
      { $0 = $0.slice(utf16: 0..<200) },
    ] {
      var text = text()
      change(&text)
      #expect(TextOrigin(text) == nil)
    }
    #expect(TextOrigin(text(10)) == nil)
    var boxed = text()
    boxed.append(Attachment(size: Size(width: 1, height: 1)), style: style)
    #expect(TextOrigin(boxed) == nil)
  }
}
