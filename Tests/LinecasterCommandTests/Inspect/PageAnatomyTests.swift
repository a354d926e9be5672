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
}
