import LinecasterBase
import LinecasterBoxLayout
import LinecasterCells
import LinecasterDisplay
import LinecasterTestSupport
import LinecasterText
import Testing

@Suite struct SidewaysScrollTests {
  /// Three boxes of 80 points side by side, with numbers as tags.
  private var boxes: LayoutNode {
    Grid(columns: [80, 80, 80]) {
      for number in 0..<3 { Box(.black, size: Size(width: 80, height: 20)).tag(number) }
    }.node
  }

  /// The edges of the boxes that are seen at an offset.
  struct Seen: Sendable {
    let offset: Double
    let edges: [Int: ClosedRange<Double>]

    init(_ offset: Double, _ edges: [Int: ClosedRange<Double>]) {
      (self.offset, self.edges) = (offset, edges)
    }
  }

  private func arrange(
    _ content: LayoutNode, width: Double = 100, offset: Double = 0, isMirrored: Bool = false
  ) throws -> CellArrangement {
    var environment = LayoutEnvironment(width: width, scale: PixelScale(2))
    environment.layoutDirection = isMirrored ? .rightToLeft : .leftToRight
    environment.state.sidewaysOffsets[InlinePayload("wide")] = offset
    return try Arranging.arranger().arrange(
      Column { content.scrollsSideways("wide") }, in: environment)
  }

  /// The left and right edges of the boxes that are seen.
  private func edges(_ arrangement: CellArrangement) -> [Int: ClosedRange<Double>] {
    var edges: [Int: ClosedRange<Double>] = [:]
    for region in arrangement.regions {
      guard let number = region.tag?.value as? Int else { continue }
      edges[number] = region.frame.minX...region.frame.maxX
    }
    return edges
  }

  @Test(arguments: [
    Seen(0, [0: 0...80, 1: 80...100]), Seen(50, [0: 0...30, 1: 30...100]),
    Seen(50.3, [0: 0...29.5, 1: 29.5...100]), Seen(140, [1: 0...20, 2: 20...100]),
    Seen(5_000, [1: 0...20, 2: 20...100]), Seen(-70, [0: 0...80, 1: 80...100]),
    Seen(.infinity, [1: 0...20, 2: 20...100]), Seen(.nan, [0: 0...80, 1: 80...100]),
  ])
  func contentIsSeenFromTheOffset(seen: Seen) throws {
    let arrangement = try arrange(boxes, offset: seen.offset)
    #expect(edges(arrangement) == seen.edges && arrangement.size == Size(width: 100, height: 20))
    let scroll = try #require(arrangement.sidewaysScroll(at: Point(x: 50, y: 10)))
    #expect(scroll.room == 140 && scroll.tag == InlinePayload("wide"))
    #expect(arrangement.sidewaysScroll(at: Point(x: 50, y: 30)) == nil)
  }

  /// Content from right to left starts at the right edge, and moves the other way.
  @Test func mirroredContentStartsAtTheRight() throws {
    let start = try arrange(boxes, isMirrored: true)
    #expect(edges(start) == [0: 20...100, 1: 0...20])
    let scroll = try #require(start.sidewaysScroll(at: Point(x: 50, y: 10)))
    #expect(scroll.offset(0, movedBy: -30) == 30 && scroll.offset(30, movedBy: 50) == 0)
    #expect(scroll.offset(0, movedBy: -1e9) == 140 && scroll.offset(.nan, movedBy: .nan) == 0)
    #expect(edges(try arrange(boxes, offset: 30, isMirrored: true)) == [0: 50...100, 1: 0...50])
  }

  /// After the least movement that shows a part, it is seen; what is seen already stays.
  @Test(arguments: [false, true])
  func partsComeIntoView(isMirrored: Bool) throws {
    let start = try arrange(boxes, isMirrored: isMirrored)
    let scroll = try #require(start.sidewaysScroll(at: Point(x: 50, y: 10)))
    var random = SeededGenerator(salt: 77)
    for _ in 0..<300 {
      let left = Double.random(in: isMirrored ? -140...80 : 0...220, using: &random)
      let part = Rect(x: left, y: 0, width: .random(in: 0...20, using: &random), height: 20)
      let offset = Double.random(in: 0...140, using: &random)
      let change = scroll.change(from: offset, toShow: part)
      let new = scroll.offset(offset, movedBy: change)
      let shift = isMirrored ? new : -new
      #expect(part.minX + shift >= -0.001 && part.maxX + shift <= 100.001, "seed \(random.seed)")
      let isSeen = part.offset(x: isMirrored ? offset : -offset, y: 0)
      if isSeen.minX >= 12, isSeen.maxX <= 88 { #expect(change == 0, "seed \(random.seed)") }
    }
    // Of a part that does not fit, the start is shown.
    let wide = Rect(x: isMirrored ? -130 : 30, y: 0, width: 200, height: 20)
    for offset in [0.0, 30, 90] {
      #expect(scroll.offset(offset, movedBy: scroll.change(from: offset, toShow: wide)) == 30)
    }
  }

  @Test func textsKnowTheContentThatMovesThem() throws {
    let wide = Grid(columns: [80, 80]) {
      Text("one")
      Text("two")
    }
    let arrangement = try Arranging.arranger().arrange(
      Column {
        Text("before")
        wide.scrollsSideways("first")
        Text("between")
        wide.scrollsSideways("second")
        Text("behind")
      }, in: LayoutEnvironment(width: 100))
    let tags = (0..<7).map { index in
      arrangement.sidewaysScroll(of: CellTextRange(text: index, utf16Range: 0..<1))?.tag.value
        as? String
    }
    #expect(tags == [nil, "first", "first", nil, "second", "second", nil])
  }

  /// Words wrap before anything is scrolled, and content that fits is as wide as its place.
  @Test func onlyContentThatDoesNotFitIsScrolled() throws {
    #expect(try arrange(boxes, width: 240).sidewaysScrolls.isEmpty)
    let words = Text("some words that wrap").background(.black)
    let arrangement = try arrange(words)
    #expect(arrangement.sidewaysScrolls.isEmpty && arrangement.size.height > 30)
    #expect(arrangement.size.width == 100)
    let code = Text("one_word_without_any_end", paragraphStyle: ParagraphStyle(whiteSpace: .pre))
    #expect(try arrange(code.node).sidewaysScrolls.count == 1)
  }

  /// The bar is in front of the content, and moves with it.
  @Test func aBarShowsThePlace() throws {
    func bar(_ offset: Double) throws -> Rect? {
      let steps = try arrange(boxes, offset: offset).displayList.commands
      guard case .group(let clip) = steps.last, case .fill(let shape, _) = clip.commands.last else {
        return nil
      }
      return shape.rect
    }
    let first = try #require(try bar(0))
    #expect(first.minX == 0 && first.maxY == 20 && abs(first.width - 100 * 100 / 240) < 0.01)
    #expect(try bar(140)?.maxX == 100)
  }
}
