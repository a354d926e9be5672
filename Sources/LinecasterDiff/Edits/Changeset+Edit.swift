extension Changeset {
  @usableFromInline
  static func inserting(_ items: Range<Int>) -> Changeset {
    Changeset(itemInserts: items.map { ElementPath(section: 0, item: $0) })
  }

  @usableFromInline
  static func moving(_ old: Int, to new: Int) -> Changeset {
    Changeset(itemMoves: [
      Transition(old: ElementPath(section: 0, item: old), new: ElementPath(section: 0, item: new))
    ])
  }

  @usableFromInline
  static func updating(_ item: Int) -> Changeset {
    let path = ElementPath(section: 0, item: item)
    return Changeset(itemUpdates: [Transition(old: path, new: path)])
  }

  /// The same changes of items for a list that is another section, before and after.
  @usableFromInline
  func movedFromFirstSection(to section: Int) -> Changeset {
    if section == 0 { return self }
    func moved(_ path: ElementPath) -> ElementPath {
      ElementPath(section: section, item: path.item)
    }
    func moved(_ transition: Transition<ElementPath>) -> Transition<ElementPath> {
      Transition(old: moved(transition.old), new: moved(transition.new))
    }
    return Changeset(
      itemDeletes: itemDeletes.map(moved), itemInserts: itemInserts.map(moved),
      itemMoves: itemMoves.map(moved), itemUpdates: itemUpdates.map(moved))
  }
}

extension DuplicateIdentifier {
  /// The indices of both places in a flat list.
  @usableFromInline var places: [Int] {
    [first, repeated].map { place in
      switch place {
      case .section(let index): index
      case .item(let path): path.item
      }
    }
  }
}
