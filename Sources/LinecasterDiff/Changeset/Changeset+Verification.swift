extension Changeset {
  /// Whether this batch, applied to one flat list, leads to another: every coordinate exists and
  /// is used once, survivors have the identifiers that they had, and exactly those with other
  /// content are updates.
  ///
  /// - Complexity: O(n) in elements and changes.
  @inlinable
  public func leads<Element: Differentiable>(from old: [Element], to new: [Element]) -> Bool {
    leads(fromSections: [ListSection(old)], toSections: [ListSection(new)])
  }

  /// Whether this batch, applied to one sectioned model, leads to another: every coordinate exists
  /// and is used once, survivors have the identifiers that they had, and exactly those with other
  /// content are updates.
  ///
  /// - Complexity: O(n) in sections, elements and changes.
  @inlinable
  public func leads<Section: DifferentiableSection>(
    fromSections old: [Section], toSections new: [Section]
  ) -> Bool {
    let oldItems = old.map { Array($0.elements) }
    let newItems = new.map { Array($0.elements) }
    let provenance = Provenance(
      self, oldCounts: oldItems.map(\.count), newCounts: newItems.map(\.count))
    guard let provenance else { return false }
    var sectionUpdates: [Transition<Int>] = []
    var itemUpdates: [Transition<ElementPath>] = []
    for (section, origin) in provenance.sections.enumerated() {
      for (item, origin) in provenance.items[section].enumerated() {
        guard let origin else { continue }
        let (before, after) = (oldItems[origin.section][origin.item], newItems[section][item])
        guard before.differenceIdentifier == after.differenceIdentifier else { return false }
        if before.isContentEqual(to: after) { continue }
        itemUpdates.append(
          Transition(old: origin, new: ElementPath(section: section, item: item)))
      }
      guard let origin else { continue }
      guard old[origin].differenceIdentifier == new[section].differenceIdentifier else {
        return false
      }
      if !old[origin].isContentEqual(to: new[section]) {
        sectionUpdates.append(Transition(old: origin, new: section))
      }
    }
    return sectionUpdates == self.sectionUpdates && itemUpdates == self.itemUpdates
  }
}
