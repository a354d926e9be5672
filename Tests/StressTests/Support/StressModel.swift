import LinecasterBase
import LinecasterList

/// Models that differ by moves, inserts, deletes and updates, with headers that may be sticky,
/// footers, insets and separators.
enum StressModel {
  static func make(_ random: inout some RandomNumberGenerator) -> TableModel {
    let sections = Int.random(in: 0...3, using: &random)
    return TableModel(sections: (0..<sections).map { section($0, &random) })
  }

  private static func section(
    _ number: Int, _ random: inout some RandomNumberGenerator
  ) -> TableSection {
    let count = Int.random(in: 0...12, using: &random)
    let style = Int.random(in: 0..<8, using: &random)
    var section = TableSection(.number(number), items: (0..<count).map { _ in item(&random) })
    if style & 1 != 0 {
      section.header = TableItem("header", cell: StressCell(number: 100 + style))
      section.isHeaderSticky = style & 2 != 0
    }
    if style & 4 != 0 {
      section.insets = Insets(top: 3, left: Double(style), bottom: 5, right: 2)
      section.footer = TableItem("footer", cell: StressCell(number: 200 + style))
    }
    return section
  }

  private static func item(_ random: inout some RandomNumberGenerator) -> TableItem {
    let number = Int.random(in: 0..<30, using: &random)
    guard number > 2 else { return TableItem(.number(number), cell: Separator.small) }
    let content = number + 30 * Int.random(in: 0...2, using: &random)
    return TableItem(.number(number), cell: StressCell(number: content))
  }
}
