import LinecasterDiff

extension BatchOracle {
  /// Surviving sections are the same by identifier, and updated exactly if their content differs.
  func compareSections(_ origins: [Int?]) throws(BatchViolation) {
    let updates = Set(changeset.sectionUpdates)
    var used = 0
    for case (let section, let origin?) in origins.enumerated() {
      let before = old[origin]
      let after = new[section]
      try require(
        before.differenceIdentifier == after.differenceIdentifier,
        "section \(section) should be \(after.differenceIdentifier)")
      let updated = updates.contains(Transition(old: origin, new: section))
      used += updated ? 1 : 0
      try require(
        updated != before.isContentEqual(to: after), "content of section \(section), \(updated)")
    }
    try require(used == updates.count, "\(updates.count - used) section updates of no survivor")
  }

  /// Surviving items are the same by identifier, and updated exactly if their content differs.
  func compareItems(_ origins: [[Origin]]) throws(BatchViolation) {
    let updates = Set(changeset.itemUpdates)
    var used = 0
    for (section, items) in origins.enumerated() {
      for case (let item, let origin?) in items.enumerated() {
        let path = ElementPath(section: section, item: item)
        let updated = updates.contains(Transition(old: origin, new: path))
        used += updated ? 1 : 0
        try compare(origin, path, updated: updated)
      }
    }
    try require(used == updates.count, "\(updates.count - used) item updates of no survivor")
  }

  private func compare(
    _ origin: ElementPath, _ path: ElementPath, updated: Bool
  ) throws(BatchViolation) {
    let before = oldItems[origin.section][origin.item]
    let after = newItems[path.section][path.item]
    try require(
      before.differenceIdentifier == after.differenceIdentifier,
      "item \(path) should be \(after.differenceIdentifier), was \(before.differenceIdentifier)")
    try require(
      updated != before.isContentEqual(to: after),
      updated ? "update of \(path) without a change" : "stale content at \(path)")
  }
}
