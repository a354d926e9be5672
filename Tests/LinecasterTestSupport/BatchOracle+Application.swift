import LinecasterDiff

extension BatchOracle {
  /// The old section of each new one, after removing and inserting.
  func sectionOrigins() throws(BatchViolation) -> [Int?] {
    let taken = Set(changeset.sectionDeletes + changeset.sectionMoves.map(\.old))
    let rest = old.indices.filter { !taken.contains($0) }
    var placed: [Int: Int?] = [:]
    for section in changeset.sectionInserts { placed[section] = .some(nil) }
    for move in changeset.sectionMoves { placed[move.new] = move.old }
    return try merge(rest, with: placed, count: new.count, what: "sections")
  }

  /// The old path of each new item, after removing and inserting.
  func itemOrigins(sections: [Int?]) throws(BatchViolation) -> [[Origin]] {
    let taken = Set(changeset.itemDeletes + changeset.itemMoves.map(\.old))
    var placed = Array(repeating: [Int: Origin](), count: new.count)
    for path in changeset.itemInserts { placed[path.section][path.item] = .some(nil) }
    for move in changeset.itemMoves { placed[move.new.section][move.new.item] = move.old }
    var origins: [[Origin]] = []
    for (section, oldSection) in sections.enumerated() {
      let rest = remainder(of: oldSection, without: taken, section, placed[section])
      origins.append(
        try merge(
          rest, with: placed[section], count: newItems[section].count, what: "items of \(section)"))
    }
    return origins
  }

  /// The items that a section keeps, or inserted ones (`nil`) if the section is inserted.
  private func remainder(
    of oldSection: Int?, without taken: Set<ElementPath>, _ section: Int, _ placed: [Int: Origin]
  ) -> [Origin] {
    guard let oldSection else {
      return Array(repeating: nil, count: max(0, newItems[section].count - placed.count))
    }
    return oldItems[oldSection].indices
      .map { ElementPath(section: oldSection, item: $0) }
      .filter { !taken.contains($0) }
  }

  /// Fills `count` places: those in `placed` with their item, the others with `rest`.
  private func merge<Item>(
    _ rest: [Item], with placed: [Int: Item], count: Int, what: String
  ) throws(BatchViolation) -> [Item] {
    let result = rest.count + placed.count
    try require(result == count, "\(result) \(what) instead of \(count)")
    var remaining = rest[...]
    var merged: [Item] = []
    for index in 0..<count {
      guard let item = placed[index] ?? remaining.popFirst() else { continue }
      merged.append(item)
    }
    return merged
  }
}
