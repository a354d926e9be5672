extension Changeset {
  /// Whether the models show the same; duplicates do not count as changes.
  public var isEmpty: Bool { count == 0 }

  /// The number of changes: deletes, inserts, moves and updates, of sections and of items.
  public var count: Int { structuralCount + sectionUpdates.count + itemUpdates.count }

  /// The number of changes that alter what stands where: deletes, inserts and moves.
  public var structuralCount: Int {
    sectionDeletes.count + sectionInserts.count + sectionMoves.count
      + itemDeletes.count + itemInserts.count + itemMoves.count
  }
}
