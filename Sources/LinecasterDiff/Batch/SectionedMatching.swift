/// How two models correspond: their sections, their elements, and what is not unique in them.
@usableFromInline
struct SectionedMatching: Sendable {
  /// The sections, paired as the elements of one flat list; `nil` if the models are flat lists.
  @usableFromInline var sections: Matching?
  @usableFromInline var items: Matching
  @usableFromInline var sectionDuplicates: [DuplicatePosition] = []
  @usableFromInline var itemDuplicates: [DuplicatePosition] = []

  @usableFromInline
  init(sections: Matching?, items: Matching) {
    self.sections = sections
    self.items = items
  }

  /// The duplicates of the old model before those of the new one, and sections before items.
  @usableFromInline
  var duplicates: [DuplicateIdentifier] {
    if sectionDuplicates.isEmpty, itemDuplicates.isEmpty { return [] }
    let found =
      sectionDuplicates.map { $0.amongSections }
      + itemDuplicates.map { $0.amongItems($0.model == .old ? items.oldStarts : items.newStarts) }
    return found.filter { $0.model == .old } + found.filter { $0.model == .new }
  }

  /// The batch that leads from the old model to the new one.
  @usableFromInline
  func changeset(duplicates: [DuplicateIdentifier]) -> Changeset {
    let changes = ElementChanges(items)
    guard let sections else {
      return Changeset(
        itemDeletes: changes.deletes, itemInserts: changes.inserts, itemMoves: changes.moves,
        itemUpdates: changes.updates, duplicates: duplicates)
    }
    // Closures, since a key path is made again for each use.
    let sectionChanges = ElementChanges(sections)
    return Changeset(
      sectionDeletes: sectionChanges.deletes.map { $0.item },
      sectionInserts: sectionChanges.inserts.map { $0.item },
      sectionMoves: sectionChanges.moves.map { $0.items },
      sectionUpdates: sectionChanges.updates.map { $0.items },
      itemDeletes: changes.deletes, itemInserts: changes.inserts, itemMoves: changes.moves,
      itemUpdates: changes.updates, duplicates: duplicates)
  }
}

extension Transition<ElementPath> {
  /// The transition between the items of both paths.
  fileprivate var items: Transition<Int> { Transition<Int>(old: old.item, new: new.item) }
}
