import LinecasterBase
import LinecasterBoxLayout
import LinecasterBundledFonts
import LinecasterCells
import LinecasterDisplay
import LinecasterFonts
@testable import LinecasterScenes
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

  /// Tables that scroll keep their tags while the text grows, and have one each.
  @Test func wideTablesScroll() throws {
    let table = "| \(String(repeating: "a", count: 60)) | b |\n| --- | --- |\n| c | d |\n"
    func scrolls(_ text: String, scrolls: Bool = true) throws -> [SidewaysScroll] {
      var style = style
      style.scrollsTables = scrolls
      return try CellArranger(typesetter: Typesetter(fonts: try .bundled()))
        .arrange(Markup(text).layout(style), in: LayoutEnvironment(width: 300)).sidewaysScrolls
    }
    let first = try #require(try scrolls(table).first)
    #expect(first.room > 100 && first.frame.width == 300)
    #expect(try scrolls(table, scrolls: false).isEmpty)
    #expect(try scrolls("| a | b |\n| - | - |\n| c | d |\n").isEmpty)
    #expect(try scrolls(table + "| e | f |\n\ng").map(\.tag) == [first.tag])
    let inner = "- " + table.split(separator: "\n").joined(separator: "\n  ")
    let several = try scrolls(table + "\n" + inner + "\n\n" + table)
    #expect(several.count == 3 && Set(several.map(\.tag)).count == 3)
  }

  @Test func headingsGetSmallerLevelByLevel() throws {
    let text = (1...6).map { String(repeating: "#", count: $0) + " A" }.joined(separator: "\n")
    let styles = try children(Markup(text).layout(style)).map {
      try #require(paragraph($0)?.text.styledRanges.first).style
    }
    #expect(styles.count == 6 && styles.allSatisfy { $0.weight == .bold })
    #expect(zip(styles, styles.dropFirst()).allSatisfy { $0.size > $1.size })
    #expect(styles[0].size == 40 && styles[1].size == 30)
    #expect(styles.map(\.color) == Array(repeating: .black, count: 5) + [style.muted])
  }

  /// Spans have the styles that the article states.
  @Test func spansLookAsTheirMarksSay() throws {
    let text = "*a*b**c**b~~d~~b`e`b[f](g)"
    let runs = try #require(
      children(Markup(text).layout(style)).first.flatMap(paragraph)?.text.styledRanges)
    #expect(runs.count == 9)
    let plain = style.text
    var (italic, bold, struck, code, link) = (plain, plain, plain, plain, plain)
    italic.slant = .italic
    bold.weight = .bold
    struck.decorations = [TextDecoration(.strikethrough)]
    code.families = style.codeFamilies + plain.families
    code.size = 18
    link.color = style.link
    link.decorations = [TextDecoration(.underline)]
    let marked = stride(from: 0, to: 9, by: 2).map { runs[$0].style }
    #expect(marked == [italic, bold, struck, code, link])
    #expect(stride(from: 1, to: 9, by: 2).allSatisfy { runs[$0].style == plain })
  }

  @Test func columnsOfTablesAreAligned() throws {
    let layout = Markup("|a|b|c|\n|-|:-:|-:|\n|d|*e*").layout(style)
    let table = try #require(children(layout).first)
    #expect(table.style.display == .grid)
    let cells = try children(table).map { try #require(paragraph($0)) }
    #expect(cells.map(\.text.string) == ["a", "b", "c", "d", "e", ""])
    let alignments: [TextAlignment] = [.start, .center, .end]
    #expect(cells.map(\.style.alignment) == alignments + alignments)
    let weights = cells.prefix(5).map { $0.text.styledRanges.first?.style.weight }
    #expect(weights == [.bold, .bold, .bold, .regular, .regular])
  }

  /// The positions of glyphs in cells: equal at the start, in the middle and at the end.
  @Test func cellsStandAtTheSidesOfTheirColumns() throws {
    let layout = Markup("|H|H|H|\n|-|:-:|-:|\n|o|o|o|\n|ooo|ooo|ooo|").layout(style)
    let arranger = CellArranger(typesetter: Typesetter(fonts: try .bundled()))
    let cell = try arranger.arrange(layout, in: LayoutEnvironment(width: 400))
    let places = cell.displayList.commands.compactMap { command -> [Double]? in
      guard case .text(let text, let origin) = command else { return nil }
      var places: [Double] = []
      for run in text.glyphRuns { run.forEachGlyph { _, x, _ in places.append(origin.x + x) } }
      return places
    }
    #expect(places.map(\.count) == [1, 1, 1, 1, 1, 1, 3, 3, 3])
    let (short, long) = (places[3..<6].map { $0[0] }, places[6..<9].map { $0 })
    for column in 0..<3 {
      for index in 0..<3 {
        #expect((abs(short[column] - long[column][index]) < 1) == (index == column))
      }
    }
    #expect(long[2][2] > 380)
  }

  @Test func numbersOfFootnotesAreRaised() throws {
    let blocks = children(Markup("a[^n]\n\n[^n]: b").layout(style))
    let runs = try #require(blocks.first.flatMap(paragraph)?.text.styledRanges)
    #expect(runs.count == 2 && runs.first?.style == style.text)
    let number = try #require(runs.last?.style)
    #expect(number.baselineShift == 7 && number.size == 14)
    #expect(blocks.count == 2)
  }

  /// Links and code are boxes: a press finds the address across all spans of a link, and code in a
  /// link is in both boxes.
  @Test func linksAndCodeAreBoxes() throws {
    let text = "See [the *long* `code`](/a) or <https://b.c>, and `d`."
    let paragraph = try #require(
      children(Markup(text).layout(style)).first.flatMap(paragraph))
    var box: InlineBox?
    var boxes: [(link: String?, isCode: Bool, depth: Int)] = []
    var depth = 0
    for piece in paragraph.text.pieces {
      switch piece {
      case .open(let opened, _):
        depth += 1
        box = opened
        boxes.append((opened.link, opened.decoration.background != nil, depth))
      case .close: depth -= 1
      case .text, .attachment: break
      }
    }
    #expect(boxes.map(\.link) == ["/a", nil, "https://b.c", nil])
    #expect(boxes.map(\.isCode) == [false, true, false, true])
    #expect(boxes.map(\.depth) == [1, 2, 1, 1])
    #expect(box?.decoration.background == ThemeColor(style.codeBackground))
    #expect(paragraph.text.string == "See the long code or https://b.c, and d.")
  }

  @Test func imagesAreNotWiderThanTheirPixels() {
    let layout = Markup("![Moon](moon.png)").layout(style, imageWidth: 500) { _ in
      Size(width: 100, height: 60)
    }
    #expect(
      children(layout).first
        == Image(ImageReference("moon.png"), size: Size(width: 100, height: 60))
        .alignment(.flexStart))
  }

  @Test func codeHasNoLineEndAtItsEnd() throws {
    let block = try #require(children(Markup("```\na\n\n```").layout(style)).first)
    #expect(paragraph(block)?.text.string == "a\n")
    #expect(block.decoration.background == .color(style.codeBackground))
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
    ("- שלום", true), ("- hello to שלום", false), ("- Unicode הוא תקן", true),
    ("- 1. مرحبا", true), ("- ```", false),
  ])
  func listsStartWhereTheirTextDoes(text: String, isRightToLeft: Bool) throws {
    let list = try #require(children(Markup(text).layout(style)).first)
    let row = try #require(children(list).first)
    #expect(row.style.writingDirection == (isRightToLeft ? .rightToLeft : .leftToRight))
  }

  @Test(arguments: [
    ("Unicode הוא תקן לקידוד של תווים", BaseDirection.rightToLeft),
    ("# HarfBuzz مكتبة لتشكيل النص", .rightToLeft),
    ("The word שלום means peace", .leftToRight),
    ("שלום is what they say there, and we say hello", .leftToRight),
    ("`let a = b` `c` `d` הוא קוד, and", .rightToLeft),
    ("[a b c d e](f) קישור", .rightToLeft),
    ("`run` [תיעוד](g)", .rightToLeft),
    ("שלום", .automatic), ("hello", .automatic), ("1, 2", .automatic),
  ])
  func paragraphsGoInTheDirectionOfTheirWords(text: String, direction: BaseDirection) throws {
    let block = try #require(children(Markup(text).layout(style)).first)
    #expect(paragraph(block)?.style.baseDirection == direction)
  }

  @Test func cellsOfTablesHaveDirectionsOfTheirOwn() throws {
    let text = "|a|b|\n|-|-|\n|Swift היא שפה|Swift is שפה and more|"
    let table = try #require(children(Markup(text).layout(style)).first)
    let directions = children(table).map { paragraph($0)?.style.baseDirection }
    #expect(directions == [.automatic, .automatic, .rightToLeft, .leftToRight])
    #expect(table.style.writingDirection != .rightToLeft)
  }

  @Test func codeStandsLeftToRightInOtherText() throws {
    let markup = Markup("הריצו `run --all -x` עכשיו")
    let text = try #require(children(markup.layout(style)).first.flatMap(paragraph))
    let layout = Typesetter(fonts: try .bundled()).prepare(text).layout(width: 400)
    let start = try #require(text.text.string.firstIndex(of: "r")).utf16Offset(in: text.text.string)
    // Without an isolated direction, "-x" would be to the left of "run".
    let places = (start..<start + 12).map { layout.caret(at: $0).x }
    #expect(places.dropFirst() == places.sorted().dropFirst())
    #expect(layout.caret(at: 0).x > layout.caret(at: start + 12).x)
  }

  @Test func codeIsBelowTheNameOfItsLanguage() throws {
    let code = try #require(children(Markup("```swift\nlet a = 1\n```").layout(style)).first)
    #expect(children(code).map { paragraph($0)?.text.string } == ["swift", "let a = 1"])
    #expect(code.decoration.background == .color(style.codeBackground))
    let plain = try #require(children(Markup("```\nlet a = 1\n```").layout(style)).first)
    #expect(paragraph(plain)?.text.string == "let a = 1")
  }

  @Test func imagesStandInTheText() throws {
    let markup = Markup("A [![moon](moon.png) b](c) and ![sun](sun.png)")
    let layout = markup.layout(style, imageWidth: 50) { path in
      path == "moon.png" ? Size(width: 100, height: 60) : nil
    }
    #expect(layout.images == [ImageReference("moon.png")])
    let text = try #require(children(layout).first.flatMap(paragraph)?.text)
    #expect(text.string == "A \u{FFFC} b and sun")
    let arrangement = try CellArranger(typesetter: Typesetter(fonts: try .bundled())).arrange(
      layout, in: LayoutEnvironment(width: 400))
    let sizes = arrangement.displayList.commands.flatMap { command -> [Size] in
      guard case .text(let text, _) = command else { return [] }
      return text.attachmentPlaces.map(\.frame.size)
    }
    #expect(sizes == [Size(width: 50, height: 30)])
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
    #expect(depth <= 3 * MarkupLayouter.depthLimit + 3)
  }
}
