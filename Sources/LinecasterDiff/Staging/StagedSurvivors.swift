/// The old sections once elements are updated and deleted, in the first stage.
struct StagedSurvivors<Element> {
  /// For each old section what is left, survivors as they are in the new model.
  private(set) var elements: [[Element]] = []
  /// For each old section that is to be deleted the elements that go with it.
  private(set) var vanishing: [[Element]] = []
  /// For each old element its index in what is left of its section.
  private var indices: [[Int?]] = []

  init(old: [[Element]], new: [[Element]], _ provenance: Provenance, isDeleted: [Bool]) {
    var survivors = old.map { Array(repeating: Element?.none, count: $0.count) }
    for (section, items) in provenance.items.enumerated() {
      for case (let item, let origin?) in items.enumerated() {
        survivors[origin.section][origin.item] = new[section][item]
      }
    }
    for (section, items) in old.enumerated() {
      enter(items, survivors[section], isDeleted: isDeleted[section])
    }
  }

  private mutating func enter(_ items: [Element], _ survivors: [Element?], isDeleted: Bool) {
    var (left, gone, indices): ([Element], [Element], [Int?]) = ([], [], [])
    for (item, survivor) in zip(items, survivors) {
      guard survivor != nil || isDeleted else {
        indices.append(nil)
        continue
      }
      indices.append(left.count)
      left.append(survivor ?? item)
      if survivor == nil { gone.append(item) }
    }
    elements.append(left)
    vanishing.append(gone)
    self.indices.append(indices)
  }

  /// The index that the old element at `path` has in what is left of its section.
  func index(of path: ElementPath) -> Int? { indices[path.section][path.item] }
}
