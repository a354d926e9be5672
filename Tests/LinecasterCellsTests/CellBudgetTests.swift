import LinecasterBase
import LinecasterBundledFonts
import LinecasterCells
import LinecasterFonts
import LinecasterTestSupport
import LinecasterText
import Testing

/// Layouts are checked against the budget before anything is laid out.
@Suite struct CellBudgetTests {
  private let typesetter: Typesetter
  private let environment = LayoutEnvironment(width: 100)

  init() throws { typesetter = Typesetter(fonts: try .bundled()) }

  private func excess(
    _ layout: some Layout, _ budget: RenderBudget
  ) throws -> RenderBudget.Excess? {
    do {
      _ = try CellArranger(typesetter: typesetter, budget: budget)
        .arrange(layout, in: environment)
      return nil
    } catch let excess as RenderBudget.Excess {
      return excess
    }
  }

  @Test func nodesAreCountedWithThoseInTexts() throws {
    var text = AttributedText("Ada ")
    text.append(LinecasterText.Attachment(Row { Text("new").padding(2) }), style: TextStyle())
    let column = Column {
      Text(Paragraph(text))
      Row { Text("a") }
    }
    // The nodes: the column, the text, both rows, and the text in each.
    #expect(try excess(column, RenderBudget(nodeCount: 6)) == nil)
    let excess = try #require(try excess(column, RenderBudget(nodeCount: 5)))
    #expect(excess.limit == .nodes && excess.needed == 6 && excess.allowed == 5)
    #expect(excess.source == "layout")
  }

  @Test func textIsCountedInUnits() throws {
    for (words, units) in [("abc", 3), ("é😀", 3), ("字字", 2)] {
      let text = Text(words)
      #expect(try excess(text, RenderBudget(textUnitCount: units)) == nil, "\(words)")
      let excess = try #require(try excess(text, RenderBudget(textUnitCount: units - 1)))
      #expect(excess.limit == .textUnits && excess.needed == units, "\(words)")
    }
  }

  @Test func arrangingHasItsTime() throws {
    let late = CellArranger(typesetter: typesetter, budget: RenderBudget(time: .zero))
    let text = Text("words")
    let error = #expect(throws: RenderBudget.Excess.self) {
      try late.arrange(text, in: environment)
    }
    #expect(error?.limit == .time)
    #expect(throws: CancellationError.self) { try late.arrange(text, in: environment) { true } }
  }

  /// Counts of random trees agree with a count node by node.
  @Test func anyTreeIsCounted() throws {
    var random = SeededGenerator(salt: 194)
    func tree(_ depth: Int) -> (LayoutNode, nodes: Int) {
      guard depth > 0, !random.oneIn(4) else { return (Spacer().node, 1) }
      let children = (0..<Int.random(in: 0...3, using: &random)).map { _ in tree(depth - 1) }
      return (LayoutNode(.stack(children.map(\.0))), 1 + children.reduce(0) { $0 + $1.nodes })
    }
    for _ in 0..<40 {
      let (node, count) = tree(5)
      #expect(try excess(node, RenderBudget(nodeCount: count)) == nil, "seed \(random.seed)")
      let excess = try #require(try excess(node, RenderBudget(nodeCount: count - 1)))
      #expect(excess.needed == count, "seed \(random.seed)")
    }
  }
}
