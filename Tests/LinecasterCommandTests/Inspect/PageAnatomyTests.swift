import Linecaster
import Testing

@testable import LinecasterCommand

@Suite struct PageAnatomyTests {
  private func anatomy(_ layouts: [LayoutNode], width: Double = 300) throws -> PageAnatomy {
    let environment = LayoutEnvironment(width: width)
    let typesetter = Typesetter(fonts: try .bundled())
    var page = DrawnPage(environment)
    for layout in layouts {
      try page.add(layout, CellArranger(typesetter: typesetter))
    }
    return PageAnatomy(page, fonts: typesetter.fonts)
  }

  @Test func boxesAreTheNodesInTheirOrder() throws {
    let layout = Column {
      Row {
        Box(.black, size: Size(width: 10, height: 20))
        Spacer()
      }
      Image(ImageReference("a.png"), size: Size(width: 30, height: 30))
    }.padding(5)
    let boxes = try anatomy([layout, Box(.black, size: Size(width: 1, height: 2)).node]).boxes
    #expect(boxes.map(\.name) == ["Column", "Row", "Box", "Spacer", "Image", "Box"])
    #expect(boxes.map(\.depth) == [0, 1, 2, 2, 1, 0])
    #expect(boxes[2].frame == Rect(x: 5, y: 5, width: 10, height: 20))
    #expect(boxes[4].frame == Rect(x: 5, y: 25, width: 30, height: 30))
    #expect(boxes[5].frame == Rect(x: 0, y: 60, width: 1, height: 2))
  }

  @Test func clustersFillTheirLines() throws {
    let anatomy = try anatomy([Text("Office नमस्ते क्षत्रिय שלום 😀").node])
    #expect(anatomy.lines.count == 1)
    let width = anatomy.clusters.reduce(0) { $0 + $1.frame.width }
    #expect(abs(width - anatomy.lines[0].frame.width) < 0.01)
    // Conjuncts are one cluster of several characters, drawn by one glyph or more.
    #expect(anatomy.clusters.contains { $0.glyphs.count > 1 })
    let glyphs = anatomy.clusters.reduce(0) { $0 + $1.glyphs.count }
    #expect(glyphs == anatomy.fonts.reduce(0) { $0 + $1.glyphCount })
  }

  @Test func fontsThatStandInAreTold() throws {
    let families = try anatomy([
      Text("a नम ᚠᚠ").node, Text("a", style: TextStyle(families: ["Noto Sans Mono"])).node,
    ])
    let fonts = families.fonts.map { ($0.family, $0.isFallback) }
    #expect(fonts.map(\.0) == ["Noto Sans", "Noto Sans Devanagari", "Noto Sans Mono"])
    #expect(fonts.map(\.1) == [false, true, false])
    #expect(families.missing == ["ᚠ"])
  }

  @Test func edgesAreThoseOfTheStyle() throws {
    var box = Box(.black, size: Size(width: 50, height: 40)).node
    box.style.padding = BoxEdges(
      left: .points(1), top: .points(2), right: .points(3), bottom: .points(4))
    box.style.margin = BoxEdges(all: .percent(10))
    box.style.border = BoxEdges(all: .points(5))
    let placement = try anatomy([Row { box }.node]).boxes[1].placement
    #expect(placement.padding == Insets(top: 2, left: 1, bottom: 4, right: 3))
    #expect(placement.margin == Insets(all: 30))
    #expect(placement.border == Insets(all: 5))
  }

  @Test func missingCharactersHavePlacesAndNodes() throws {
    var text = AttributedText("a ")
    text.append(Attachment(Text("\u{16B1}").padding(3)), style: TextStyle())
    var hidden = Text("ᚠ").node
    hidden.style.display = .none
    let anatomy = try anatomy([
      Column {
        hidden
        Row { Text("ab ᚠ") }
        Text(Paragraph(text))
      }.node
    ])
    #expect(anatomy.missingPlaces.map(\.character) == ["ᚠ", "\u{16B1}"])
    #expect(anatomy.missingPlaces.map(\.box) == [3, 4])
    for place in anatomy.missingPlaces {
      let box = anatomy.boxes[place.box ?? 0].frame
      #expect(place.frame.width > 0 && place.frame.minX > box.minX)
      #expect(place.frame.minY >= box.minY - 2 && place.frame.maxY <= box.maxY + 2, "\(place)")
    }
    #expect(anatomy.inlines.map(\.title) == ["attachment"])
  }

  @Test func linesThatRunDownwardsLieOnThePage() throws {
    let text = Text(
      Paragraph("縦書きの文章", paragraphStyle: ParagraphStyle(writingMode: .verticalRightToLeft)))
    let anatomy = try anatomy([Column { text.frame(height: 60) }.node])
    let box = anatomy.boxes[1].frame
    #expect(anatomy.lines.count > 1)
    for line in anatomy.lines {
      #expect(line.frame.height > line.frame.width && line.baseline.width == 0)
      #expect(line.frame.minX >= box.minX - 0.01 && line.frame.maxX <= box.maxX + 0.01)
    }
    #expect(anatomy.clusters.allSatisfy { $0.frame.maxY <= box.maxY + 0.01 })
  }

  @Test func aPageHasRoomForSoMany() throws {
    var list = BoundedList<Int>(limit: 2)
    for number in 1...4 { list.append(number) }
    #expect(Array(list) == [1, 2] && list.total == 4 && !list.isWhole)
    let many = Column { for _ in 0..<PageAnatomy.boxLimit + 5 { Spacer() } }
    let anatomy = try anatomy([many.node])
    #expect(anatomy.boxes.count == PageAnatomy.boxLimit)
    #expect(anatomy.boxes.total == PageAnatomy.boxLimit + 6)
  }
}
