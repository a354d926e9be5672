import LinecasterBase
import LinecasterBoxLayout
import LinecasterBundledFonts
import LinecasterDisplay
import LinecasterFonts
import LinecasterTestSupport
import LinecasterText
import Testing

@testable import LinecasterCells

/// Highlights of search results in the text of cells.
@Suite struct FoundTextTests {
  private let arranger: CellArranger

  init() throws { arranger = CellArranger(typesetter: Typesetter(fonts: try .bundled())) }

  private func node(_ depth: Int, _ random: inout SeededGenerator) -> LayoutNode {
    var node: LayoutNode
    switch Int.random(in: 0..<(depth > 3 ? 4 : 8), using: &random) {
    case 0: node = Box(.black, size: Size(width: 4, height: 4)).node
    case 1: node = LayoutNode(.empty)
    case 2, 3:
      node = Text("text \(Int.random(in: 0..<1_000, using: &random)) שלום").node
      if random.oneIn(4) { node = node.textShadow(Shadow(.black, blur: 1)) }
    default:
      let children = (0..<Int.random(in: 0...4, using: &random)).map { _ in
        self.node(depth + 1, &random)
      }
      node = LayoutNode(.stack(children))
    }
    if random.oneIn(8) { node.style.display = .none }
    if random.oneIn(8) { node.style.display = .contents }
    if random.oneIn(5) { node = node.zIndex(Int.random(in: -2...2, using: &random)) }
    if random.oneIn(6) { node = node.opacity(0.5) }
    if random.oneIn(6) { node = node.tag(7).role(.button) }
    return node
  }

  /// The texts of a layout are listed without laying it out, in the order of its arrangement.
  @Test func textsAreThoseOfTheArrangement() throws {
    var random = SeededGenerator()
    var count = 0
    for _ in 0..<300 {
      let node = node(0, &random)
      let texts = try #require(node.texts(.unlimited))
      let arrangement = try arranger.arrange(node, in: LayoutEnvironment(width: 200))
      #expect(
        texts == arrangement.texts.map { $0.layout.text(from: 0, to: .max) },
        "seed \(random.seed)")
      count += texts.count
    }
    #expect(count > 150)
    let field = TextField(TextInput("abc"), label: "name", placeholder: "")
    #expect(Column { field }.node.texts(.unlimited) == nil)
  }

  private func arrange(_ found: FoundText?) throws -> CellArrangement {
    var environment = LayoutEnvironment(width: 200)
    environment.state.foundText = found
    let column = Column {
      Text("An apple fell")
      Text("שלום apple")
      Text("apple").tag(1).role(.button)
    }
    return try arranger.arrange(column, in: environment)
  }

  private func fills(_ arrangement: CellArrangement, _ color: ThemeColor) -> [Rect] {
    arrangement.displayList.commands.compactMap { command in
      guard case .fill(let shape, .color(let own)) = command, own == color.light else {
        return nil
      }
      return shape.rect
    }
  }

  @Test func rangesAreDrawnBehindTheText() throws {
    let plain = try arrange(nil)
    let ranges = try plain.ranges(of: TextQuery("APPLE"), .unlimited)
    #expect(ranges.map(\.text) == [0, 1, 2])
    #expect(ranges.map(\.utf16Range) == [3..<8, 5..<10, 0..<5])
    let found = try arrange(FoundText(ranges, current: ranges[1]))
    #expect(found.size == plain.size)
    let bounds = try ranges.map { try #require(plain.bounds(of: $0)) }
    #expect(fills(found, .foundText) == [bounds[0], bounds[2]])
    #expect(fills(found, .currentFoundText) == [bounds[1]])
    #expect(fills(plain, .foundText).isEmpty)
    // Ranges of an earlier text are clamped.
    let old = [CellTextRange(text: 0, utf16Range: 5..<900), .init(text: 9, utf16Range: 0..<3)]
    #expect(try fills(arrange(FoundText(old)), .foundText).count == 1)
    #expect(plain.bounds(of: old[1]) == nil)
  }
}
