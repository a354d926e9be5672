import LinecasterBundledFonts
import LinecasterCells
import LinecasterDisplay
import LinecasterFlexbox
import LinecasterFonts
import LinecasterGeometry
import LinecasterRaster
import LinecasterText
import Testing

/// The samples in the comments of LinecasterCells.
@Suite struct TypeSamplesCells {
  struct Badge: Layout {
    var label: String
    var node: LayoutNode { Text(label).padding(4).background(.black, cornerRadius: 4) }
  }

  struct MessageCell: Cell {
    let author, text: String
    func body(in environment: LayoutEnvironment) -> some Layout {
      let color = ThemeColor.text.color(in: environment.theme)
      return Column(spacing: 4) {
        Text(author, style: TextStyle(size: 13, weight: .bold, color: color))
        Text(text, style: TextStyle(size: 15, color: color))
      }
    }
  }

  @Test func environments() {
    let environment = LayoutEnvironment(width: 320, scale: PixelScale(2), theme: .dark)
    let text = ThemeColor.text.color(in: environment.theme)
    var wider = environment
    wider.width = 480
    #expect(text == ThemeColor.text.dark && wider != environment)
    let cell = AnyCell(MessageCell(author: "Ada", text: "Hello"))
    #expect(cell.layout(in: environment) != cell.layout(in: LayoutEnvironment(width: 320)))
  }

  @Test func arranges() throws {
    let arranger = CellArranger(typesetter: Typesetter(fonts: try .bundled()))
    let environment = LayoutEnvironment(width: 320, scale: PixelScale(2))
    let arrangement = try arranger.arrange(Text("Hello").padding(8), in: environment)
    print(arrangement.size, arrangement.displayList.commands.count)
    #expect(arrangement.size.width == 320)
  }

  @Test func draws() throws {
    let texts = ["Hello", "Good morning"]
    let rasterizer = DisplayRasterizer()
    let arranger = CellArranger(typesetter: Typesetter(fonts: try .bundled()))
    let environment = LayoutEnvironment(width: 320, scale: PixelScale(2))
    let rows = try texts.map { try arranger.arrange(Text($0), in: environment) }
    let height = rows.reduce(0) { $0 + $1.size.height }
    let bitmap = try rasterizer.rasterize(rows[0].displayList, scale: environment.scale)
    #expect(bitmap.width == 640 && height == 2 * rows[0].size.height)
  }

  @Test func stacks() throws {
    let isNew = true
    let lines = ["one", "two"]
    let row =
      Row(spacing: 8, alignment: .center) {
        Box(.black, size: Size(width: 24, height: 24), cornerRadius: 12)
        Text("Ada Lovelace").grow()
        if isNew { Text("new") }
      }
    let column =
      Column(spacing: 4) {
        for line in lines { Text(line) }
      }
      .padding(12)
    let spread =
      Row {
        Text("left")
        Spacer()
        Text("right")
      }
    let counts = [row.node, column, spread.node].map { node in
      if case .stack(let children) = node.content { children.count } else { 0 }
    }
    #expect(counts == [3, 2, 3])
  }

  @Test func leaves() {
    let twoLines = ParagraphStyle(maximumLines: 2)
    let dot = Box(Color(rgb: 0x2DA44E), size: Size(width: 8, height: 8), cornerRadius: 4)
    let line = Box(.black, size: Size(width: 320, height: 0.5)).margin(Insets(vertical: 4))
    let title = Text("Today", style: TextStyle(size: 20, weight: .bold))
    let note = Text("A long one, of which two lines show", paragraphStyle: twoLines)
    let card = title.padding(12).background(.white, cornerRadius: 8)
    #expect(Set([dot.node, line, note.node, card]).count == 4)
  }

  @Test func images() {
    let coast = ImageReference("coast.jpg")
    let avatar = Image(coast, size: Size(width: 40, height: 40), mode: .fill).cornerRadius(20)
    let wide = Image(coast).frame(width: 320)
    #expect(avatar.decoration.corners.greatest == 20 && wide.style.width == 320)
  }

  @Test func decorations() {
    var card = Text("Hello").node
    card.decoration = BoxDecoration(background: .white, cornerRadius: 8)
    card.decoration.border = Border(all: BorderEdge(width: 1, color: .black))
    card.decoration.clipsContent = true
    #expect(card.decoration.backgroundColor == .white)
  }
}
