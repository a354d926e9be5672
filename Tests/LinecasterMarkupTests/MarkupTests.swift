import LinecasterCells
import LinecasterDisplay
import LinecasterFlexbox
import LinecasterFonts
import LinecasterGeometry
@testable import LinecasterMarkup
import LinecasterText
import Testing

@Suite struct MarkupTests {
  private let style = MarkupStyle(theme: .light, size: 20)

  private func children(_ node: LayoutNode) -> [LayoutNode] {
    if case .stack(let children) = node.content { children } else { [] }
  }

  private func paragraph(_ node: LayoutNode) -> Paragraph? {
    if case .text(let paragraph) = node.content { paragraph } else { nil }
  }

  @Test func blocksStandUnderEachOther() {
    let layout = Markup("# A\n\nb **c**\n\n---").layout(style)
    #expect(layout.style.direction == .column && layout.style.rowGap == .points(15))
    let blocks = children(layout)
    #expect(blocks.count == 3)
    #expect(paragraph(blocks[0]) == Paragraph("A", style: TextStyle(size: 40, weight: .bold)))
    let styles = paragraph(blocks[1])?.text.styledRanges.map(\.style.weight)
    #expect(styles == [.regular, .bold])
    #expect(blocks[2].style.height == .points(1))
  }

  @Test func imagesAreAsWideAsTheyMayBe() {
    let markup = Markup("![Moon](moon.png)\n\n![Sun](sun.png)")
    let layout = markup.layout(style, imageWidth: 50) { path in
      path == "moon.png" ? Size(width: 100, height: 60) : nil
    }
    let blocks = children(layout)
    #expect(
      blocks[0]
        == Image(ImageReference("moon.png"), size: Size(width: 50, height: 30))
        .alignment(.flexStart))
    #expect(paragraph(blocks[1])?.text.string == "Sun")
  }

  @Test(arguments: [
    ("- שלום", true), ("- hello שלום", false), ("- 1. مرحبا", true), ("- ```", false),
  ])
  func listsStartWhereTheirTextDoes(text: String, isRightToLeft: Bool) throws {
    let list = try #require(children(Markup(text).layout(style)).first)
    let row = try #require(children(list).first)
    #expect(row.style.writingDirection == (isRightToLeft ? .rightToLeft : .leftToRight))
  }

  @Test func numbersGoOnFromTheFirst() throws {
    let list = try #require(children(Markup("9. a\n9. b").layout(style)).first)
    let marks = children(list).map { children($0).first.flatMap(paragraph)?.text.string }
    #expect(marks == ["9.", "10."])
  }

  @Test func deepTextIsNoDeepLayout() {
    let text = (0..<40).map { String(repeating: "  ", count: $0) + "- a" }.joined(separator: "\n")
    var depth = 0
    var layers = [Markup(text).layout(style)]
    while !layers.isEmpty {
      layers = layers.flatMap(children)
      depth += 1
    }
    #expect(depth <= 3 * Markup.depthLimit + 3)
  }
}
