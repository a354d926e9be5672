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
