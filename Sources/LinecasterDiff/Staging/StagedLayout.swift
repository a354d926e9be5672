/// The order of sections while both old and new ones stand, in the middle of a staged change.
struct StagedLayout {
  /// Where a section comes from.
  enum Origin {
    case old(Int)
    case inserted(Int)
  }

  private(set) var order: [Origin] = []
  /// For each old section its place in the order.
  private(set) var placesOfOld: [Int]
  /// For each new section its place in the order.
  private var placesOfNew: [Int]
  /// The places of inserted sections, ascending.
  private(set) var inserted: [Int] = []

  /// Puts each inserted section behind the one that will be before it, moved ones not counted, so
  /// that only they have to move later.
  init(_ changeset: Changeset, newSections: [Int?], origins: [Int?]) {
    let moved = Set(changeset.sectionMoves.map(\.new))
    // At index 0 those before every old section.
    var followers = Array(repeating: [Int](), count: newSections.count + 1)
    var anchor = 0
    for (section, origin) in origins.enumerated() where !moved.contains(section) {
      if let origin { anchor = origin + 1 } else { followers[anchor].append(section) }
    }
    placesOfOld = Array(repeating: 0, count: newSections.count)
    placesOfNew = Array(repeating: 0, count: origins.count)
    insert(followers[0])
    for (section, becomes) in newSections.enumerated() {
      placesOfOld[section] = order.count
      if let becomes { placesOfNew[becomes] = order.count }
      order.append(.old(section))
      insert(followers[section + 1])
    }
  }

  private mutating func insert(_ sections: [Int]) {
    for section in sections {
      placesOfNew[section] = order.count
      inserted.append(order.count)
      order.append(.inserted(section))
    }
  }

  /// The place of an element of the new model.
  func place(of path: ElementPath) -> ElementPath {
    ElementPath(section: placesOfNew[path.section], item: path.item)
  }
}
