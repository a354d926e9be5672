import LinecasterDiff

extension BatchOracle {
  /// Every coordinate is in range, ascends where it must, and is used once for each purpose.
  func checkCoordinates() throws(BatchViolation) {
    try checkSections()
    try checkItemsTakenOut()
    try checkItemsPutIn()
    try checkUpdates()
  }

  private func checkSections() throws(BatchViolation) {
    let moves = changeset.sectionMoves
    try ascending(changeset.sectionDeletes, "section deletes")
    try ascending(changeset.sectionInserts, "section inserts")
    try ascending(moves.map(\.new), "section moves")
    try ascending(changeset.sectionUpdates.map(\.new), "section updates")
    try distinct(changeset.sectionDeletes + moves.map(\.old), "sections taken out")
    try distinct(changeset.sectionInserts + moves.map(\.new), "sections put in")
    try within(old.count, changeset.sectionDeletes + moves.map(\.old), "sections taken out")
    try within(new.count, changeset.sectionInserts + moves.map(\.new), "sections put in")
  }

  private func checkItemsTakenOut() throws(BatchViolation) {
    let origins = changeset.itemMoves.map(\.old)
    try ascending(changeset.itemDeletes, "item deletes")
    try distinct(changeset.itemDeletes + origins, "items taken out")
    try within(oldItems, changeset.itemDeletes + origins, "items taken out")
    let deleted = Set(changeset.sectionDeletes)
    for path in changeset.itemDeletes {
      try require(!deleted.contains(path.section), "item \(path) is deleted with its section too")
    }
  }

  private func checkItemsPutIn() throws(BatchViolation) {
    let targets = changeset.itemMoves.map(\.new)
    try ascending(changeset.itemInserts, "item inserts")
    try ascending(targets, "item moves")
    try distinct(changeset.itemInserts + targets, "items put in")
    try within(newItems, changeset.itemInserts + targets, "items put in")
    let inserted = Set(changeset.sectionInserts)
    for path in changeset.itemInserts {
      try require(!inserted.contains(path.section), "item \(path) comes with its section too")
    }
  }

  private func checkUpdates() throws(BatchViolation) {
    let updates = changeset.itemUpdates
    try ascending(updates.map(\.new), "item updates")
    try distinct(updates.map(\.old), "old items of updates")
    try within(oldItems, updates.map(\.old), "old items of updates")
    try within(newItems, updates.map(\.new), "new items of updates")
  }
}

private func ascending<Place: Comparable>(
  _ places: [Place], _ what: String
) throws(BatchViolation) {
  for (place, next) in zip(places, places.dropFirst()) {
    try require(place < next, "\(what) do not ascend at \(next)")
  }
}

private func distinct<Place: Hashable>(_ places: [Place], _ what: String) throws(BatchViolation) {
  var seen: Set<Place> = []
  for place in places { try require(seen.insert(place).inserted, "\(what) repeat \(place)") }
}

private func within(_ count: Int, _ indices: [Int], _ what: String) throws(BatchViolation) {
  for index in indices {
    try require(index >= 0 && index < count, "\(what): no section \(index) of \(count)")
  }
}

private func within<Item>(
  _ sections: [[Item]], _ paths: [ElementPath], _ what: String
) throws(BatchViolation) {
  for path in paths {
    try require(sections.indices.contains(path.section), "\(what): no section at \(path)")
    try require(sections[path.section].indices.contains(path.item), "\(what): no item at \(path)")
  }
}
