/// The elements without those whose identifiers occurred before: the model that batches made with
/// `DuplicatePolicy.keepFirst` speak of.
///
/// - Complexity: O(n).
@inlinable
public func keepingFirst<Element: Differentiable>(of elements: [Element]) -> [Element] {
  var seen = Set<Element.Identifier>(minimumCapacity: elements.count)
  return elements.filter { seen.insert($0.differenceIdentifier).inserted }
}

/// The sections without those whose identifiers occurred before, and in what is left the elements
/// whose identifiers did not occur before: the model that batches made with
/// `DuplicatePolicy.keepFirst` speak of.
///
/// - Complexity: O(n) in sections and elements.
@inlinable
public func keepingFirst<Section: DifferentiableSection>(
  ofSections sections: [Section]
) -> [UniqueSection<Section>] {
  var seenSections = Set<Section.Identifier>()
  var seen = Set<Section.Elements.Element.Identifier>()
  var kept: [UniqueSection<Section>] = []
  for section in sections where seenSections.insert(section.differenceIdentifier).inserted {
    let elements = section.elements.filter { seen.insert($0.differenceIdentifier).inserted }
    kept.append(UniqueSection(base: section, elements: elements))
  }
  return kept
}
