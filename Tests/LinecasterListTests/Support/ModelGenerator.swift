import LinecasterBase
import LinecasterCells
import LinecasterTestSupport

@testable import LinecasterList

/// Creates random models and random successors of them, duplicate identifiers included.
struct ModelGenerator {
  var random: SeededGenerator
  private var fresh = 0
  private let makeCell: @Sendable (Int) -> AnyCell

  init(
    seed: UInt64, makeCell: @escaping @Sendable (Int) -> AnyCell = { AnyCell(BoxCell(number: $0)) }
  ) {
    random = SeededGenerator(seed: seed)
    self.makeCell = makeCell
  }

  mutating func model(sections: Int = 4) -> TableModel {
    TableModel(sections: (0..<sections).map { _ in newSection() })
  }

  mutating func successor(of model: TableModel) -> TableModel {
    if random.oneIn(25) { return TableModel() }
    var sections = model.sections
    for _ in 0..<Int.random(in: 0...3, using: &random) { editSections(&sections) }
    for index in sections.indices where random.oneIn(2) { edit(&sections[index].items) }
    for _ in 0..<Int.random(in: 0...4, using: &random) { carry(in: &sections) }
    if random.oneIn(10) { sections.shuffle(using: &random) }
    return TableModel(sections: sections)
  }

  private mutating func number() -> Int {
    fresh += 1
    return fresh
  }

  private mutating func newItem() -> TableItem {
    let number = number()
    var item = TableItem(.number(number), cell: BoxCell())
    item.cell = makeCell(number)
    return item
  }

  private mutating func newSection() -> TableSection {
    let count = Int.random(in: 0...6, using: &random)
    return TableSection(.number(number()), items: (0..<count).map { _ in newItem() })
  }

  private mutating func edit(_ items: inout [TableItem]) {
    let place = Int.random(in: 0...items.count, using: &random)
    guard let index = items.indices.randomElement(using: &random), !random.oneIn(4) else {
      return items.insert(newItem(), at: place)
    }
    switch Int.random(in: 0..<10, using: &random) {
    case 0..<3: items.remove(at: index)
    case 3..<6: items[index].cell = makeCell(number())
    case 6: items.insert(items[index], at: place)
    default: items.insert(items.remove(at: index), at: min(place, items.count))
    }
  }

  private mutating func editSections(_ sections: inout [TableSection]) {
    let place = Int.random(in: 0...sections.count, using: &random)
    guard let index = sections.indices.randomElement(using: &random), !random.oneIn(4) else {
      return sections.insert(newSection(), at: place)
    }
    switch Int.random(in: 0..<10, using: &random) {
    case 0..<3: sections.remove(at: index)
    case 3: sections.insert(sections[index], at: place)
    default: sections.insert(sections.remove(at: index), at: min(place, sections.count))
    }
  }

  /// Moves a row from one section to another.
  private mutating func carry(in sections: inout [TableSection]) {
    guard let source = sections.indices.randomElement(using: &random),
      let target = sections.indices.randomElement(using: &random),
      let index = sections[source].items.indices.randomElement(using: &random)
    else { return }
    let item = sections[source].items.remove(at: index)
    let place = Int.random(in: 0...sections[target].items.count, using: &random)
    sections[target].items.insert(item, at: place)
  }
}

/// Creates random models with headers, footers and insets, and random successors of them.
struct RowModelGenerator {
  private var models: ModelGenerator
  var random: SeededGenerator
  private let isUnique: Bool

  /// - Parameter isUnique: Whether identifiers are unique.
  init(seed: UInt64, isUnique: Bool = false) {
    models = ModelGenerator(seed: seed)
    random = SeededGenerator(seed: seed, salt: 1)
    self.isUnique = isUnique
  }

  mutating func model(sections: Int = 4) -> TableModel {
    dressed(models.model(sections: sections))
  }

  mutating func successor(of model: TableModel) -> TableModel {
    dressed(models.successor(of: model))
  }

  private mutating func dressed(_ model: TableModel) -> TableModel {
    var model = model
    for index in model.sections.indices { dress(&model.sections[index]) }
    return isUnique ? unique(model) : model
  }

  private mutating func dress(_ section: inout TableSection) {
    if random.oneIn(5) { section.header = edge() }
    if random.oneIn(8) { section.footer = edge() }
    if random.oneIn(6) { section.isHeaderSticky.toggle() }
    if random.oneIn(9) {
      section.insets = Insets(
        top: inset(), left: inset(), bottom: inset(), right: inset())
    }
  }

  private mutating func edge() -> TableItem? {
    random.oneIn(3)
      ? nil : TableItem("", cell: BoxCell(number: Int.random(in: 0..<99, using: &random)))
  }

  private mutating func inset() -> Double {
    random.oneIn(2) ? 0 : Double(Int.random(in: 0...24, using: &random)) / 4
  }

  private func unique(_ model: TableModel) -> TableModel {
    var sections: Set<ItemIdentifier> = []
    var items: Set<ItemIdentifier> = []
    var model = model
    model.sections.removeAll { !sections.insert($0.identifier).inserted }
    for index in model.sections.indices {
      model.sections[index].items.removeAll { !items.insert($0.identifier).inserted }
    }
    return model
  }
}
