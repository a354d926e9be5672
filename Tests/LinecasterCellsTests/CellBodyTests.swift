import LinecasterBase
import LinecasterBoxLayout
import LinecasterDisplay
import LinecasterFonts
import LinecasterText
import Testing

@testable import LinecasterCells

/// Typical bodies of cells, which must compile.
@Suite struct CellBodyTests {
  private let environment = LayoutEnvironment(width: 100)

  private func node(_ cell: some Cell, width: Double = 100) -> LayoutNode {
    AnyCell(cell).layout(in: LayoutEnvironment(width: width))
  }

  private struct Statements: Cell {
    func body(in environment: LayoutEnvironment) -> some Layout {
      let gap = environment.width / 10
      Column(spacing: gap) { Text("a") }
    }
  }

  private struct Assignments: Cell {
    func body(in environment: LayoutEnvironment) -> some Layout {
      var style = TextStyle()
      style.size = 20
      style.weight = .bold
      let words = "a"
      Text(words, style: style)
    }
  }

  private struct Branches: Cell {
    func body(in environment: LayoutEnvironment) -> some Layout {
      let isWide = environment.width > 50
      if isWide {
        Row { Text("wide") }
      } else {
        let words = "narrow"
        Text(words).padding(2)
      }
    }
  }

  private struct Returning: Cell {
    func body(in environment: LayoutEnvironment) -> some Layout {
      let words = "a"
      return Text(words)
    }
  }

  private struct Guarding: Cell {
    func body(in environment: LayoutEnvironment) -> LayoutNode {
      guard environment.width > 50 else { return Text("narrow").node }
      return Text("wide").node
    }
  }

  private struct Typed: Cell {
    func body(in environment: LayoutEnvironment) -> Column { Column { Text("a") } }
  }

  private struct Expression: Cell {
    func body(in environment: LayoutEnvironment) -> LayoutNode {
      if environment.width > 50 { Text("wide").node } else { Text("narrow").node }
    }
  }

  private struct Kinds: Cell {
    enum Kind { case one, two, three }
    var kind: Kind
    func body(in environment: LayoutEnvironment) -> some Layout {
      switch kind {
      case .one: Text("1")
      case .two: Row { Text("2") }
      case .three: Spacer()
      }
    }
  }

  @Test func statementsNeedNoReturn() {
    #expect(node(Statements()) == Column(spacing: 10) { Text("a") }.node)
    #expect(
      node(Assignments()) == Text("a", style: TextStyle(size: 20, weight: .bold)).node)
  }

  @Test func branchesMayBeOfDifferentTypes() {
    #expect(node(Branches(), width: 60) == Row { Text("wide") }.node)
    #expect(node(Branches(), width: 40) == Text("narrow").padding(2))
    #expect(node(Kinds(kind: .one)) == Text("1").node)
    #expect(node(Kinds(kind: .two)) == Row { Text("2") }.node)
    #expect(node(Kinds(kind: .three)) == Spacer().node)
  }

  @Test func returnStaysWhatItIs() {
    #expect(node(Returning()) == Text("a").node)
    #expect(node(Guarding(), width: 60) == Text("wide").node)
    #expect(node(Guarding(), width: 40) == Text("narrow").node)
    #expect(node(Typed()) == Column { Text("a") }.node)
    #expect(node(Expression(), width: 60) == Text("wide").node)
  }
}

/// Content that measures and draws itself.
@Suite struct LeafContentTests {
  /// A grid of unit squares that fills the available width.
  private struct Field: LeafContent {
    var count: Int
    var note = ""

    func measure(
      in constraint: BoxConstraint, _ context: LeafContext
    ) -> BoxMeasurement {
      let columns: Double =
        switch constraint.width {
        case .undefined: Double(count)
        case .minContent: 1
        case .atMost(let width), .exactly(let width): max(1, width.rounded(.down))
        }
      let rows = (Double(count) / columns).rounded(.up)
      return BoxMeasurement(size: Size(width: min(columns, Double(count)), height: rows))
    }

    func draw(to list: inout DisplayList, _ context: LeafContext) {
      let color = ThemeColor.accent.color(in: context.environment.theme)
      let whole = Rect(x: 0, y: 0, width: list.size.width, height: list.size.height)
      list.append(.fill(DisplayShape(whole), .color(color)))
      guard !note.isEmpty else { return }
      let text = context.typesetter.prepare(Paragraph(note)).layout(width: list.size.width)
      list.append(
        .group(DisplayGroup([.text(text, origin: .zero)], clip: DisplayShape(whole))))
    }
  }

