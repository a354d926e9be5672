/// The changes from an old model to a new one, to be applied as one batch.
///
///     let changes = Changeset(from: old, to: new)
///     for path in changes.itemDeletes.reversed() { rows.remove(at: path.item) }
///     for path in changes.itemInserts { rows.insert(new[path.item].text, at: path.item) }
///     for change in changes.itemUpdates { rows[change.new.item] = new[change.new.item].text }
///
/// *Old* coordinates are places before any change: those of deletes, and the `old` side of moves
/// and updates. *New* coordinates are places after every change: those of inserts, and the `new`
/// side of moves and updates. A host applies a batch in this order:
///
/// 1. Remove items, in old coordinates and from the end: those in `itemDeletes` and at the `old`
///    side of `itemMoves`. Then remove sections: those in `sectionDeletes` and at the `old` side of
///    `sectionMoves`. A deleted section takes its remaining items with it. A moved section keeps
///    them.
/// 2. Insert sections, in new coordinates and from the start: those in `sectionInserts` and at the
///    `new` side of `sectionMoves`. Then insert items: those in `itemInserts` and at the `new` side
///    of `itemMoves`. An inserted section includes all its new items, except items that are moved
///    into it.
/// 3. Show the new content of the elements in `sectionUpdates` and `itemUpdates`.
///
/// Guarantees of a batch:
///
/// - An item of a deleted section is never in `itemDeletes`: it is in `itemMoves` if it survives
///   elsewhere, else it is deleted with its section. An item of an inserted section is never in
///   `itemInserts`: it is in `itemMoves` if it comes from elsewhere, else it is inserted with its
///   section.
/// - An item that changes section is one move, never a delete and an insert. An item that stays in
///   its section and keeps its order among those that stay is not a move, though its index or the
///   index of its section may change.
/// - A survivor with new content is an update, moved or not. There are no other updates.
/// - The number of deletes, inserts and moves is minimal for this pairing of old and new elements.
/// - Deletes ascend in old coordinates; inserts, moves and updates ascend in new coordinates. No
///   place occurs twice in a list.
///
/// Elements in a flat list are in section 0.
///
/// ## Topics
///
/// ### Find changes
///
/// - ``init(from:to:)``
/// - ``init(from:to:duplicates:)``
/// - ``init(fromSections:toSections:)``
/// - ``init(fromSections:toSections:duplicates:)``
///
/// ### Apply changes of sections
///
/// - ``sectionDeletes``
/// - ``sectionInserts``
/// - ``sectionMoves``
/// - ``sectionUpdates``
///
/// ### Apply changes of items
///
/// - ``itemDeletes``
/// - ``itemInserts``
/// - ``itemMoves``
/// - ``itemUpdates``
///
/// ### Count and check changes
///
/// - ``isEmpty``
/// - ``count``
/// - ``structuralCount``
/// - ``duplicates``
/// - ``isValid(from:to:)``
/// - ``isValid(fromSections:toSections:)``
public struct Changeset: Hashable, Sendable {
  /// The deleted sections, in old coordinates, ascending.
  public let sectionDeletes: [Int]
  /// The inserted sections, in new coordinates, ascending.
  public let sectionInserts: [Int]
  /// The sections that change their order among the survivors, ascending in new coordinates.
  public let sectionMoves: [Transition<Int>]
  /// The surviving sections with new content of their own, ascending in new coordinates.
  public let sectionUpdates: [Transition<Int>]
  /// The items deleted from surviving sections, in old coordinates, ascending.
  public let itemDeletes: [ElementPath]
  /// The items inserted into surviving sections, in new coordinates, ascending.
  public let itemInserts: [ElementPath]
  /// The surviving items that change section or order, ascending in new coordinates.
  public let itemMoves: [Transition<ElementPath>]
  /// The surviving items with new content, ascending in new coordinates.
  public let itemUpdates: [Transition<ElementPath>]
  /// The identifiers that occur more than once in a model, ordered by place: old model before new
  /// one, sections before items.
  public let duplicates: [DuplicateIdentifier]

  /// Creates a batch of changes found by other means. The changes are not checked.
  public init(
    sectionDeletes: [Int] = [], sectionInserts: [Int] = [],
    sectionMoves: [Transition<Int>] = [], sectionUpdates: [Transition<Int>] = [],
    itemDeletes: [ElementPath] = [], itemInserts: [ElementPath] = [],
    itemMoves: [Transition<ElementPath>] = [], itemUpdates: [Transition<ElementPath>] = [],
    duplicates: [DuplicateIdentifier] = []
  ) {
    self.sectionDeletes = sectionDeletes
    self.sectionInserts = sectionInserts
    self.sectionMoves = sectionMoves
    self.sectionUpdates = sectionUpdates
    self.itemDeletes = itemDeletes
    self.itemInserts = itemInserts
    self.itemMoves = itemMoves
    self.itemUpdates = itemUpdates
    self.duplicates = duplicates
  }
}

extension Changeset {
  /// Whether the models have equal content; duplicates do not count as changes.
  public var isEmpty: Bool { count == 0 }

