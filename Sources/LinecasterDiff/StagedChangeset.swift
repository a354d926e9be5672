/// The changes from an old model to a new one in stages, for hosts that limit which changes can be
/// combined (UIKit `performBatchUpdates`).
///
/// A `Changeset` is one batch. It can move and update an element at once, and move elements out of
/// deleted sections and into inserted ones, which UIKit rejects. In a staged changeset, each stage
/// is a separate batch from one model to the next, without such combinations:
///
/// 1. Elements are updated and deleted. In sections that will be deleted, elements that do not
///    survive stay for now.
/// 2. Sections are updated and inserted; an inserted section includes its new elements.
/// 3. Elements are moved and inserted.
/// 4. Sections are deleted and moved.
///
/// Stages without changes are left out, so there are at most four stages, and for a flat list at
/// most two. For each stage, the host makes `sections` its data and performs the batch:
///
///     for stage in StagedChangeset(fromSections: old, toSections: new).stages {
///       view.performBatchUpdates {
///         data = stage.sections
///         // Reload, delete: old coordinates. Insert: new ones. Move: from old to new ones.
///       }
///     }
///
/// As in every `Changeset`, deletes and the `old` side of moves and updates are places in the model
/// before the stage. Inserts and the `new` side are places in `sections`. Surviving elements are
/// those of the new model from the first stage on, so their actions are always current.
///
/// UIKit reloads all elements of an updated section; a host that can redraw only the header should
/// do so.
public struct StagedChangeset<Section: DifferentiableSection> {
  /// All changes as one batch, with the duplicates.
  public let changeset: Changeset
  /// The stages in the order in which they are applied; empty if nothing changes.
  public let stages: [Stage]

  /// Creates the stages of the changes from one sectioned model to another. Copies of an identifier
  /// are distinguished by their order.
  ///
  /// May run on any thread.
  ///
  /// - Complexity: O(n) for models that keep most of their order, O(n log n) at worst; each stage
  ///   stores its model.
  @inlinable
  public init(fromSections old: [Section], toSections new: [Section]) {
    let changeset = Changeset(fromSections: old, toSections: new)
    self = Self(changeset, fromSections: old, toSections: new) ?? Self(changeset, whole: new)
  }

  /// Creates the stages of a batch; `nil` if the coordinates of the batch do not lead from one
  /// model to the other.
  ///
  /// Use this for batches from edits, or with a policy for duplicates. Identifiers and content are
  /// not checked; `Changeset.isValid(fromSections:toSections:)` does that.
  ///
  /// - Complexity: O(n), and O(k log k) in the k changes.
  public init?(
    _ changeset: Changeset, fromSections old: [Section], toSections new: [Section]
  ) {
    guard let maker = StageMaker(changeset, from: old, to: new) else { return nil }
    self.changeset = changeset
    stages = maker.stages.filter { !$0.changeset.isEmpty }
  }

  /// Creates one stage of all changes: the fallback if they cannot be divided.
  @usableFromInline
  init(_ changeset: Changeset, whole new: [Section]) {
    self.changeset = changeset
    let sections = new.map { StagedSection(base: $0, elements: Array($0.elements)) }
    stages = [Stage(changeset: changeset, sections: sections)]
  }
}

extension StagedChangeset {
  /// Creates the stages of the changes from one flat list to another. Copies of an identifier are
  /// distinguished by their order.
  ///
  /// May run on any thread.
  ///
  /// - Complexity: O(n) for lists that keep most of their order, O(n log n) at worst.
  @inlinable
  public init<Element>(from old: [Element], to new: [Element])
  where Section == ListSection<Element> {
    self.init(fromSections: [ListSection(old)], toSections: [ListSection(new)])
  }
}

extension StagedChangeset: Sendable where Section: Sendable, Section.Elements.Element: Sendable {}

