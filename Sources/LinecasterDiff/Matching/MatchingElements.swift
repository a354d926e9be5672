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
