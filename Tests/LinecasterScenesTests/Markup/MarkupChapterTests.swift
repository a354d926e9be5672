import LinecasterBase
import LinecasterBoxLayout
import LinecasterCells
import LinecasterScenes
import LinecasterTestSupport
import LinecasterText
import Testing

/// The article on markup agrees with the parser.
@Suite struct MarkupChapterTests {
  private static let chapter = "Sources/Linecaster/Linecaster.docc/Markup.md"

  @Test func theSampleIsALayout() throws {
    let markup = Markup("# नमस्ते\n\nShaped, *measured* and **painted**.")
    let layout = markup.layout(MarkupStyle(theme: .dark, size: 18)).padding(16)
    #expect(markup.blocks.count == 2)
    #expect(layout.node.style.padding.left == .points(16))
    let sample = try #require(try DocumentBlock.all(of: Self.chapter).first)
    #expect(try sample.isPart(ofFile: #filePath))
  }

  @Test func theExampleHasItsMarks() throws {
    let example = try #require(try DocumentBlock.all(of: Self.chapter).last)
    let blocks = Markup(example.text).blocks
    #expect(blocks.count == 2)
    guard case .paragraph(let spans) = blocks.first, case .list(let list) = blocks.last else {
      Issue.record("\(blocks)")
      return
    }
    let marked = spans.filter { !$0.traits.isEmpty }
    #expect(marked.map(\.text) == ["measured", "painted", "HTML", "text"])
    #expect(marked.map(\.traits) == [.emphasis, .strong, .strike, .code])
    #expect(list.start == 1 && list.items.count == 2 && list.items.last?.count == 2)
  }
}