  /// The number of changes: deletes, inserts, moves and updates, of sections and of items.
  public var count: Int { structuralCount + sectionUpdates.count + itemUpdates.count }

  /// The number of changes to positions: deletes, inserts and moves.
  public var structuralCount: Int {
    sectionDeletes.count + sectionInserts.count + sectionMoves.count
      + itemDeletes.count + itemInserts.count + itemMoves.count
  }
}

extension Changeset: CustomStringConvertible {
  /// The changes by kind, with the first few places of each.
  public var description: String {
    let parts = [
      Self.summary("delete sections", sectionDeletes),
      Self.summary("insert sections", sectionInserts),
      Self.summary("move sections", sectionMoves),
      Self.summary("update sections", sectionUpdates),
      Self.summary("delete", itemDeletes),
      Self.summary("insert", itemInserts),
      Self.summary("move", itemMoves),
      Self.summary("update", itemUpdates),
      Self.summary("duplicates", duplicates),
    ].compactMap { $0 }
    return parts.isEmpty ? "no changes" : parts.joined(separator: "; ")
  }

  /// The number of places shown; enough for a small batch without flooding a log.
  private static let placesShown = 8

  private static func summary<Place: CustomStringConvertible>(
    _ kind: String, _ places: [Place]
  ) -> String? {
    guard !places.isEmpty else { return nil }
    let shown = places.prefix(placesShown).map(\.description).joined(separator: " ")
    let rest = places.count - placesShown
    return "\(kind) \(shown)" + (rest > 0 ? " and \(rest) more" : "")
  }
}

/// The place of an element in a sectioned model.
///
/// A path takes eight bytes. Indices beyond 32 bits, which no model has, are clamped.
public struct ElementPath: Hashable, Sendable {
  @usableFromInline let sectionNumber: Int32
  @usableFromInline let itemNumber: Int32

  /// The index of the section in the model, from 0.
  @inlinable public var section: Int { Int(sectionNumber) }
  /// The index of the element in its section, from 0.
  @inlinable public var item: Int { Int(itemNumber) }

  /// Creates the path of element `item` of section `section`.
  @inlinable
  public init(section: Int, item: Int) {
    sectionNumber = Int32(clamping: section)
    itemNumber = Int32(clamping: item)
  }

  /// Returns the path `count` elements further in its section, which must have that many.
  @inline(__always)
  func advanced(by count: Int) -> ElementPath {
    ElementPath(
      sectionNumber: sectionNumber, itemNumber: itemNumber &+ Int32(truncatingIfNeeded: count))
  }

  private init(sectionNumber: Int32, itemNumber: Int32) {
    self.sectionNumber = sectionNumber
    self.itemNumber = itemNumber
  }
}

extension ElementPath: Comparable {
  /// Returns whether a path comes before another one, by section and then by element.
  @inlinable
  public static func < (left: ElementPath, right: ElementPath) -> Bool {
    (left.section, left.item) < (right.section, right.item)
  }
}

extension ElementPath: CustomStringConvertible {
  /// The section and the element, for example `2.15`.
  public var description: String { "\(section).\(item)" }
}

/// The old and new place of a surviving section or element.
public struct Transition<Position: Hashable & Sendable>: Hashable, Sendable {
  /// The place in the old model.
  public let old: Position
  /// The place in the new model.
  public let new: Position

  /// Creates the transition from `old` to `new`.
  @inlinable
  public init(old: Position, new: Position) {
    self.old = old
    self.new = new
  }
}

extension Transition: CustomStringConvertible {
  /// Both places, for example `0.4→1.0`.
  public var description: String { "\(old)→\(new)" }
}

extension Changeset {
  /// Finds the changes from one flat list to another. Copies of an identifier are distinguished by
  /// their order.
  ///
  /// May run on any thread. A model may have at most 2147483647 elements.
  ///
  /// - Complexity: O(n) for lists that keep most of their order, O(n log n) at worst.
  @inlinable
  public init<Element: Differentiable>(from old: [Element], to new: [Element]) {
    let matching = match(from: old, to: new, verifying: true)
    self = matching.changeset(duplicates: matching.duplicates)
  }

  /// Finds the changes from one flat list to another, with a policy for duplicates.
  ///
  /// May run on any thread. A model may have at most 2147483647 elements.
  ///
  /// - Throws: The first duplicate, if the policy is `.fail` and there is one.
  /// - Complexity: O(n) for lists that keep most of their order, O(n log n) at worst.
  @inlinable
  public init<Element: Differentiable>(
    from old: [Element], to new: [Element], duplicates policy: DuplicatePolicy
  ) throws(DuplicateIdentifier) {
    let matching = match(from: old, to: new, verifying: policy != .assumeUnique)
    let duplicates = matching.duplicates
    if policy == .fail, let first = duplicates.first { throw first }
    guard policy == .keepFirst, !duplicates.isEmpty else {
      self = matching.changeset(duplicates: duplicates)
      return
    }
    self = match(from: keepingFirst(of: old), to: keepingFirst(of: new), verifying: false)
      .changeset(duplicates: duplicates)
  }