  /// Room for a view of the host, for example a map.
  private struct Place: LeafContent {
    var size: Size

    func measure(
      in constraint: BoxConstraint, _ context: LeafContext
    ) -> BoxMeasurement {
      let width: Double =
        switch constraint.width {
        case .atMost(let width), .exactly(let width): min(size.width, width)
        case .undefined, .minContent: size.width
        }
      return BoxMeasurement(size: Size(width: width, height: size.height))
    }

    func draw(to list: inout DisplayList, _ context: LeafContext) {}
  }

  /// The host finds its object by a tag; the object takes part in flexbox as any node does.
  @Test func anObjectOfTheHostTakesPart() throws {
    for (width, shown) in [(64.0, 64.0), (100, 100), (500, 180)] {
      let layout = Row(alignment: .flexStart) {
        Spacer()
        Leaf(Place(size: Size(width: width, height: 48))).frame(minWidth: 0).tag("map")
      }
      .padding(10)
      let arrangement = try Arranging.arrange(layout, width: 200)
      let region = try #require(arrangement.regions.first { $0.tag == InlinePayload("map") })
      #expect(region.frame == Rect(x: 190 - shown, y: 10, width: shown, height: 48))
      #expect(arrangement.size.height == 68 && arrangement.displayList.commands.isEmpty)
    }
  }

  private struct Broken: LeafContent {
    func measure(
      in constraint: BoxConstraint, _ context: LeafContext
    ) -> BoxMeasurement {
      BoxMeasurement(size: Size(width: .nan, height: -.infinity), firstBaseline: .nan)
    }

    func draw(to list: inout DisplayList, _ context: LeafContext) {}
  }

  @Test func isMeasuredInTheRoomThereIs() throws {
    let row = Row {
      Box(.black, size: Size(width: 60, height: 1))
      Leaf(Field(count: 100)).node
    }
    let arrangement = try Arranging.arrange(row, width: 100)
    #expect(arrangement.fills[1] == Rect(x: 60, y: 0, width: 40, height: 3))
    #expect(arrangement.size.height == 3)
    let free = Row(alignment: .flexStart) { Leaf(Field(count: 7)).padding(4) }
    #expect(
      try Arranging.arrange(free, width: 100).fills == [Rect(x: 4, y: 4, width: 7, height: 1)])
  }

  @Test func drawsInItsBoxWithTextOfItsOwn() throws {
    let column = Column {
      Box(.black, size: Size(width: 60, height: 10))
      Leaf(Field(count: 50, note: "a")).margin(Insets(left: 5))
    }
    let list = try Arranging.arrange(column, width: 100).displayList
    guard case .group(let group)? = list.commands.last,
      case .text(let layout, let origin)? = group.commands.first
    else {
      Issue.record("no group")
      return
    }
    #expect(origin == Point(x: 5, y: 10) && layout.lines.count == 1)
    #expect(group.clip?.rect.origin == origin)
  }

  @Test func equalOnesAreEqualAndOthersAreNot() {
    #expect(Leaf(Field(count: 3)).node == Leaf(Field(count: 3)).node)
    #expect(Leaf(Field(count: 3)).node != Leaf(Field(count: 4)).node)
    #expect(Leaf(Field(count: 3)).node != Leaf(Broken()).node)
    #expect(Set([Leaf(Field(count: 3)).node, Leaf(Field(count: 3)).node]).count == 1)
  }

  @Test func numbersThatAreNoneAreNone() throws {
    let size = try Arranging.arrange(Column { Leaf(Broken()) }, width: 100).size
    #expect(size == Size(width: 100, height: 0))
  }

  @Test func isRoundedUpToWholePixels() throws {
    struct Third: LeafContent {
      func measure(
        in constraint: BoxConstraint, _ context: LeafContext
      ) -> BoxMeasurement {
        BoxMeasurement(size: Size(width: 1 / 3, height: 1 / 3))
      }

      func draw(to list: inout DisplayList, _ context: LeafContext) {}
    }
    let size = try Arranging.arrange(Column { Leaf(Third()) }, width: 100, scale: 2).size
    #expect(size.height == 0.5)
  }
}
