import LinecasterBase
import LinecasterBoxLayout
import LinecasterBundledFonts
import LinecasterCells
import LinecasterDiff
import LinecasterDisplay
import LinecasterFonts
import LinecasterTestSupport
import LinecasterText
import Testing

@testable import LinecasterList

/// Seed row A68: separators with thickness, insets and colour, each of which is compared.
@Suite struct SeparatorTests {
  private let light = LayoutEnvironment(width: 100)
  private let dark = LayoutEnvironment(width: 100, theme: .dark)

  @Test func theSmallLineIsIndentedWhereLinesStart() throws {
    let arranger = CellArranger(typesetter: Typesetter(fonts: try .bundled()))
    func left(_ direction: BoxWritingDirection) throws -> Double? {
      var environment = light
      environment.layoutDirection = direction
      let cell = try arranger.arrange(
        AnyCell(Separator.small).layout(in: environment), in: environment)
      guard case .fill(let shape, _)? = cell.displayList.commands.first else { return nil }
      return shape.rect.minX
    }
    #expect(try left(.leftToRight) == 16)
    #expect(try left(.rightToLeft) == 0)
  }

  @Test func everyPropertyIsContent() {
    let separator = Separator.small
    let changes: [(inout Separator) -> Void] = [
      { $0.thickness = 16 }, { $0.priority = 1 }, { $0.insets = .physical(.zero) },
      { $0.color = ThemeColor(.black) },
    ]
    for change in changes {
      var other = separator
      change(&other)
      #expect(AnyCell(separator) != AnyCell(other))
    }
  }

  @Test func colorsFollowTheTheme() throws {
    let arranger = CellArranger(typesetter: Typesetter(fonts: try .bundled()))
    for environment in [light, dark] {
      let arrangement = try arranger.arrange(
        AnyCell(Separator.medium).layout(in: environment), in: environment)
      guard case .fill(_, let paint)? = arrangement.displayList.commands.first else {
        Issue.record("no line is drawn")
        return
      }
      #expect(paint == .color(ThemeColor.gap.color(in: environment.theme)))
    }
  }

  /// A separator is a whole number of pixels thick, rounded down and at least one.
  @Test(arguments: [(1, 1, 1), (0.25, 1, 1), (1, 1.25, 1), (1, 1.5, 1), (1, 2, 2), (8, 1.25, 10)])
  func linesAreWholePixels(thickness: Double, scale: Double, pixels: Double) throws {
    let scale = PixelScale(scale)
    let separator = Separator(thickness: thickness, insets: Insets(top: 2.25, bottom: 1.5))
    let environment = LayoutEnvironment(width: 100, scale: scale)
    let arranger = CellArranger(typesetter: Typesetter(fonts: try .bundled()))
    let arrangement = try arranger.arrange(
      AnyCell(separator).layout(in: environment), in: environment)
    let heights = arrangement.displayList.commands.compactMap { command -> Double? in
      guard case .fill(let shape, _) = command else { return nil }
      return shape.rect.height * scale.factor
    }
    let height = try #require(heights.first)
    #expect(abs(height - pixels) < 1e-9)
  }

  @Test func lengthsAreAlwaysUsable() {
    for (given, usable) in [(-1.0, 0.0), (.nan, 0), (.infinity, 0), (2.5, 2.5)] {
      var separator = Separator(thickness: given)
      #expect(separator.thickness == usable)
      separator.thickness = given
      #expect(separator.thickness == usable)
      var space = Space(given)
      #expect(space.height == usable)
      space.height = given
      #expect(space.height == usable)
    }
  }
}

/// Seed rows A68 and A70: of separators with only space between them the strongest stays.
@Suite struct SeparatorCollapserTests {
  private func row(_ identifier: ItemIdentifier) -> TableItem {
    TableItem(identifier, cell: BoxCell())
  }

  @Test func edgesHaveNoSeparators() {
    let items = TableSection("") {
      Separator.large
      Space(3)
      Separator.small
      row(1)
      Separator.large
    }.items
    #expect(items.map(\.identifier) == [.pair("space", .pair("above", 1)), 1])
    #expect(TableSection("") { Separator.small }.items.isEmpty)
  }

  /// Priority counts first, then thickness, then order, across spaces.
  @Test func theStrongestStays() {
    func kept(_ separators: Separator...) -> Separator? {
      let items = TableSection("") {
        row(1)
        for separator in separators {
          separator
          Space(2)
        }
        row(2)
      }.items
      let kept = items.compactMap { $0.cell.cell(as: Separator.self) }
      return kept.count == 1 ? kept[0] : nil
    }
    let thick = Separator(thickness: 3)
    let red = Separator(thickness: 3, color: ThemeColor(Color(rgb: 0xFF0000)))
    #expect(kept(.small, .large, .medium) == .large)
    #expect(kept(.small, thick) == thick)
    #expect(kept(thick, red) == thick && kept(red, thick) == red)
    #expect(kept(Separator(thickness: 1, priority: 9), .large)?.priority == 9)
  }

