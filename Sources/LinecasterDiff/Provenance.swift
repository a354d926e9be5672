/// The origins of all sections and items in a new model, according to a batch.
@usableFromInline
struct Provenance: Sendable {
  /// The old index of each new section; `nil` if it is inserted.
  @usableFromInline let sections: [Int?]
  /// The old place of each new item; `nil` if it is inserted.
  @usableFromInline let items: [[ElementPath?]]

  /// Applies a batch to the places of the old model; `nil` if the result does not have the size of
  /// the new one.
  ///
  /// - Complexity: O(n) in sections, items and changes, with moves sorted by place.
  @usableFromInline
  init?(_ changeset: Changeset, oldCounts: [Int], newCounts: [Int]) {
    guard
      let sections = Self.origins(
        count: oldCounts.count, newCount: newCounts.count,
        deletes: changeset.sectionDeletes, inserts: changeset.sectionInserts,
        moves: changeset.sectionMoves.map { ($0.old, $0.new) }),
      let items = Self.items(
        changeset, sections: sections, oldCounts: oldCounts, newCounts: newCounts)
    else { return nil }
    self.sections = sections
    self.items = items
  }

  /// Removes and inserts; the remaining elements fill the other places in order.
  private static func origins(
    count: Int, newCount: Int, deletes: [Int], inserts: [Int], moves: [(old: Int, new: Int)]
  ) -> [Int?]? {
    var stays = Array(repeating: true, count: count)
    for index in deletes + moves.map(\.old) {
      guard stays.indices.contains(index), stays[index] else { return nil }
      stays[index] = false
    }
    var isFilled = Array(repeating: false, count: newCount)
    var origins = Array(repeating: Int?.none, count: newCount)
    for (index, origin) in inserts.map({ ($0, nil) }) + moves.map({ ($0.new, $0.old) }) {
      guard isFilled.indices.contains(index), !isFilled[index] else { return nil }
      isFilled[index] = true
      origins[index] = origin
    }
    var rest = stays.indices.lazy.filter { stays[$0] }.makeIterator()
    for index in origins.indices where !isFilled[index] {
      guard let origin = rest.next() else { return nil }
      origins[index] = origin
    }
    return rest.next() == nil ? origins : nil
  }

  private static func items(
    _ changeset: Changeset, sections: [Int?], oldCounts: [Int], newCounts: [Int]
  ) -> [[ElementPath?]]? {
    guard
      let stays = stayingItems(changeset, counts: oldCounts),
      var items = placedItems(changeset, sections: sections, counts: newCounts)
    else { return nil }
    for (section, origin) in sections.enumerated() {
      guard let origin else { continue }
      var rest = stays[origin].indices.lazy.filter { stays[origin][$0] }.makeIterator()
      for item in items[section].indices where items[section][item] == .unfilled {
        guard let index = rest.next() else { return nil }
        items[section][item] = .moved(ElementPath(section: origin, item: index))
      }
      if rest.next() != nil { return nil }
    }
    return items.map { $0.map(\.origin) }
  }

  /// Returns whether the batch leaves each old item in place.
  private static func stayingItems(_ changeset: Changeset, counts: [Int]) -> [[Bool]]? {
    var stays = counts.map { Array(repeating: true, count: $0) }
    for path in changeset.itemDeletes + changeset.itemMoves.map(\.old) {
      guard contains(path, stays), stays[path.section][path.item] else { return nil }
      stays[path.section][path.item] = false
    }
    return stays
  }

  /// Returns the new items with the arrivals; an inserted section includes its items.
  private static func placedItems(
    _ changeset: Changeset, sections: [Int?], counts: [Int]
  ) -> [[Arrival]]? {
    var items = zip(sections, counts).map { origin, count in
      Array(repeating: origin == nil ? Arrival.withSection : .unfilled, count: count)
    }
    for (path, arrival) in changeset.itemInserts.map({ ($0, Arrival.inserted) })
      + changeset.itemMoves.map({ ($0.new, Arrival.moved($0.old)) })
    {
      guard contains(path, items) else { return nil }
      let place = items[path.section][path.item]
      guard place == .unfilled || place == .withSection && arrival != .inserted else { return nil }
      items[path.section][path.item] = arrival
    }
    return items
  }

  private static func contains<Item>(_ path: ElementPath, _ sections: [[Item]]) -> Bool {
    sections.indices.contains(path.section)
      && sections[path.section].indices.contains(path.item)
  }
}

extension Provenance {
  /// The arrival of a new item at its place.
  enum Arrival: Equatable {
    /// Not known yet: it stays, if the batch is right.
    case unfilled
    case inserted
    case withSection
    /// The item was at this place before.
    case moved(ElementPath)

    /// The old place, if there was one.
    var origin: ElementPath? {
      if case .moved(let path) = self { path } else { nil }
    }
  }
}

extension Changeset {
  /// Returns whether this batch, applied to one flat list, leads to another.
  ///
  /// Every coordinate must exist and be used once, survivors must keep their identifiers, and
  /// exactly the survivors with new content must be updates.
  ///
  /// - Complexity: O(n) in elements and changes.
  @inlinable
  public func isValid<Element: Differentiable>(from old: [Element], to new: [Element]) -> Bool {
    isValid(fromSections: [ListSection(old)], toSections: [ListSection(new)])
  }

  /// Returns whether this batch, applied to one sectioned model, leads to another.
  ///
  /// Every coordinate must exist and be used once, survivors must keep their identifiers, and
  /// exactly the survivors with new content must be updates.
  ///
  /// - Complexity: O(n) in sections, elements and changes.
  @inlinable
  public func isValid<Section: DifferentiableSection>(
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
