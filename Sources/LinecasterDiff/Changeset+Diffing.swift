extension Changeset {
  /// The changes that lead from one flat list to another; copies of an identifier are told apart by
  /// their order.
  ///
  /// May run on any thread. A model has at most 2147483647 elements.
  ///
  /// - Complexity: O(n) for lists that keep most of their order, O(n log n) at worst.
  @inlinable
  public init<Element: Differentiable>(from old: [Element], to new: [Element]) {
    let matching = match(from: old, to: new, verifying: true)
    self = matching.changeset(duplicates: matching.duplicates)
  }

  /// The changes that lead from one flat list to another.
  ///
  /// May run on any thread. A model has at most 2147483647 elements.
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

  /// The changes that lead from one sectioned model to another; copies of an identifier are told
  /// apart by their order in the whole model.
  ///
  /// May run on any thread. A model has at most 2147483647 elements.
  ///
  /// - Complexity: O(n) in sections and elements for models that keep most of their order,
  ///   O(n log n) at worst.
  @inlinable
  public init<Section: DifferentiableSection>(
    fromSections old: [Section], toSections new: [Section]
  ) {
    let matching = match(fromSections: old, toSections: new, verifying: true)
    self = matching.changeset(duplicates: matching.duplicates)
  }

  /// The changes that lead from one sectioned model to another.
  ///
  /// May run on any thread. A model has at most 2147483647 elements.
  ///
  /// - Throws: The first duplicate, if the policy is `.fail` and there is one.
  /// - Complexity: O(n) in sections and elements for models that keep most of their order,
  ///   O(n log n) at worst.
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
      fromSections: keepingFirst(ofSections: old), toSections: keepingFirst(ofSections: new),
      verifying: false
    ).changeset(duplicates: duplicates)
  }
}

/// Pairs the elements of two models whose sections are paired, and lists the duplicates among them.
///
/// Unless `verifying`, identifiers are taken to be unique and nothing is listed.
@inlinable
func matchElements<Element: Differentiable>(
  from old: FlattenedModel<Element>, to new: FlattenedModel<Element>,
  newSectionOfOld: [Int32], verifying: Bool
) -> (matching: Matching, duplicates: [DuplicatePosition]) {
  let matcher = IdentityMatcher(old: old, new: new, newSectionOfOld: newSectionOfOld)
  if let matching = matcher.match(verifying: verifying) { return (matching, []) }
  var occurrences = OccurrenceMatcher(old: old, new: new, newSectionOfOld: newSectionOfOld)
  occurrences.match()
  return (occurrences.matching, occurrences.duplicates)
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
  fromSections old: [Section], toSections new: [Section], verifying: Bool
) -> SectionedMatching {
  var sections = matchElements(
    from: FlattenedModel([old.map { SectionHeader($0) }]),
    to: FlattenedModel([new.map { SectionHeader($0) }]),
    newSectionOfOld: [0], verifying: verifying)
  sections.matching.completeTrimmedPairs()
  let items = matchElements(
    from: FlattenedModel(old.map { Array($0.elements) }),
    to: FlattenedModel(new.map { Array($0.elements) }),
    newSectionOfOld: sections.matching.newOfOld, verifying: verifying)
  var result = SectionedMatching(sections: sections.matching, items: items.matching)
  result.sectionDuplicates = sections.duplicates
  result.itemDuplicates = items.duplicates
  return result
}

/// A section without its elements, so that sections are paired as elements are.
@usableFromInline
struct SectionHeader<Section: DifferentiableSection>: Differentiable {
  @usableFromInline let section: Section

  @inlinable
  init(_ section: Section) { self.section = section }

  @inlinable var differenceIdentifier: Section.Identifier { section.differenceIdentifier }

  @inlinable
  func isContentEqual(to other: Self) -> Bool { section.isContentEqual(to: other.section) }
}

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
