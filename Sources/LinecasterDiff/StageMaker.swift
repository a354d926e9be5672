/// Divides a batch into stages.
struct StageMaker<Section: DifferentiableSection> {
  typealias Stage = StagedChangeset<Section>.Stage
  typealias Element = Section.Elements.Element

  private let changeset: Changeset
  private let old: [Section]
  private let new: [Section]
  private let newItems: [[Element]]
  private let provenance: Provenance
  /// For each old section the new one that it becomes.
  private let newSections: [Int?]
  private let survivors: StagedSurvivors<Element>
  private let layout: StagedLayout

  /// `nil` if the batch does not lead from the one model to the other.
  init?(_ changeset: Changeset, from old: [Section], to new: [Section]) {
    let oldItems = old.map { Array($0.elements) }
    newItems = new.map { Array($0.elements) }
    let provenance = Provenance(
      changeset, oldCounts: oldItems.map(\.count), newCounts: newItems.map(\.count))
    guard let provenance else { return nil }
    (self.changeset, self.old, self.new, self.provenance) = (changeset, old, new, provenance)
    var newSections = Array(repeating: Int?.none, count: old.count)
    for case (let section, let origin?) in provenance.sections.enumerated() {
      newSections[origin] = section
    }
    self.newSections = newSections
    survivors = StagedSurvivors(
      old: oldItems, new: newItems, provenance, isDeleted: newSections.map { $0 == nil })
    layout = StagedLayout(
      changeset, newSections: newSections, origins: provenance.sections)
  }

  /// The four stages, also where they have no changes.
  var stages: [Stage] { [updatedItems, insertedSections, movedItems, movedSections] }

  /// Elements are updated and deleted.
  private var updatedItems: Stage {
    let updated = Set(changeset.sectionUpdates.map(\.old))
    let updates = changeset.itemUpdates.map(\.old).sorted().compactMap { path in
      survivors.index(of: path).map { index in
        Transition(old: path, new: ElementPath(section: path.section, item: index))
      }
    }
    let sections = old.indices.map { section in
      let base = updated.contains(section) ? nil : newSections[section].map { new[$0] }
      return StagedSection(base: base ?? old[section], elements: survivors.elements[section])
    }
    return Stage(
      changeset: Changeset(itemDeletes: changeset.itemDeletes, itemUpdates: updates),
      sections: sections)
  }

  /// Sections are updated and inserted.
  private var insertedSections: Stage {
    let updates = changeset.sectionUpdates.map(\.old).sorted()
      .map { Transition(old: $0, new: layout.placesOfOld[$0]) }
    let sections = layout.order.map { origin in
      switch origin {
      case .old(let section):
        let base = newSections[section].map { new[$0] } ?? old[section]
        return StagedSection(base: base, elements: survivors.elements[section])
      case .inserted(let section):
        let elements = newItems[section].indices
          .filter { provenance.items[section][$0] == nil }.map { newItems[section][$0] }
        return StagedSection(base: new[section], elements: elements)
      }
    }
    return Stage(
      changeset: Changeset(sectionInserts: layout.inserted, sectionUpdates: updates),
      sections: sections)
  }

  /// Elements are moved and inserted.
  private var movedItems: Stage {
    let moves = changeset.itemMoves.compactMap { move in
      survivors.index(of: move.old).map { index in
        Transition(
          old: ElementPath(section: layout.placesOfOld[move.old.section], item: index),
          new: layout.place(of: move.new))
      }
    }
    let sections = layout.order.map { origin in
      switch origin {
      case .old(let section):
        guard let becomes = newSections[section] else {
          return StagedSection(base: old[section], elements: survivors.vanishing[section])
        }
        return StagedSection(base: new[becomes], elements: newItems[becomes])
      case .inserted(let section):
        return StagedSection(base: new[section], elements: newItems[section])
      }
    }
    let inserts = changeset.itemInserts.map(layout.place(of:)).sorted()
    return Stage(
      changeset: Changeset(itemInserts: inserts, itemMoves: moves.sorted { $0.new < $1.new }),
      sections: sections)
  }

  /// Sections are deleted and moved.
  private var movedSections: Stage {
    let moves = changeset.sectionMoves
      .map { Transition(old: layout.placesOfOld[$0.old], new: $0.new) }
    let deletes = changeset.sectionDeletes.map { layout.placesOfOld[$0] }
    return Stage(
      changeset: Changeset(sectionDeletes: deletes, sectionMoves: moves),
      sections: zip(new, newItems).map { StagedSection(base: $0, elements: $1) })
  }
}

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
