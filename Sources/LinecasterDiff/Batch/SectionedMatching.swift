/// How two models correspond: their sections, their elements, and what is not unique in them.
@usableFromInline
struct SectionedMatching: Sendable {
  /// The sections, paired as the elements of one flat list.
  @usableFromInline var sections: Matching
  @usableFromInline var items: Matching
  @usableFromInline var sectionDuplicates: [DuplicatePosition] = []
  @usableFromInline var itemDuplicates: [DuplicatePosition] = []

  @usableFromInline
  init(sections: Matching, items: Matching) {
    self.sections = sections
    self.items = items
  }

  /// The duplicates of the old model before those of the new one, and sections before items.
  @usableFromInline
  var duplicates: [DuplicateIdentifier] {
    let found =
      sectionDuplicates.map(\.amongSections)
      + itemDuplicates.map { $0.amongItems($0.model == .old ? items.oldStarts : items.newStarts) }
    return found.filter { $0.model == .old } + found.filter { $0.model == .new }
  }

  /// The batch that leads from the old model to the new one.
  @usableFromInline
  func changeset(duplicates: [DuplicateIdentifier]) -> Changeset {
    let sectionChanges = ElementChanges(sections)
    let itemChanges = ElementChanges(items)
    return Changeset(
      sectionDeletes: sectionChanges.deletes.map(\.item),
      sectionInserts: sectionChanges.inserts.map(\.item),
      sectionMoves: sectionChanges.moves.map(\.items),
      sectionUpdates: sectionChanges.updates.map(\.items),
      itemDeletes: itemChanges.deletes, itemInserts: itemChanges.inserts,
      itemMoves: itemChanges.moves, itemUpdates: itemChanges.updates,
      duplicates: duplicates)
  }
}

extension Transition<ElementPath> {
  /// The transition between the items of both paths.
  fileprivate var items: Transition<Int> { Transition<Int>(old: old.item, new: new.item) }
}
