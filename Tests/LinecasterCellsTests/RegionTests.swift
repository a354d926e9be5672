import LinecasterBase
import LinecasterBoxLayout
import LinecasterDisplay
import LinecasterFonts
import LinecasterTestSupport
import LinecasterText
import Testing

@testable import LinecasterCells

@Suite struct RegionTests {
  private enum Action: Hashable { case reply, like, card }

  private func square(_ side: Double = 10) -> LayoutNode {
    Box(.black, size: Size(width: side, height: side)).node
  }

  @Test func tagsAndRolesAreWhereTheirNodesAre() throws {
    let row = Row(spacing: 5) {
      square().tag(Action.reply).role(.button, label: "Reply")
      square().role(.image, label: "a dot", value: "black")
      square()
    }
    .padding(3).tag(Action.card)
    let regions = try Arranging.arrange(row, width: 100).regions
    #expect(
      regions.map(\.frame) == [
        Rect(x: 0, y: 0, width: 100, height: 16), Rect(x: 3, y: 3, width: 10, height: 10),
        Rect(x: 18, y: 3, width: 10, height: 10),
      ])
    #expect(regions.map(\.parent) == [nil, 0, 0])
    #expect(regions.map { $0.tag?.value as? Action } == [.card, .reply, nil])
    #expect(regions.map(\.role) == [nil, .button, .image])
    #expect(regions.map(\.label) == [nil, "Reply", "a dot"] && regions[2].value == "black")
    #expect(regions.allSatisfy { $0.rectangles == [$0.frame] && $0.link == nil })
  }

  /// A later modifier replaces the same one before it and keeps the others.
  @Test func modifiersAddUp() {
    let one = square().role(.button, label: "a").tag(1)
    let other = square().tag(2).role(.link).tag(1).role(.button, label: "a")
    #expect(one == other && one.hashValue == other.hashValue)
    for changed in [one.tag(2), one.tag("1"), one.role(.link, label: "a"), one.role(.button)] {
      #expect(changed != one)
    }
    #expect(square() == square() && square().tag(1) != square())
  }

  @Test func thereAreNoneWhereNothingIsSaid() throws {
    let plain = try Arranging.arrange(
      Column {
        Text("a"); square()
      }, width: 50)
    #expect(plain.regions.isEmpty && plain.hit(Point(x: 1, y: 1))?.regions == [])
    let tagged = try Arranging.arrange(
      Column {
        Text("a").tag(1); square()
      }, width: 50)
    #expect(tagged.steps == plain.steps && tagged.size == plain.size)
    #expect(MemoryLayout<Region>.stride <= 128)
    let boxes = try Arranging.arrange(Column { square() }, width: 50).byteCount
    let named = try Arranging.arrange(Column { square().tag(1) }, width: 50).byteCount
    #expect(named - boxes == MemoryLayout<Region>.stride)
    #expect(plain.hit(Point(x: 50, y: 1)) == nil && plain.hit(Point(x: 1, y: -1)) == nil)
    #expect(plain.hit(Point(x: .nan, y: 1)) == nil && plain.hit(Point(x: 1, y: .infinity)) == nil)
  }

  @Test func whatIsHiddenOrCutOffCannotBeTouched() throws {
    let layout = Column {
      square().tag(1).modified { $0.style.display = .none }
      Column { Row { square(30).tag(2) }.tag(3) }.frame(width: 20, height: 8).clipped()
      Column {
        square(5).frame(height: 5).shrink(0)
        square(5).shrink(0).tag(4)
      }
      .frame(width: 20, height: 5).clipped()
    }
    let regions = try Arranging.arrange(layout, width: 100).regions
    #expect(regions.map { $0.tag?.value as? Int } == [3, 2])
    #expect(regions[1].frame == Rect(x: 0, y: 0, width: 20, height: 8))
  }

  @Test func linksOfTextsHaveARectangleALine() throws {
    let style = TextStyle(size: 15)
    var text = AttributedText("See ", style: style)
    var link = InlineBox(style: style, link: "https://example.org")
    text.append(AttributedText("the whole long page", style: style), in: link)
    text.append(" and ", style: style)
    link.link = nil
    link.tag = InlinePayload(7)
    text.append(AttributedText("this", style: style), in: link)
    let layout = Text(Paragraph(text)).padding(4).tag("text")
    let arrangement = try Arranging.arrange(layout, width: 90)
    let regions = arrangement.regions
    #expect(regions.map(\.link) == [nil, "https://example.org", nil])
    #expect(regions.map(\.role) == [nil, .link, nil] && regions[2].tag == InlinePayload(7))
    #expect(regions.map(\.label) == [nil, "the whole long page", "this"])
    #expect(regions.map(\.utf16Range) == [nil, 4..<23, 28..<32])
    let rectangles = regions[1].rectangles
    #expect(rectangles.count > 1 && regions[1].parent == 0)
    // A point beside the link, inside the bounding box of its lines.
    let first = try #require(rectangles.first)
    let beside = try #require(arrangement.hit(Point(x: first.minX - 2, y: first.minY + 2)))
    #expect(regions[1].frame.minX < first.minX - 2 && beside.link == nil)
    let placed = try #require(arrangement.texts.first)
    for rectangle in rectangles {
      let middle = Point(
        x: rectangle.minX + rectangle.width / 2, y: rectangle.minY + rectangle.height / 2)
      let hit = try #require(arrangement.hit(middle))
      #expect(hit.link == placed.layout.link(at: placed.local(middle)))
      #expect(hit.link == "https://example.org" && hit.isTagged("text"))
    }
  }

  @Test func layoutsInTextsBringTheirRegionsAlong() throws {
    var text = AttributedText("Press ")
    let button = Row { square().tag(1) }.padding(2).tag(2)
    text.append(Attachment(button), style: TextStyle())
    let arrangement = try Arranging.arrange(
      Column {
        square(20); Text(Paragraph(text)).tag(3)
      }, width: 200)
    #expect(arrangement.regions.map { $0.tag?.value as? Int } == [3, 2, 1])
    #expect(arrangement.regions.map(\.parent) == [nil, 0, 1])
    let inner = arrangement.regions[2].frame
    #expect(inner.size == Size(width: 10, height: 10) && inner.minX > 20 && inner.minY >= 20)
  }

  /// The region hit agrees with a second witness: the colour of the box painted last at the point.
  @Test func whatIsInFrontIsHit() throws {
    var random = SeededGenerator()
    for _ in 0..<150 {
      var count = 0
      let tree = Self.tree(depth: 4, &count, &random)
      let arrangement = try Arranging.arrange(tree, width: 120)
      for _ in 0..<60 {
        let point = Point(
          x: .random(in: -3..<123, using: &random),
          y: .random(in: -3..<max(arrangement.size.height, 1) + 3, using: &random))
        let painted = Self.painted(arrangement.displayList.commands, at: point)
        let isInside =
          point.x >= 0 && point.y >= 0 && point.x < arrangement.size.width
          && point.y < arrangement.size.height
        let hit = arrangement.hit(point)
        #expect((hit != nil) == isInside, "seed \(random.seed)")
        #expect(hit?.tag?.value as? UInt8 == (isInside ? painted : nil), "seed \(random.seed)")
      }
    }
  }

  /// A tree in which the tag of a node and its colour are its number.
  private static func tree(
    depth: Int, _ count: inout Int, _ random: inout SeededGenerator
  ) -> LayoutNode {
    count += 1
    let number = UInt8(truncatingIfNeeded: count)
    var node: LayoutNode
    if depth == 0 || count > 200 || random.oneIn(4) {
      node = Box(.clear, size: Size(width: Double(5 + count % 20), height: 9)).node
    } else {
      var children: [LayoutNode] = []
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        children.append(tree(depth: depth - 1, &count, &random))
      }
      node =
        random.oneIn(3)
        ? Overlay { children }.node
        : random.oneIn(2) ? Row(spacing: 2) { children }.node : Column(spacing: 2) { children }.node
    }
    if random.oneIn(6) { node = node.absolute(leading: 4, top: 7) }
    if random.oneIn(5) { node = node.frame(width: 14, height: 11).clipped() }
    if random.oneIn(6) { node = node.opacity(0.5) }
    return node.background(Color(red: number, green: 1, blue: 1)).tag(number)
  }

  private static func painted(_ commands: [DisplayCommand], at point: Point) -> UInt8? {
    for command in commands.reversed() {
      switch command {
      case .fill(let shape, .color(let color)) where color.green == 1:
        if shape.rect.contains(point) { return color.red }
      case .group(let group):
        if let clip = group.clip, !clip.rect.contains(point) { continue }
        if let found = painted(group.commands, at: point) { return found }
      default: continue
      }
    }
    return nil
  }
}