extension StagedChangeset {
  /// A batch of changes, and the model to which it leads.
  public struct Stage {
    /// The changes from the model of the previous stage, or from the old model.
    public let changeset: Changeset
    /// The model after the changes of this stage.
    public let sections: [StagedSection<Section>]
  }
}

extension StagedChangeset.Stage: Sendable
where Section: Sendable, Section.Elements.Element: Sendable {}

/// A section between two stages: the content of one model, and elements of both.
public struct StagedSection<Base: DifferentiableSection>: DifferentiableSection {
  /// The section of the old or the new model that gives the identity and content.
  public let base: Base
  /// The elements at this stage.
  public let elements: [Base.Elements.Element]

  init(base: Base, elements: [Base.Elements.Element]) {
    self.base = base
    self.elements = elements
  }

  /// The identifier of the section, which is the same at every stage.
  public var differenceIdentifier: Base.Identifier { base.differenceIdentifier }

  /// Returns whether the contents of both sections at their stages are equal.
  public func isContentEqual(to other: Self) -> Bool { base.isContentEqual(to: other.base) }
}

extension StagedSection: Sendable where Base: Sendable, Base.Elements.Element: Sendable {}

/// Divides a batch into stages.
private struct StageMaker<Section: DifferentiableSection> {
  typealias Stage = StagedChangeset<Section>.Stage
  typealias Element = Section.Elements.Element

  private let changeset: Changeset
  private let old: [Section]
  private let new: [Section]
  private let newItems: [[Element]]
  private let provenance: Provenance
  /// The new index of each old section.
  private let newSections: [Int?]
  private let survivors: StagedSurvivors<Element>
  private let layout: StagedLayout

  /// `nil` if the batch does not lead from one model to the other.
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

  /// The four stages, including those without changes.
  var stages: [Stage] { [updatedItems, insertedSections, movedItems, movedSections] }

  /// The stage that updates and deletes elements.
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

  /// The stage that updates and inserts sections.
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

  /// The stage that moves and inserts elements.
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

  /// The stage that deletes and moves sections.
  private var movedSections: Stage {
    let moves = changeset.sectionMoves
      .map { Transition(old: layout.placesOfOld[$0.old], new: $0.new) }
    let deletes = changeset.sectionDeletes.map { layout.placesOfOld[$0] }
    return Stage(
      changeset: Changeset(sectionDeletes: deletes, sectionMoves: moves),
      sections: zip(new, newItems).map { StagedSection(base: $0, elements: $1) })
  }
}

/// The old sections after the first stage, in which elements are updated and deleted.
private struct StagedSurvivors<Element> {
  /// The remaining elements of each old section, survivors as they are in the new model.
  private(set) var elements: [[Element]] = []
  /// The elements that are deleted with each old section.
  private(set) var vanishing: [[Element]] = []
  /// The index of each old element among the remaining ones of its section.
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

  /// Returns the index of the old element at `path` among the remaining ones of its section.
  func index(of path: ElementPath) -> Int? { indices[path.section][path.item] }
}

/// The order of sections while old and new ones coexist, in the middle of a staged change.
private struct StagedLayout {
  /// The origin of a section.
  enum Origin {
    case old(Int)
    case inserted(Int)
  }

  private(set) var order: [Origin] = []
  /// The place of each old section in the order.
  private(set) var placesOfOld: [Int]
  /// The place of each new section in the order.
  private var placesOfNew: [Int]
  /// The places of inserted sections, ascending.
  private(set) var inserted: [Int] = []

  /// Puts each inserted section behind the one that will be before it, not counting moved ones, so
  /// only moved ones have to move later.
  init(_ changeset: Changeset, newSections: [Int?], origins: [Int?]) {
    let moved = Set(changeset.sectionMoves.map(\.new))
    // Index 0 has those before every old section.
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

  /// Returns the place of an element of the new model.
  func place(of path: ElementPath) -> ElementPath {
    ElementPath(section: placesOfNew[path.section], item: path.item)
  }
}