  /// Finds the changes from one sectioned model to another. Copies of an identifier are
  /// distinguished by their order in the whole model.
  ///
  /// May run on any thread. A model may have at most 2147483647 elements.
  ///
  /// - Complexity: O(n) in sections and elements for models that keep most of their order, O(n log
  ///   n) at worst.
  @inlinable
  public init<Section: DifferentiableSection>(
    fromSections old: [Section], toSections new: [Section]
  ) {
    let matching = match(fromSections: old, toSections: new, verifying: true)
    self = matching.changeset(duplicates: matching.duplicates)
  }

  /// Finds the changes from one sectioned model, whose identifiers are known to be unique, to
  /// another.
  ///
  /// If no identifier is new, none is hashed. Otherwise the same as without this knowledge.
  @inlinable
  package init<Section: DifferentiableSection>(
    fromUniqueSections old: [Section], toSections new: [Section]
  ) {
    let matching = match(
      fromSections: old, toSections: new, verifying: true, isOldUnique: true)
    self = matching.changeset(duplicates: matching.duplicates)
  }

  /// Finds the changes from one sectioned model to another, with a policy for duplicates.
  ///
  /// May run on any thread. A model may have at most 2147483647 elements.
  ///
  /// - Throws: The first duplicate, if the policy is `.fail` and there is one.
  /// - Complexity: O(n) in sections and elements for models that keep most of their order, O(n log
  ///   n) at worst.
  @inlinable
  public init<Section: DifferentiableSection>(
    fromSections old: [Section], toSections new: [Section], duplicates policy: DuplicatePolicy
  ) throws(DuplicateIdentifier) {
    let matching = match(
      fromSections: old, toSections: new, verifying: policy != .assumeUnique)
    let duplicates = matching.duplicates
    if policy == .fail, let first = duplicates.first { throw first }
    guard policy == .keepFirst, !duplicates.isEmpty else {
      self = matching.changeset(duplicates: duplicates)
      return
    }
    self = match(
      fromSections: keepingFirst(ofSections: old).map { UniqueSection($0) },
      toSections: keepingFirst(ofSections: new).map { UniqueSection($0) }, verifying: false
    ).changeset(duplicates: duplicates)
  }
}

/// Pairs the elements of two flat lists.
@inlinable
func match<Element: Differentiable>(
  from old: [Element], to new: [Element], verifying: Bool
) -> SectionedMatching {
  let items = matchElements(
    from: FlattenedModel([old]), to: FlattenedModel([new]), newSectionOfOld: [0],
    verifying: verifying)
  var result = SectionedMatching(sections: nil, items: items.matching)
  result.itemDuplicates = items.duplicates
  return result
}

/// Pairs the sections of two models and then their elements.
@inlinable
func match<Section: DifferentiableSection>(
  fromSections old: [Section], toSections new: [Section], verifying: Bool, isOldUnique: Bool = false
) -> SectionedMatching {
  var sections = matchElements(
    from: FlattenedModel([SectionHeader.all(of: old)]),
    to: FlattenedModel([SectionHeader.all(of: new)]),
    newSectionOfOld: [0], verifying: verifying, isOldUnique: isOldUnique)
  sections.matching.completeTrimmedPairs()
  // By index, since iterating would copy each section.
  let items = matchElements(
    from: FlattenedModel(old.indices.map { Array(old[$0].elements) }),
    to: FlattenedModel(new.indices.map { Array(new[$0].elements) }),
    newSectionOfOld: sections.matching.newOfOld, verifying: verifying, isOldUnique: isOldUnique)
  var result = SectionedMatching(sections: sections.matching, items: items.matching)
  result.sectionDuplicates = sections.duplicates
  result.itemDuplicates = items.duplicates
  return result
}

/// A section without its elements, for pairing sections like elements. Refers to the section by its
/// index, because sections may be large to copy.
@usableFromInline
struct SectionHeader<Section: DifferentiableSection>: Differentiable {
  @usableFromInline let sections: [Section]
  @usableFromInline let index: Int

  @inlinable
  init(_ sections: [Section], index: Int) {
    self.sections = sections
    self.index = index
  }

  /// Returns the headers of all sections.
  @inlinable
  static func all(of sections: [Section]) -> [SectionHeader] {
    sections.indices.map { SectionHeader(sections, index: $0) }
  }

  @inlinable var differenceIdentifier: Section.Identifier { sections[index].differenceIdentifier }

  @inlinable
  func isContentEqual(to other: Self) -> Bool {
    sections[index].isContentEqual(to: other.sections[other.index])
  }
}

/// A section without the elements whose identifiers occurred earlier in its model.
@usableFromInline
struct UniqueSection<Base: DifferentiableSection>: DifferentiableSection {
  /// The original section.
  @usableFromInline let base: Base
  /// The elements with the first occurrence of their identifier.
  @usableFromInline let elements: [Base.Elements.Element]

  @inlinable
  init(_ kept: (section: Base, elements: [Base.Elements.Element])) {
    base = kept.section
    elements = kept.elements
  }

  @inlinable var differenceIdentifier: Base.Identifier { base.differenceIdentifier }

  @inlinable
  func isContentEqual(to other: Self) -> Bool { base.isContentEqual(to: other.base) }
}
