import LinecasterCells
import LinecasterGeometry
import LinecasterList
import LinecasterTestSupport

/// Makes random models with headers, footers and insets, and random successors of them.
struct RowModelGenerator {
  private var models: ModelGenerator
  var random: SeededGenerator
  private let isUnique: Bool

  /// - Parameter isUnique: Whether no identifier may occur twice.
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
