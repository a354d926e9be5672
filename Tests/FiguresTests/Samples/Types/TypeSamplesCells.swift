import LinecasterBase
import LinecasterBoxLayout
import LinecasterBundledFonts
import LinecasterCells
import LinecasterDisplay
import LinecasterFonts
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
      let isNarrow = environment.width < 240
      Column(spacing: isNarrow ? 2 : 4) {
        Text(author, style: TextStyle(size: 13, weight: .bold, color: .secondaryText))
        Text(text)
      }
    }
  }

  @Test func textsOfStrangers() {
    struct NoteCell: Cell {
      @ExactText var text: String
      func body(in environment: LayoutEnvironment) -> some Layout { Text(text) }
    }
    let cell = NoteCell(text: "Hello")
    #expect(AnyCell(cell) == AnyCell(NoteCell(text: "Hello")))
    #expect(NoteCell(text: "\u{E9}") != NoteCell(text: "e\u{301}"))
  }

  struct PricesCell: Cell {
    let cells: [LayoutNode]
    func body(in environment: LayoutEnvironment) -> some Layout {
      let prices = Grid(columns: .repeating(9, [.auto]), spacing: 12) { cells }
      return prices.scrollsSideways("prices")
    }
  }

  @Test func wideContent() throws {
    let cells = (0..<9).map { Text("number_\($0)_of_nine").node }
    let environment = LayoutEnvironment(width: 200)
    let size = try CellArranger(typesetter: Typesetter(fonts: .bundled()))
      .arrange(PricesCell(cells: cells).body(in: environment), in: environment).size
    #expect(size.width == 200)
  }

  enum Density: String, EnvironmentKey {
    case regular, compact
    static let defaultValue = Density.regular
  }

  @Test func environments() {
    var environment = LayoutEnvironment(width: 320, scale: PixelScale(2), theme: .dark)
    environment.locale = "ar"
    environment.layoutDirection = .rightToLeft
    environment[Density.self] = .compact
    environment.background = ThemeColor(light: .white, dark: .black)
    #expect(
      environment[Density.self] == .compact
        && environment.background.color(in: environment.theme) == .black)
    let cell = AnyCell(MessageCell(author: "Ada", text: "Hello"))
    #expect(cell.layout(in: environment) != cell.layout(in: LayoutEnvironment(width: 200)))
  }

  @Test func letters() {
    var environment = LayoutEnvironment(width: 320, scale: PixelScale(1.25))
    environment.textRendering = .plain
    let rendering = GlyphRendering.preset(environment.textRendering, for: environment.scale)
    #expect(rendering == .plain)
    environment.textRendering = .automatic
    #expect(GlyphRendering.preset(environment.textRendering, for: environment.scale) == .screen)
  }

  @Test func keys() {
    let environment = LayoutEnvironment(width: 320)
    enum Density: String, EnvironmentKey {
      case regular, compact
      static let defaultValue = Density.regular
    }
    let gap: Double = environment[Density.self] == .compact ? 4 : 12
    #expect(gap == 12)
  }

  @Test func leavesThatDrawThemselves() throws {
    struct Bars: LeafContent {
      var values: [Double]
      func measure(
        in constraint: BoxConstraint, _ context: LeafContext
      ) -> BoxMeasurement {
        BoxMeasurement(size: Size(width: Double(values.count) * 10, height: 40))
      }
      func draw(to list: inout DisplayList, _ context: LeafContext) {
        let color = ThemeColor.accent.color(in: context.environment.theme)
        for (index, value) in values.enumerated() {
          let height = list.size.height * value
          let bar = Rect(
            x: Double(index) * 10, y: list.size.height - height, width: 8, height: height)
          list.append(.fill(DisplayShape(bar), .color(color)))
        }
      }
    }
    let card = Column { Leaf(Bars(values: [0.2, 0.7, 0.4])) }
    let chart = Leaf(Bars(values: [0.2, 0.7, 0.4])).padding(8).background(.white)
    let arranger = CellArranger(typesetter: Typesetter(fonts: try .bundled()))
    let environment = LayoutEnvironment(width: 320)
    #expect(try arranger.arrange(card, in: environment).displayList.commands.count == 3)
    #expect(try arranger.arrange(chart, in: environment).size.height == 56)
  }

  @Test func grids() throws {
    let table = Grid(columns: [.fraction(1), .fit(200), 80], spacing: 8) {
      Text("Things").gridColumn(1, .span(3))
      Text("Engine")
      Text("with a mill and a store")
      Text("1").justification(.end)
    }
    let areas = try GridAreas(["photo title", "photo note"])
    let card = Grid(columns: [40, .fraction(1)], areas: areas, spacing: 8) {
      Box(.black, size: Size(width: 40, height: 40)).gridArea("photo", of: areas)
      Text("Ada").gridArea("title", of: areas)
      Text("Engines").gridArea("note", of: areas)
    }
    let arranger = CellArranger(typesetter: Typesetter(fonts: try .bundled()))
    let environment = LayoutEnvironment(width: 320)
    #expect(try arranger.arrange(table, in: environment).displayList.commands.count == 4)
    #expect(try arranger.arrange(card, in: environment).displayList.commands.count == 3)
  }

  @Test func overlays() throws {
    let avatar = Overlay(alignment: .flexEnd, distribution: .flexEnd) {
      Image(ImageReference("ada.jpg"), size: Size(width: 40, height: 40)).cornerRadius(20)
      Box(Color(rgb: 0x2DA44E), size: Size(width: 10, height: 10), cornerRadius: 5)
    }
    let arranger = CellArranger(typesetter: Typesetter(fonts: try .bundled()))
    #expect(
      try arranger.arrange(avatar, in: LayoutEnvironment(width: 320)).size
        == Size(width: 40, height: 40))
  }

  @Test func arranges() throws {
    let arranger = CellArranger(typesetter: Typesetter(fonts: try .bundled()))
    let environment = LayoutEnvironment(width: 320, scale: PixelScale(2))
    let arrangement = try arranger.arrange(Text("Hello").padding(8), in: environment)
    print(arrangement.size, arrangement.displayList.commands.count)
    guard case .text(let layout, let origin)? = arrangement.displayList.commands.first else {
      Issue.record("no text")
      return
    }
    #expect(arrangement.displayList.commands.count == 1 && origin == Point(x: 8, y: 8))
    let room = arrangement.size.height - layout.size.height
    #expect(arrangement.size.width == 320 && (16..<16.5).contains(room))
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
    let row = Text("Ada").padding(DirectionalInsets(leading: 16, vertical: 8))
    let title = Text("Today", style: TextStyle(size: 20, weight: .bold))
    let note = Text("A long one, of which two lines show", paragraphStyle: twoLines)
    let card = title.padding(12).background(.white, cornerRadius: 8)
    #expect(Set([dot.node, line, row, note.node, card]).count == 5)
  }

  @Test func images() throws {
    let coast = ImageReference("coast.jpg")
    let avatar = Image(coast, size: Size(width: 40, height: 40), mode: .fill).cornerRadius(20)
    let wide = Image(coast).frame(width: 320)
    for (node, width, radius, wanted) in [
      (avatar, 40.0, 20.0, ContentMode.fill), (wide.frame(height: 180), 320, 0, .stretch),
    ] {
      guard case .image(let image, let shape, let mode, _)? = try commands(node).first else {
        Issue.record("no image")
        return
      }
      #expect(image == coast && mode == wanted)
      #expect(shape.rect.width == width && shape.cornerRadius == radius)
    }
  }

  /// The drawing commands of a layout at the start of a row.
  private func commands(_ node: LayoutNode) throws -> [DisplayCommand] {
    let arranger = CellArranger(typesetter: Typesetter(fonts: try .bundled()))
    return try arranger.arrange(
      Row(alignment: .flexStart) { node }, in: LayoutEnvironment(width: 320)
    ).displayList.commands
  }

  /// The pixels of a node on grey.
  private func picture(_ node: LayoutNode) throws -> Bitmap {
    var list = DisplayList(size: Size(width: 320, height: 100))
    for command in try commands(node) { list.append(command.offset(x: 0, y: 20)) }
    return try DisplayRasterizer().rasterize(list, background: Color(rgb: 0x808080))
  }

  @Test func decorations() throws {
    var card = Text("Hello").node
    card.decoration = BoxDecoration(background: .white, cornerRadius: 8)
    card.decoration.border = Border(all: BorderEdge(width: 1, color: .black))
    card.decoration.clipsContent = true
    let bitmap = try picture(card)
    #expect(bitmap.color(atX: 15, y: 20) == .black && bitmap.color(atX: 15, y: 21) == .white)
    #expect(bitmap.color(atX: 0, y: 20) == Color(rgb: 0x808080), "round")
  }

  @Test func fits() throws {
    let title = Text("A title of any length", style: TextStyle(weight: .bold))
      .fitted(TextFit(smallest: 12, largest: 64)).frame(width: 300, height: 80)
    guard case .group(let group)? = try commands(title).first else {
      Issue.record("text that fits is scaled")
      return
    }
    // As large as it fits into the box, from letters of 15.
    #expect((1.2...64 / 15).contains(group.effects.transform.a))
  }

  @Test func effects() throws {
    let gradient = LinearGradient(stops: .even(.black, .white))
    var stamp = Text("PAID", style: TextStyle(size: 40, weight: .bold)).padding(8)
    stamp.decoration.effects.transforms = [.rotate(-12)]
    stamp.decoration.effects.blend = .multiply
    stamp.decoration.effects.textPaint = .linear(gradient)
    let changes: [(inout BoxEffects) -> Void] = [
      { $0.transforms = [] }, { $0.blend = .normal }, { $0.textPaint = nil },
    ]
    let seen = try picture(stamp)
    for (index, change) in changes.enumerated() {
      var other = stamp
      change(&other.decoration.effects)
      #expect(try picture(other) != seen, "\(index)")
    }
  }

  @Test func sizesHaveNames() throws {
    var environment = LayoutEnvironment(width: 320)
    environment.fonts.scale = 1.5
    let layout = AnyCell(Author()).layout(in: environment)
    let arranger = CellArranger(typesetter: Typesetter(fonts: try .bundled()))
    #expect(try arranger.arrange(layout, in: environment).size.height == 60 + 16)
  }
}

extension ThemeSize {
  static let avatar = ThemeSize(40, growsWithText: true)
}
struct Author: Cell {
  func body(in environment: LayoutEnvironment) -> some Layout {
    let side = environment[.avatar]
    Row { Box(.black, size: Size(width: side, height: side)) }.padding(environment[.gap])
  }
}