  @Test func spacesStayOnTheirSide() {
    let items = TableSection("") {
      row(1)
      Space(1)
      Separator.small
      Space(2)
      Separator.medium
      Space(4)
      Space(8)
      row(2)
    }.items
    #expect(items.map { $0.cell.cell(as: Space.self)?.height } == [nil, 3, nil, 12, nil])
    let gap = ItemIdentifier.pair(1, 2)
    #expect(
      items.map(\.identifier) == [
        1, .pair("space", gap), .pair("separator", gap), .pair("space below separator", gap), 2,
      ])
  }

  /// Rows with separator or space cells collapse in the same way, and keep their actions.
  @Test func rowsMadeByHandCollapseToo() {
    let items = [
      row(1), TableItem("a", cell: Separator.small),
      TableItem("b", cell: Separator.medium).onTap {}, TableItem("c", cell: Space(4)), row(2),
    ].collapsingSeparators()
    #expect(
      items.map(\.identifier) == [1, .pair("separator", .pair(1, 2)), "c", 2])
    #expect(items[1].actions.onTap != nil)
  }

  @Test func anyRowsCollapseToTheSameOnce() {
    let seed = TestSettings.seed
    for index in 0..<500 {
      var random = SeededGenerator(seed: seed &+ UInt64(index))
      let items = (0..<Int.random(in: 0...14, using: &random)).map { number in
        randomItem(number, using: &random)
      }
      let collapsed = items.collapsingSeparators()
      let comment: Comment = "LINECASTER_SEED=\(seed &+ UInt64(index)): \(items) → \(collapsed)"
      #expect(collapsed.collapsingSeparators() == collapsed, comment)
      #expect(Set(collapsed.map(\.identifier)).count == collapsed.count, comment)
      #expect(collapsed.filter { !isSeparator($0) } == items.filter { !isSeparator($0) }, comment)
      #expect(separators(collapsed) == strongestSeparators(items), comment)
    }
  }

  /// Shuffled rows get new separators only between new neighbours.
  @Test func separatorsFollowTheirNeighbors() {
    var random = SeededGenerator(seed: TestSettings.seed)
    for _ in 0..<100 {
      var numbers = Array(0..<12)
      let before = lined(numbers)
      numbers.swapAt(
        .random(in: 0..<12, using: &random), .random(in: 0..<12, using: &random))
      let after = lined(numbers)
      let gaps = Set(before.map(\.identifier)).intersection(after.map(\.identifier))
      #expect(gaps.count >= 12 + 11 - 4)
    }
  }

  private func lined(_ numbers: [Int]) -> [TableItem] {
    TableSection("") {
      for number in numbers {
        row(.number(number))
        Separator.small
      }
    }.items
  }

  private func randomItem(_ number: Int, using random: inout SeededGenerator) -> TableItem {
    let identifier = ItemIdentifier.number(number)
    switch Int.random(in: 0..<7, using: &random) {
    case 0..<2: return row(identifier)
    case 2: return TableItem(identifier, cell: Space(Double(number)))
    case let kind:
      let thickness = Double(Int.random(in: 1...2, using: &random))
      return TableItem(identifier, cell: Separator(thickness: thickness, priority: kind % 3))
    }
  }

  private func isSeparator(_ item: TableItem) -> Bool {
    item.cell.cell(as: Separator.self) != nil
  }

  private func separators(_ items: [TableItem]) -> [Separator] {
    items.compactMap { $0.cell.cell(as: Separator.self) }
  }

  /// The expected separators: runs between visible rows, sorted by strength.
  private func strongestSeparators(_ items: [TableItem]) -> [Separator] {
    let runs = items.split(omittingEmptySubsequences: false) {
      !isSeparator($0) && $0.cell.cell(as: Space.self) == nil
    }
    return runs.dropFirst().dropLast().compactMap { run in
      // `sorted` is stable, so the first of equal ones stays first.
      separators(Array(run)).sorted {
        ($0.priority, $0.thickness) > ($1.priority, $1.thickness)
      }.first
    }
  }
}

extension [TableItem] {
  /// The rows with separators collapsed, as builders do it.
  fileprivate func collapsingSeparators() -> [TableItem] {
    SeparatorCollapser.items(lazy.map { TableEntry(.item($0)) })
  }
}
